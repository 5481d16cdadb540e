"""Complaints, by day and night: each gets a number at once, and ends with an answer by mail.

A complaint is answered within the profile's time. Who wrote it may escalate it after the first
answer, or when that is overdue; staff may at any time. A supervisor gives the final answer, which
names whoever is independent of the house.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import events, live
from accounts.jurisdiction import profile
from accounts.models import Player
from support import complaint_words, staff, texts
from support.lines import KeyUsed, Refused
from support.models import Complaint, Conversation

State = Complaint.State

TEXT_LENGTH = 4000
WHY_LENGTH = 1000
A_DAY_MOST = 10
ENDED = (State.UPHELD, State.DISMISSED)


def make(
    *,
    text: str,
    key: UUID,
    player: Player | None = None,
    email: str = "",
    conversation_id: int | None = None,
    address: str | None = None,
) -> Complaint:
    """Take a complaint of a player, or of somebody who cannot sign in, at `email`.

    Its number and the day of the answer are told by mail at once. The same key again gives the
    same complaint. Raises NotTaken, KeyUsed and Refused.
    """
    said = texts.checked(text, most=TEXT_LENGTH)
    writer: dict[str, Any] = {"player": player, "email": "" if player else email}
    if before := _made(key, writer, said):
        return before
    try:
        with transaction.atomic():
            _not_too_many(player, address)
            complaint = Complaint.objects.create(
                **writer,
                form_key=key,
                text=said,
                address=address,
                conversation=_own_chat(player, conversation_id),
                due_at=timezone.now() + profile().complaint_time,
            )
            events.record("complaint made", _of(complaint), actor=player, address=address)
            complaint_words.mail(complaint, complaint_words.received)
            _tell(complaint)
    except IntegrityError:
        # The same form was sent twice at once.
        if before := _made(key, writer, said):
            return before
        raise
    return complaint


def _made(key: UUID, writer: dict[str, Any], said: str) -> Complaint | None:
    """The complaint of this form. Raises KeyUsed if it was another's, or said something else."""
    before = Complaint.objects.filter(form_key=key).first()
    if before is None:
        return None
    same = {"player": before.player, "email": before.email} == writer and before.text == said
    if not same:
        raise KeyUsed
    return before


def _own_chat(player: Player | None, conversation_id: int | None) -> Conversation | None:
    if player is None or conversation_id is None:
        return None
    return Conversation.objects.filter(pk=conversation_id, player=player).first()


def _not_too_many(player: Player | None, address: str | None) -> None:
    """So many a day of one player, or of one machine without a sign-in."""
    if player is not None:
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    mine = Complaint.objects.filter(made_at__gt=timezone.now() - timedelta(days=1), player=player)
    if player is None:
        mine = mine.filter(address=address)
    if mine.count() >= A_DAY_MOST:
        sentence = _("We take %(count)d complaints a day. Please write again tomorrow.")
        raise Refused(sentence % {"count": A_DAY_MOST})


@transaction.atomic
def own(*, actor: Player, complaint_id: int) -> Complaint:
    """This member of staff looks into it."""
    complaint = _locked(pk=complaint_id)
    if complaint.owner_id != actor.pk:
        _not_ended(complaint)
        before = {"owner": complaint.owner_id} if complaint.owner_id else None
        complaint.owner = actor
        _keep(complaint, "complaint taken", actor, before=before, after={"owner": actor.pk})
    return complaint


@transaction.atomic
def answer(*, actor: Player, complaint_id: int, upheld: bool, text: str) -> Complaint:
    """Answer by mail, which ends it. An escalated one a supervisor answers, and that is final.

    Raises NotTaken and Refused.
    """
    said = texts.checked(text, most=TEXT_LENGTH)
    complaint = _locked(pk=complaint_id)
    if said == (complaint.final_answer or complaint.answer) and complaint.state in ENDED:
        return complaint
    _not_ended(complaint)
    before = complaint.state
    if complaint.state == State.ESCALATED:
        if not staff.is_supervisor(actor) or complaint.answered_by_id == actor.pk:
            raise Refused(_("A supervisor who has not answered it before answers this complaint."))
        complaint.final_answer, complaint.final_by = said, actor
    else:
        complaint.answer, complaint.answered_by = said, actor
    complaint.state = State.UPHELD if upheld else State.DISMISSED
    complaint.ended_at = timezone.now()
    _keep(complaint, "complaint answered", actor, before=before, after=complaint.state)
    complaint_words.mail(complaint, complaint_words.answered)
    return complaint


@transaction.atomic
def escalate_as_writer(*, player: Player | None, complaint_id: int, why: str = "") -> Complaint:
    """Whoever wrote it is not content with the answer, or has waited too long for it.

    Of somebody without a sign-in, who has shown the complaint's ticket, there is no player. Raises
    NotTaken and Refused; Complaint.DoesNotExist for somebody else's.
    """
    said = texts.checked(why, most=WHY_LENGTH, may_be_empty=True)
    complaint = _locked(pk=complaint_id, player=player)
    if complaint.state == State.ESCALATED:
        return complaint
    if not may_escalate(complaint):
        raise Refused(_("This cannot be escalated now. The last mail about it says what you can."))
    _escalate(complaint, player, said)
    return complaint


def may_escalate(complaint: Complaint) -> bool:
    """Whether whoever wrote it may escalate it now."""
    if complaint.state in ENDED:
        return complaint.escalated_at is None
    return complaint.state == State.OPEN and complaint.due_at <= timezone.now()


@transaction.atomic
def escalate(*, actor: Player, complaint_id: int, why: str) -> Complaint:
    """Staff hand it to the supervisors. Raises NotTaken and Refused."""
    said = texts.checked(why, most=WHY_LENGTH)
    complaint = _locked(pk=complaint_id)
    if complaint.state != State.ESCALATED:
        _not_ended(complaint)
        _escalate(complaint, actor, said)
    return complaint


def _escalate(complaint: Complaint, actor: Player | None, why: str) -> None:
    """Hand a complaint, which is locked, to the supervisors, with as much time again."""
    before, now = complaint.state, timezone.now()
    complaint.state, complaint.escalated_at, complaint.escalation = State.ESCALATED, now, why
    complaint.ended_at, complaint.owner = None, None
    complaint.due_at = now + profile().complaint_time
    _keep(complaint, "complaint escalated", actor, before=before, after=complaint.state, reason=why)
    complaint_words.mail(complaint, complaint_words.escalated)


def sweep() -> dict[str, int]:
    """Escalate what is overdue, whether or not its writer asks for it."""
    late = Complaint.objects.filter(state=State.OPEN, due_at__lte=timezone.now())
    done = 0
    for pk in list(late.values_list("pk", flat=True)[:200]):
        with transaction.atomic():
            complaint = _locked(pk=pk)
            if complaint.state == State.OPEN and complaint.due_at <= timezone.now():
                _escalate(complaint, None, "")
                done += 1
    return {"complaints escalated": done}


def _locked(**which: Any) -> Complaint:
    rows = Complaint.objects.select_for_update(no_key=True, of=("self",)).select_related("player")
    return rows.get(**which)


def _not_ended(complaint: Complaint) -> None:
    if complaint.state in ENDED:
        raise Refused(_("This complaint has been answered."))


def _keep(
    complaint: Complaint,
    action: str,
    actor: Player | None,
    *,
    before: object,
    after: object,
    reason: str = "",
) -> None:
    """Write what has changed, record it, and signal."""
    complaint.save(update_fields=Complaint.app_may_update)
    of = _of(complaint)
    events.record(action, of, actor=actor, before=before, after=after, reason=reason)
    _tell(complaint)


def _of(complaint: Complaint) -> str:
    return f"complaint:{complaint.pk}"


def _tell(complaint: Complaint) -> None:
    number = int(timezone.now().timestamp() * 1000)
    if complaint.player_id:
        live.signal(complaint.player_id, "complaint", number)
    live.signal(live.STAFF, "desk", number)
