"""A player at the table of free Klondike in a real browser: presses, taps and keys."""

from __future__ import annotations

from tests.browser.table import CORNER, Table

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FOCUSED = "() => document.activeElement.closest('[data-pile]').dataset.pile"


class Klondike(Table):
    """The table page of free Klondike."""

    game = "klondike"

    def card(self, source):
        """The card that a notation's source names; `fs` is the top of a foundation."""
        if source[0] != "f":
            return super().card(source)
        return self.page.locator(f'[data-pile="{source}"] [data-pick="{source}"]')

    def by(self, way, move):
        """Make a move by one way of pressing: `click` or `tap`."""
        before = self.at
        if move in ("draw", "redeal"):
            # A second press within a moment would count as the half of a double press.
            self.page.wait_for_timeout(360)
            getattr(self.page.locator("#stock"), way)()
        else:
            source, _, goal = move.partition(">")
            suit = self.card(source).get_attribute("id")[3]
            getattr(self.card(source), way)(position=CORNER)
            getattr(self.place(goal, suit), way)(position=CORNER)
        self.wait_after(before)

    def by_keys(self, move):
        """Make a move with keys only."""
        before, keys, card = self.at, self.page.keyboard, "stock"
        if move in ("draw", "redeal"):
            keys.press("d")
        else:
            source, _, goal = move.partition(">")
            self.reach(source)
            card = self.focused()
            if goal == "f":
                keys.press("f")
            else:
                keys.press("Enter")
                keys.press(goal[1])
                keys.press("Space")
        self.wait_after(before)
        assert self.focus_followed(card)

    def reach(self, source):
        """Walk to a card."""
        pile, _, count = source.partition(":")
        keys = self.page.keyboard
        if pile[0] == "t":
            keys.press(pile[1])
            for _ in range(int(count or 1) - 1):
                keys.press("ArrowUp")
            return
        keys.press("1")
        while self.page.evaluate(FOCUSED)[0] == "t":
            keys.press("ArrowUp")
        keys.press("Home")
        for _ in range(9):
            on = self.page.evaluate("() => document.activeElement.dataset.pick")
            if on == pile:
                return
            keys.press("ArrowRight")
        raise AssertionError(f"{source} was not reached.")


def opened(context, live_server, **how) -> Klondike:
    """The table in a browser of its own."""
    return Klondike(context(**how).new_page(), live_server.url)
