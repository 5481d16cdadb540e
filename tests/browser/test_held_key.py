"""A key that is held down deals one game, not one after the other."""

import pytest

from tests.browser.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
PRESSED = """([key, repeat]) => {
    const button = document.getElementById("deal-button");
    return button.dispatchEvent(new KeyboardEvent("keydown",
        { key, repeat, bubbles: true, cancelable: true }));
}"""


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_held_key_does_not_press_deal_again(context, live_server, player, key):
    page = context().new_page()
    Table(page, live_server.url)
    page.wait_for_selector("#deal-button")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(PRESSED, [key, False])
    assert not page.evaluate(PRESSED, [key, True])
