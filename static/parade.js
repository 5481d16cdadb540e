// The table of Royal Parade by hand: interchanges, best places, a card's menu, what a hint names,
// and its keys. See table-hands.js, whose `layout` is filled here.
"use strict";
const parade = {
  only: false,     // only partners of an interchange are goals, after a right press
  hold: 0,         // the timer of a finger that rests on a card
  words: () => board().querySelector(".parade").dataset,
  isRow: (pile) => "abc".includes(pile[0]),
  astray: (pile) => Boolean(board().querySelector(`.misplaced[data-pile="${pile}"]`)),
  // The legal moves of the card in a pile, whichever side of an interchange it is on.
  movesOf: (pick) => legal().filter((move) =>
    move.includes("=") ? move.split("=").includes(pick) : move.split(">")[0] === pick),
  goalOf: (move, pick) => move.includes("=")
    ? move.split("=").find((side) => side !== pick) : move.split(">")[1],
  partnersOf: (pick) => parade.movesOf(pick).filter((move) => move.includes("=")),
  topOf: (pile) => board().querySelector(`[data-pile="${pile}"] > li:last-child > button`),
  rank: (move) => move.endsWith(">x") ? 0 : move.includes("=") ? 3
    : board().querySelector(`[data-pile="${move.split(">")[1]}"] .place`) ? 2 : 1,
};

layout.moveTo = (pick, pile) => parade.movesOf(pick).find((move) =>
  parade.goalOf(move, pick) === pile && (!parade.only || move.includes("=")));
layout.tried = (pick, pile) => {
  if (!parade.astray(pick) || !parade.astray(pile)) return `${pick}>${pile}`;
  const order = [...board().querySelectorAll(".spot")].map((spot) => spot.dataset.pile);
  return [pick, pile].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join("=");
};
layout.dropped = () => { parade.only = false; };
layout.instead = (button, pile) => pile[0] === "v" && Boolean(button.dataset.pick);
layout.best = (card) => {
  if (!card) return;
  const [move] = parade.movesOf(card.dataset.pick).sort((a, b) => parade.rank(a) - parade.rank(b));
  drop();
  if (move) send(move, card.id, "foundation");
  else { say(parade.words().nowhere.replace("%s", cardName(card)), "refusal"); play("refuse"); }
};
// A right press: a misplaced card looks for its partner, any other one shows its moves.
layout.second = (card) => {
  const from = card.dataset.pick;
  if (!parade.astray(from) || parade.movesOf(from).some((move) => move.endsWith(">x"))) parade.menu(card);
  else parade.interchange(card);
};
parade.interchange = (card) => {
  const partners = parade.partnersOf(card.dataset.pick);
  drop();
  if (partners.length === 1) send(partners[0], card.id, "place");
  else if (partners.length) {
    pick(card);
    parade.only = true;
    mark();
    say(parade.words().partners);
  } else { say(parade.words().alone, "refusal"); play("refuse"); }
};

// --- a card's menu: a right press, a finger that rests, M ---------------------------------------
parade.menu = (card) => {
  const moves = parade.movesOf(card.dataset.pick).sort((a, b) => parade.rank(a) - parade.rank(b));
  if (!moves.length) {
    say(parade.words().nowhere.replace("%s", cardName(card)), "refusal");
    play("refuse");
    return;
  }
  drop();
  parade.dialog(card, moves).showModal();
};
parade.dialog = (card, moves) => {
  const dialog = byId("card-menu") || parade.made();
  dialog.querySelector("h2").textContent = parade.words().movesOf.replace("%s", cardName(card));
  dialog.querySelector(".dialog-body").replaceChildren(...moves.map((move) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = parade.told(move, card.dataset.pick);
    button.addEventListener("click", () => { dialog.close(); send(move, card.id, "place"); });
    return button;
  }));
  return dialog;
};
parade.made = () => {
  const help = byId("help").querySelector("header").cloneNode(true);
  const dialog = document.createElement("dialog");
  dialog.id = "card-menu";
  dialog.className = "dialog card-menu";
  dialog.setAttribute("aria-labelledby", "card-menu-title");
  help.querySelector("h2").id = "card-menu-title";
  const body = document.createElement("div");
  body.className = "dialog-body";
  dialog.append(help, body);
  byId("help").after(dialog);
  return dialog;
};
parade.told = (move, from) => {
  const words = parade.words(), goal = parade.goalOf(move, from);
  if (goal === "x") return words.discard;
  const top = parade.topOf(goal);
  if (move.includes("=")) return words.change.replace("%s", cardName(top));
  return top.classList.contains("place")
    ? words.fill.replace("%s", top.closest("ol").getAttribute("aria-label"))
    : words.build.replace("%s", cardName(top));
};
// The press that a lifted finger ends in belongs to the rest before it.
parade.swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
area.addEventListener("pointerdown", (event) => {
  clearTimeout(parade.hold);
  removeEventListener("click", parade.swallow, true);
  const card = event.target.closest(".card[data-pick]");
  if (event.pointerType !== "touch" || !card || !card.dataset.pick) return;
  parade.hold = setTimeout(() => {
    if (!drag || drag.moving || drag.card !== card) return;
    drag = null;
    addEventListener("click", parade.swallow, { capture: true, once: true });
    parade.menu(card);
  }, 480);
});
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => {
  clearTimeout(parade.hold);
  setTimeout(() => removeEventListener("click", parade.swallow, true), 80);
});
// A browser's own menu would lie over ours.
area.addEventListener("contextmenu", (event) => {
  if (!event.target.closest(".parade")) return;
  event.preventDefault();
  const card = event.target.closest(".card");
  if (card && card.dataset.say && !card.dataset.pick) { say(card.dataset.say, "refusal"); play("refuse"); }
});

// --- what a hint names ----------------------------------------------------------------------------
parade.showHint = () => {
  for (const old of board().querySelectorAll(".hint")) old.classList.remove("hint");
  const move = board().dataset.hint;
  if (!move) return;
  const ends = move === "deal" ? ["s"] : move.split(/[=>]/);
  for (const end of ends) parade.topOf(end).classList.add("hint");
};
document.addEventListener("table:drawn", parade.showHint);

// --- keys: arrows through the rows, 1 to 8, letters ------------------------------------------------
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
  return [text("stock-count"), text("passes"), figures("standing") || text("aces"), ...seen]
    .filter(Boolean).join("; ");
};
layout.keys = {
  m: (card) => { if (card && card.dataset.pick) parade.menu(card); else say(stays(card)); },
  h: () => { if (byId("hint") && !busy) byId("hint").requestSubmit(); },
  s: () => say(parade.state()),
  w: () => {},
};
parade.showHint();
