"""Reminders to look at the limits: every half year, every year where none is set."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, mails
from accounts.jurisdiction import profile
from accounts.models import Limit, LimitReview, Player


def plan(player: Player, now: datetime | None = None) -> None:
    """Remind of the limits after half a year; after a year whoever has set none."""
    held = any(row.amount is not None for row in Limit.objects.held(player))
    span = profile().limit_review if held else profile().limit_review_without
    due = (now or timezone.now()) + span
    LimitReview.objects.update_or_create(player=player, defaults={"due_at": due})


def sweep(now: datetime | None = None) -> int:
    """Mail the reminders that are due; how many. Excluded players are left alone."""
    now = now or timezone.now()
    due = LimitReview.objects.filter(due_at__lte=now).values_list("pk", flat=True)
    return sum(_remind(pk, now) for pk in list(due[:200]))


@transaction.atomic
def _remind(pk: int, now: datetime) -> bool:
    review = (
        LimitReview.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("player")
        .filter(pk=pk, due_at__lte=now)
        .first()
    )
    if review is None:
        return False
    player = review.player
    if player.is_active and not player.exclusions.filter(until=None).exists():
        with mails.in_words_of(player):
            mails.write(player, subject=_("Fairdeal: Have a look at your limits"), text=said())
        events.record("reminded of limits", f"player:{player.pk}")
    plan(player, now)
    return True


def said() -> str:
    """What the reminder says."""
    return _(
        "Please take a moment to see whether your limits of deposits, losses, stakes and time "
        "still suit you. You find them under Safer play in your settings; a lower limit holds at "
        "once. You can also take a time-out or exclude yourself there."
    )
