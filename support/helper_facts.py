"""What the helper may tell a player of the player's own affairs, as sentences with their pages."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from payments import PaymentStatus

from accounts import exclusion, identity, limit_words, limits
from accounts.models import Player
from accounts.moments import moment
from games.models import Round
from wallet import cash_out_words, deposit_blocks, deposit_words, deposits, ledger, money
from wallet.cash_out_models import CashOut
from wallet.deposit_models import Deposit
from wallet.money import FUN
from wallet.sums import Sums, in_money

ROUNDS_TOLD = 5


def page(title: str, name: str, *args: object) -> str:
    """A page of the house as the windows of the chat make a link of it: a line of its own."""
    return f"{title}: {reverse(name, args=args)}"


def told(*parts: str) -> str:
    """Sentences and pages, each on its line."""
    return "\n".join(part for part in parts if part)


def last_cash_out(player: Player) -> str:
    """Where the player's last cash-out stands and what comes next."""
    rows = CashOut.objects.filter(player=player).select_related("method").order_by("-pk")
    row = rows.first()
    if row is None:
        sentence = _("You have not asked for a cash-out yet.")
        return told(sentence, page(_("Ask for a cash-out"), "wallet:cash-out"))
    sentence = _("Your last cash-out, number %(number)s of %(amount)s, is %(state)s.") % {
        "number": row.pk,
        "amount": money.format(row.amount, row.currency),
        "state": row.get_state_display(),
    }
    return told(
        sentence,
        cash_out_words.why(row),
        cash_out_words.following(row),
        page(_("This cash-out, step by step"), "wallet:one-cash-out", row.pk),
    )


def last_deposit(player: Player) -> str:
    """How the player's last deposit stands and why, or what stands in the way of one."""
    row = deposits.of(player).first()
    closed = _what_stops_deposits(player)
    if row is None:
        sentence = _("You have not paid anything in yet.")
        return told(sentence, closed, page(_("Pay in"), "wallet:deposit"))
    how = deposit_words.standing(row)
    sentence = _("Your last deposit, number %(number)s of %(amount)s, is: %(word)s.") % {
        "number": row.pk,
        "amount": money.format(row.captured or row.amount, settings.CURRENCY),
        "word": how.word,
    }
    return told(
        sentence,
        how.sentence,
        _way_to_pay(row),
        closed,
        page(_("This deposit"), "wallet:deposited", row.pk),
        page(_("All deposits"), "wallet:deposits"),
    )


def _way_to_pay(row: Deposit) -> str:
    if row.status != PaymentStatus.WAITING or row.ended_at:
        return ""
    return _("If you have not paid it, you can do so from its page, or cancel it.")


def _what_stops_deposits(player: Player) -> str:
    if held := exclusion.current(player):
        return exclusion.said(held)
    if block := deposit_blocks.in_force(player):
        return str(deposit_blocks.Blocked(block))
    return ""


def balances(player: Player) -> str:
    """What the player has in both books."""
    own, chips = (ledger.balances(player, code) for code in (settings.CURRENCY, FUN))
    sentence = _("You have %(money)s in money and %(chips)s in fun chips.") % {
        "money": money.format(own.wallet, settings.CURRENCY),
        "chips": money.format(chips.wallet, FUN),
    }
    in_play = ""
    if own.in_play:
        in_play = _("Besides, %(amount)s are in play.") % {
            "amount": money.format(own.in_play, settings.CURRENCY)
        }
    return told(sentence, in_play, page(_("Statement"), "wallet:statement"))


def unfinished(player: Player) -> str:
    """The player's games in play, each with the way back to its table."""
    rows = list(Round.objects.open().filter(player=player).order_by("-touched_at")[:ROUNDS_TOLD])
    if not rows:
        sentence = _("You have no unfinished game.")
        return told(sentence, page(_("History of your games"), "games:history"))
    sentence = _("This is what you have in play. Each game waits for you as you left it.")
    return told(sentence, *(_table_of(row) for row in rows))


def _table_of(row: Round) -> str:
    where = "money" if row.currency == settings.CURRENCY else "fun"
    kind = _("for money") if where == "money" else _("for fun")
    title = _("Game %(number)s, %(game)s, %(kind)s") % {
        "number": row.pk,
        "game": row.title,
        "kind": _("daily deal") if row.day else kind,
    }
    return page(title, "games:table", row.game, row.day.isoformat() if row.day else where)


def own_limits(player: Player) -> str:
    """The limits that hold, how far they are used, and a pause if there is one."""
    standings = limits.standings(player, Sums(player, settings.CURRENCY))
    rows = [
        _("%(what)s: %(limit)s, of which %(used)s are used; it starts anew on %(at)s.")
        % {
            "what": limit_words.title(one.kind, one.period),
            "limit": limit_words.in_words(one.kind, one.limit, in_money),
            "used": limit_words.in_words(one.kind, one.used, in_money),
            "at": moment(one.restarts_at),
        }
        for one in standings
    ]
    held = exclusion.current(player)
    return told(
        exclusion.said(held) if held else "",
        *(rows or [_("You have set no limits.")]),
        page(_("Limits and pauses"), "safer:limits"),
    )


def own_exclusion(player: Player) -> str:
    """Whether the player takes a pause, and until when."""
    held = exclusion.current(player)
    sentence = exclusion.said(held) if held else _("You are not excluded and take no time-out.")
    return told(sentence, page(_("Limits and pauses"), "safer:limits"))


def own_identity(player: Player) -> str:
    """How far the player's identity has come."""
    how = identity.standing(player)
    sentence = {
        "verified": _("Your identity is verified."),
        "submitted": _("We have your documents and look at them. We tell you by mail."),
        "refused": _("Your documents were not taken. You can send others."),
        "asleep": _("You were away for long, so we ask for your identity once more."),
    }.get(how.state, _("Your identity is not verified yet. Play for money needs it."))
    return told(sentence, how.reason, page(_("Your identity"), "accounts:identity"))
