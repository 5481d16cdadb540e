"""A player at the table of Royal Parade in a real browser: presses, taps, drags and keys."""

from __future__ import annotations

from tests import parade
from tests.browser.table import Table
from tests.page import Page as Read

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOW = {"x": 10, "y": 20}  # of a card, where nothing overlaps it


class Parade(Table):
    """The table page of Royal Parade."""

    game = "royal-parade"

    def card(self, source):
        """The card of a pile that can be moved."""
        return self.page.locator(f'[data-pile="{source}"] [data-pick="{source}"]')

    def place(self, goal, suit=""):
        """The top card of a pile, or its empty place."""
        return self.page.locator(f'[data-pile="{goal}"] > li:last-child > button')

    def ends(self, move):
        """The card that a move picks and the pile that it goes to."""
        source, goal = move.replace("=", ">").split(">")
        return self.card(source), self.place(goal)

    def by(self, way, move):
        """Make a move by one way of pressing: `click` or `tap`."""
        before = self.at
        if move == "deal":
            # A second press within a moment would count as the half of a double press.
            self.page.wait_for_timeout(360)
            getattr(self.page.locator("#stock"), way)()
        else:
            card, place = self.ends(move)
            getattr(card, way)(position=LOW)
            getattr(place, way)(position=LOW)
        self.wait_after(before)

    def by_keys(self, move):
        """Make a move with keys only."""
        before, card = self.at, "stock"
        if move == "deal":
            self.page.keyboard.press("d")
        else:
            source, goal = move.replace("=", ">").split(">")
            self.reach(source)
            card = self.focused()
            self.page.keyboard.press("Enter")
            self.reach(goal)
            self.page.keyboard.press("Space")
        self.wait_after(before)
        assert self.focus_followed(card)

    def reach(self, pile):
        """Walk to the top card of a pile."""
        rows, keys = ["s", "a", "b", "c", "v"], self.page.keyboard
        goal = "s" if pile == "x" else pile[0]
        for _ in range(40):
            row = self.focused_pile()[0].replace("x", "s")
            if row == goal:
                break
            keys.press("ArrowUp" if rows.index(row) > rows.index(goal) else "ArrowDown")
        keys.press("End" if pile == "x" else "Home" if pile == "s" else pile[1])
        assert self.focused_pile() == pile

    def focused_pile(self):
        """The pile that has the focus."""
        return self.page.evaluate(
            "() => document.activeElement.closest('[data-pile]').dataset.pile"
        )

    def differences(self, position):
        """Where page and server differ; empty when they show the same 104 cards."""
        return parade.differences(Read(self.page.content()), position.view)


def opened(context, live_server, **how) -> Parade:
    """The table in a browser of its own."""
    return Parade(context(**how).new_page(), live_server.url)
