"""The heartbeat of an open desk: who is there, who takes chats, and at most how many."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import live
from accounts.models import Player
from support import queue
from support.lines import Refused
from support.models import Presence
from support.staff import AWAY_AFTER

BEAT_SECONDS = 20
MOST = range(1, 21)
# The heartbeat of who has left: not that of somebody who has lost the network, and is back.
LEFT = datetime(1970, 1, 1, tzinfo=UTC)


def beat(*, agent: Player, ready: bool | None = None, most: int | None = None) -> Presence:
    """Note that the agent's desk is open, and do what is due in the queue.

    `ready` (takes chats) and `most` (chats at once) stay as they were if not given. Raises Refused.
    """
    if most is not None and most not in MOST:
        raise Refused(_("Please choose 1 to %(most)d chats at once.") % {"most": MOST[-1]})
    now = timezone.now()
    before = Presence.objects.filter(person=agent).first()
    changes = {"seen_at": now} | {
        name: value for name, value in (("ready", ready), ("most", most)) if value is not None
    }
    mine, made = Presence.objects.update_or_create(person=agent, defaults=changes)
    came = made or before is None or before.seen_at < now - AWAY_AFTER
    if came or (before and (before.ready, before.most) != (mine.ready, mine.most)):
        live.signal(live.STAFF, "desk", int(now.timestamp() * 1000))
    queue.run(now)
    return mine


def leave(*, agent: Player) -> None:
    """The agent closes the desk: open chats return to the queue at once."""
    if Presence.objects.filter(person=agent).update(ready=False, seen_at=LEFT):
        live.signal(live.STAFF, "desk", int(timezone.now().timestamp() * 1000))
        queue.run()


def has_left(agent: Player) -> bool:
    """Whether the agent has closed the desk and not opened it again."""
    return Presence.objects.filter(person=agent, seen_at=LEFT).exists()
