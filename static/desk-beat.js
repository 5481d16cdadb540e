// The heartbeat of whoever works at the desk, and what waits, in the navigation of every page of the
// console. The clock runs in a worker of the same file: a hidden tab's own timers nearly stand still.
"use strict";
if (typeof document === "undefined") setInterval(() => postMessage(0), 20000);
else (() => {
  const { beat, at, token, player } = document.currentScript.dataset;
  const title = document.title;
  let last = 0, planned = 0;
  async function tick() {
    planned = 0;
    last = Date.now();
    try {
      const answer = await fetch(beat, { method: "POST", headers: { "HX-Request": "true", "HX-Current-URL": location.href, "X-CSRFToken": token, "X-Player": player },
        body: new URLSearchParams({ at }) });
      if (answer.status === 200) show(await answer.json());
    } catch { /* the next one comes in twenty seconds */ }
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
