// The table from the keyboard: arrows, numbers, letters. See table.js.
"use strict";
const piles = () => [...board().querySelectorAll("[data-pile]")];
const inPile = (pile) => [...pile.querySelectorAll("button")].filter((b) => !b.disabled);
const rowOf = (pile) => piles().filter((one) => one.parentElement === pile.parentElement && inPile(one).length)
  .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
function beside(pile, by) {
  const row = rowOf(pile);
  return row[row.indexOf(pile) + by];
}
function across(pile) {
  const middle = pile.getBoundingClientRect().left + pile.getBoundingClientRect().width / 2;
  const far = (one) => Math.abs(one.getBoundingClientRect().left + one.getBoundingClientRect().width / 2 - middle);
  return piles().filter((one) => one.parentElement !== pile.parentElement && inPile(one).length)
    .sort((a, b) => far(a) - far(b))[0];
}
function walk(button, key) {
  const pile = pileOf(button);
  const mine = inPile(pile), i = mine.indexOf(button);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const by = key === "ArrowRight" ? 1 : -1;
    if (pile.dataset.pile === "w" && mine[i + by]) return mine[i + by];
    const to = beside(pile, by);
    return to && inPile(to).at(-1);
  }
  if (key === "Home") return inPile(rowOf(pile)[0]).at(-1);
  if (key === "End") return inPile(rowOf(pile).at(-1)).at(-1);
  const column = pile.dataset.pile[0] === "t";
  if (key === "ArrowUp") return column ? mine[i - 1] || inPile(across(pile)).at(-1) : null;
  return column ? mine[i + 1] : inPile(across(pile))[0];
}
area.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    if (drag && drag.moving) putBack();
    else if (picked) { drop(); statusRegion.textContent = area.dataset.dropped; }
    return;
  }
  const button = event.target.closest("button");
  if (event.repeat && button && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return; }
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest(".board") && button) {
    if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const to = layout.walk(button, event.key);
      if (to) to.focus();
      return;
    }
    const column = /^[1-9]$/.test(event.key) && layout.numbered(button, event.key);
    if (column) { inPile(column).at(-1).focus(); return; }
  }
  if (!event.target.matches("input, textarea, select")) letter(event, button);
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drag && drag.moving) putBack();
});
function letter(event, button) {
  if (area.dataset.letters === "off" || event.repeat) return;
  const card = picked ? byId(pickedId) : button && pileOf(button) ? button : null;
  const keys = {
    d: () => { const stock = byId("stock"); if (stock && !stock.disabled) press(stock, false); },
    f: () => layout.best(card && card.dataset.pick ? card : null),
    u: () => undo(),
    s: () => say(state()),
    w: () => say([...board().querySelectorAll("#card-list .visually-hidden")].map((e) => e.textContent).join(", ") || area.dataset.empty),
    m: () => say(ways(card)),
    r: () => say(lastSaid),
    "?": () => openDialog("help"),
    ...layout.keys,
  };
  const act = keys[event.key.toLowerCase()];
  if (act) { event.preventDefault(); act(card); }
}
function undo() {
  const button = byId("undo-button");
  if (!button) return;
  if (busy) { queue = [...queue, undo].slice(-3); return; }
  if (button.disabled) say(area.dataset.nothing, "refusal");
  else byId("undo").requestSubmit(button);
}
// As "Cards placed 3 of 96, Piles finished 0 of 24".
const figures = (id) => [...board().querySelectorAll(`#${id} > div`)]
  .map((figure) => [...figure.children].map(words).join(" ")).join(", ");
function state() {
  const seen = piles().filter((pile) => pile.dataset.pile[0] !== "s").map((pile) => {
    const top = inPile(pile).at(-1);
    return top && top.getAttribute("aria-label");
  });
  return [`${text("stock-count")}, ${text("passes")}`, ...seen].filter(Boolean).join("; ");
}
// Why a card cannot be moved, or else what it is.
const stays = (card) => card ? card.dataset.say || card.getAttribute("aria-label") : area.dataset.empty;
function ways(card) {
  if (!card || !card.dataset.pick) return stays(card);
  const old = [picked, pickedId];
  pickedId = card.id;
  const found = goals(card.dataset.pick).map((pile) => pile.getAttribute("aria-label").split(",")[0]);
  [picked, pickedId] = old;
  return `${cardName(card)}: ${found.join(", ") || area.dataset.empty}`;
}
