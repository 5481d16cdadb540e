"""What the mails about a complaint say."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import mails
from accounts.moments import moment
from support.models import Complaint
from support.tickets import ticket


def mail(complaint: Complaint, words: Callable[[Complaint], tuple[str, ...]]) -> None:
    """Tell whoever wrote it, in a player's own language: the subject, then paragraphs."""
    player = complaint.player
    with mails.in_words_of(player) if player else nullcontext():
        subject, *said = words(complaint)
        subject, text = f"Fairdeal: {subject} ({complaint.pk})", "\n\n".join(said)
        if player is None:
            mails.post(to=complaint.email, subject=subject, text=mails.letter(text))
        else:
            mails.write(player, subject=subject, text=text)


def received(complaint: Complaint) -> tuple[str, ...]:
    """The number, by when there is an answer, and what can be done if not."""
    arrived = _(
        "We have your complaint, and its number is %(number)d. A person looks into it and answers "
        "by mail until %(due)s."
    )
    return (
        _("We have your complaint"),
        arrived % {"number": complaint.pk, "due": moment(complaint.due_at)},
        _(
            "If you have no answer by then, it goes to a supervisor. If you are not content with "
            "the answer, you can have it looked at once more."
        ),
    )


def escalated(complaint: Complaint) -> tuple[str, ...]:
    """Who has it now, and by when there is an answer."""
    said = _(
        "Your complaint %(number)d is with a supervisor now, who has not answered it before, and "
        "who answers by mail until %(due)s."
    )
    words = {"number": complaint.pk, "due": moment(complaint.due_at)}
    return _("Your complaint is with a supervisor"), said % words


def answered(complaint: Complaint) -> tuple[str, ...]:
    """What it came to, the answer itself, and what can be done next."""
    opening = _("This is our answer to your complaint %(number)d.") % {"number": complaint.pk}
    if complaint.state == Complaint.State.UPHELD:
        came_to = _("You are right.")
    else:
        came_to = _("We see it otherwise.")
    said = _paragraph(complaint.final_answer or complaint.answer)
    return _("Our answer to your complaint"), f"{opening} {came_to}", said, _what_next(complaint)


def _what_next(complaint: Complaint) -> str:
    if complaint.final_answer:
        return _("This answer is final on our side. %(body)s") % {"body": independent_body()}
    said = _(
        "If you are not content with it, you can have it looked at once more by a supervisor. "
        "Tell us so here: %(page)s"
    )
    return said % {"page": settings.SITE_ADDRESS + _page_of(complaint)}


def _page_of(complaint: Complaint) -> str:
    """Where whoever wrote it finds it: among the own ones, or by the ticket that a mail tells."""
    if complaint.player_id:
        return reverse("support:complaints")
    return reverse("support:complaint-by-mail", args=[ticket(complaint)])


def independent_body() -> str:
    """Where somebody turns who is not content with the house's final answer."""
    name, link = settings.AUTHORITY
    if not link:
        return _("This installation is supervised by no authority, and is not for real money.")
    words = {"name": name, "link": link}
    return _("If you are not content, turn to %(name)s, independent of us: %(link)s") % words


def _paragraph(text: str) -> str:
    """What a person wrote, as one paragraph: no address in it becomes a button of the mail."""
    return "\n".join(f"  {row}" for row in text.splitlines() if row.strip())
