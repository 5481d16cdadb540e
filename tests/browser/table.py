"""A player at a table in a real browser: presses, drags and keys, and what the page then shows."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from games import services
from games.models import Round
from games.positions import Position
from tests.page import Page as Read
from tests.page import differences

CORNER = {"x": 10, "y": 8}  # of a card, where nothing overlaps it

# Nothing is on its way and nothing moves.
AT_REST = """!document.querySelector('#table[aria-busy]')
  && !document.querySelector('.htmx-request')
  && document.getAnimations().every(a => a.playState !== 'running')"""

# However long the test is kept from looking, the page has noted what was shown.
NOTE_DELAY = """() => {
  window.delays = [];
  new MutationObserver(() => {
    for (const button of document.querySelectorAll("#deal [data-wait]:disabled"))
      window.delays.push(button.textContent.trim());
  }).observe(document.getElementById("table"),
    { subtree: true, childList: true, attributes: true, characterData: true });
}"""


class Table:
    """The table page of 3-Card Solitaire in a browser's page."""

    game = "three-card-solitaire"

    def __init__(self, page: Page, site: str, currency: str = "fun") -> None:
        self.page = page
        self.address = f"{site}/play/{self.game}/{currency}/"
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)
        page.goto(self.address)

    def _console(self, message: object) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    @property
    def board(self) -> Locator:
        """The part of the page that each answer brings anew."""
        return self.page.locator("#table")

    @property
    def at(self) -> int:
        """How far the log has come, as the page knows it."""
        return int(self.board.get_attribute("data-at"))

    @property
    def moves(self) -> list[str]:
        """The legal moves, as the page knows them."""
        return (self.board.get_attribute("data-moves") or "").split()

    @property
    def said(self) -> str:
        """The sentence under the board."""
        return self.page.locator("#said").inner_text()

    def deal(self) -> None:
        """Press Deal and wait for the cards."""
        self.page.click("#deal-button")
        self.page.wait_for_selector("#end-button")
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is on its way and nothing moves."""
        settle(self.page)

    def rest(self) -> None:
        """Wait until nothing waits to be sent either: a test then knows what was not done."""
        self.settle()
        # What a fast hand did meanwhile is sent by a timer without delay, which runs before ours.
        for _ in range(4):
            self.page.wait_for_timeout(20)
            self.settle()

    def card(self, source: str) -> Locator:
        """The card that a notation's source names: `w`, `t3`, `t3:2`."""
        pile = source.partition(":")[0]
        pick = source if pile == "w" or ":" in source else f"{source}:1"
        return self.page.locator(f'[data-pile="{pile}"] [data-pick="{pick}"]')

    def place(self, goal: str, suit: str = "") -> Locator:
        """The last card of the pile that a move goes to, or its empty place."""
        pile = f"f{suit}" if goal == "f" else goal
        return self.page.locator(f'[data-pile="{pile}"] > li:last-child > button')

    def press(self, move: str) -> None:
        """Make a legal move by presses: the stock once, else the card and then its place."""
        before = self.at
        if move in ("draw", "redeal"):
            # The mouse would have to wait, so as not to make a double press.
            self.page.locator("#stock").press("Enter")
        else:
            source, _, goal = move.partition(">")
            suit = self.card(source).get_attribute("id")[3]
            self.card(source).click(position=CORNER)
            self.place(goal, suit).click(position=CORNER)
        self.wait_after(before)

    def wait_after(self, at: int) -> None:
        """Wait for an answer newer than entry `at`."""
        newer = "+document.getElementById('table').dataset.at > at"
        self.page.wait_for_function(f"at => {newer} && {AT_REST}", arg=at)

    def watch_delay(self) -> None:
        """Note from now on what the buttons say that wait for the delay between two deals."""
        self.page.evaluate(NOTE_DELAY)

    def delays(self) -> list[str]:
        """What they said while they could not be pressed."""
        return self.page.evaluate("() => window.delays")

    def drag(self, source: str, goal: Locator, steps: int = 6) -> None:
        """Drag a card onto another element with the mouse."""
        x, y = _middle(goal)
        box = self.card(source).bounding_box()
        self.page.mouse.move(box["x"] + 10, box["y"] + 8)
        self.page.mouse.down()
        self.page.mouse.move(x - box["width"] / 2 + 10, y - 20, steps=steps)
        self.page.mouse.up()

    def differences(self, position: Position) -> list[str]:
        """Where page and server differ; empty when they show the same cards."""
        return differences(Read(self.page.content()), position.view)

    def focused(self) -> str:
        """The id of the element that has the focus."""
        return self.page.evaluate("() => document.activeElement.id")

    def focus_followed(self, card: str) -> bool:
        """Whether the focus is on the card that was moved, or on the top of a pile."""
        if card and self.page.locator(f"#{card}").count():
            return self.focused() == card
        return self.page.evaluate(
            "() => document.activeElement.matches('[data-pile] > li:last-child > button')"
        )


def settle(page: Page) -> None:
    """Wait until nothing is on its way and nothing moves."""
    page.wait_for_function(f"() => {AT_REST}")


def _middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def as_the_server_has_it(player: object) -> Position:
    """The player's newest round."""
    newest = Round.objects.filter(player=player).latest("pk")
    return services.look(player=player, round_id=newest.pk)
