// The player's chat, fetched when it is first opened: a window beside whatever the page shows, or
// the whole page of the chat. A line has its key before the first try, is kept in this tab until the
// server has it, and goes again with the same key: it arrives once, in order, whatever happens.
const sign = document.querySelector("a[data-chat]");
const root = document.documentElement;
const tab = JSON.parse(document.body.getAttribute("hx-headers"));   // whose page this is
const KEPT = `chat ${tab["X-Player"]}`;
const PATIENCE = 15000, BYTES_A_SECOND = 20000, AGAIN = [1000, 2000, 4000, 8000], QUICK = 5000, TYPING = 3000;

let room = document.getElementById("chat");   // there already on the whole page
const whole = Boolean(room);
let shown = whole;
let outbox = [];             // lines that the server has not confirmed, oldest first
const files = new Map();     // of lines by key; they do not outlive the page
let pumping = false, tries = 0, wakes = 0, heard = 0;
let asking = false, askAgain = false, asked = 0, taken = 0;
let wroteAt = 0, typingEnds = 0;
let low = true;              // the newest line is in sight, and is to stay there

const part = (name) => room.querySelector(`.chat-${name}`);
const box = () => room.querySelector("textarea");
const list = () => part("lines");

// --- what this tab keeps ------------------------------------------------------------------------
function keep() {
  const draft = room ? box().value : "";
  if (draft || outbox.length) sessionStorage.setItem(KEPT, JSON.stringify({ draft, outbox }));
  else sessionStorage.removeItem(KEPT);
  if (shown && !whole) sessionStorage.chat = "open";
  else if (outbox.length) sessionStorage.chat = "pending";
  else if (!whole) delete sessionStorage.chat;
}
// A sign-in that is over empties the tab's store, and so does a sign-out, which is a form: only after
// the first the same person goes on, and finds what was written.
let sent = false;
document.addEventListener("submit", (event) => { sent = !event.defaultPrevented; });
addEventListener("pagehide", () => { if (room && !sent) keep(); });
function kept() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)) || {}; } catch { return {}; }
}

// --- asking: throws where no answer came, or none that a person could read ----------------------
// Files are given the time of a slow line.
async function ask(address, body, bytes = 0) {
  const headers = { ...tab, "HX-Request": "true", "HX-Current-URL": location.href };
  const method = body ? "POST" : "GET";
  const signal = AbortSignal.timeout(PATIENCE + bytes / BYTES_A_SECOND * 1000);
  const answer = await fetch(address, { method, body, headers, signal });
  const goal = answer.headers.get("HX-Redirect") || (answer.redirected && answer.url);
  if (goal) location.assign(goal);
  else if (answer.headers.get("HX-Refresh")) location.reload();
  if (goal || answer.headers.get("HX-Refresh") || answer.status >= 500) throw new Error("no answer");
  return answer;
}
function filled(form = new FormData()) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  const table = document.getElementById("table");
  form.set("csrfmiddlewaretoken", token ? token.value : "");
  form.set("chat", room.dataset.talk);
  form.set("after", room.dataset.last);
  form.set("page", whole ? form.get("page") || "" : location.pathname);
  form.set("round", (table && +table.dataset.round) || form.get("round") || "");
  return form;
}
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
function sentence(page) {
  return (page.querySelector("[role=alert], [role=status], .lead") || page.body).textContent.trim();
}

// --- what comes --------------------------------------------------------------------------------
async function refresh() {
  if (asking) { askAgain = true; return; }
  asking = true;
  try {
    do {
      askAgain = false;
      const nth = ++asked;
      const known = new URLSearchParams({ chat: room.dataset.talk, after: room.dataset.last });
      const answer = await ask(`${room.dataset.news}?${known}`);
      if (answer.ok) take(parsed(await answer.text()).querySelector(".chat-news"), nth);
    } while (askAgain);
  } catch { /* the next signal, or the network's return, asks again */ }
  asking = false;
}
function take(news, nth) {
  if (!news || +news.dataset.talk < +room.dataset.talk) return;
  if (news.dataset.talk !== room.dataset.talk) { list().replaceChildren(); room.dataset.last = 0; }
  const fresh = [...news.querySelectorAll("li")].filter(insert);
  for (const name of ["talk", "last", "read"])
    if (name === "talk" || +news.dataset[name] > +room.dataset[name]) room.dataset[name] = news.dataset[name];
  if (nth > taken) { taken = nth; settle(news); }
  confirm();
  mark();
  if (!fresh.length) return;
  if (part("asks")) part("asks").remove();
  if (low || fresh.some((line) => line.dataset.key)) goDown();
  tell(fresh.filter((line) => !line.dataset.key));
  noteRead();
}
function insert(line) {
  const number = +line.dataset.number, lines = [...list().children];
  if (lines.some((one) => +one.dataset.number === number)) return false;
  list().insertBefore(line, lines.find((one) => +one.dataset.number > number) || null);
  return true;
}
// How the talk stands; what somebody is filling in stays unless that has changed.
function settle(news) {
  const old = part("state"), next = news.querySelector(".chat-state");
  const inside = old.contains(document.activeElement);
  room.dataset.state = news.dataset.state;
  if (old.dataset.as === next.dataset.as && (inside || old.querySelector("details[open]"))) return;
  old.replaceWith(next);
  if (inside && shown) box().focus();
}
function mark() {
  for (const line of list().querySelectorAll("[data-key]"))
    line.querySelector(".chat-mark").hidden = +line.dataset.number > +room.dataset.read;
}
function tell(lines) {
  if (!lines.length) return;
  part("typing").hidden = true;
  if (!shown) return;
  const words = (line, name) => (line.querySelector(name) || { textContent: "" }).textContent.trim();
  part("said").textContent = lines.map((line) => `${words(line, "b")}: ${words(line, ".chat-text").slice(0, 300)}`).join(" ");
}
function noteRead() {
  if (!shown || document.hidden || !+room.dataset.talk) return;
  if (+room.dataset.last <= +(room.dataset.noted || 0)) return;
  room.dataset.noted = room.dataset.last;
  const body = filled();
  body.set("upto", room.dataset.last);
  ask(room.dataset.reading, body).then(badge).catch(() => { room.dataset.noted = 0; });
}
function badge() {
  const unread = sign && sign.querySelector(".unread");
  if (unread) htmx.trigger(unread, "live");
}
function goDown() {
  part("log").scrollTop = part("log").scrollHeight;
  low = true;
}
function noteLow() {
  const log = part("log");
  low = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
}

// --- what goes ---------------------------------------------------------------------------------
function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]].map(([from, to]) => hex.slice(from, to)).join("-");
}
function say(text, chosen = []) {
  if (!text.trim() && !chosen.length) return;
  const line = { key: uuid(), text, files: chosen.length };
  files.set(line.key, [...chosen]);
  outbox.push(line);
  keep();
  draw();
  goDown();
  pump();
}
// One line after the other: the next one goes when the server has this one, or has refused it.
async function pump() {
  if (pumping) return;
  pumping = true;
  clearTimeout(wakes);
  for (let line; (line = outbox.find((one) => !one.refused)); draw()) {
    let wait;
    try {
      wait = await post(line);
      tries = 0;
    } catch {
      wait = AGAIN[Math.min(tries++, AGAIN.length - 1)];
      line.note = room.dataset.waiting;
    }
    keep();
    if (!wait) continue;
    wakes = setTimeout(pump, wait);
    draw();
    break;
  }
  pumping = false;
  if (heard > +room.dataset.last) refresh();
}
// 0 when it is settled, or the milliseconds to wait before it goes again.
async function post(line) {
  const nth = ++asked, body = filled(), attached = files.get(line.key) || [];
  body.set("key", line.key);
  body.set("text", line.text);
  for (const file of attached) body.append("files", file);
  const bytes = attached.reduce((sum, file) => sum + file.size, 0);
  const answer = await ask(part("form").action, body, bytes), page = parsed(await answer.text());
  const news = page.querySelector(".chat-news");
  if (answer.ok && news) { outbox = outbox.filter((one) => one !== line); take(news, nth); return 0; }
  if (answer.ok) throw new Error("no answer");
  if (answer.status === 429) { line.note = sentence(page); return 1000 * (answer.headers.get("Retry-After") || 15); }
  line.refused = sentence(page);
  return 0;
}
// What the server shows is there, whether or not its answer came.
function confirm() {
  const there = new Set([...list().querySelectorAll("[data-key]")].map((line) => line.dataset.key));
  const before = outbox.length;
  outbox = outbox.filter((line) => !there.has(line.key));
  if (outbox.length !== before) { keep(); draw(); }
}
function draw() {
  part("pending")?.remove();
  if (!outbox.length) return;
  const lines = document.createElement("ol");
  lines.className = "chat-pending";
  lines.append(...outbox.map(drawn));
  part("log").append(lines);
  if (low) goDown();
}
function drawn(line) {
  const item = document.createElement("li"), text = document.createElement("div"), note = document.createElement("p");
  item.className = `chat-line chat-player${line.refused ? " chat-refused" : ""}`;
  text.className = "chat-text";
  text.dir = "auto";
  text.textContent = line.text;
  note.className = "chat-note";
  note.textContent = line.refused || line.note || room.dataset.sending;
  item.append(text, note);
  if (line.refused) {
    note.setAttribute("role", "alert");
    const change = document.createElement("button");
    change.type = "button";
    change.className = "button button-small";
    change.textContent = room.dataset.edit;
    change.addEventListener("click", () => takeBack(line));
    item.append(change);
  }
  return item;
}
function takeBack(line, why = "") {
  outbox = outbox.filter((one) => one !== line);
  box().value = [line.text, box().value].filter(Boolean).join("\n");
  part("fault").textContent = why;
  keep();
  draw();
  if (shown && !why) box().focus();
}

// --- forms: a line, a question to choose, and how the talk goes on -------------------------------
async function submitted(event) {
  const form = event.target;
  event.preventDefault();
  part("fault").textContent = "";
  if (form === part("form")) {
    const text = box().value, chosen = form.elements.files.files;
    box().value = "";
    say(text, chosen);
    form.elements.files.value = "";
    chosenFiles();
    keep();
    box().focus();
  } else if (form === part("asks")) say(event.submitter.value);
  else await deed(form, event.submitter);
}
async function deed(form, submitter) {
  const nth = ++asked;
  try {
    const answer = await ask(form.action, filled(new FormData(form, submitter)));
    const page = parsed(await answer.text()), news = page.querySelector(".chat-news");
    if (news) {
      form.closest("details")?.removeAttribute("open");
      take(news, nth);
      box().focus();
    } else part("fault").textContent = sentence(page);
  } catch { part("fault").textContent = room.dataset.nothing; }
}
function chosenFiles() {
  const input = part("form").elements.files;
  const names = [...input.files].map((file) => file.name).join(", ");
  part("files").querySelector("span").textContent = names || part("files").dataset.none;
}
function typed() {
  keep();
  if (room.dataset.state !== "open" || Date.now() - wroteAt < TYPING) return;
  wroteAt = Date.now();
  ask(room.dataset.writing, filled()).catch(() => {});
}
function keyed(event) {
  event.stopPropagation();   // letters of the table mean nothing here
  if (event.key === "Escape" && !whole) { event.preventDefault(); close(); }
  const sends = event.key === "Enter" && event.target === box() && !event.shiftKey && !event.isComposing;
  if (sends && !matchMedia("(pointer: coarse)").matches) { event.preventDefault(); part("form").requestSubmit(); }
}

// --- the window --------------------------------------------------------------------------------
async function build() {
  const answer = await ask(sign.href), page = parsed(await answer.text());
  const made = page.getElementById("chat");
  if (!answer.ok || !made) throw new Error("no answer");
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = made.dataset.style;
  const there = new Promise((done) => { style.onload = style.onerror = done; });
  document.head.append(style);
  await there;
  made.hidden = true;
  room = made;
  document.body.append(room);
}
function furnish() {
  const before = kept();
  outbox = before.outbox || [];
  if (before.draft && !box().value) box().value = before.draft;
  room.addEventListener("submit", submitted);
  room.addEventListener("keydown", keyed);
  box().addEventListener("input", typed);
  part("form").elements.files.addEventListener("change", chosenFiles);
  part("close")?.addEventListener("click", close);
  part("log").addEventListener("scroll", noteLow, { passive: true });
  const sizes = new ResizeObserver(() => { if (low) goDown(); });
  sizes.observe(part("log"));
  sizes.observe(list());
  part("files").dataset.none = part("files").querySelector("span").textContent;
  confirm();
  for (const line of outbox.filter((one) => one.files && !files.has(one.key))) takeBack(line, room.dataset.lostFiles);
  draw();
  mark();
  pump();
}
let building = null;
const ready = () => (building ||= (room ? Promise.resolve() : build()).then(furnish)
  .catch((fault) => { building = null; throw fault; }));
async function open(focus) {
  await ready();
  shown = true;
  room.hidden = false;
  root.classList.add("chat-open");
  sign.setAttribute("aria-expanded", "true");
  goDown();
  keep();
  noteRead();
  if (focus) box().focus();
}
function close() {
  shown = false;
  room.hidden = true;
  root.classList.remove("chat-open");
  sign.setAttribute("aria-expanded", "false");
  keep();
  sign.focus();
}
// Press CHAT.
export async function toggle() {
  if (whole) box().focus();
  else if (shown) close();
  else await open(true);
}

document.addEventListener("fairdeal:live", ({ detail }) => {
  if (!room) return;
  if (detail.name === "typing" && shown) {
    part("typing").hidden = false;
    clearTimeout(typingEnds);
    typingEnds = setTimeout(() => { part("typing").hidden = true; }, 2 * TYPING);
  }
  // A line that this tab sends comes with its answer.
  if (detail.name === "chat-line") heard = detail.version;
  const fresh = !pumping && heard > +room.dataset.last;
  if (fresh || ["", "chat", "chat-read"].includes(detail.name)) { refresh(); if (outbox.length) pump(); }
});
document.addEventListener("visibilitychange", () => { if (room && !document.hidden) { refresh(); noteRead(); } });
addEventListener("online", () => { if (room) { pump(); refresh(); } });
addEventListener("pageshow", (event) => { if (room && event.persisted) { refresh(); pump(); } });
// Where nothing streams, a talk with a person is asked for more often than the rest of the page.
setInterval(() => {
  if (room && shown && !document.hidden && root.dataset.live !== "on" &&
    ["open", "waiting"].includes(room.dataset.state)) refresh();
}, QUICK);

if (whole) ready().then(() => { goDown(); noteRead(); });
else if (sessionStorage.chat === "open") open(false).catch(() => {});
else if (sessionStorage.chat) ready().catch(() => {});
