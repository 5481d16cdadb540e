// The table of Royal Parade from the keyboard: arrows through its rows, 1 to 8, letters. See
// table-keys.js.
"use strict";
parade.lines = () => [
  [...board().querySelectorAll(".parade-side [data-pile]")],
  ...[...board().querySelectorAll(".row-places")].map((row) => [...row.children]),
];
parade.lineOf = (pile) => parade.lines().findIndex((line) => line.includes(pile));
parade.nearest = (line, pile) => {
  const left = (one) => one.getBoundingClientRect().left;
  return [...line].sort((a, b) => Math.abs(left(a) - left(pile)) - Math.abs(left(b) - left(pile)))[0];
};
layout.walk = (button, key) => {
  const pile = pileOf(button), lines = parade.lines(), row = parade.lineOf(pile);
  const line = lines[row], place = line.indexOf(pile);
  const top = (one) => one && inPile(one).at(-1);
  if (key === "Home") return top(line[0]);
  if (key === "End") return top(line.at(-1));
  if (key === "ArrowLeft" || key === "ArrowRight") return top(line[place + (key === "ArrowRight" ? 1 : -1)]);
  const mine = inPile(pile), at = mine.indexOf(button), up = key === "ArrowUp";
  if (mine[at + (up ? -1 : 1)]) return mine[at + (up ? -1 : 1)];
  const next = lines[row + (up ? -1 : 1)];
  return next && top(parade.nearest(next, pile));
};
// A place of the row that has the focus; of the reserve from anywhere else.
layout.numbered = (button, number) => {
  const pile = pileOf(button);
  const row = pile && parade.isRow(pile.dataset.pile) ? pile.dataset.pile[0] : "v";
  return board().querySelector(`[data-pile="${row}${number}"]`);
};
parade.state = () => {
  const label = (button) => button.getAttribute("aria-label");
  const seen = [...board().querySelectorAll(".misplaced, .row-v .column")]
    .map((pile) => label(inPile(pile).at(-1)));
  return [text("stock-count"), text("passes"), text("aces"), text("standing"), ...seen]
    .filter(Boolean).join("; ");
};
layout.keys = {
  m: (card) => { if (card && card.dataset.pick) parade.menu(card); else say(area.dataset.empty); },
  h: () => { if (byId("hint") && !busy) byId("hint").requestSubmit(); },
  s: () => say(parade.state()),
  w: () => {},
};
