"""The stake panel on narrow phones: what is written there and what is pressed do not overlap."""

from __future__ import annotations

from games import services
from tests.browser.table import Table
from tests.chromium import seen, sideways

# What is written in the panel, by the box of its text, against every button: pairs that overlap.
OVERLAPS = """() => {
  const box = (text) => { const range = document.createRange(); range.selectNodeContents(text);
    return range.getBoundingClientRect(); };
  const rail = document.querySelector(".rail");
  const shown = (e) => e.checkVisibility({ visibilityProperty: true });
  const buttons = [...rail.querySelectorAll("button")].filter(shown);
  const texts = [...rail.querySelectorAll("dt, dd, output, .wins span, .wins b, .result p")]
    .filter(shown);
  return texts.flatMap((text) => buttons.filter((button) => {
    const a = box(text), b = button.getBoundingClientRect();
    return a.width && a.left < b.right - 1 && b.left < a.right - 1 &&
      a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }).map((button) => `${text.textContent} / ${button.id}`));
}"""


def test_the_figures_of_the_stake_lie_under_no_button(dealt, context, live_server, player) -> None:
    services.end(player=player, round_id=dealt.round.pk, at=0, way="collect", sure=True)
    page = context().new_page()
    table = Table(page, live_server.url)
    for price in ("", "2000"):
        page.goto(f"{table.address}?card_price={price}")
        for width in (320, 344, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            assert seen(page, OVERLAPS, lambda overlaps: not overlaps) == [], (price, width)
            assert sideways(page) <= 0, (price, width)
