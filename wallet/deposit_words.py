"""What a player is told about a deposit: how it stands and why, on pages and by mail."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from payments import PaymentStatus

from accounts import mails
from wallet import debts, money
from wallet.deposit_models import Deposit

# Ways to pay that this house has or had.
WAYS = {
    "sandbox-account": gettext_lazy("Sandbox bank account"),
    "sandbox-purse": gettext_lazy("Sandbox purse"),
}


class Standing(NamedTuple):
    """How a deposit stands: a word, the tone of its badge, and what has become of the money."""

    word: str
    tone: str
    sentence: str


def way(variant: str) -> str:
    """What a way to pay is called."""
    return str(WAYS.get(variant, variant))


def standing(deposit: Deposit) -> Standing:
    """How a deposit stands, for its player."""
    amount = money.format(deposit.captured or deposit.amount, settings.CURRENCY)
    match deposit.status:
        case PaymentStatus.CONFIRMED if deposit.reason == Deposit.Reason.HELD:
            paid = money.from_decimal(deposit.captured_amount)
            text = _(
                "%(amount)s were paid, more than is allowed, and are not in your balance. A person "
                "of the house looks at it and gives it back."
            ) % {"amount": money.format(paid, settings.CURRENCY)}
            return Standing(_("being looked at"), "wait", f"{text} {deposit.message}")
        case PaymentStatus.CONFIRMED:
            text = _("%(amount)s came in and can be used.") % {"amount": amount}
            if deposit.captured != deposit.amount:
                text += " " + _("It is not what you asked for; it is what was paid.")
            return Standing(_("received"), "good", text)
        case PaymentStatus.REFUNDED:
            back = debts.charged_back(deposit.player, deposit.cause)
            return Standing(
                _("charged back"),
                "bad",
                _("%(amount)s were taken back by your bank, and so by us from your balance.")
                % {"amount": money.format(back, settings.CURRENCY)},
            )
        case PaymentStatus.PREAUTH:
            return Standing(
                _("pending"),
                "wait",
                _("The provider has accepted it and not paid it yet. It cannot be used before."),
            )
        case PaymentStatus.WAITING if deposit.reason != Deposit.Reason.CURRENCY:
            return Standing(
                _("waiting"), "wait", _("The provider has not told us of a payment yet.")
            )
    return Standing(*_ended(deposit), _why(deposit))


def _ended(deposit: Deposit) -> tuple[str, str]:
    if deposit.status == PaymentStatus.CANCELLED:
        return _("cancelled"), "none"
    if deposit.reason == Deposit.Reason.CURRENCY:
        return _("being looked at"), "wait"
    return _("refused"), "bad"


def _why(deposit: Deposit) -> str:
    """Why nothing came in, as a sentence."""
    match deposit.reason:
        case Deposit.Reason.GATE | Deposit.Reason.BLOCKED:
            return deposit.message
        case Deposit.Reason.CANCELLED:
            return _("You cancelled it. Nothing was paid.")
        case Deposit.Reason.SILENT:
            return _(
                "The provider did not answer. If you have paid, it is credited when we hear of it."
            )
        case Deposit.Reason.CURRENCY:
            return _("It was paid in another currency. A person of the house looks at it.")
    text = _("The provider declined it. Nothing was paid.")
    return f"{text} {deposit.message}".strip()


def post(deposit: Deposit) -> None:
    """Mail the player how a deposit ended, in the player's language."""
    player = deposit.player
    with mails.in_words_of(player):
        how = standing(deposit)
        amount = money.format(deposit.captured or deposit.amount, settings.CURRENCY)
        context = {
            "deposit": deposit,
            "amount": amount,
            "fee": money.format(deposit.fee, settings.CURRENCY) if deposit.captured else "",
            "way": way(deposit.variant),
            "standing": how,
            "page": f"{settings.SITE_ADDRESS}{deposit.get_success_url()}",
        }
        text = render_to_string("wallet/mails/deposit.txt", context).strip()
        subject = _("Fairdeal: Your deposit of %(amount)s, %(word)s") % {
            "amount": amount,
            "word": how.word,
        }
    mails.write(player, subject=subject, text=text)
