"""All four tables with a game in play, for what holds at every one of them alike."""

from __future__ import annotations

from tests import factories, klondike, parade, rummy
from tests.browser.table import settle

GAMES = ("three-card-solitaire", "klondike", "royal-parade", "three-card-rummy")
BY_HAND = GAMES[:3]  # where cards are moved
SIZES = {"desk": (1280, 800), "phone": (390, 844)}

# Every change of the status region from now on.
NOTE_STATUS = """() => {
  window.told = [];
  new MutationObserver(() => window.told.push(document.getElementById('status').textContent))
    .observe(document.getElementById('status'), { childList: true, characterData: true });
}"""


LINES = {"klondike": klondike, "royal-parade": parade}  # the moves of a known game


def in_play(player, game, *, seed=None, moves=8):
    """Deal a game in fun play and play some of it, where the moves are known; the position."""
    if game == "three-card-solitaire":
        return factories.dealt(player, seed=seed, currency=factories.FUN)
    if game == "three-card-rummy":
        return rummy.dealt(player, seed=seed, currency=factories.FUN)
    kind = LINES[game]
    position = kind.dealt(player)
    for notation in kind.line(kind.WON)[:moves]:
        position = kind.move(player, position.round.pk, notation)
    return position


class AnyTable:
    """The page of one of the four tables."""

    def __init__(self, page, site: str, game: str) -> None:
        self.page, self.game = page, game
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{site}/play/{game}/fun/")
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is on its way and nothing moves."""
        settle(self.page)

    @property
    def at(self) -> int:
        """How far the log has come, as the page knows it."""
        return int(self.page.locator("#table").get_attribute("data-at"))

    def told(self) -> list[str]:
        """What the status region has said since NOTE_STATUS or the last look."""
        return self.page.evaluate("() => window.told.splice(0)")

    def act(self, deed) -> None:
        """Do what the server answers, and wait for the answer."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            deed()
        self.settle()


def opened(context, live_server, game, **how) -> AnyTable:
    """A table in a browser of its own."""
    return AnyTable(context(**how).new_page(), live_server.url, game)
