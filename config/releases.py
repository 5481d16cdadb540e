"""The files that decide games, against what was approved: a difference stops play for money.

Rules, dice, catalogue, settlement and the ledger are digested at the start, each night and on
demand. What differs from the newest approved release takes the money games out of service and opens
a finding; an administrator approves a new release, with what changed and how weighty it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from config import findings
from config.finding_models import Finding
from config.record_models import Release
from games import switches
from games.switch_models import Switch

DECIDING = (
    *("games/rules/*.py", "games/cards.py", "games/dealing.py", "games/catalogue.py"),
    *("games/modes.py", "games/settlement.py", "games/services.py", "wallet/ledger.py"),
)
FIRST = "The first release of this house."
CHECK = "files that decide games"


class NotApproved(ValueError):
    """The release is not taken: the message says why."""


def digests() -> dict[str, str]:
    """The SHA-256 of each file, by its path in the product."""
    paths = [path for pattern in DECIDING for path in sorted(settings.BASE_DIR.glob(pattern))]
    return {
        path.relative_to(settings.BASE_DIR).as_posix(): hashlib.sha256(
            path.read_bytes()
        ).hexdigest()
        for path in paths
    }


def digest_of(files: Mapping[str, str]) -> str:
    """One digest over all of them."""
    text = "".join(f"{name} {digest}\n" for name, digest in sorted(files.items()))
    return hashlib.sha256(text.encode()).hexdigest()


def differing() -> list[str]:
    """The files that are not what was approved; empty while nothing was approved yet."""
    approved = Release.objects.order_by("-pk").first()
    if approved is None:
        return []
    now = digests()
    names = sorted(set(now) | set(approved.files))
    return [name for name in names if now.get(name) != approved.files.get(name)]


def check() -> list[str]:
    """Compare, and stop play for money where something differs; the names of what does.

    The very first state is taken as approved, and so is every state of a demo.
    """
    names = differing()
    if not Release.objects.exists() or (names and settings.DEMO):
        changed = FIRST if not Release.objects.exists() else f"The demo took over {len(names)}."
        _keep(Release.Weight.MAJOR, changed, None)
        return []
    if names:
        sentence = _("Not what was approved: %(names)s.") % {"names": ", ".join(names)[:900]}
        findings.report(CHECK, "release:now", sentence, area=Finding.Area.GAMES)
        switches.switch(scope=Switch.MONEY, on=False, reason=sentence[:500], actor=None)
    return names


@transaction.atomic
def approve(
    *, weight: str, changed: str, digest: str, actor: Player, address: str | None = None
) -> Release:
    """Approve the state that the approver has seen, as its digest. Raises NotApproved.

    Money games stay out of service until somebody puts them back.
    """
    if digest != digest_of(digests()):
        raise NotApproved(_("The files have changed since the page was made. Look again."))
    release = _keep(weight, changed, actor)
    of = f"release:{release.pk}"
    after = {"digest": digest, "weight": weight}
    events.record("release approved", of, actor=actor, after=after, reason=changed, address=address)
    return release


def _keep(weight: str, changed: str, actor: Player | None) -> Release:
    files = digests()
    return Release.objects.create(
        digest=digest_of(files), files=files, weight=weight, changed=changed, approved_by=actor
    )
