"""Who a player is: submitted by the player, decided by a person of the house.

Money play, deposits and cash-outs need an identity in force. A player who has been away for the
profile's time shows it once more. Everything personal is sealed or stays in this room.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import duplicates, events, exclusion, live, mails, sealing
from accounts.identity_models import Dormancy, IdentityCheck, IdentityFile
from accounts.jurisdiction import profile
from accounts.models import Mark, Player
from accounts.sign_up import years_old
from accounts.uploads import Upload

NUMBER, FILE, KEY = "document number", "document file", "identity"
DETAILS = ("full_name", "street", "postal_code", "city", "country", "document", "valid_until")
State = IdentityCheck.State


class NotTaken(ValueError):
    """What was submitted is not taken: the message says why."""


class NotDecided(ValueError):
    """The decision is not taken: the message says why."""


class Standing(NamedTuple):
    """How far a player's identity has come: a state, or empty for none, and a reason."""

    state: str
    reason: str = ""


def is_verified(player: Player) -> bool:
    """Whether the identity is in force, and was shown again since the last long absence."""
    checks = IdentityCheck.objects.filter(player=player, state=State.VERIFIED)
    return checks.exists() and not Dormancy.objects.filter(player=player, ended_at=None).exists()


def standing(player: Player) -> Standing:
    """What the player is told: in force, waiting, refused with a reason, asleep, or nothing yet."""
    if is_verified(player):
        return Standing("verified")
    newest = IdentityCheck.objects.filter(player=player).order_by("-pk").first()
    if newest is None:
        return Standing("")
    if newest.state == State.VERIFIED:
        return Standing("asleep")
    return Standing(newest.state, newest.reason)


@transaction.atomic
def submit(
    *,
    player: Player,
    details: Mapping[str, Any],
    files: Sequence[Upload],
    address: str | None = None,
) -> IdentityCheck:
    """Take what a player tells of himself. A second press answers with what waits already.

    `details` are DETAILS, `birth_date` and `document_number`. Raises NotTaken.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if waiting := IdentityCheck.objects.filter(player=player, state=State.SUBMITTED).first():
        return waiting
    today = timezone.now().date()
    if years_old(details["birth_date"], today) < profile().minimum_age:
        raise NotTaken(_("By this birth date you are too young to play here."))
    if details["valid_until"] < today:
        raise NotTaken(_("This document is no longer valid. Please take another one."))
    if not files:
        raise NotTaken(_("Please add a picture or scan of the document."))
    number = _plain(details["document_number"])
    check = IdentityCheck.objects.create(
        player=player,
        **{name: details[name] for name in DETAILS},
        birth_date=details["birth_date"],
        document_number=sealing.seal(number.encode(), purpose=NUMBER),
        document_tail=number[-4:],
        person_key=person_key(details["full_name"], details["birth_date"]),
        document_key=sealing.keyed_hash(f"{details['document']} {number}", purpose=KEY),
    )
    for upload in files:
        IdentityFile.objects.create(
            check_of=check,
            name=upload.name,
            content_type=upload.content_type,
            size=len(upload.content),
            content=sealing.seal(upload.content, purpose=FILE),
        )
    events.record("identity submitted", f"player:{player.pk}", actor=player, address=address)
    duplicates.flag(player, same_people(check), Mark.What.PERSON)
    return check


@transaction.atomic
def decide(
    *, check_id: int, verified: bool, actor: Player | None, reason: str, address: str | None = None
) -> IdentityCheck:
    """Verify or refuse what waits; the player is told. Raises NotDecided.

    Nobody is verified twice: not the same person under two accounts, not the same document.
    `actor` is None for the house's own test players.
    """
    check = IdentityCheck.objects.select_for_update(of=("self",)).select_related("player").get(
        pk=check_id
    )  # fmt: skip
    if check.state != State.SUBMITTED:
        raise NotDecided(_("This has been decided already."))
    if actor is None and not check.player.is_test:
        raise NotDecided(_("A person of the house decides this."))
    if verified:
        _verify(check, actor)
    check.state = State.VERIFIED if verified else State.REFUSED
    check.reason = reason
    check.decided_at = timezone.now()
    check.decided_by = actor
    try:
        with transaction.atomic():
            check.save(update_fields=["state", "reason", "decided_at", "decided_by"])
    except IntegrityError:
        raise NotDecided(
            _("This person or document is verified for another account already. Refuse this one.")
        ) from None
    action = "identity verified" if verified else "identity refused"
    of = f"player:{check.player_id}"
    events.record(action, of, actor=actor, reason=reason, address=address)
    if actor is not None:
        _tell(check)
    live.signal(check.player_id, "identity", check.pk)
    return check


def _verify(check: IdentityCheck, actor: Player | None) -> None:
    """What was in force is replaced, the birth date is the document's, an absence has ended.

    Raises NotDecided for a person who is excluded under another account.
    """
    if any(map(exclusion.is_excluded, Player.objects.filter(pk__in=same_people(check)))):
        raise NotDecided(_("This person is excluded under another account. Refuse this one."))
    now = timezone.now()
    IdentityCheck.objects.filter(player=check.player, state=State.VERIFIED).update(
        state=State.REPLACED
    )
    Dormancy.objects.filter(player=check.player, ended_at=None).update(ended_at=now)
    player = Player.objects.select_for_update(no_key=True).get(pk=check.player_id)
    if player.birth_date != check.birth_date:
        events.record(
            "birth date changed", f"player:{player.pk}", actor=actor, reason="identity verified"
        )
        player.birth_date = check.birth_date
        player.save(update_fields=["birth_date"])


def _tell(check: IdentityCheck) -> None:
    """A mail about the decision."""
    with mails.in_words_of(check.player):
        if check.state == State.VERIFIED:
            subject = _("Fairdeal: Your identity is verified")
            text = _("You can play for money now, pay in and cash out.")
        else:
            subject = _("Fairdeal: Your identity could not be verified")
            why = _("The reason: %(reason)s") % {"reason": check.reason}
            text = f"{why}\n\n{_('Please submit it once more.')}"
    mails.write(check.player, subject=subject, text=text)


def number_of(check: IdentityCheck) -> str:
    """The number of the document, for whoever decides."""
    return sealing.unseal(bytes(check.document_number), purpose=NUMBER).decode()


def content_of(file: IdentityFile) -> bytes:
    """The picture or scan."""
    return sealing.unseal(bytes(file.content), purpose=FILE)


def person_key(full_name: str, born: date) -> str:
    """The same for a name and birth date however the name is written: case, accents, spaces."""
    return sealing.keyed_hash(f"{_plain(full_name)} {born.isoformat()}", purpose=KEY)


def same_people(check: IdentityCheck) -> list[int]:
    """The other players of this name and birth date, or with this document, by number."""
    others = IdentityCheck.objects.exclude(player=check.player_id).exclude(state=State.REFUSED)
    found = others.filter(person_key=check.person_key) | others.filter(
        document_key=check.document_key
    )
    return sorted(set(found.values_list("player_id", flat=True)))


@transaction.atomic
def assume(player: Player) -> IdentityCheck:
    """The identity of a test player, whose name is invented; NotDecided for anybody else."""
    if there := IdentityCheck.objects.filter(player=player, state=State.VERIFIED).first():
        return there
    today = timezone.now().date()
    details = {
        "full_name": f"Test Player {player.pk}",
        "birth_date": player.birth_date or today.replace(year=today.year - 40, day=1),
        "street": "1 Test Street",
        "postal_code": "00000",
        "city": "Testing",
        "country": "Nowhere",
        "document": IdentityCheck.Document.PASSPORT,
        "document_number": f"TEST{player.pk}",
        "valid_until": today.replace(year=today.year + 5, day=1),
    }
    picture = Upload("test.png", "image/png", b"\x89PNG\r\n\x1a\n")
    check = submit(player=player, details=details, files=[picture])
    return decide(check_id=check.pk, verified=True, actor=None, reason="test player")


def _plain(text: str) -> str:
    """Letters and digits only, in capitals and without accents."""
    apart = unicodedata.normalize("NFKD", text).upper()
    return "".join(sign for sign in apart if sign.isalnum())
