"""The pages of a house with a year of play, each warm: milliseconds and queries.

The milliseconds are the least of three times: what the page costs, and not what else was going on.

Every list of the console (first page, each choice of each filter, searches), its front page and
reports, one row of each kind, and the pages of a player who has played. `SHARE` in the environment
says how much of the large data set is made (1.0 if nothing is said, some minutes).
"""

from __future__ import annotations

import html
import os
import re
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

# What the lists and the front page must keep to at the full size.
MOST_MS = 300
TIMES = 3


class Measured(NamedTuple):
    """A page, the least of its warm milliseconds, and its queries."""

    path: str
    ms: float
    queries: int


def main() -> int:
    """Fill, measure, print the slowest first; 1 when a list or the front page is too slow."""
    from config import large
    from config.management.commands.backup import owners_database

    began = time.monotonic()
    counts = large.fill(owners_database(), float(os.environ.get("SHARE", "1.0")))
    print(", ".join(f"{count:,} {name}" for name, count in counts.items()), end="")
    print(f": made in {time.monotonic() - began:.0f} s")
    found = sorted(measure(), key=lambda page: -page.ms)
    for page in found:
        print(f"{page.ms:8.0f} ms {page.queries:4d} queries  {page.path}")
    bound = [page for page in found if is_bound(page.path)]
    print(f"{len(bound)} lists and front pages; the slowest {bound[0].ms:.0f} of {MOST_MS} ms")
    return int(bound[0].ms > MOST_MS)


def is_bound(path: str) -> bool:
    """Whether it is a list or the front page, which the bound is for."""
    place = path.partition("?")[0]
    return place.startswith("/console/") and len(place.strip("/").split("/")) in (1, 3)


def measure(only: str = "", times: int = TIMES) -> Iterator[Measured]:
    """Every page whose path contains `only`, measured on the database that the settings name."""
    from tests import factories
    from tests.console import staff

    desk = staff.console()
    desk.get("/console/")
    player = someone()
    seats = ((desk, console_pages(desk, player)), (factories.client(player), players_pages()))
    for client, paths in seats:
        for path in paths:
            if only in path:
                yield timed(client, path, times)


def timed(client: Any, path: str, times: int = TIMES) -> Measured:
    """A page asked for by the clock so many times, between two times in which queries are counted.

    The fewer count: now and then a request notes besides that a person is still there.
    """
    first = counted(client, path)
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        client.get(path)
        spent.append(time.perf_counter() - start)
    queries = min(first, counted(client, path))
    return Measured(path, 1000 * min(spent, default=0), queries)


def counted(client: Any, path: str) -> int:
    """The queries of a page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as done:
        answer = client.get(path)
    assert answer.status_code == 200, f"{path} answers {answer.status_code}"
    return len(done)


def someone() -> Any:
    """A player of the data set who has played every round."""
    from games.models import Round

    return Round.objects.select_related("player").defer("kept").order_by("pk")[0].player


def console_pages(desk: Any, player: Any) -> Iterator[str]:
    """The paths of the console: its own pages, every list in every way, a row of each kind."""
    from django.contrib import admin

    yield "/console/"
    reports = ("games-report", "liability", "health", "rights", "house/finding/books")
    yield from (f"/console/{name}/" for name in reports)
    yield f"/console/accounts/player/{player.pk}/change/"
    for model, page in admin.site._registry.items():
        address = f"/console/{model._meta.app_label}/{model._meta.model_name}/"
        yield address
        yield from filters(desk, address)
        newest = model._default_manager.order_by("-pk").first()
        terms = [player.email] if hasattr(model, "player_id") else []
        if newest is not None and page.search_fields:
            terms.append(str(newest.pk))
        yield from (f"{address}?q={term}" for term in terms)
        # Nothing leads to all the moves of a player but the search.
        if hasattr(model, "player_id") and model._meta.model_name != "move":
            yield f"{address}?player__id__exact={player.pk}"
        if newest is not None and model._meta.label_lower != "accounts.player":
            yield f"{address}{newest.pk}/change/"
    yield from searches(player)


def filters(desk: Any, address: str) -> list[str]:
    """Each choice of each filter of a list, as its page links to them."""
    page = desk.get(address).content.decode()
    _before, _mark, side = page.partition('id="changelist-filter"')
    found = (html.unescape(query) for query in re.findall(r'href="(\?[^"]+)"', side))
    return [f"{address}{query}" for query in dict.fromkeys(found)]


def searches(player: Any) -> Iterator[str]:
    """What staff look for by other words than numbers and addresses."""
    from games.models import Round

    round = Round.objects.filter(player=player).select_related("deal").order_by("pk")[0]
    yield f"/console/wallet/transfer/?q={round.cause}"
    yield f"/console/wallet/transfer/?cause={round.cause}"
    yield f"/console/games/move/?q={round.cause}"
    yield f"/console/games/move/?round__id__exact={round.pk}"
    yield f"/console/games/deal/?q={round.deal.commitment}"
    yield f"/console/games/deal/?q={'0' * 64}"
    yield f"/console/accounts/event/?q=player:{player.pk}"
    yield f"/console/accounts/event/?object=player:{player.pk}&action=file+looked+at"
    yield f"/console/accounts/player/?q={player.email}"
    yield from sides(player)


def sides(player: Any) -> Iterator[str]:
    """What goes out of and comes into accounts, as the page of an account links to it."""
    from wallet.models import Account

    house = Account.objects.filter(player=None)
    for account in (*house, *player.money_accounts.all()):
        for side in ("source", "target"):
            narrowed = (
                f"{side}__id__exact={account.pk}&{side}_no__isnull={account.player_id is None}"
            )
            yield f"/console/wallet/transfer/?{narrowed}"


def players_pages() -> Iterator[str]:
    """The pages of a player that grow with play, and the boards."""
    from games import boards, statistics
    from games.catalogue import ENTRIES

    yield from ("/", "/rounds/", "/wallet/", "/wallet/money/", "/wallet/fun/", "/cashier/")
    yield from ("/cashier/deposits/", "/cashier/cash-outs/", "/statistics/", "/fairness/seals/")
    for entry in ENTRIES.values():
        for mode in boards.ranked_modes(entry):
            place = f"/boards/{entry.slug}/" + (f"{mode}/" if mode else "")
            yield place
            yield from (f"{place}{period}/" for period in boards.PERIODS if mode)
        if entry.counted:
            for mode in statistics.modes_of(entry)[:1]:
                yield f"/statistics/{entry.slug}/" + (f"{mode}/" if mode else "")
