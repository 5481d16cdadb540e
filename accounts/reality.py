"""The reality check: at the player's interval, no next game for money before it is acknowledged.

The clock is that of the sitting, which the server counts; what was staked and won is passed in.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events
from accounts.jurisdiction import profile
from accounts.models import Player, RealityCheck, Sitting

INTERVALS = (15, 30, 60)


class NotAnInterval(ValueError):
    """The reality check comes at none of these intervals."""


def interval(player: Player) -> int:
    """The minutes between two checks: the player's choice, or the profile's."""
    chosen = RealityCheck.objects.filter(player=player, minutes__isnull=False)
    newest = chosen.order_by("-at", "-pk").values_list("minutes", flat=True).first()
    return newest or profile().reality_minutes


def choose(*, player: Player, minutes: int, address: str | None = None) -> None:
    """Keep the player's interval. Raises NotAnInterval."""
    if minutes not in INTERVALS:
        raise NotAnInterval(_("Choose one of the intervals that are offered."))
    before = interval(player)
    RealityCheck.objects.create(player=player, minutes=minutes)
    events.record(
        "reality check set", f"player:{player.pk}", actor=player, address=address,
        before={"minutes": before}, after={"minutes": minutes},
    )  # fmt: skip


def acknowledge(*, player: Player, shown: dict[str, Any]) -> None:
    """The player has seen how the sitting stands: `shown` is what stood there."""
    RealityCheck.objects.create(player=player, shown=shown)


def is_due(player: Player, sitting: Sitting, now: datetime | None = None) -> bool:
    """Whether the interval has passed since the sitting began or was last acknowledged."""
    seen = RealityCheck.objects.filter(player=player, minutes=None, at__gte=sitting.began_at)
    last = seen.order_by("-at").values_list("at", flat=True).first()
    since = last or sitting.began_at
    return (now or timezone.now()) - since >= timedelta(minutes=interval(player))
