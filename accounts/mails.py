"""Mails as rows: written with what causes them, sent by a task, repeated by the sweep.

A mail is sent at least once: a worker that dies between the sending and the commit sends it again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Mail, Player

logger = logging.getLogger(__name__)

TRIES_MOST = 12
KEPT = timedelta(days=90)


def post(*, to: str, subject: str, text: str, player: Player | None = None) -> Mail:
    """Write a mail and nudge the worker once this is committed. Its HTML is made from its text."""
    mail = Mail.objects.create(
        player=player, to=to, subject=subject, text=text, html=as_html(subject, text)
    )
    nudge = partial(current_app.send_task, "accounts.tasks.send_mail", args=[mail.pk])
    transaction.on_commit(nudge, robust=True)
    return mail


def write(player: Player, *, subject: str, text: str) -> Mail:
    """A mail of the house to a player: `text` between the greeting and the signature.

    Make both inside `in_words_of`, so that they are in the player's language and zone.
    """
    with in_words_of(player):
        whole = letter(text)
    return post(to=player.email, subject=subject, text=whole, player=player)


def letter(text: str) -> str:
    """A text between the greeting and the signature of every mail, as
    templates/account/email/base_message.txt has them."""
    return "\n\n".join((_("Good day,"), text, _("Your Fairdeal")))


@contextmanager
def in_words_of(player: Player) -> Iterator[None]:
    """The player's language and time zone, also where somebody else's request is the cause."""
    known = dict(settings.LANGUAGES)
    language = player.language if player.language in known else settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone(player.time_zone)):
        yield


def zone(name: str) -> ZoneInfo:
    """The zone of that name; UTC when there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def as_html(subject: str, text: str) -> str:
    """The mail's text as a page in our style: a paragraph that is an address becomes a button."""
    paragraphs = [
        (paragraph, paragraph.startswith(("http://", "https://")) and " " not in paragraph)
        for paragraph in (one.strip() for one in text.split("\n\n"))
        if paragraph
    ]
    return render_to_string("mails/mail.html", {"subject": subject, "paragraphs": paragraphs})


@transaction.atomic
def send(mail_id: int) -> bool:
    """Send a mail that is due. False if it was sent, is being sent, or could not be sent now."""
    mail = Mail.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        pk=mail_id, due_at__lte=timezone.now()
    ).first()  # fmt: skip
    if mail is None:
        return False
    message = EmailMultiAlternatives(mail.subject, mail.text, to=[mail.to])
    message.attach_alternative(mail.html, "text/html")
    try:
        message.send()
    except Exception as fault:
        _again_later(mail, fault)
        return False
    mail.sent_at, mail.due_at = timezone.now(), None
    if not settings.DEMO:
        mail.text = mail.html = ""
    mail.save()
    return True


def _again_later(mail: Mail, fault: Exception) -> None:
    """Set the next try, twice as far off each time; none after the last."""
    mail.tries += 1
    last = mail.tries >= TRIES_MOST
    mail.due_at = None if last else timezone.now() + timedelta(minutes=2 ** min(mail.tries, 9))
    mail.save()
    logger.warning("mail %s was not sent (try %s): %s", mail.pk, mail.tries, type(fault).__name__)


def sweep() -> dict[str, int]:
    """Send every mail that is due, and drop rows older than three months."""
    now = timezone.now()
    due = Mail.objects.filter(due_at__lte=now).values_list("pk", flat=True)
    sent = sum(send(pk) for pk in list(due[:200]))
    Mail.objects.filter(made_at__lt=now - KEPT).delete()
    return {"mailed": sent}
