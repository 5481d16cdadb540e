"""Whether two accounts are one person's: keyed hashes of what would be the same.

A player who has a mark in common with an older account is flagged, and nothing is played for money
until staff has settled the flag. Somebody who has excluded himself is known by the same marks at a
new sign-up.
"""

from __future__ import annotations

import unicodedata
from datetime import date

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import events
from accounts.models import Exclusion, Flag, Mark, Player


def digest(what: str, *values: str) -> str:
    """What stands for some values in the table."""
    return salted_hmac(f"accounts.mark.{what}", "\n".join(values), algorithm="sha256").hexdigest()


def plain_email(email: str) -> str:
    """The address without what a person can vary and still get the mail: case, and a `+tag`."""
    name, _at, host = email.strip().lower().rpartition("@")
    name = name.partition("+")[0]
    if host in ("gmail.com", "googlemail.com"):
        name, host = name.replace(".", ""), "gmail.com"
    return f"{name}@{host}"


def plain_name(name: str) -> str:
    """A person's name without case, accents and signs, its parts in order of the alphabet."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    kept = "".join(sign if sign.isalpha() else " " for sign in letters if not _is_accent(sign))
    return " ".join(sorted(kept.split()))


def _is_accent(sign: str) -> bool:
    return unicodedata.combining(sign) != 0


def mark_email(player: Player) -> list[Flag]:
    """Remember the player's address; the flags that it raised."""
    return mark(player, Mark.What.EMAIL, plain_email(player.email))


def mark_person(player: Player, name: str, born: date) -> list[Flag]:
    """Remember the player's name and birth date; the flags that they raised."""
    return mark(player, Mark.What.PERSON, plain_name(name), born.isoformat())


def mark(player: Player, what: str, *values: str) -> list[Flag]:
    """Remember what tells a person; the new flags about older accounts that have the same."""
    same = digest(what, *values)
    Mark.objects.get_or_create(player=player, what=what, digest=same)
    others = (
        Player.objects.filter(marks__what=what, marks__digest=same)
        .exclude(pk=player.pk)
        .order_by("pk")
        .distinct()
    )
    raised = [
        Flag.objects.get_or_create(player=player, other=other, what=what)
        for other in others
        if other.pk < player.pk
    ]
    raised += [
        Flag.objects.get_or_create(player=other, other=player, what=what)
        for other in others
        if other.pk > player.pk
    ]
    new = [flag for flag, made in raised if made]
    for flag in new:
        events.record(
            "duplicate flagged",
            f"player:{flag.player_id}",
            after={"same": what, "other": f"player:{flag.other_id}"},
        )
    return new


def open_flag(player: Player) -> Flag | None:
    """A flag of the player that nobody of staff has settled."""
    return Flag.objects.filter(player=player, settled_at=None).first()


def settle(*, flag: Flag, actor: Player, reason: str, address: str | None = None) -> None:
    """Staff has looked: two people, or one who may keep this account. ValueError without reason."""
    if not reason.strip():
        raise ValueError("A flag is settled with a reason.")
    flag.settled_at, flag.settled_by, flag.reason = timezone.now(), actor, reason.strip()
    flag.save(update_fields=["settled_at", "settled_by", "reason"])
    events.record(
        "duplicate settled", f"player:{flag.player_id}", actor=actor, reason=flag.reason,
        after={"same": flag.what, "other": f"player:{flag.other_id}"}, address=address,
    )  # fmt: skip


def is_excluded(email: str, in_force: Q) -> bool:
    """Whether somebody with this address is excluded now (`accounts.exclusion.in_force`)."""
    barred = Exclusion.objects.filter(
        in_force, player=OuterRef("player"), until__isnull=False, kind__in=_lasting()
    )
    wanted = digest(Mark.What.EMAIL, plain_email(email))
    return Mark.objects.filter(Exists(barred), digest=wanted).exists()


def _lasting() -> list[str]:
    """The kinds that a new account must not get round: all but closing, which anybody may undo."""
    return [kind for kind in Exclusion.Kind.values if kind != Exclusion.Kind.CLOSED]
