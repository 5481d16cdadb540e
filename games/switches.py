"""Taking games out of service: no new round is dealt, whatever is in play may be finished.

A game can be switched off by itself, with all others, or with all that is played for money. A new
deal asks here under the lock of its player, so that the switch holds from the next deal on.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import events
from accounts.models import Player
from games.catalogue import ENTRIES, Entry
from games.refusals import Refused
from games.switch_models import Switch


class OutOfService(Refused):
    """No new round of this game is dealt at present."""

    code = "out of service"

    def __init__(self) -> None:
        super().__init__(_("This game is out of service for the moment. Nothing was staked."))


class NoSuchScope(ValueError):
    """Neither a game nor a word for several."""

    def __init__(self) -> None:
        super().__init__(_("There is no such game."))


def scopes() -> list[str]:
    """Everything that can be switched."""
    return [Switch.ALL, Switch.MONEY, *ENTRIES]


def newest(of: Iterable[str]) -> dict[str, Switch]:
    """The row that holds for each of these scopes; none for one never switched."""
    rows = Switch.objects.filter(scope__in=list(of)).order_by("scope", "-pk").distinct("scope")
    return {row.scope: row for row in rows}


def check(entry: Entry, currency: str) -> None:
    """Whether a round may be begun. `currency` is the ledger's code. Raises OutOfService."""
    asked = [Switch.ALL, entry.slug]
    if currency == settings.CURRENCY:
        asked.append(Switch.MONEY)
    if any(not row.on for row in newest(asked).values()):
        raise OutOfService


def closed() -> dict[str, set[str]]:
    """The games out of service now, by slug: the currencies (codes) in which they are closed."""
    rows = {scope for scope, row in newest(scopes()).items() if not row.on}
    found: dict[str, set[str]] = {}
    for slug in ENTRIES:
        if Switch.ALL in rows or slug in rows:
            found[slug] = {"FUN", settings.CURRENCY}
        elif Switch.MONEY in rows:
            found[slug] = {settings.CURRENCY}
    return found


@transaction.atomic
def switch(
    *, scope: str, on: bool, reason: str, actor: Player | None, address: str | None = None
) -> Switch | None:
    """Switch a scope; None if it stands so already. Raises NoSuchScope."""
    if scope not in scopes():
        raise NoSuchScope
    before = newest([scope]).get(scope)
    if on == (before is None or before.on):
        return None
    row = Switch.objects.create(scope=scope, on=on, reason=reason, actor=actor)
    action = "put into service" if on else "taken out of service"
    events.record(action, f"game:{scope}", actor=actor, reason=reason, address=address)
    return row
