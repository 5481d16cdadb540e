"""Pages on paper: black on white, whole, with the address and the time, and nothing to press."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest

from support import chats
from tests import factories
from tests.papers.chromium import tab
from tests.wallet import cashing, depositing
from wallet import ledger

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# What shows of a page, its colours, and what it says besides.
LOOK = """() => {
  const shows = (one) => one.checkVisibility() && one.getBoundingClientRect().height > 0;
  const channels = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const clear = (color) => channels(color)[3] === 0;
  const all = [...document.body.querySelectorAll("*")].filter(shows);
  const style = (one, name) => getComputedStyle(one)[name];
  const dark = (color) => !clear(color) && Math.min(...channels(color).slice(0, 3)) < 250;
  const light = (color) => Math.max(...channels(color).slice(0, 3)) > 90;
  const text = (one) => [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const name = (one) => `${one.tagName} ${one.className}`;
  const details = [...document.querySelectorAll("main details")];
  const folded = details.filter((one) => !shows(one.lastElementChild));
  const pressed = "button, .button, nav, input, select, dialog";
  return {
    pressed: all.filter((one) => one.matches(pressed)).map(name),
    grounds: all.filter((one) => dark(style(one, "backgroundColor"))).map(name),
    inks: all.filter((one) => text(one) && light(style(one, "color"))).map(name),
    heads: [...document.querySelectorAll("thead")].map((one) => style(one, "display")),
    feet: [...document.querySelectorAll("tfoot")].map((one) => style(one, "display")),
    rows: [...document.querySelectorAll("tr")].map((one) => style(one, "breakInside")),
    folded: folded.map((one) => one.textContent.trim().slice(0, 40)),
    printed: [...document.querySelectorAll(".printed")].filter(shows).map((one) => one.textContent),
  };
}"""


def test_money_proofs_and_rules_print_black_on_white_with_their_address(live_server: Any) -> None:
    player = cashing.player()
    player.settings = {"theme": "dark"}
    player.time_zone = "Europe/Berlin"
    player.save()
    for number in range(60):
        ledger.test_money(player=player, amount=100, key=f"test:{number}")
    played = factories.collected(player)
    cash_out = cashing.asked(player, 50_00)
    deposit = depositing.asked(player)
    line = chats.say(player=player, text="Where is my cash-out?", key=uuid.uuid4(), files=[])
    paths = [
        "/wallet/money/?print=1",
        f"/rounds/{played.pk}/proof/",
        f"/wallet/of/{played.cause}/",
        f"/cashier/cash-outs/{cash_out.pk}/",
        f"/cashier/deposits/{deposit.pk}/",
        "/games/three-card-solitaire/",
        f"/support/chats/{line.conversation_id}/",
    ]
    with tab(live_server.url, factories.client(player)) as browser:
        browser.page.emulate_media(media="print", color_scheme="dark")
        for path in paths:
            browser.go(path)
            looks = browser.page.evaluate(LOOK)
            for what in ("pressed", "grounds", "inks", "folded"):
                assert looks[what] == [], (path, what)
            assert set(looks["heads"]) <= {"table-header-group"}, path
            assert set(looks["feet"]) <= {"table-row-group"}, path
            assert set(looks["rows"]) <= {"avoid"}, path
            (printed,) = looks["printed"]
            assert f"{live_server.url}{path}, as it stood on" in printed
            assert re.search(r"\((CET|CEST)\)", printed)
            if path == paths[0]:
                assert len(looks["rows"]) > 60
                paper = browser.page.pdf(format="A4", prefer_css_page_size=True)
                assert paper.count(b"/Type /Page\n") > 1
