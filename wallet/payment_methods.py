"""What a player pays in from and is paid out to: noticed when it pays, owned or not, removed."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import events, identity, sealing
from accounts.models import IdentityCheck, Player
from wallet.deposit_models import PaymentMethod


class Paying(NamedTuple):
    """What a gateway tells of the account that pays: its own reference, a label that hides most
    of it, and whose it is."""

    kind: str
    reference: str
    label: str
    holder: str


def of(player: Player) -> QuerySet[PaymentMethod]:
    """The player's methods, the one used last first. Removed ones are not among them."""
    return PaymentMethod.objects.filter(player=player, closed_at=None).order_by("-used_at", "-pk")


@transaction.atomic
def seen(player: Player, paying: Paying) -> PaymentMethod:
    """The player's method that has just paid, made if it is new.

    It is verified when its holder is the person whose identity was verified. One that pays for two
    players is noted for staff, and is verified for neither of them anew.
    """
    print_ = fingerprint(paying.kind, paying.reference)
    others = PaymentMethod.objects.filter(fingerprint=print_).exclude(player=player)
    shared = sorted(set(others.values_list("player_id", flat=True)))
    method = of(player).filter(fingerprint=print_).first()
    if method is None:
        method = PaymentMethod.objects.create(
            player=player,
            kind=paying.kind,
            label=paying.label[:60],
            holder=paying.holder[:120],
            reference=paying.reference[:200],
            fingerprint=print_,
        )
        if shared:
            after = {"method": method.pk, "other players": shared}
            events.record("payment method of two players", f"player:{player.pk}", after=after)
    method.verified = not shared and is_holder(player, paying.holder)
    method.used_at = timezone.now()
    method.save(update_fields=["verified", "used_at"])
    return method


def is_holder(player: Player, holder: str) -> bool:
    """Whether this is the name of the player, as it was verified; case and accents aside."""
    check = _verified(player)
    return check is not None and check.person_key == identity.person_key(holder, check.birth_date)


def name_of(player: Player) -> str:
    """The player's name as it was verified, else as it is shown."""
    check = _verified(player)
    return check.full_name if check else str(player)


def _verified(player: Player) -> IdentityCheck | None:
    verified = IdentityCheck.State.VERIFIED
    return IdentityCheck.objects.filter(player=player, state=verified).first()


def fingerprint(kind: str, reference: str) -> str:
    """A keyed digest by which the same account is known again, for whomever it pays."""
    return sealing.keyed_hash(f"{kind} {reference}", purpose="payment method")


@transaction.atomic
def remove(player: Player, pk: int, address: str | None = None) -> PaymentMethod:
    """Remove a method of the player; what it paid stays on record. DoesNotExist if it is none."""
    method = of(player).select_for_update(of=("self",)).get(pk=pk)
    method.closed_at = timezone.now()
    method.save(update_fields=["closed_at"])
    events.record(
        "payment method removed",
        f"player:{player.pk}",
        actor=player,
        before={"method": method.pk, "label": method.label},
        address=address,
    )
    return method
