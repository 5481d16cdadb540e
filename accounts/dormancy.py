"""Players who stay away: told that their money waits, and asked who they are when they return.

After the profile's time without a sign-in an account sleeps. Nothing is taken from it. Whoever
comes back signs in as ever, plays for fun and sees everything; for money the identity is submitted
and verified once more (GLI-19 A.3.9).
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, mails
from accounts.identity_models import Dormancy
from accounts.jurisdiction import profile
from accounts.models import Player

AT_ONCE = 200


def sweep() -> dict[str, int]:
    """Put to sleep whoever has stayed away for the profile's time, and tell them."""
    away = timezone.now() - profile().dormant_after
    quiet = Q(last_login__lt=away) | Q(last_login=None, date_joined__lt=away)
    # Whoever sleeps already, or has shown the identity since, is left alone.
    known = Dormancy.objects.filter(Q(ended_at=None) | Q(ended_at__gt=away))
    players = Player.objects.filter(quiet, is_staff=False).exclude(pk__in=known.values("player"))
    ids = list(players.values_list("pk", flat=True)[:AT_ONCE])
    return {"put to sleep": sum(_put_to_sleep(pk) for pk in ids)}


@transaction.atomic
def _put_to_sleep(player_id: int) -> bool:
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if Dormancy.objects.filter(player=player, ended_at=None).exists():
        return False
    now = timezone.now()
    Dormancy.objects.create(player=player, since=now, told_at=now)
    events.record("account dormant", f"player:{player.pk}")
    with mails.in_words_of(player):
        subject = _("Fairdeal: Your account sleeps, and what is in it stays yours")
        text = _(
            "You have not signed in for a long time. Whatever is in your account is safe and costs "
            "you nothing. Sign in to play for fun or to look at it; before you play for money or "
            "cash out we ask you once more who you are."
        )
    mails.write(player, subject=subject, text=text)
    return True
