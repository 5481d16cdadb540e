"""Writing to the event log: who did what to what, what it was before and after, why, from where."""

from __future__ import annotations

from typing import Any

from accounts.models import Event, Player


def record(
    action: str,
    of: str,
    *,
    actor: Player | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    address: str | None = None,
) -> Event:
    """Add one event about the object `of` (as `round:12`). `actor` is None for the house."""
    return Event.objects.create(
        action=action,
        object=of,
        actor=actor,
        before=before,
        after=after,
        reason=reason,
        address=address,
    )
