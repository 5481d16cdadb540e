// The replay's script: steps without loading the page, play at any speed, keys. Without it the
// links do the same. Steps are fetched a few at a time, each as its player saw it.
(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const area = byId("replay");
  const status = byId("status");
  const [last, atOnce] = [+area.dataset.last, +area.dataset.atOnce];
  const seek = byId("replay-at"), play = byId("replay-play"), speed = byId("replay-speed");
  const links = { first: byId("replay-first"), back: byId("replay-back"), forward: byId("replay-forward"), last: byId("replay-last") };
  const still = () => document.hidden || document.documentElement.dataset.motion === "off" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches;

  let at = +area.dataset.at;   // the step that is shown
  let wanted = at;             // the one that was asked for last
  let playing = false;
  let clock = 0;

  // --- steps: blocks of them, fetched once --------------------------------------------------------
  const blocks = new Map();
  function block(number) {
    const first = number - number % atOnce;
    if (!blocks.has(first)) blocks.set(first, fetched(first).catch((fault) => { blocks.delete(first); throw fault; }));
    return blocks.get(first);
  }
  async function fetched(first) {
    const answer = await fetch(`${area.dataset.steps}?from=${first}`,
      { headers: { "HX-Request": "true", "HX-Current-URL": location.href } });
    const elsewhere = answer.headers.get("HX-Redirect");
    // Whoever is signed out meanwhile signs in, and comes back to this step.
    if (elsewhere) location.assign(elsewhere); else if (answer.redirected) location.reload();
    if (answer.status !== 200 || answer.redirected) throw new Error(`Steps were answered with ${answer.status}.`);
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    return [...holder.content.children];
  }

  // --- showing a step -----------------------------------------------------------------------------
  const cards = (part) => new Map([...part.querySelectorAll("[id^='c-']")].map((card) => [card.id, card]));
  function replace(selector, from) {
    const fresh = document.importNode(from.querySelector(selector), true);
    area.querySelector(selector).replaceWith(fresh);
    return fresh;
  }
  function draw(step) {
    const felt = area.querySelector(".replay-felt");
    const before = still() ? null : new Map([...cards(felt)].map(([id, card]) => [id, card.getBoundingClientRect()]));
    const stock = byId("stock") && byId("stock").getBoundingClientRect();
    const fresh = replace(".replay-felt", step);
    const within = document.activeElement && document.activeElement.closest(".replay-said");
    const said = replace(".replay-said", step);
    if (within) said.querySelector("[aria-current]").focus({ preventScroll: true });
    if (before) animate(cards(fresh), before, stock);
    return said.dataset.said;
  }
  function animate(now, before, stock) {
    const duration = Math.min(170, 600 / +speed.value);
    for (const [id, card] of now) {
      const from = before.get(id) || (card.closest("[data-pile='w'], [data-pile^='v']") ? stock : null);
      const to = card.getBoundingClientRect();
      if (from && (Math.abs(from.left - to.left) > 1 || Math.abs(from.top - to.top) > 1))
        card.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, zIndex: 9 },
          { transform: "none", zIndex: 9 }], { duration, easing: "cubic-bezier(.2,.7,.3,1)" });
      else if (!from) card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration });
    }
  }
  // Shows the step that was asked for last; an older question that is answered late shows nothing.
  async function show(number) {
    wanted = Math.max(0, Math.min(last, number));
    seek.value = wanted;
    let steps;
    try { steps = await block(wanted); } catch { stop(); say(area.dataset.lost); return false; }
    const step = steps[wanted % atOnce];
    if (+step.firstElementChild.dataset.step !== wanted) return false;
    if (wanted !== at) {
      const said = draw(step);
      at = wanted;
      point(said);
      if (!playing) say(said);
    }
    if (at + atOnce / 2 <= last) block(at + atOnce / 2).catch(() => {});
    return true;
  }
  function say(text) { status.textContent = text; }
  function point(said) {
    const goals = { first: 0, back: Math.max(0, at - 1), forward: Math.min(last, at + 1), last };
    for (const [name, link] of Object.entries(links)) {
      link.setAttribute("href", `?step=${goals[name]}`);
      if (at === (name === "first" || name === "back" ? 0 : last)) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
    seek.value = at;
    seek.setAttribute("aria-valuetext", said);
    history.replaceState(null, "", `?step=${at}`);
  }

  // --- playing ------------------------------------------------------------------------------------
  function label() { play.textContent = playing ? play.dataset.pause : play.dataset.play; }
  function stop() {
    clearTimeout(clock);
    if (!playing) return;
    playing = false;
    label();
    say(area.querySelector(".replay-said").dataset.said);
  }
  async function start() {
    playing = true;
    label();
    if (at === last) await show(0);
    tick();
  }
  function tick() {
    clearTimeout(clock);
    if (!playing) return;
    clock = setTimeout(async () => {
      if (playing && await show(at + 1) && playing) { if (at === last) stop(); else tick(); }
    }, 1000 / +speed.value);
  }
  const toggle = () => (playing ? stop() : start());
  // Where a person goes to by hand, the replay rests.
  function go(number) { stop(); show(number); }

  play.addEventListener("click", toggle);
  speed.addEventListener("change", tick);
  seek.addEventListener("input", () => go(+seek.value));
  area.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?step=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(+link.getAttribute("href").slice(6));
  });

  // --- keys: within the replay, or where nothing has the focus -------------------------------------
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target !== document.body && target.id !== "main" && !area.contains(target)) return;
    if (target === speed || (event.key === " " && target === play)) return;
    const goals = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: last };
    if (event.key === " ") { if (!event.repeat) toggle(); }
    else if (event.key in goals) go(goals[event.key]);
    else return;
    event.preventDefault();
  });

  for (const id of ["replay-seek", "replay-pace", "replay-play"]) byId(id).hidden = false;
  seek.setAttribute("aria-valuetext", area.querySelector(".replay-said").dataset.said);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  if (last) block(at).catch(() => {});
})();
