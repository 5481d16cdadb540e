// The table's script: what is said, the keyed swap, motion, sending, a lost connection. Whatever
// happens ends in a form that is sent, and the server decides. table-hands, -keys, -stake follow.
"use strict";
const area = document.getElementById("play-area");
const statusRegion = document.getElementById("status");
const root = document.documentElement;
root.classList.add("js");

const board = () => document.getElementById("table");
const byId = (id) => document.getElementById(id);
const legal = () => (board().dataset.moves || "").split(" ").filter(Boolean);
const pileOf = (element) => element.closest("[data-pile]");
const still = () => document.hidden || root.dataset.motion === "off" ||
  (root.dataset.motion !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);
const play = (voice) => window.fairdealSound && window.fairdealSound(voice);
// What sounds is fetched after the first gesture, before which no page may sound.
for (const gesture of ["pointerdown", "keydown"])
  addEventListener(gesture, () => import(area.dataset.sounds).catch(() => {}), { once: true });

let picked = "";        // what is picked up, as "t3:2"
let pickedId = "";      // the id of its first card
let busy = false;       // a request is on its way
let queue = [];         // what a fast hand did meanwhile
let drag = null;
let held = null;        // an answer that came during a drag
let dropped = null;     // where a dragged card was let go, for its motion
let lastVoice = "";
let sent = null;        // what was picked when the last move was sent
let focusOn = "";       // the id that gets the focus after the swap

// --- what is said -----------------------------------------------------------------------------
let lastSaid = "";
function say(text, kind) {
  if (!text) return;
  lastSaid = text;
  // The same sentence twice is another text, or it would not be read again.
  statusRegion.textContent = statusRegion.textContent === text ? text + "\u00a0" : text;
  const shown = byId("said");
  if (shown) {
    shown.textContent = text;
    shown.classList.toggle("refusal", kind === "refusal");
  }
}

// --- the keyed swap: an element whose id is on the page stays, and its focus and motion with it ---
function morph(living, fresh, kept, gone) {
  for (const { name } of [...living.attributes])
    if (!fresh.hasAttribute(name)) living.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (living.getAttribute(name) !== value) living.setAttribute(name, value);
  if (living.matches("input:not([type=hidden]), output")) return;
  let at = living.firstChild;
  for (const node of [...fresh.childNodes]) {
    const same = at && !at.id && !node.id && at.nodeName === node.nodeName;
    const here = node.id ? kept.get(node.id) : same ? at : null;
    if (!here) living.insertBefore(node, at);
    else {
      if (here === at) at = at.nextSibling; else place(living, here, at);
      if (here.nodeType === 1) morph(here, node, kept, gone);
      else if (here.nodeValue !== node.nodeValue) here.nodeValue = node.nodeValue;
    }
  }
  // What is over goes last of all: a card that moves on may still lie in it.
  for (; at; at = at.nextSibling) gone.push([at, living]);
}
function place(parent, node, before) {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}
function keyedSwap(living, fresh) {
  const kept = new Map([...living.querySelectorAll("[id]")].map((e) => [e.id, e]));
  const gone = [];
  morph(living, fresh, kept, gone);
  for (const [node, parent] of gone) if (node.parentNode === parent) node.remove();
}

// --- motion: first, last, invert, play. All boxes are read before any card is moved, or each would
//     cost a layout; and as seen from the board, whose own shift moves none ----------------------
const movable = () => [...board().querySelectorAll(".card[id^='c-']")];
function fromBoard(box) {
  const origin = board().querySelector(".board").getBoundingClientRect();
  return new DOMRect(box.left - origin.left, box.top - origin.top, box.width, box.height);
}
function places() {
  const cards = movable();
  for (const card of cards) for (const motion of card.getAnimations()) motion.cancel();
  const found = new Map(cards.map((card) => [card.id, fromBoard(card.getBoundingClientRect())]));
  if (dropped) for (const [id, box] of dropped) found.set(id, fromBoard(box));
  return found;
}
function animate(before, stock, fresh) {
  let nth = 0;
  const seen = movable().map((card) => [card, fromBoard(card.getBoundingClientRect())]);
  for (const [card, now] of seen) {
    const old = before.get(card.id);
    const from = old || (fresh || "wv".includes(pileOf(card).dataset.pile[0]) ? stock : null);
    if (from && (Math.abs(from.left - now.left) > 1 || Math.abs(from.top - now.top) > 1)) {
      const shift = `translate(${from.left - now.left}px, ${from.top - now.top}px)`;
      card.animate(
        [{ transform: shift, zIndex: 9 }, { transform: "none", zIndex: 9 }],
        { duration: 170, delay: old ? 0 : nth++ * 25, fill: "backwards", easing: "cubic-bezier(.2,.7,.3,1)" });
    } else if (!old && !fresh) {
      card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: 150, easing: "ease-out" });
    }
  }
}

// --- answers ----------------------------------------------------------------------------------
function newer(fresh) {
  const old = board().dataset, next = fresh.dataset;
  if (+next.round !== +old.round) return +next.round > +old.round || +old.round === 0;
  return +next.at >= +old.at;
}
function swapIn(fresh) {
  const motion = !still();
  const before = motion ? places() : null;
  const stock = byId("stock") && fromBoard(byId("stock").getBoundingClientRect());
  const another = fresh.dataset.round !== board().dataset.round;
  const inside = board().contains(document.activeElement) ? document.activeElement.id : "";
  const lost = document.activeElement === document.body && focusOn;
  keyedSwap(board(), fresh);
  if (motion) animate(before, stock, another);
  dropped = null;
  if (picked && !byId(pickedId)) drop();
  if (picked && !samePick()) drop();
  mark();
  rove(focusOn || inside, Boolean(inside || lost || focusOn));
  focusOn = "";
  const said = byId("said");
  if (said && said.textContent) say(said.textContent, said.dataset.kind);
  play(said && said.dataset.kind === "refusal" ? "refuse" : another ? "deal" : lastVoice);
  lastVoice = "";
  openQuestion();
  countdown();
  markPrice();
  htmx.process(board());
  document.dispatchEvent(new Event("table:drawn"));   // for a layout with a script of its own
}
function samePick() {
  const card = byId(pickedId);
  return card && card.dataset.pick === picked;
}
function arrive(fresh) {
  byId("messages").replaceChildren();   // what was refused before is over once a table has come
  if (!newer(fresh)) return;
  if (drag && drag.moving) { held = fresh; return; }
  swapIn(fresh);
}
htmx.defineExtension("keyed", {
  isInlineSwap: (style) => style === "keyed",
  handleSwap: (style, target, fragment) => {
    if (style !== "keyed") return false;
    const fresh = fragment.firstElementChild;
    if (fresh && fresh.id === "table") arrive(document.importNode(fresh, true));
    return [];
  },
});

// --- sending: one at a time; what a fast hand does meanwhile waits, for the same card only -------
function send(notation, cardId, voice) {
  const form = byId("play");
  if (!form) return;
  if (busy) { queue = [{ notation, cardId, voice }]; return; }
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
function next() {
  const wish = queue.shift();
  if (!wish) return;
  if (wish.draw) { if (byId("stock")) press(byId("stock"), false); return; }
  if (wish.undo) { if (byId("undo-button") && !byId("undo-button").disabled) byId("undo").requestSubmit(); return; }
  const card = wish.cardId && byId(wish.cardId);
  // Either side of an interchange may be the card that was picked.
  const sources = wish.notation.includes("=") ? wish.notation.split("=") : [wish.notation.split(">")[0]];
  if (card && !spellings(card.dataset.pick).some((one) => sources.includes(one))) return;
  if (wish.cardId && !card) return;
  send(wish.notation, wish.cardId, wish.voice);
}
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (!area.contains(event.detail.elt)) return;
  busy = true;
  board().setAttribute("aria-busy", "true");
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!area.contains(event.detail.elt) && event.detail.elt.isConnected) return;
  busy = false;
  board().removeAttribute("aria-busy");
  if (event.detail.xhr && event.detail.xhr.status) connected();
  if (dropped && !byId("table").getAttribute("aria-busy")) settleDrop();
  setTimeout(next, 0);
});
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"])
  document.body.addEventListener(name, () => disconnected());
document.body.addEventListener("htmx:responseError", (event) => {
  const { status, responseText } = event.detail.xhr;
  if (status < 500 && status !== 404) return;
  keepPicked();
  say((status === 503 && toldBy(responseText)) || area.dataset.lost, "refusal");
});
// Closed for maintenance: said here, and not among the messages as well.
document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 503) detail.shouldSwap = false;
});
// The sentence in an answer that refuses; empty where it is no answer of ours.
function toldBy(text) {
  const told = new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert], .lead");
  return told ? told.textContent.trim() : "";
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

// --- a lost connection ------------------------------------------------------------------------
function keepPicked() {
  queue = [];
  if (sent && byId(sent[1]) && byId(sent[1]).dataset.pick === sent[0]) {
    [picked, pickedId] = sent;
    mark();
  }
}
function disconnected() {
  busy = false;
  keepPicked();
  settleDrop();
  byId("offline").hidden = false;
  say(area.dataset.lost, "refusal");
}
function connected() {
  if (byId("offline").hidden) return;
  byId("offline").hidden = true;
  say(area.dataset.back);
}
function refresh() {
  const from = board().dataset.fragment || location.pathname;
  htmx.ajax("GET", from, { source: byId("reconnect"), target: "#table", swap: "keyed", select: "#table" });
}
// Another tab moved, a finish was played, a new game was dealt: once our own answer is in; not while
// a question or a fold of the table is open, which it would close.
document.addEventListener("fairdeal:live", ({ detail: { name, version, first } }) => setTimeout(() => {
  const { round, at, fragment } = board().dataset, id = +name.slice(6);
  if (busy || first || board().querySelector("[open]") || (name ? !name.startsWith("round:") : !fragment)) return;
  if (!name || id > +round || (id === +round && version > +at)) refresh();
}, 400));
byId("reconnect").setAttribute("hx-ext", "keyed");
byId("reconnect").addEventListener("click", refresh);
addEventListener("online", () => { if (!byId("offline").hidden) refresh(); });
byId("reconnect").addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) connected();
});
