// The desk's script. Lines of an agent are kept in this tab until the server has confirmed them, and
// are sent again under the same key; lines of the chat are fetched from the last one that is shown.
// Without it everything works as forms.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const owner = JSON.parse(document.body.getAttribute("hx-headers"))["X-Player"];

  // --- the board: anew with its signals, at most every two seconds; clocks of offers ----------------
  let shownAt = 0, planned = 0;
  function refresh() {
    planned = 0;
    shownAt = Date.now();
    htmx.trigger("#desk-board", "live");
  }
  const soon = (pause = 2000) => { if (!planned) planned = setTimeout(refresh, Math.max(0, shownAt + pause - Date.now())); };
  function clocks() {
    for (const clock of document.querySelectorAll(".offer-clock")) {
      const left = +clock.dataset.seconds - (Date.now() - Date.parse(clock.dataset.since)) / 1000;
      clock.textContent = left > 0 ? `${Math.ceil(left)} s` : "";
      if (left <= 0) soon();
    }
  }
  setInterval(clocks, 500);
  document.addEventListener("fairdeal:live", ({ detail }) => {
    if (!detail.first && ["", "desk", "mention"].includes(detail.name)) soon();
    // Of a line by somebody who waits already, the board shows only that there is one.
    const [word, id] = detail.name.split(":");
    if (word === "line" && byId("desk-board").querySelector(`.board-item:not(.has-new, .current) a[href$="/desk/${id}/"]`)) soon(6000);
  });

  const chat = document.querySelector(".desk-chat");
  if (!chat) return;
  const { number, news, readAt, typing, canned } = chat.dataset;
  const talk = byId("talk"), lines = byId("lines"), form = byId("say"), text = byId("text"), typed = byId("typing"), status = byId("status");
  const state = () => byId("chat-head").dataset;
  const lastShown = () => Math.max(0, ...[...lines.querySelectorAll("li[data-number]")].map((line) => +line.dataset.number));

  // Lines that the server has not confirmed, in this tab for this person and chat; and what is typed.
  const STORE = `desk:${owner}:${number}`, DRAFT = `${STORE}:draft`;
  let out = [];
  try { out = JSON.parse(sessionStorage.getItem(STORE) || "[]"); } catch { /* begins empty */ }
  function keep() {
    sessionStorage.setItem(STORE, JSON.stringify(out));
    if (text) sessionStorage.setItem(DRAFT, text.value);
  }
  // A sign-in that is over empties the tab's store, and so does a sign-out, which is a form: only
  // after the first the same person goes on, and finds what was written.
  let sent = false;
  document.addEventListener("submit", (event) => { sent = !event.defaultPrevented; });
  addEventListener("pagehide", () => { if (!sent) keep(); });

  // An answer that does not come is none; files are given the time of a slow line.
  const PATIENCE = 15000, BYTES_A_SECOND = 20000;
  async function ask(address, body, bytes = 0) {
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href, "X-Player": owner };
    const signal = AbortSignal.timeout(PATIENCE + bytes / BYTES_A_SECOND * 1000);
    const answer = await fetch(address, body ? { method: "POST", body, headers, signal } : { headers, signal });
    const elsewhere = answer.headers.get("HX-Redirect");
    if (elsewhere) location.assign(elsewhere);
    else if (answer.headers.get("HX-Refresh")) location.reload();
    if (elsewhere || answer.redirected || answer.headers.get("HX-Refresh")) throw new Error("signed out");
    return answer;
  }

  // --- lines: fetched after the last one that is shown, each put in once and in its place -----------
  function bottom() { talk.scrollTop = talk.scrollHeight; }
  function show(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const head = holder.content.getElementById("chat-head");
    if (!head) return;
    const before = state(), low = talk.scrollHeight - talk.scrollTop - talk.clientHeight < 80;
    if (before.state !== head.dataset.state || before.mine !== head.dataset.mine) { stale(); }
    byId("chat-head").replaceWith(head);
    let came = "";
    for (const line of [...holder.content.querySelectorAll("li.said-line")]) {
      done(line.dataset.key);
      if (lines.querySelector(`li[data-number="${line.dataset.number}"]`)) continue;
      const next = [...lines.children].find((one) => !one.dataset.number || +one.dataset.number > +line.dataset.number);
      lines.insertBefore(line, next || null);
      if (line.classList.contains("by-player")) came = line.querySelector(".said-text")?.textContent || "…";
    }
    for (const mark of lines.querySelectorAll(".read-mark"))
      mark.textContent = +mark.dataset.number <= +head.dataset.read ? chat.dataset.sayRead : "";
    if (came) { status.textContent = `${chat.dataset.sayNew}: ${came}`; typed.textContent = ""; }
    if (came && low) bottom();
    if (came) seen();
  }
  // Deeds that are offered depend on how the chat stands: fetch the forms anew, unless one is open.
  async function stale() {
    const deeds = byId("deeds");
    if (deeds.querySelector("details[open]")) return;
    try {
      const page = new DOMParser().parseFromString(await (await ask(location.href)).text(), "text/html");
      const fresh = page.getElementById("deeds");
      if (fresh) deeds.replaceWith(document.importNode(fresh, true));
      if (!page.getElementById("say") !== !form) location.reload();
      else if (!page.getElementById("send-wait") !== !byId("send-wait")) { keep(); location.reload(); }
    } catch { /* the next signal comes */ }
  }
  let fetching = false, again = false;
  async function fetchNews() {
    if (fetching) { again = true; return; }
    fetching = true;
    try {
      do {
        again = false;
        const answer = await ask(`${news}?after=${lastShown()}`);
        if (answer.status === 200) show(await answer.text());
        else if (answer.status === 404 && !out.length && !(text && text.value.trim())) location.assign(chat.dataset.desk);
        else if (answer.status === 404 && form) refuse(chat.dataset.sayGone);
      } while (again);
    } catch { /* signals or the half minute ask again */ }
    fetching = false;
  }
  function seen() {
    if (document.hidden || !document.hasFocus() || state().mine !== "yes") return;
    const body = new URLSearchParams({ upto: state().last, csrfmiddlewaretoken: token() });
    ask(readAt, body).catch(() => {});
  }
  const token = () => (document.querySelector("[name=csrfmiddlewaretoken]") || { value: "" }).value;
  let quiet = 0;
  document.addEventListener("fairdeal:live", ({ detail: { name, first } }) => {
    if (name === `chat:${number}` || name === `line:${number}` || name === `read:${number}` || (!name && !first)) fetchNews();
    else if (name === `typing:${number}`) {
      typed.textContent = chat.dataset.sayTyping;
      clearTimeout(quiet);
      quiet = setTimeout(() => { typed.textContent = ""; }, 6000);
    }
  });
  addEventListener("online", () => { fetchNews(); send(); });
  addEventListener("focus", seen);
  setInterval(() => { if (!document.hidden) fetchNews(); }, 15000);
  bottom();
  if (!form) return;

  // --- sending: first in, first out; a line leaves the tab's store when the server has it -----------
  function done(key) {
    const left = out.filter((one) => one.key !== key);
    if (left.length === out.length) return;
    out = left;
    keep();
    draw();
  }
  function draw() {
    for (const old of lines.querySelectorAll("li.unsent")) old.remove();
    for (const { text: words, private: note, key } of out) {
      const line = document.createElement("li");
      line.className = `said-line mine unsent${note ? " note" : ""}`;
      line.dataset.key = key;
      const who = document.createElement("p"), what = document.createElement("div");
      who.className = "said-who"; what.className = "said-text"; what.dir = "auto";
      who.textContent = retry || !navigator.onLine ? chat.dataset.sayWaits : chat.dataset.saySending;
      what.textContent = words;
      line.append(who, what);
      lines.append(line);
    }
  }
  function refuse(sentence) {
    const place = byId("refusal");
    place.textContent = sentence;
    place.hidden = !sentence;
  }
  async function why(answer) {
    if ([403, 404].includes(answer.status)) return chat.dataset.sayGone;
    const said = await answer.text();
    return answer.status === 422 ? said : new DOMParser().parseFromString(said, "text/html").body.textContent.trim();
  }
  // The line that was refused goes back into the form with those behind it, so that none passes it;
  // what was for colleagues alone does not become a line to the player.
  function giveBack(sentence) {
    const typed = text.value.trim() ? [text.value] : [];
    byId("private").checked = out.some((one) => one.private) || (byId("private").checked && !!typed.length);
    text.value = [...out.map((one) => one.text), ...typed].join("\n");
    out = [];
    keep(); draw(); marked();
    refuse(sentence);
  }
  let sending = false, retry = 0;
  async function send() {
    clearTimeout(retry);
    retry = 0;
    if (sending) return;
    sending = true;
    while (out.length) {
      const one = out[0];
      const body = new FormData(form);
      body.delete("files"); body.delete("private");
      for (const [name, value] of Object.entries({ text: one.text, key: one.key, then: one.then, after: lastShown() })) body.set(name, value);
      if (one.private) body.set("private", "on");
      try {
        const answer = await ask(form.action, body);
        if (answer.status === 200) { const html = await answer.text(); done(one.key); show(html); bottom(); continue; }
        // Too quick, or a fault of ours: later. Everything else is refused for good and goes back.
        if (answer.status === 429 || answer.status >= 500) throw new Error("later");
        giveBack(await why(answer));
      } catch { retry = setTimeout(send, 4000); draw(); break; }
    }
    sending = false;
  }
  // A form with files cannot be kept in the tab: it stays as it is until it is taken.
  async function sendFiles(then) {
    const body = new FormData(form);
    body.set("then", then); body.set("after", lastShown());
    try {
      const answer = await ask(form.action, body, [...files.files].reduce((sum, one) => sum + one.size, 0));
      if (answer.status !== 200) { refuse(await why(answer)); return; }
      const html = await answer.text();
      files.value = ""; chosen(); text.value = ""; form.elements.key.value = crypto.randomUUID();
      keep(); refuse(""); show(html); bottom();
    } catch { refuse(chat.dataset.sayFiles); }
  }
  async function expand(code) {
    try {
      const answer = await ask(`${canned}?code=${encodeURIComponent(code)}`);
      const said = await answer.text();
      if (answer.status !== 200) { refuse(said); return; }
      text.value = said;
      refuse(""); keep(); marked();
      text.focus();
    } catch { refuse(chat.dataset.sayWaits); }
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refuse("");
    const code = text.value.trim().match(/^\/([\w-]+)$/);
    if (code) { expand(code[1]); return; }
    const then = event.submitter && event.submitter.value === "pending" ? "pending" : "open";
    if (files && files.files.length) { sendFiles(then); return; }
    if (!text.value.trim()) { text.focus(); return; }
    out.push({ key: form.elements.key.value, text: text.value, private: byId("private").checked, then });
    form.elements.key.value = crypto.randomUUID();
    text.value = "";
    keep(); draw(); bottom(); marked();
    send();
  });
  const files = byId("files");
  function chosen() {
    const label = byId("files-chosen");
    label.textContent = [...files.files].map((one) => one.name).join(", ") || label.dataset.none;
  }
  if (files) files.addEventListener("change", chosen);
  let told = 0;
  text.addEventListener("input", () => {
    keep();
    if (byId("private").checked || state().mine !== "yes" || Date.now() - told < 3000) return;
    told = Date.now();
    ask(typing, new URLSearchParams({ csrfmiddlewaretoken: token() })).catch(() => {});
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); form.requestSubmit(byId("send")); }
    const code = event.key === "Tab" && !event.shiftKey && text.value.trim().match(/^\/([\w-]+)$/);
    if (code) { event.preventDefault(); expand(code[1]); }
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button.code");
    if (!button) return;
    button.closest("details").open = false;
    expand(button.dataset.code);
  });
  // Where nothing but notes may be written the choice stays made.
  function marked() {
    const box = byId("private");
    if (box.hasAttribute("data-always")) box.checked = true;
    form.classList.toggle("noting", box.checked);
  }
  byId("private").addEventListener("change", marked);
  if (!text.value) text.value = sessionStorage.getItem(DRAFT) || "";
  marked();
  draw();
  send();
})();
