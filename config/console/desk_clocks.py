"""What the desk says of time: until when an answer is due, by how much it is late, in words.

Only business hours count (support/hours.py): a clock stands still while support is closed.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.jurisdiction import profile
from support import hours
from support.models import Conversation

# What is left when a clock begins to warn.
SOON = timedelta(minutes=1)
MINUTE, HOUR = 60, 3600


class Clock(NamedTuple):
    """A sentence, and the kind of badge that it stands on: `good`, `warn` or `bad`."""

    text: str
    kind: str


def span(seconds: int) -> str:
    """A time in its largest units: `40 s`, `12 min`, `3 h 5 min`."""
    if seconds < MINUTE:
        return _("%(count)d s") % {"count": seconds}
    minutes, hours_ = seconds // MINUTE % 60, seconds // HOUR
    if not hours_:
        return _("%(count)d min") % {"count": minutes}
    return _("%(hours)d h %(minutes)d min") % {"hours": hours_, "minutes": minutes}


def clocks(chat: Conversation, now: datetime, *, pressing: bool = False) -> list[Clock]:
    """What runs for a chat, and what has been missed in it.

    The end of it is left out while there is time, if only what is `pressing` is asked for.
    """
    found = []
    if chat.asked_at and chat.due_at and chat.state != Conversation.State.RESOLVED:
        first = chat.first_answered_at is None
        found.append(_running(_("first answer") if first else _("answer"), chat.due_at, now))
    if chat.resolve_by and chat.resolved_at is None:
        end = _running(_("end"), chat.resolve_by, now, soon=timedelta(hours=1))
        found += [] if pressing and end.kind == "good" else [end]
    return found + [Clock(text, "bad") for text in missed(chat)]


def missed(chat: Conversation) -> list[str]:
    """The targets that were missed by what has been done already."""
    targets = (
        (chat.first_waited, profile().support_first, _("first answer after %(time)s")),
        (chat.next_waited, profile().support_next, _("an answer after %(time)s")),
        (chat.resolved_in, profile().support_end, _("ended after %(time)s")),
    )
    return [
        text % {"time": span(taken)}
        for taken, target, text in targets
        if taken is not None and taken > target.total_seconds()
    ]


def waits(since: datetime, now: datetime) -> str:
    """How long somebody has waited, by the wall's clock: `3 min`."""
    return span(max(0, int((now - since).total_seconds())))


def _running(what: str, due: datetime, now: datetime, soon: timedelta = SOON) -> Clock:
    words = {"what": what}
    if due < now:
        words["time"] = span(hours.between(due, now))
        return Clock(_("%(what)s overdue by %(time)s") % words, "bad")
    left = hours.between(now, due)
    words["time"] = span(left)
    kind = "warn" if left <= soon.total_seconds() else "good"
    if hours.is_open(now):
        return Clock(_("%(what)s due in %(time)s") % words, kind)
    return Clock(_("%(what)s due in %(time)s of business hours") % words, kind)


def counted(number: int) -> str:
    """Chats in words, for the load of an agent."""
    return ngettext("%(count)d chat", "%(count)d chats", number) % {"count": number}
