// The table's script: what is said, the keyed swap, focus, dialogs, a lost connection. Whatever
// happens ends in a form that is sent, and the server decides. table-hands and table-keys follow
// where cards are moved, and a layout's own script; table-later comes with the first gesture.
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
// What no page needs before the first gesture is fetched then: motion, choices, and what sounds.
const fetched = (name) => import(area.dataset[name]);
for (const gesture of ["pointerdown", "keydown"])
  addEventListener(gesture, () => { for (const name of ["later", "sounds"]) fetched(name).catch(() => {}); }, { once: true });
// What table-hands.js does where cards are moved, and table-later.js once it is there.
const hands = { drawn() {}, answered() {}, lost() {} };
const motion = { before() {}, after() {}, settle() {} };

let busy = false;       // a request is on its way
let asked = false;      // the last one was for something that the player did
let queue = [];         // what a fast hand did meanwhile
let drag = null;
let held = null;        // an answer that came during a drag
let dropped = null;     // where a dragged card was let go, for its motion
let lastVoice = "";
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

// --- the focus: the board is one Tab stop -----------------------------------------------------------
const stops = () => [...board().querySelectorAll(".board button")].filter((b) => !b.disabled);
function rove(id, focus) {
  const all = stops();
  if (!all.length) return;
  const wanted = (id && byId(id)) || board().querySelector(".board [tabindex='0']");
  let to = wanted && all.includes(wanted) ? wanted : all[0];
  for (const stop of all) stop.tabIndex = stop === to ? 0 : -1;
  const away = !document.activeElement || document.activeElement === document.body;
  if (focus && wanted && !all.includes(wanted)) { if (!wanted.disabled && wanted.isConnected && !pileOf(wanted)) to = wanted; }
  if (focus && (away || document.activeElement !== to) && !document.querySelector("dialog:modal")) to.focus({ preventScroll: true });
  // A finger's table stays where it is; what keys have put the focus on comes into sight.
  if (focus && to.matches(":focus-visible")) to.scrollIntoView({ block: "nearest" });
}
area.addEventListener("focusin", (event) => {
  if (event.target.closest(".board")) {
    for (const stop of stops()) stop.tabIndex = stop === event.target ? 0 : -1;
  }
});
const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
const text = (id) => (byId(id) ? words(byId(id)) : "");

// --- answers ----------------------------------------------------------------------------------
function newer(fresh) {
  const old = board().dataset, next = fresh.dataset;
  if (+next.round !== +old.round) return +next.round > +old.round || +old.round === 0;
  return +next.at >= +old.at;
}
function swapIn(fresh) {
  const moving = !still(), another = fresh.dataset.round !== board().dataset.round;
  if (moving) motion.before(another);
  const inside = board().contains(document.activeElement) ? document.activeElement.id : "";
  const lost = document.activeElement === document.body && focusOn;
  keyedSwap(board(), fresh);
  if (moving) motion.after(another);
  dropped = null;
  hands.drawn();
  rove(focusOn || inside, Boolean(inside || lost || focusOn));
  focusOn = "";
  tell(another);
  openQuestion();
  countdown();
  htmx.process(board());
  document.dispatchEvent(new Event("table:drawn"));   // for a layout with a script of its own
}
// What the table says of itself. One that came unasked, again and again, says the same only once.
function tell(another) {
  const said = byId("said"), words = said ? said.textContent.trim() : "";
  if (asked || words !== lastSaid.trim()) say(words, said && said.dataset.kind);
  play(said && said.dataset.kind === "refusal" ? "refuse" : another ? "deal" : lastVoice);
  lastVoice = "";
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

// --- answers on their way: one at a time; what a fast hand does meanwhile waits ---------------------
function next() {
  const wish = queue.shift();
  if (wish) wish();
}
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (!area.contains(event.detail.elt)) return;
  busy = true;
  asked = event.detail.elt.matches("form");
  if (event.detail.elt.id === "undo") lastVoice = "undo";
  board().setAttribute("aria-busy", "true");
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!area.contains(event.detail.elt) && event.detail.elt.isConnected) return;
  busy = false;
  board().removeAttribute("aria-busy");
  const { status } = event.detail.xhr || {};
  if (status && status < 500) connected();
  hands.answered();
  setTimeout(next, 0);
});
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort"])
  document.body.addEventListener(name, () => disconnected());
document.body.addEventListener("htmx:responseError", (event) => {
  const { status, responseText } = event.detail.xhr, told = status === 503 && toldBy(responseText);
  if (status > 501 && !told) { disconnected(); return; }   // a proxy, which has found nobody behind it
  if (status < 500 && status !== 404) return;
  keepPicked();
  say(told || area.dataset.lost, "refusal");
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

// --- a lost connection ------------------------------------------------------------------------
function keepPicked() {
  queue = [];
  hands.lost();
}
function disconnected() {
  busy = false;
  keepPicked();
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
  if (!byId("offline").hidden) { refresh(); return; }
  const { round, at, fragment } = board().dataset, id = +name.slice(6);
  if (busy || first || board().querySelector("[open]") || (name ? !name.startsWith("round:") : !fragment)) return;
  if (!name || id > +round || (id === +round && version > +at)) refresh();
}, 400));
byId("reconnect").setAttribute("hx-ext", "keyed");
byId("reconnect").addEventListener("click", refresh);
addEventListener("offline", disconnected);
// A stream that ends may have ended for other reasons: asking tells.
document.addEventListener("fairdeal:lost", () => { if (!busy && byId("offline").hidden) refresh(); });
addEventListener("online", () => { if (!byId("offline").hidden) refresh(); });
byId("reconnect").addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) connected();
});

// --- the next deal: its seed, and the time until it may be dealt --------------------------------------
let clock = 0;
function countdown() {
  clearInterval(clock);
  const waiting = [...document.querySelectorAll("#deal [data-wait]")];
  if (!waiting.length) return;
  const end = performance.now() + 1000 * (+waiting[0].dataset.wait || 0);
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    for (const button of waiting) wait(button, left);
    if (left <= 0) clearInterval(clock);
  };
  if (end > performance.now()) clock = setInterval(tick, 200);
  tick();
}
function wait(button, left) {
  const label = button.querySelector("span");
  const word = button.dataset.word || (button.dataset.word = label.textContent);
  button.disabled = left > 0;
  label.textContent = left > 0 ? `${button.dataset.later} ${left}` : word;
}
// The player's part of the shuffle is made anew for each deal, after the commitment was seen.
area.addEventListener("submit", (event) => {
  if (event.target.id !== "deal") return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  byId("client-seed").value = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
}, true);

// --- dialogs; what they hold and what is chosen there is up to table-later.js ------------------------
function openDialog(id) {
  const dialog = byId(id);
  if (!dialog || dialog.matches(":modal")) return;
  dialog.removeAttribute("open");
  dialog.showModal();
  if (dialog.dataset.from && dialog.dataset.read !== board().dataset.round)
    fetched("later").then((later) => later.fill(dialog)).catch(() => { dialog.close(); disconnected(); });
}
function openQuestion() { if (byId("ask")) openDialog("ask"); }
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-dialog]");
  if (link) { event.preventDefault(); openDialog(link.dataset.dialog); }
  if (event.target.matches("dialog")) event.target.close();
  if (event.target.closest("#ask #sure")) byId("ask").close();
});
// A choice is applied at once where a script runs; the form alone does it too.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-preference]");
  if (!form) return;
  event.preventDefault();
  const { submitter } = event;
  fetched("later").then((later) => later.choose(form, submitter)).catch(disconnected);
});

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
rove("", false);
countdown();
openQuestion();
