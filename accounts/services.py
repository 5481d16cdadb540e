"""What changes a player's account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction

from accounts import events
from accounts.models import Player

PROFILE = ("display_name", "time_zone", "language")


@transaction.atomic
def change_profile(
    *,
    player: Player,
    changes: Mapping[str, Any],
    actor: Player | None = None,
    reason: str = "",
    address: str | None = None,
) -> list[str]:
    """Write the changed ones of the harmless fields and record what they were; their names.

    `actor` is who does it, the player without one. Raises ValueError for any other field.
    """
    if refused := set(changes) - set(PROFILE):
        raise ValueError(f"This cannot be changed here: {', '.join(sorted(refused))}.")
    stored = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = {name: getattr(stored, name) for name in changes}
    changed = [name for name in changes if changes[name] != before[name]]
    if changed:
        for name in changed:
            setattr(stored, name, changes[name])
        stored.save(update_fields=changed)
        events.record(
            "player changed",
            f"player:{player.pk}",
            actor=actor or player,
            before={name: before[name] for name in changed},
            after={name: changes[name] for name in changed},
            reason=reason,
            address=address,
        )
    return changed


def change_preferences(*, player: Player, choices: Mapping[str, Any]) -> None:
    """Store choices about look and feel over what is chosen. Raises NotAPreference."""
    chosen = player.preferences
    for name, value in choices.items():
        chosen = chosen.with_choice(name, value)
    player.settings = asdict(chosen)
    player.save(update_fields=["settings"])
