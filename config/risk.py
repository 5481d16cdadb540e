"""Signs that somebody is harmed by playing, and signs of money laundering, as findings for people.

Each check is one query over the last days and names a player; nothing is done to anybody by itself.
What counts as a sign stands here and in the jurisdiction profile, and a person of risk ends each
case with what was seen. Test players are looked at in the demo only.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.jurisdiction import profile
from config import findings
from config.finding_models import Finding
from wallet.money import format

# Signs look back over as much as 180 days; a harm that stays is worth a second look after a month.
ENDED_FOR = timedelta(days=30)
HARM, LAUNDERING = Finding.Area.HARM, Finding.Area.LAUNDERING


class Sign(NamedTuple):
    """A sign about a player: its area and name, and a sentence with the numbers."""

    area: str
    name: str
    player_id: int
    sentence: str


# Each selects a player's id and numbers; `who` leaves test players out where they are not meant.
WHO = "(%(tests)s OR NOT player.is_test) AND NOT player.is_staff"
NIGHTS = f"""
SELECT player.id, count(DISTINCT (round.started_at AT TIME ZONE player.time_zone)::date)
FROM games_round AS round JOIN accounts_player AS player ON player.id = round.player_id
WHERE round.currency = %(currency)s AND round.started_at > now() - interval '7 days' AND {WHO}
  AND extract(hour FROM round.started_at AT TIME ZONE player.time_zone) < 5
GROUP BY 1 HAVING count(DISTINCT (round.started_at AT TIME ZONE player.time_zone)::date) >= 4
"""  # noqa: S608
RISING = f"""
SELECT player.id,
       coalesce(sum(captured) FILTER (WHERE reached_at > now() - interval '7 days'), 0),
       coalesce(sum(captured) FILTER (WHERE reached_at <= now() - interval '7 days'), 0) / 4
FROM wallet_deposit AS deposit JOIN accounts_player AS player ON player.id = deposit.player_id
WHERE deposit.reached_at > now() - interval '35 days' AND deposit.captured IS NOT NULL AND {WHO}
GROUP BY 1
HAVING coalesce(sum(captured) FILTER (WHERE reached_at > now() - interval '7 days'), 0)
       >= greatest(%(rising)s, 3 * coalesce(sum(captured) FILTER (
           WHERE reached_at <= now() - interval '7 days'), 0) / 4)
"""  # noqa: S608
FAILED = f"""
SELECT player.id, count(*)
FROM wallet_deposit AS deposit JOIN accounts_player AS player ON player.id = deposit.player_id
WHERE deposit.created > now() - interval '7 days' AND deposit.ended_at IS NOT NULL
  AND deposit.captured IS NULL AND {WHO}
GROUP BY 1 HAVING count(*) >= 5
"""  # noqa: S608
TAKEN_BACK = f"""
SELECT player.id, count(*)
FROM wallet_cashout AS cash_out JOIN accounts_player AS player ON player.id = cash_out.player_id
WHERE cash_out.made_at > now() - interval '30 days' AND cash_out.reason = 'asked' AND {WHO}
GROUP BY 1 HAVING count(*) >= 3
"""  # noqa: S608
HIGHER_LIMITS = f"""
SELECT player.id, count(*)
FROM accounts_limit AS step JOIN accounts_player AS player ON player.id = step.player_id
WHERE step.at > now() - interval '30 days' AND step.step = 'asked' AND {WHO}
GROUP BY 1 HAVING count(*) >= 3
"""  # noqa: S608
THROUGH = f"""
WITH moved AS (
    SELECT player_id, sum(amount) FILTER (WHERE kind = 'deposit') AS paid_in,
           sum(amount) FILTER (WHERE kind = 'stake') AS staked,
           sum(amount) FILTER (WHERE kind = 'cash-out') AS paid_out
    FROM wallet_transfer
    WHERE currency = %(currency)s AND made_at > now() - interval '30 days'
    GROUP BY 1
)
SELECT player.id, paid_in, coalesce(staked, 0), paid_out
FROM moved JOIN accounts_player AS player ON player.id = moved.player_id
WHERE paid_in >= %(single)s / 4 AND paid_out >= paid_in / 2
  AND coalesce(staked, 0) < paid_in / 2 AND {WHO}
"""  # noqa: S608
LARGE = f"""
WITH moved AS (
    SELECT player_id, kind,
           max(amount) FILTER (WHERE made_at > now() - interval '7 days') AS single,
           sum(amount) FILTER (WHERE made_at > now() - interval '1 day') AS linked,
           sum(amount) AS long
    FROM wallet_transfer
    WHERE currency = %(currency)s AND kind IN ('deposit', 'cash-out')
      AND made_at > now() - interval '180 days'
    GROUP BY 1, 2
)
SELECT player.id, kind, single, linked, long
FROM moved JOIN accounts_player AS player ON player.id = moved.player_id
WHERE (single >= %(single)s OR linked >= %(single)s OR long >= %(long)s) AND {WHO}
"""  # noqa: S608
SHORT_LIVED = f"""
SELECT player.id, extract(day FROM exclusion.began_at - player.date_joined)::int
FROM accounts_exclusion AS exclusion JOIN accounts_player AS player
  ON player.id = exclusion.player_id
WHERE exclusion.kind = 'closed' AND exclusion.began_at > now() - interval '30 days' AND {WHO}
  AND exclusion.began_at < player.date_joined + interval '14 days'
  AND EXISTS (SELECT 1 FROM wallet_transfer AS transfer
              WHERE transfer.player_id = player.id AND transfer.kind = 'deposit')
"""  # noqa: S608


def look() -> list[Finding]:
    """Run every check; a finding for each sign, those that are open already included.

    A case that a person has ended is not opened anew while nothing but its sentence is known.
    """
    return [
        findings.report(sign.name, f"player:{sign.player_id}", sign.sentence, area=sign.area)
        for sign in signs()
        if not _was_ended(sign)
    ]


def _was_ended(sign: Sign) -> bool:
    """Whether somebody has lately ended a case that said the very same."""
    return Finding.objects.filter(
        area=sign.area,
        check_name=sign.name,
        of=f"player:{sign.player_id}",
        sentence=sign.sentence,
        ended_at__gt=timezone.now() - ENDED_FOR,
    ).exists()


def signs() -> Iterator[Sign]:
    """Every sign there is now."""
    for pk, nights in _rows(NIGHTS):
        sentence = _("Played for money between midnight and five on %(nights)d of seven nights.")
        yield Sign(HARM, "plays at night", pk, sentence % {"nights": nights})
    for pk, week, before in _rows(RISING):
        sentence = _("Paid in %(week)s in seven days; %(before)s a week in the four weeks before.")
        told = sentence % {"week": _sum(week), "before": _sum(before)}
        yield Sign(HARM, "deposits rise", pk, told)
    for pk, count in _rows(FAILED):
        sentence = _("%(count)d deposits failed in seven days.")
        yield Sign(HARM, "deposits fail", pk, sentence % {"count": count})
    for pk, count in _rows(TAKEN_BACK):
        sentence = _("Took back or lost %(count)d cash-outs in thirty days.")
        yield Sign(HARM, "cash-outs end early", pk, sentence % {"count": count})
    for pk, count in _rows(HIGHER_LIMITS):
        sentence = _("Asked for higher limits %(count)d times in thirty days.")
        yield Sign(HARM, "limits rise", pk, sentence % {"count": count})
    yield from _laundering()


def _laundering() -> Iterator[Sign]:
    for pk, paid_in, staked, paid_out in _rows(THROUGH):
        sentence = _(
            "Paid in %(paid_in)s, staked %(staked)s and asked for %(paid_out)s in thirty days."
        )
        told = sentence % {
            "paid_in": _sum(paid_in),
            "staked": _sum(staked),
            "paid_out": _sum(paid_out),
        }
        yield Sign(LAUNDERING, "in and out without play", pk, told)
    for pk, kind, single, linked, long in _rows(LARGE):
        sentence = _(
            "%(kind)s: the largest in seven days %(single)s, together in a day %(linked)s, in 180 "
            "days %(long)s."
        )
        told = sentence % {
            "kind": kind,
            "single": _sum(single),
            "linked": _sum(linked),
            "long": _sum(long),
        }
        yield Sign(LAUNDERING, f"large {kind}s", pk, told)
    for pk, days in _rows(SHORT_LIVED):
        sentence = _("Opened, paid in and closed within %(days)d days.")
        yield Sign(LAUNDERING, "opened and closed", pk, sentence % {"days": days})


def _rows(query: str) -> list[tuple[Any, ...]]:
    held = profile()
    values: dict[str, Any] = {
        "tests": settings.DEMO,
        "currency": settings.CURRENCY,
        "rising": held.rising_deposits,
        "single": held.large_payment,
        "long": held.large_payments_180_days,
    }
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


def _sum(amount: Any) -> str:
    return format(int(amount or 0), settings.CURRENCY)
