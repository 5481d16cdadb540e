"""Limits in words: in lists, in the mails about them, and where they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.jurisdiction import profile
from accounts.models import Limit, LimitKind
from accounts.moments import moment

if TYPE_CHECKING:
    from accounts.limits import Standing

# An amount of the deployment's money, in words.
Shown = Callable[[int], str]


def in_words(kind: str, amount: int | None, shown: Shown) -> str:
    """A limit's amount: `€20.00`, `2 h 30 min`, `no limit`."""
    if amount is None:
        return _("no limit")
    if kind != LimitKind.TIME:
        return shown(amount)
    return duration(amount)


def duration(minutes: int) -> str:
    """Minutes as a person says them: `45 min`, `2 h`, `2 h 30 min`."""
    hours, rest = divmod(minutes, 60)
    parts = [_("%(hours)d h") % {"hours": hours}] if hours else []
    if rest or not hours:
        parts.append(_("%(minutes)d min") % {"minutes": rest})
    return " ".join(parts)


def title(kind: str, period: str) -> str:
    """What is limited, as it stands in a list."""
    return {
        "deposit day": _("Deposits a day"),
        "deposit week": _("Deposits a week"),
        "deposit month": _("Deposits a month"),
        "loss day": _("Losses a day"),
        "loss week": _("Losses a week"),
        "loss month": _("Losses a month"),
        "stake day": _("Stakes a day"),
        "stake week": _("Stakes a week"),
        "stake month": _("Stakes a month"),
        "time day": _("Time signed in a day"),
        "time week": _("Time signed in a week"),
        "time month": _("Time signed in a month"),
    }[f"{kind} {period}"]


def letter(row: Limit, before: int | None, shown: Shown) -> str:
    """What the mail about a step says."""
    words = {
        "what": title(row.kind, row.period),
        "amount": in_words(row.kind, row.amount, shown),
        "before": in_words(row.kind, before, shown),
        "from": moment(row.at + profile().limit_increase_wait),
    }
    if row.by_house:
        return _("the house has set a limit for you.\n\n%(what)s: %(amount)s.") % words
    if row.step == Limit.Step.ASKED:
        return (
            _(
                "you have asked for a higher limit.\n\n%(what)s: %(amount)s instead of %(before)s."
                "\n\nNothing has changed yet. From %(from)s on you can confirm it once more under "
                "Safer play in your settings, or cancel it at any time."
            )
            % words
        )
    if row.step == Limit.Step.CANCELLED:
        return _("the higher limit is cancelled.\n\n%(what)s: it stays at %(before)s.") % words
    return (
        _("your limit has changed, and holds now.\n\n%(what)s: %(amount)s, before %(before)s.")
        % words
    )


def over(one: Standing, amount: int, shown: Shown) -> str:
    """The sentence that refuses a stake or a deposit which a limit does not let through."""
    words = {
        "amount": shown(amount),
        "limit": shown(one.limit),
        "left": shown(one.left),
        "at": moment(one.restarts_at),
        "what": title(one.kind, one.period),
    }
    if one.by_house:
        said = _("%(what)s: the house lets you go to %(limit)s. ")
    else:
        said = _("%(what)s: you have set a limit of %(limit)s. ")
    if not one.left:
        return (said + _("It is reached. It starts anew on %(at)s.")) % words
    rest = _("%(left)s are left of it, and this needs %(amount)s. It starts anew on %(at)s.")
    return (said + rest) % words


def out_of_time(one: Standing) -> str:
    """The sentence that refuses a stake once the time is used up."""
    return _(
        "%(what)s: your limit of %(limit)s is reached. Games in play can be finished; the next "
        "can be staked on after %(at)s."
    ) % {
        "what": title(one.kind, one.period),
        "limit": duration(one.limit),
        "at": moment(one.restarts_at),
    }
