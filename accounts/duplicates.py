"""Whether two accounts are one person's, told by what they have in common.

The newer one is flagged, and nothing is played for money there until staff has settled the flag.
Somebody who has excluded himself is known at a new sign-up by the keyed hash of his address, and
when an identity is verified by its name, birth date and document.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts import events, sealing
from accounts.models import Exclusion, Flag, Mark, Player


def digest(what: str, *values: str) -> str:
    """What stands for some values in the table."""
    return sealing.keyed_hash("\n".join(values), purpose=f"mark of {what}")


def plain_email(email: str) -> str:
    """The address without what a person can vary and still get the mail: case, and a `+tag`."""
    name, _at, host = email.strip().lower().rpartition("@")
    name = name.partition("+")[0]
    if host in ("gmail.com", "googlemail.com"):
        name, host = name.replace(".", ""), "gmail.com"
    return f"{name}@{host}"


def mark_email(player: Player) -> list[Flag]:
    """Remember the player's address; the new flags about accounts that have the same."""
    same = digest(Mark.What.EMAIL, plain_email(player.email))
    Mark.objects.get_or_create(player=player, what=Mark.What.EMAIL, digest=same)
    others = Mark.objects.filter(what=Mark.What.EMAIL, digest=same).exclude(player=player)
    ids = others.order_by("player_id").values_list("player_id", flat=True).distinct()
    return flag(player, ids, Mark.What.EMAIL)


def flag(player: Player, others: Iterable[int], what: str) -> list[Flag]:
    """Flag the newer one of the player and each of the others; the flags that are new."""
    new = []
    for other in others:
        older, newer = sorted((player.pk, other))
        row, made = Flag.objects.get_or_create(player_id=newer, other_id=older, what=what)
        if made:
            new.append(row)
            events.record(
                "duplicate flagged",
                f"player:{newer}",
                after={"same": what, "other": f"player:{older}"},
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
