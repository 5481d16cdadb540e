// Hands at the table: picking a card and its place by presses, and dragging. See table.js.
"use strict";
let picked = "";        // what is picked up, as "t3:2"
let pickedId = "";      // the id of its first card
let sent = null;        // what was picked when the last move was sent

// --- sending: one move at a time; the next one waits, for the same card only ----------------------
function send(notation, cardId, voice) {
  const form = byId("play");
  if (!form) return;
  if (busy) { queue = [...queue, () => sendLater(notation, cardId, voice)].slice(-3); return; }
  lastVoice = voice || "place";
  focusOn = cardId || focusOn;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "move";
  field.value = notation;
  form.append(field);
  form.requestSubmit();
  field.remove();
}
function sendLater(notation, cardId, voice) {
  const card = cardId && byId(cardId);
  // Either side of an interchange may be the card that was picked.
  const sources = notation.includes("=") ? notation.split("=") : [notation.split(">")[0]];
  if (card && !spellings(card.dataset.pick).some((one) => sources.includes(one))) return;
  if (cardId && !card) return;
  send(notation, cardId, voice);
}

// --- picking ----------------------------------------------------------------------------------
function spellings(pick) {
  const [pile, count] = pick.split(":");
  return !count || count === "1" ? [pick, pile] : [pick];
}
// What games differ in. A layout with a script of its own puts other functions in their place.
const layout = {
  // The legal move of what is picked to a pile, if there is one.
  moveTo(pick, pile) {
    const goal = pile[0] === "f" ? "f" : pile;
    return legal().find((move) => spellings(pick).some((source) => move === `${source}>${goal}`));
  },
  // The move that is tried all the same, so that the server says why not.
  tried(pick, pile) {
    const goal = pile[0] === "f" ? "f" : pile, source = spellings(pick);
    return `${goal === "f" ? source.at(-1) : source[0]}>${goal}`;
  },
  // Whether a card that is pressed while another is picked is picked instead, and is no goal.
  instead: () => false,
  best: (card) => up(card),     // a double press, F
  second: (card) => up(card),   // a right press
  walk: (button, key) => walk(button, key),
  numbered: (button, number) => board().querySelector(`[data-pile="t${number}"]`),
  dropped: () => {},            // whenever something else is picked, or nothing
  keys: {},                     // letters that the game knows besides
};
const moveTo = (pick, pile) => layout.moveTo(pick, pile);
function goals(pick) {
  return [...board().querySelectorAll("[data-pile]")].filter((pile) => {
    if (!moveTo(pick, pile.dataset.pile)) return false;
    const suit = pickedId.slice(3);
    return pile.dataset.pile[0] !== "f" || pile.dataset.pile[1] === suit;
  });
}
function take(card) {
  layout.dropped();
  picked = card.dataset.pick;
  pickedId = card.id;
  mark();
}
function pick(card) {
  take(card);
  play("pick");
  statusRegion.textContent = area.dataset.picked.replace("%s", cardName(card));
}
function drop() {
  layout.dropped();
  picked = pickedId = "";
  mark();
}
const cardName = (card) => card.getAttribute("aria-label").split(",")[0];
function carriedWith(card) {
  const item = card.closest("li");
  const all = [];
  for (let one = item; one; one = one.nextElementSibling) all.push(one.querySelector(".card"));
  return all;
}
function mark() {
  for (const card of board().querySelectorAll(".picked, .carried, .goal"))
    card.classList.remove("picked", "carried", "goal");
  for (const card of board().querySelectorAll("[aria-pressed][data-pick]")) card.removeAttribute("aria-pressed");
  const first = picked && byId(pickedId);
  if (!first) return;
  first.setAttribute("aria-pressed", "true");
  for (const card of carriedWith(first)) card.classList.add("carried");
  for (const pile of goals(picked)) pile.classList.add("goal");
}
// Tries to put what is picked on a pile; a move that is not legal is sent as well, since the
// server says why.
function put(pile) {
  const id = pickedId;
  const fits = Boolean(moveTo(picked, pile));
  const move = moveTo(picked, pile) || layout.tried(picked, pile);
  sent = [picked, pickedId];
  if (fits) drop();
  send(move, id, pile[0] === "f" ? "foundation" : "place");
  return fits;
}
function up(card) {
  if (!card || !card.dataset.pick) return;
  const source = spellings(card.dataset.pick).at(-1);
  drop();
  send(`${source}>f`, card.id, "foundation");
}

let lastPress = 0;
area.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !board().contains(button)) return;
  if (drag && drag.swallow) { drag = null; event.preventDefault(); return; }
  if (!pileOf(button)) return;
  event.preventDefault();
  const again = event.detail > 1 && event.timeStamp - lastPress < 350;
  lastPress = event.timeStamp;
  press(button, again);
});
// `again`: the second half of a double press, which must not do the first half's work twice.
function press(button, again) {
  const pile = pileOf(button).dataset.pile;
  if (button.id === "stock") {
    if (again || button.disabled) return;
    if (busy) { queue = [...queue, () => byId("stock") && press(byId("stock"), false)].slice(-3); return; }
    drop();
    send(button.value, "stock", button.value);
  } else if (picked && pickedId === button.id) {
    if (!again) { drop(); statusRegion.textContent = area.dataset.dropped; }
  } else if (again && !picked) {
    return;
  } else if (picked && pile !== picked.split(":")[0] && !layout.instead(button, pile)) {
    // Why not is said by the answer; the card that was meant may have been this one.
    if (!put(pile) && button.dataset.pick && pile[0] !== "f") take(button);
  } else if (button.dataset.pick) pick(button);
  else if (button.dataset.say) { say(button.dataset.say, "refusal"); play("refuse"); }
}
area.addEventListener("dblclick", (event) => {
  const card = event.target.closest(".card");
  if (card && picked && pickedId === card.id) layout.best(card);
});
area.addEventListener("contextmenu", (event) => {
  const card = event.target.closest(".card[data-pick]");
  if (!card || !card.dataset.pick || event.pointerType === "touch") return;
  event.preventDefault();
  layout.second(card);
});

// --- dragging: a clone in a layer of its own; the board stays as it is ------------------------
area.addEventListener("pointerdown", (event) => {
  if (drag && drag.moving) { putBack(); return; }   // a second finger
  drag = null;
  const card = event.target.closest(".card[data-pick]");
  if (!card || !card.dataset.pick || event.button !== 0 || !byId("play")) return;
  const source = card.dataset.pick.split(":")[0];
  if (source[0] === "f" && !legal().some((move) => move.startsWith(`${source}>`))) return;
  drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
});
addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id || drag.swallow) return;
  const x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!drag.moving) {
    if (Math.hypot(x, y) < 6) return;
    lift();
  }
  drag.layer.style.transform = `translate(${drag.left + x}px, ${drag.top + y}px)`;
  drag.dx = x; drag.dy = y;
  hover();
});
addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (drag.moving) letGo(); else drag = null;
});
addEventListener("pointercancel", () => putBack());
addEventListener("lostpointercapture", () => { if (drag && drag.moving) putBack(); });
addEventListener("blur", () => putBack());

function lift() {
  const cards = carriedWith(drag.card);
  const first = drag.card.getBoundingClientRect();
  drag.moving = true;
  drag.cards = cards;
  drag.left = first.left; drag.top = first.top;
  drag.boxes = cards.map((card) => card.getBoundingClientRect());
  drag.layer = document.createElement("div");
  drag.layer.className = "drag-layer";
  drag.layer.setAttribute("aria-hidden", "true");
  cards.forEach((card, i) => {
    const copy = card.cloneNode(true);
    copy.removeAttribute("id");
    copy.tabIndex = -1;
    copy.classList.remove("picked", "carried", "held");
    copy.style.width = `${first.width}px`;
    copy.style.height = `${first.height}px`;
    copy.style.top = `${drag.boxes[i].top - first.top}px`;
    drag.layer.append(copy);
    card.classList.add("held");
  });
  document.body.append(drag.layer);
  try { drag.card.setPointerCapture(drag.id); } catch { /* the pointer is gone already */ }
  picked = drag.card.dataset.pick;
  pickedId = drag.card.id;
  for (const pile of goals(picked)) pile.classList.add("goal");
}
function hover() { drag.target = nearest(goals(picked)) || nearest(others()); }
const others = () => [...board().querySelectorAll("[data-pile]")].filter(
  (pile) => pile.dataset.pile !== picked.split(":")[0] && pile.dataset.pile !== "s" && pile.dataset.pile !== "w");
function nearest(piles) {
  const box = drag.boxes[0];
  const left = box.left + drag.dx, top = box.top + drag.dy;
  let best = null, most = 0;
  for (const pile of piles) {
    const place = pile.getBoundingClientRect();
    const wide = Math.min(left + box.width, place.right) - Math.max(left, place.left);
    const high = Math.min(top + box.height, place.bottom) - Math.max(top, place.top);
    if (wide > 0 && high > 0 && wide * high > most) { most = wide * high; best = pile; }
  }
  return most > box.width * box.height * 0.08 ? best : null;
}
function letGo() {
  hover();
  const { target, cards, boxes, dx, dy } = drag;
  const swallow = { swallow: true };
  dropped = new Map(cards.map((card, i) => [card.id,
    new DOMRect(boxes[i].left + dx, boxes[i].top + dy, boxes[i].width, boxes[i].height)]));
  const layer = drag.layer;
  drag.moving = false;
  release();
  drag = swallow;
  setTimeout(() => { if (drag === swallow) drag = null; }, 50);
  const busyBefore = busy;
  if (target) put(target.dataset.pile);
  drop();
  if (held) { const fresh = held; held = null; swapIn(fresh); }
  if (!target || busyBefore) { layer.remove(); settleDrop(); return; }
  // The clone waits where it was let go until the answer shows the card in its place.
  for (const card of cards) card.classList.add("held");
  waiting = { layer, cards };
}
let waiting = null;
function clearWaiting() {
  if (!waiting) return;
  waiting.layer.remove();
  for (const card of waiting.cards) card.classList.remove("held");
  waiting = null;
}
// A card that stayed where it was goes back there from where it was let go.
function settleDrop() {
  clearWaiting();
  const from = dropped;
  dropped = null;
  if (from && !still()) motion.settle(from);
}
function release() {
  for (const card of drag.cards) card.classList.remove("held");
  try { drag.card.releasePointerCapture(drag.id); } catch { /* gone already */ }
}
function putBack() {
  if (!drag || !drag.moving) return;
  const { cards, boxes, dx, dy, layer } = drag;
  dropped = new Map(cards.map((card, i) => [card.id,
    new DOMRect(boxes[i].left + (dx || 0), boxes[i].top + (dy || 0), boxes[i].width, boxes[i].height)]));
  drag.moving = false;
  release();
  layer.remove();
  drag = { swallow: true };
  setTimeout(() => { drag = null; }, 50);
  drop();
  statusRegion.textContent = area.dataset.dropped;
  settleDrop();
  if (held) { const fresh = held; held = null; swapIn(fresh); }
}

// --- what comes of an answer ------------------------------------------------------------------------
hands.drawn = () => {
  const card = picked && byId(pickedId);
  if (picked && (!card || card.dataset.pick !== picked)) drop();
  mark();
};
hands.answered = () => { if (dropped && !busy) settleDrop(); };
hands.lost = () => {
  const card = sent && byId(sent[1]);
  if (card && card.dataset.pick === sent[0]) {
    [picked, pickedId] = sent;
    mark();
  }
  settleDrop();
};
document.body.addEventListener("htmx:beforeSwap", clearWaiting);
