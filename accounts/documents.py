"""The documents that a player accepts, their versions in force, and who has accepted what.

A changed text gets a new version here and a template of its own beside the old one
(`templates/accounts/documents/<name>-<version>.html`), so that everybody can read again what was
accepted. Until the new version is accepted nothing is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import events
from accounts.models import Acceptance, Player


@dataclass(frozen=True)
class Document:
    """A text to read (`readable`) or a sentence to affirm, and the version in force."""

    name: str
    title: Any
    version: str
    since: date
    readable: bool = True


TERMS = Document("terms", _("Terms of play"), "1", date(2026, 1, 1))
PRIVACY = Document("privacy", _("Privacy"), "1", date(2026, 1, 1))
MONITORING = Document("monitoring", _("Monitoring of play"), "1", date(2026, 1, 1), readable=False)
ACCURACY = Document("accuracy", _("Accuracy of details"), "1", date(2026, 1, 1), readable=False)
DOCUMENTS = {one.name: one for one in (TERMS, PRIVACY, MONITORING, ACCURACY)}


def in_force() -> str:
    """The versions in force, as one short text to compare."""
    return " ".join(f"{one.name}:{one.version}" for one in DOCUMENTS.values())


def waiting(player: Player) -> list[Document]:
    """The documents whose version in force the player has not accepted."""
    accepted = set(player.acceptances.values_list("document", "version"))
    return [one for one in DOCUMENTS.values() if (one.name, one.version) not in accepted]


@transaction.atomic
def accept(*, player: Player, address: str | None = None) -> list[Document]:
    """Note that the player accepts every version in force; those that were waiting.

    Done twice, also at once, it is noted once.
    """
    new = waiting(player)
    Acceptance.objects.bulk_create(
        [
            Acceptance(player=player, document=one.name, version=one.version, address=address)
            for one in new
        ],
        ignore_conflicts=True,
    )
    if new:
        events.record(
            "documents accepted",
            f"player:{player.pk}",
            actor=player,
            after={one.name: one.version for one in new},
            address=address,
        )
    return new
