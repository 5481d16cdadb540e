"""What a player is told about a cash-out: its stages, its reason and what happens next."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import mails
from accounts.moments import moment
from wallet import money
from wallet.cash_out_models import CashOut, CashOutState, Reason
from wallet.models import Transfer, TransferKind

# A mail is posted when a cash-out comes to one of these; being sent is told with the end of it.
MAILED = tuple(state for state in CashOutState if state != CashOutState.SENDING)


class Stage(NamedTuple):
    """A stage on the way of a cash-out: `mark` is `done`, `now` or `ahead`."""

    title: str
    mark: str


def stages(cash_out: CashOut) -> list[Stage]:
    """The way of a cash-out that goes well, and where it stands on it; or how it ended."""
    titles = [_("Requested"), _("Checked"), _("On its way"), _("Sent")]
    reached = {
        CashOutState.REQUESTED: 0,
        CashOutState.ON_HOLD: 0,
        CashOutState.APPROVED: 1,
        CashOutState.SENDING: 2,
        CashOutState.UNKNOWN: 2,
        CashOutState.SENT: 3,
    }.get(CashOutState(cash_out.state))
    if reached is None:
        label = str(CashOutState(cash_out.state).label).capitalize()
        return [Stage(titles[0], "done"), Stage(label, "now")]
    return [
        Stage(title, "done" if at < reached else "now" if at == reached else "ahead")
        for at, title in enumerate(titles)
    ]


def why(cash_out: CashOut) -> str:
    """The reason that the player is told, where there is one."""
    return str(Reason(cash_out.reason).label) if cash_out.reason else ""


def following(cash_out: CashOut) -> str:
    """What happens next, or what has become of the money: a sentence or two for the player."""
    where = {"method": cash_out.method, "due": moment(cash_out.due_at)}
    match cash_out.state:
        case CashOutState.REQUESTED if cash_out.two_people:
            text = _(
                "Two people of the house check an amount of this size, at the latest by %(due)s. "
                "Then it is sent to %(method)s."
            )
        case CashOutState.REQUESTED:
            text = _(
                "A person of the house checks it, at the latest by %(due)s. Then it is sent to "
                "%(method)s."
            )
        case CashOutState.ON_HOLD:
            text = _(
                "It waits until this is settled, and its time limit waits with it. The amount is "
                "set aside for you. You can write to us about it at any time."
            )
        case CashOutState.APPROVED:
            text = _("It is checked and goes to %(method)s with our next payments.")
        case CashOutState.SENDING:
            text = _("The payment to %(method)s is under way. Banks may take a few days.")
        case CashOutState.UNKNOWN:
            text = _(
                "The bank has not told us yet whether it made the payment to %(method)s. A person "
                "of the house asks there. Nothing is sent twice and nothing is lost."
            )
        case CashOutState.SENT if came_back(cash_out):
            text = _(
                "The bank gave the payment to %(method)s back to us. The whole amount is in your "
                "balance again; please check the account before you ask anew."
            )
        case CashOutState.SENT:
            text = _("It was sent to %(method)s. Banks may take a few days to book it.")
        case CashOutState.FAILED:
            text = _(
                "The payment to %(method)s was not made. The whole amount is back in your balance; "
                "please check the account and ask again."
            )
        case _other:
            text = _("The whole amount is back in your balance.")
    return text % where


def came_back(cash_out: CashOut) -> bool:
    """Whether the bank gave the payment of a cash-out back."""
    kind = TransferKind.BANK_RETURN
    return Transfer.objects.filter(cause=cash_out.cause, kind=kind).exists()


def tell_return(cash_out: CashOut) -> None:
    """Post the mail that the bank gave the payment back."""
    with mails.in_words_of(cash_out.player):
        amount = money.format(cash_out.amount, cash_out.currency)
        subject = _("Fairdeal: Your cash-out of %(amount)s came back") % {"amount": amount}
        address = settings.SITE_ADDRESS + reverse("wallet:one-cash-out", args=[cash_out.pk])
        text = f"{following(cash_out)}\n\n{address}"
    mails.write(cash_out.player, subject=subject, text=text)


def tell(cash_out: CashOut) -> None:
    """Post the mail about where a cash-out stands now, in the player's language and time."""
    if cash_out.state not in MAILED:
        return
    player, state = cash_out.player, CashOutState(cash_out.state).label
    with mails.in_words_of(player):
        amount = money.format(cash_out.amount, cash_out.currency)
        about = {"amount": amount, "state": state, "number": cash_out.pk}
        subject = _("Fairdeal: Your cash-out of %(amount)s is %(state)s") % about
        parts = [
            _("Your cash-out number %(number)s of %(amount)s is %(state)s.") % about,
            why(cash_out),
            following(cash_out),
            _reference(cash_out),
            settings.SITE_ADDRESS + reverse("wallet:one-cash-out", args=[cash_out.pk]),
            _("If you did not ask for it, please change your password and write to us at once."),
        ]
        text = "\n\n".join(part for part in parts if part)
    mails.write(player, subject=subject, text=text)


def _reference(cash_out: CashOut) -> str:
    if not cash_out.bank_reference:
        return ""
    return _("The bank's reference is %(reference)s.") % {"reference": cash_out.bank_reference}
