// What a table needs after the first gesture only, when it is fetched: motion, what dialogs hold,
// choices. A move that comes sooner is seen without motion. See table.js.

// --- motion: first, last, invert, play. All boxes are read before any card is moved, or each would
//     cost a layout; and as seen from the board, whose own shift moves none ----------------------
const movable = () => [...board().querySelectorAll(".card[id^='c-']")];
function fromBoard(box) {
  const origin = board().querySelector(".board").getBoundingClientRect();
  return new DOMRect(box.left - origin.left, box.top - origin.top, box.width, box.height);
}
const boxOf = (element) => fromBoard(element.getBoundingClientRect());
let first = new Map();   // where each card lay
let stock = null;        // where cards come from that lay nowhere
let tops = null;         // the foundations, before the house played the rest

motion.before = (another) => {
  land();
  const cards = movable(), pile = byId("stock");
  for (const card of cards) for (const moving of card.getAnimations()) moving.cancel();
  first = new Map(cards.map((card) => [card.id, boxOf(card)]));
  if (dropped) for (const [id, box] of dropped) first.set(id, fromBoard(box));
  stock = pile && boxOf(pile);
  tops = another ? null : foundations();
};
motion.after = (another) => {
  let nth = 0;
  const seen = movable().map((card) => [card, boxOf(card)]);
  if (tops && playedOut(foundations())) { fly(foundations()); return; }
  for (const [card, now] of seen) {
    const old = first.get(card.id);
    const from = old || (another || "wv".includes(pileOf(card).dataset.pile[0]) ? stock : null);
    if (from && apart(from, now)) glide(card, from, now, old ? 0 : nth++ * 25);
    else if (!old && !another) turnUp(card);
  }
};
motion.settle = (from) => {
  const seen = [...from].filter(([id]) => byId(id)).map(([id, box]) => [byId(id), box, byId(id).getBoundingClientRect()]);
  for (const [card, box, now] of seen) glide(card, box, now, 0);
};
const apart = (one, other) => Math.abs(one.left - other.left) > 1 || Math.abs(one.top - other.top) > 1;
function glide(card, from, now, delay) {
  card.animate(
    [{ transform: `translate(${from.left - now.left}px, ${from.top - now.top}px)`, zIndex: 9 }, { transform: "none", zIndex: 9 }],
    { duration: 170, delay, fill: "backwards", easing: "cubic-bezier(.2,.7,.3,1)" });
}
function turnUp(card) {
  card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 150, easing: "ease-out" });
}

// --- the house plays the rest: one card after another flies up, over a table that is final already.
//     Whatever the player does ends it -----------------------------------------------------------
const RANKS = "A23456789TJQK", GAP = 45, FLIGHT = 160, FEW = 3;
// The rank that each foundation has come to, 0 for none; by the letter of its suit.
function foundations() {
  const piles = [...board().querySelectorAll(".foundation")];
  return piles.length && new Map(piles.map((pile) => {
    const top = pile.querySelector("[id^='c-']");
    return [pile.dataset.pile[1], top ? RANKS.indexOf(top.id[2]) + 1 : 0];
  }));
}
function playedOut(now) {
  let cards = 0;
  for (const [suit, rank] of now) cards += rank - tops.get(suit);
  return cards > FEW;
}
let flight = null;
function land() {
  if (!flight) return;
  flight.remove();
  flight = null;
}
for (const input of ["pointerdown", "keydown", "wheel"]) addEventListener(input, land, { capture: true, passive: true });
function fly(now) {
  flight = document.createElement("div");
  flight.className = "flight";
  flight.setAttribute("aria-hidden", "true");
  const goals = new Map([...now.keys()].map((suit) => [suit, board().querySelector(`[data-pile="f${suit}"]`)]));
  for (const [suit, rank] of tops) if (rank) lay(rank, suit, boxOf(goals.get(suit)));
  let nth = 0, last = null;
  for (let rank = 1; rank <= RANKS.length; rank++) for (const [suit, goal] of goals) {
    if (rank <= tops.get(suit) || rank > now.get(suit)) continue;
    const to = boxOf(goal), from = first.get(`c-${RANKS[rank - 1]}${suit}`) || stock || to;
    // In a column the lower rank lies above, on a foundation the higher one.
    last = lay(rank, suit, to).animate(
      [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, zIndex: RANKS.length - rank }, { transform: "none" }],
      { duration: FLIGHT, delay: GAP * nth++, fill: "backwards", easing: "cubic-bezier(.2,.7,.3,1)" });
  }
  board().querySelector(".board").append(flight);
  if (last) last.onfinish = land;
}
function lay(rank, suit, box) {
  const card = board().querySelector("svg.card-face").cloneNode(true), use = card.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${RANKS[rank - 1]}${suit}`));
  Object.assign(card.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, zIndex: RANKS.length + rank });
  flight.append(card);
  return card;
}

// --- asking besides the table: the answer; null where the page goes elsewhere or was told why
//     not. Throws where no answer came, or none that a person could read ------------------------
async function ask(address, wanted = {}) {
  const tab = JSON.parse(document.body.getAttribute("hx-headers"));   // whose page this is
  const headers = { ...tab, "HX-Request": "true", "HX-Current-URL": location.href };
  const answer = await fetch(address, { ...wanted, headers });
  const goal = answer.headers.get("HX-Redirect") || (answer.redirected && answer.url);
  if (goal) { location.assign(goal); return null; }
  if (answer.headers.get("HX-Refresh")) { location.reload(); return null; }
  if (answer.ok) return answer;
  const { status, statusText } = answer, text = await answer.text(), told = toldBy(text);
  if (status === 404 || (status >= 500 && !(status === 503 && told))) throw new Error(statusText);
  say(told || text, "refusal");
  return null;
}

// --- what dialogs hold ------------------------------------------------------------------------------
// What is seldom read is fetched when it is asked for, anew for each game: its rules may differ.
export async function fill(dialog) {
  try {
    const answer = await ask(dialog.dataset.from);
    if (!answer) { dialog.close(); return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const body = page.getElementById(dialog.id).querySelector(".dialog-body");
    dialog.querySelector(".dialog-body").replaceWith(document.importNode(body, true));
    dialog.dataset.read = board().dataset.round;
  } catch { dialog.close(); disconnected(); }
}

// --- choices ----------------------------------------------------------------------------------------
const applied = {
  table_color: (value) => { root.dataset.table = value; },
  sound: (value) => { root.dataset.sound = value; },
  four_colors: (value) => { root.dataset.deck = value === "on" ? "four" : "two"; },
  left_handed: (value) => { root.dataset.hand = value === "on" ? "left" : "right"; },
  motion: (value) => { root.dataset.motion = value; },
  letter_keys: (value) => { area.dataset.letters = value; },
  card_back: (value) => { root.dataset.back = value; },
};
// What was chosen is shown at once, and taken back where it was not kept.
export async function choose(form, button) {
  const choice = form.elements.name.value, { value } = button;
  const fields = new FormData(form, button);
  const former = chosenBefore(form);
  showChoice(choice, value);
  if (choice === "sound") play("pick");
  try {
    const kept = await ask(form.action, { method: "POST", body: new URLSearchParams(fields) });
    if (!kept) showChoice(choice, former);
  } catch { showChoice(choice, former); disconnected(); }
}
function showChoice(choice, value) {
  applied[choice](value);
  for (const form of document.querySelectorAll("[data-preference]"))
    if (form.elements.name.value === choice) markChoice(form, value);
}
function chosenBefore(form) {
  const buttons = [...form.querySelectorAll("button[name=value]")];
  if (buttons.length === 1) return buttons[0].value === "on" ? "off" : "on";
  return buttons.find((button) => button.getAttribute("aria-pressed") === "true").value;
}
function markChoice(form, value) {
  const buttons = [...form.querySelectorAll("button[name=value]")];
  if (buttons.length === 1) {   // one button that switches
    buttons[0].setAttribute("aria-pressed", String(value === "on"));
    buttons[0].value = value === "on" ? "off" : "on";
  } else for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === value));
}
