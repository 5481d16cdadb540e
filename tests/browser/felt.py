"""A player at the table of rummy in a real browser: chips, the decision, and what is shown."""

from __future__ import annotations

from tests.browser.table import NOTE_DELAY


class Felt:
    """The table of rummy in a browser's page."""

    def __init__(self, page, site: str, currency: str = "fun") -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)
        page.goto(f"{site}/play/three-card-rummy/{currency}/")

    def _console(self, message) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def amount(self, bet: str) -> str:
        """What is shown on a place for bets."""
        return self.page.locator(f"#amount-{bet}").inner_text().strip()

    @property
    def said(self) -> str:
        """What the status region says."""
        return self.page.locator("#status").text_content()

    def settle(self) -> None:
        """Wait until nothing is on its way and nothing moves."""
        self.page.wait_for_function(
            "() => !document.querySelector('#table[aria-busy]') && "
            "document.getAnimations().every(a => a.playState !== 'running')"
        )

    def wait_for(self, button: str) -> None:
        """Wait for a button, and until the table is at rest."""
        self.page.wait_for_selector(f"#{button}-button:not([disabled])")
        self.settle()

    def bet(self, ante: int = 1, bonus: int = 0) -> None:
        """Press chips of 1 onto ante and bonus."""
        self.page.click("#chip-1")
        for name, chips in (("ante", ante), ("bonus", bonus)):
            for _ in range(chips):
                self.page.click(f"#spot-{name}")

    def deal(self) -> None:
        """Press Deal."""
        self.page.click("#deal-button")
        self.wait_for("raise")

    def watch_delay(self) -> None:
        """Note from now on what the buttons say that wait for the delay between two hands."""
        self.page.evaluate(NOTE_DELAY)

    def delays(self) -> list[str]:
        """What they said while they could not be pressed."""
        return self.page.evaluate("() => window.delays")

    def cards(self, whose: str) -> list[str]:
        """The face-up cards of a hand, as the page shows them."""
        cards = self.page.locator(f"[data-pile={whose}] .card[id^=c-]")
        return [card.get_attribute("id")[2:] for card in cards.all()]

    def focused(self) -> str:
        """The id of the element that has the focus."""
        return self.page.evaluate("() => document.activeElement.id")
