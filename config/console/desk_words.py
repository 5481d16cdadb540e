"""Words of the desk: how a player is called there, and what canned replies stand for."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import mails
from accounts.models import Player
from support.models import CannedReply, Conversation
from wallet import ledger, money
from wallet.cash_out_words import stages
from wallet.models import CashOut

VARIABLES: dict[str, str | Promise] = {
    "name": gettext_lazy("the player's display name"),
    "agent": gettext_lazy("your own name"),
    "balance": gettext_lazy("the balance of money"),
    "chips": gettext_lazy("the fun chips"),
    "cash-out": gettext_lazy("the last cash-out and where it stands"),
    "case": gettext_lazy("the number of the chat"),
    "round": gettext_lazy("the number of the round that the player was in"),
}
CODE = re.compile(r"\s*/([A-Za-z0-9_-]+)\s*")
VARIABLE = re.compile(r"\{([a-z-]+)\}")


def called(player: Player) -> str:
    """The name that a player goes by here; never the address, which is personal."""
    return player.display_name or _("Player %(number)s") % {"number": player.pk}


def code_in(text: str) -> str:
    """The code that a text consists of, as `/hello`; empty when it says anything else."""
    found = CODE.fullmatch(text)
    return found[1] if found else ""


def unknown(text: str) -> list[str]:
    """The variables in a text that there are not."""
    return sorted(set(VARIABLE.findall(text)) - set(VARIABLES))


def expanded(reply: CannedReply, chat: Conversation, agent: str) -> str:
    """The text of a reply for the chat's player, in the player's language and time."""
    values = _values(chat, agent)
    with mails.in_words_of(chat.player):
        return VARIABLE.sub(lambda found: _value(values, found[0], found[1]), reply.text)


def _value(values: dict[str, Callable[[], str]], whole: str, name: str) -> str:
    return values[name]() if name in values else whole


def _values(chat: Conversation, agent: str) -> dict[str, Callable[[], str]]:
    """How each is found; only those that a text names are asked for."""
    player = chat.player
    return {
        "name": lambda: player.display_name or _("player"),
        "agent": lambda: agent,
        "balance": lambda: money.format(
            ledger.balances(player, settings.CURRENCY).wallet, settings.CURRENCY
        ),
        "chips": lambda: money.format(ledger.balances(player, money.FUN).wallet, money.FUN),
        "cash-out": lambda: _cash_out(chat),
        "case": lambda: str(chat.pk),
        "round": lambda: str(chat.round_id or _("none")),
    }


def _cash_out(chat: Conversation) -> str:
    """The last one in words, or that there is none."""
    last = CashOut.objects.filter(player=chat.player_id).order_by("-pk").first()
    if last is None:
        return _("no cash-out")
    now = next((one.title for one in stages(last) if one.mark == "now"), "")
    return _("cash-out %(number)s of %(amount)s: %(stage)s") % {
        "number": last.pk,
        "amount": money.format(last.amount, last.currency),
        "stage": now or last.get_state_display(),
    }
