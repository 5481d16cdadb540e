"""What a player does with a round: deal, move, undo, end. One transaction each.

What he finds at a table before that stands in `games/offers.py`. The round is locked first, then
the accounts; a deal locks its player before both. A refusal raises `Refused` and changes nothing.
"""

from __future__ import annotations

import math
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games import carried, daily, dealing, stakes, switches, winnable
from games.catalogue import Entry
from games.log import enter
from games.models import Deal, Result, Round
from games.offers import commit as commit
from games.offers import commitment as commitment
from games.offers import currency_code, seconds_to_wait
from games.offers import current as current
from games.positions import KEPT_STATES, Kept, Position, keep, kept, position, replayed, shortened
from games.refusals import (
    AskFirst,
    EmptyPool,
    FinishDue,
    HasEnded,
    NoCommitment,
    NotAPlayer,
    NotNow,
    Refused,
    RoundOpen,
    Stale,
    TooLong,
    TooSoon,
)
from games.rules import (
    HOUSE,
    OFF,
    PLAYER,
    UNDO,
    WITHOUT_LIMIT,
    Options,
    Refusal,
    View,
    play,
    reveals,
    undo_limit,
)
from games.settlement import hold, nudge_finish, settle

LONGEST_LOG = 5000
# Two presses of Deal within this time are one that was repeated.
REPEATED_WITHIN = timedelta(seconds=5)


def look(*, player: Player, round_id: int) -> Position:
    """A round of this player as it stands. Raises Round.DoesNotExist for anybody else's."""
    return position(Round.objects.select_related("deal").get(pk=round_id, player=player))


@transaction.atomic
def deal(
    *,
    player: Player,
    entry: Entry,
    currency: str,
    deal_id: int,
    client_seed: bytes,
    bets: dict[str, int],
    options: Options | None = None,
    mode: str = "",
    any_deal: bool = False,
    carry: bool | None = None,
    end_old: bool = False,
) -> Position:
    """Stake the bets (minor units) and deal. A repeat, as a double click, answers with its round.

    `options` and `mode` are what the player chose, where the game offers them; `any_deal` takes
    one that nobody has solved where the mode asks for a winnable one, `carry` says whether the
    Vegas score is carried on. `end_old` ends an open round of fun play as lost. A deal that has
    been dealt is not dealt again: once its round has ended or been played on, or with other bets
    or options, it raises NoCommitment. Raises Refused.
    """
    if Player.objects.select_for_update(no_key=True).get(pk=player.pk).is_staff:
        raise NotAPlayer
    offer = _offer(player, entry, currency, deal_id)
    stakes.check_bets(entry, bets)
    mode = mode or entry.usual_mode
    wanted = stakes.wanted(entry, options or {}, mode, any_deal)
    if offer.client_seed is not None:
        made = offer.rounds.order_by("pk").first()
        if made is None or not stakes.is_repeat(made, bets, wanted, mode):
            raise NoCommitment
        return position(made)
    if not 1 <= len(client_seed) <= dealing.CLIENT_SEED_BYTES:
        raise Refused(_("Your seed for the shuffle needs 1 to 64 bytes."))
    of_the_pool = wanted.get("deals") == "winnable"
    if of_the_pool and (made := _just_dealt(player, entry, wanted, mode)):
        return position(made)
    _clear_table(player, entry, currency, end_old)
    if wait := seconds_to_wait(player=player, currency=currency):
        raise TooSoon(math.ceil(wait))
    if carry is not None and wanted.get("scoring") == "vegas":
        carried.choose(player, carry)
    if of_the_pool:
        offer = _of_the_pool(player, entry, wanted)
    else:
        offer.client_seed = client_seed
        offer.dealt_at = timezone.now()
        offer.save(update_fields=["client_seed", "dealt_at"])
    return position(_dealt(offer, player.pk, entry, bets, wanted, mode=mode))


def _just_dealt(player: Player, entry: Entry, options: Options, mode: str) -> Round | None:
    """The winnable deal of a moment ago that nothing was played on: the first half of a repeat.

    It leaves the player's commitment as it was, so that this cannot tell a repeat.
    """
    made = Round.objects.open().filter(
        player=player,
        game=entry.slug,
        deal__kind=Deal.Kind.WINNABLE,
        started_at__gt=timezone.now() - REPEATED_WITHIN,
    )
    round = made.select_related("deal").order_by("-pk").first()
    return round if round and stakes.is_repeat(round, {}, options, mode) else None


def _of_the_pool(player: Player, entry: Entry, options: Options) -> Deal:
    """A deal that a solver has won under these rules, now the player's. Raises EmptyPool."""
    deal = winnable.take(player=player, entry=entry, options=options)
    if deal is None:
        raise EmptyPool(options)
    return deal


@transaction.atomic
def deal_daily(*, player: Player, entry: Entry, day: date) -> Position:
    """Deal the deck of a day. The first round that is played in its day counts, others do not.

    A round of it in play is the answer itself, so that a repeat is safe. Raises Refused.
    """
    if Player.objects.select_for_update(no_key=True).get(pk=player.pk).is_staff:
        raise NotAPlayer
    if in_play := current(player=player, entry=entry, currency=day.isoformat()):
        return in_play
    counts = daily.next_counts(player, entry, day)
    bets, options = daily.bets(entry), daily.options(entry)
    offer, mode = daily.offer(entry, day), entry.usual_mode
    return position(_dealt(offer, player.pk, entry, bets, options, counts, mode))


def _offer(player: Player, entry: Entry, currency: str, deal_id: int) -> Deal:
    """The commitment of that number, locked; NoCommitment when it is none of this player's."""
    offer = (
        Deal.objects.select_for_update()
        .filter(pk=deal_id, player=player, game=entry.slug, currency=currency_code(currency))
        .first()
    )
    if offer is None:
        raise NoCommitment
    return offer


def _clear_table(player: Player, entry: Entry, currency: str, end_old: bool) -> None:
    """No open round of the game may be left: one for money is in the way, another ends as lost.

    One that its game lets nobody end, as an undecided hand, is in the way even in fun play.
    """
    old = (
        Round.objects.open()
        .select_for_update(of=("self",))
        .select_related("deal")
        .filter(player=player, game=entry.slug, currency=currency_code(currency), day=None)
        .first()
    )
    if old is None:
        return
    if not entry.ends:
        raise RoundOpen(_("Your hand is still in play. Decide it before the next one is dealt."))
    if old.is_money:
        raise RoundOpen
    if not end_old:
        raise AskFirst(_("A game is still in play. A new deal ends it as lost."))
    state = kept(old).state
    enter(old, PLAYER, "give up")
    settle(old, "give up", state, pays=False)


def _dealt(
    offer: Deal,
    player_id: int,
    entry: Entry,
    bets: dict[str, int],
    options: Options,
    counts: bool = True,
    mode: str = "",
) -> Round:
    """A round of a deal, its stake and reserve taken, and what the house does at the opening."""
    switches.check(entry, offer.currency)
    round = Round.objects.create(
        player_id=player_id,
        deal=offer,
        game=entry.slug,
        currency=offer.currency,
        options=options,
        bets=bets,
        rules_version=entry.version,
        mode=mode,
        day=offer.day,
        counts=counts,
    )
    deck = dealing.deck(
        entry.slug, offer.seed(), bytes(offer.client_seed or b""), offer.nonce, options
    )
    state = entry.rules.deal(deck, options)
    while automatic := entry.rules.automatic(state):
        state = _played(round, state, HOUSE, automatic)
    keep(round, Kept(state, (), 0))
    _follow(round, state)
    _save(round)
    hold(round, state)
    return round


@transaction.atomic
def move(*, player: Player, round_id: int, at: int, notation: str) -> Position:
    """Play a move made at entry `at`. Raises Refused, or Round.DoesNotExist."""
    round = _playable(player, round_id, at)
    if round.entries >= LONGEST_LOG:
        raise TooLong
    former = kept(round)
    before = round.rules.view(former.state)
    state = _played(round, former.state, PLAYER, notation)
    while automatic := round.rules.automatic(state):
        state = _played(round, state, HOUSE, automatic)
    line = _after(round, former, before, state)
    keep(round, line)
    _follow(round, state)
    _save(round)
    hold(round, state)
    if outcome := round.rules.over(state):
        settle(round, outcome, state)
    return position(round, line, before)


@transaction.atomic
def undo(*, player: Player, round_id: int, at: int) -> Position:
    """Take back the player's last move. Raises Refused, or Round.DoesNotExist."""
    round = _playable(player, round_id, at)
    former = kept(round)
    if undo_limit(round.rules, round.options) == OFF:
        raise Refused(_("This game is played without Undo."))
    if not former.depth:
        raise Refused(_("There is nothing to take back since the last card was turned up."))
    enter(round, PLAYER, UNDO)
    if former.back:
        line = Kept(former.back[-1], former.back[:-1], former.depth - 1)
    else:
        line = shortened(replayed(round))
    keep(round, line)
    _save(round)
    return position(round, line, round.rules.view(former.state))


@transaction.atomic
def end(*, player: Player, round_id: int, at: int, way: str, sure: bool = False) -> Position:
    """End the round in one of its game's ways, as `collect`. Raises Refused.

    With moves left the player is asked once (AskFirst) unless `sure`. A round that has already
    ended this way answers as it stands, so that a repeat is safe.
    """
    round = _locked(player, round_id)
    if not round.is_open:
        return position(round)
    _check_turn(round, at)
    state = kept(round).state
    if way not in round.entry.ends:
        raise Refused(_("This game cannot be ended that way."))
    if not sure and any(round.rules.moves(state)):
        raise AskFirst(_("There are still moves or passes left. End the game all the same?"))
    enter(round, PLAYER, way)
    settle(round, way, state)
    return position(round)


@transaction.atomic
def restart(*, player: Player, round_id: int, at: int, sure: bool = False) -> Position:
    """End a game as lost and begin the same deal once more. Raises Refused.

    Only while it is in play: the deal is not revealed before the last round of it has ended.
    """
    old = _playable(player, round_id, at)
    if not old.entry.again:
        raise Refused(_("This game is not played twice from the same deal."))
    state = kept(old).state
    if not sure and any(old.rules.moves(state)):
        raise AskFirst(_("Start the same deal again? The game in play counts as lost."))
    enter(old, PLAYER, "give up")
    settle(old, "give up", state, pays=False)
    # A second go counts only where nothing was played in the first.
    counts = old.still_counts() and not Result.objects.filter(round=old).exists()
    return position(_dealt(old.deal, player.pk, old.entry, old.bets, old.options, counts, old.mode))


@transaction.atomic
def finish(*, player: Player, round_id: int, at: int) -> Position:
    """Have the house play the rest, where nothing is left to decide. Raises Refused."""
    round = _playable(player, round_id, at)
    if not round.rules.finish(kept(round).state):
        raise Refused(_("There is still something to decide: play on."))
    round.finish_due = True
    round.save(update_fields=["finish_due"])
    nudge_finish(round)
    return position(round)


def _locked(player: Player, round_id: int) -> Round:
    """The player's round, locked; Round.DoesNotExist when it is not his."""
    return (
        Round.objects.select_for_update(of=("self",))
        .select_related("deal")
        .get(pk=round_id, player=player)
    )


def _playable(player: Player, round_id: int, at: int) -> Round:
    """The player's round, locked, open and where the page thinks it is."""
    round = _locked(player, round_id)
    if not round.is_open:
        raise HasEnded
    _check_turn(round, at)
    return round


def _check_turn(round: Round, at: int) -> None:
    if round.finish_due:
        raise FinishDue
    if round.entries != at:
        raise Stale


def _played(round: Round, state: object, actor: str, notation: str) -> object:
    """The state after one move, which is entered into the log. Raises NotNow."""
    try:
        after: object = play(round.rules, state, notation, actor)
    except Refusal as refusal:
        raise NotNow(refusal) from refusal
    enter(round, actor, notation)
    return after


def _after(round: Round, former: Kept, before: View, state: object) -> Kept:
    """What is kept after a move: Undo ends where a card was turned up."""
    limit = undo_limit(round.rules, round.options)
    if limit == OFF or (limit != WITHOUT_LIMIT and reveals(before, round.rules.view(state))):
        return Kept(state, (), 0)
    return Kept(state, (*former.back, former.state)[-KEPT_STATES:], former.depth + 1)


def _follow(round: Round, state: object) -> None:
    """Mark a finish that the house makes by itself, and nudge the worker for it."""
    if round.options.get("finish") != "by the house" or round.rules.over(state):
        return
    if round.rules.finish(state):
        round.finish_due = True
        nudge_finish(round)


def _save(round: Round) -> None:
    round.save(update_fields=["entries", "kept", "touched_at", "finish_due"])
