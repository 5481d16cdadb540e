// The heartbeat of whoever works at the desk, and what waits, in the navigation of every page of the
// console. The clock runs in a worker of the same file: a hidden tab's own timers nearly stand still.
// Besides, lines that had not gone when the page of their chat was left go from any page.
"use strict";
if (typeof document === "undefined") setInterval(() => postMessage(0), 20000);
else (() => {
  const { beat, at, token, player, say, unsent } = document.currentScript.dataset;
  const headers = { "HX-Request": "true", "HX-Current-URL": location.href, "X-CSRFToken": token, "X-Player": player };
  const title = document.title;
  let last = 0, planned = 0;
  async function tick() {
    planned = 0;
    last = Date.now();
    try {
      const answer = await fetch(beat, { method: "POST", headers, body: new URLSearchParams({ at }), signal: AbortSignal.timeout(15000) });
      if (answer.status === 200) { show(await answer.json()); sendLeft(); }
    } catch { /* the next one comes in twenty seconds */ }
  }
  // Each chat's in order and under their keys, as its page sends them (desk.js). What is refused is
  // shown, and stays for when the chat is opened.
  const LEFT = new RegExp(`^desk:${player}:(\\d+)$`), told = new Set();
  let leaving = false;
  async function sendLeft() {
    if (leaving) return;
    leaving = true;
    const open = document.querySelector(".desk-chat");
    for (const name of Object.keys(sessionStorage)) {
      const number = (name.match(LEFT) || [])[1];
      if (!number || told.has(number) || (open && open.dataset.number === number)) continue;
      try { await sendAll(name, number); } catch { /* the next beat tries again */ }
    }
    leaving = false;
  }
  async function sendAll(name, number) {
    const left = () => JSON.parse(sessionStorage.getItem(name) || "[]");
    for (let line; (line = left()[0]);) {
      const { text, key, then } = line;
      const body = new URLSearchParams({ text, key, then, ...(line.private && { private: "on" }) });
      const answer = await fetch(say.replace("/0/", `/${number}/`), { method: "POST", headers, body, signal: AbortSignal.timeout(15000) });
      if (answer.status === 429 || answer.status >= 500 || answer.headers.get("HX-Redirect") || answer.headers.get("HX-Refresh")) return;
      if (answer.status !== 200) { told.add(number); tellUnsent(number, left()); return; }
      sessionStorage.setItem(name, JSON.stringify(left().filter((one) => one.key !== key)));
    }
  }
  function tellUnsent(number, lines) {
    const notice = document.createElement("p"), link = document.createElement("a");
    notice.className = "notice notice-warning";
    notice.setAttribute("role", "status");
    link.href = `${say.replace("/0/say/", `/${number}/`)}`;
    link.textContent = unsent.replace("0", number);
    notice.append(link, ` ${lines.map((one) => one.text).join(" ").slice(0, 500)}`);
    document.querySelector("main").prepend(notice);
  }
  function show({ offered, waiting, unread }) {
    for (const link of document.querySelectorAll("[data-desk-link]")) {
      const count = link.querySelector("[data-desk-count]");
      const said = offered ? `${link.dataset.offered} ${offered}` : waiting + unread ? `${waiting + unread}` : "";
      if (count.textContent !== said) count.textContent = said;
      link.classList.toggle("offered", offered > 0);
    }
    document.title = offered ? `(${offered}!) ${title}` : unread ? `(${unread}) ${title}` : title;
  }
  // Signals come in crowds when much is written: one beat a while answers them all.
  document.addEventListener("fairdeal:live", ({ detail }) => {
    if (detail.name === "desk" && !planned) planned = setTimeout(tick, Math.max(0, last + 4000 - Date.now()));
  });
  addEventListener("online", tick);
  new Worker(document.currentScript.src).onmessage = tick;
  tick();
})();
