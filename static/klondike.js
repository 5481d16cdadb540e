// The table of free Klondike: the clock, what a hint names, and its keys. See table-hands.js.
"use strict";
const free = { clock: 0 };

// The server counts the time; here it only goes on between two answers, and never past a minute.
free.wind = () => {
  clearInterval(free.clock);
  const shown = byId("clock"), start = performance.now();
  if (!shown || !+shown.dataset.room) return;
  const { seconds, room } = shown.dataset;
  free.clock = setInterval(() => {
    if (document.hidden) return;
    const all = +seconds + Math.floor(Math.min(+room, (performance.now() - start) / 1000));
    shown.textContent = `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
  }, 500);
};

// --- what a hint names ----------------------------------------------------------------------------
free.source = (pick) => spellings(pick.includes(":") || pick === "w" ? pick : `${pick}:1`)
  .map((one) => board().querySelector(`[data-pick="${one}"]`)).find(Boolean);
free.showHint = () => {
  for (const old of board().querySelectorAll(".hint")) old.classList.remove("hint");
  const move = board().dataset.hint;
  if (!move) return;
  const [from, to] = move.split(">");
  const card = to ? free.source(from) : byId("stock");
  if (!card) return;
  card.classList.add("hint");
  const pile = to && board().querySelector(`[data-pile="${to === "f" ? `f${card.id[3]}` : to}"]`);
  if (pile) inPile(pile).at(-1).classList.add("hint");
};
for (const act of [free.wind, free.showHint]) { document.addEventListener("table:drawn", act); act(); }

// --- hands and keys -------------------------------------------------------------------------------
// A card of a foundation is at its best place.
free.up = (card) => { if (card && pileOf(card).dataset.pile[0] !== "f") up(card); };
layout.best = layout.second = free.up;
layout.keys = {
  h: () => { if (byId("hint") && !busy) byId("hint").requestSubmit(); },
  s: () => say(`${figures("standing")}; ${state()}`),
};
