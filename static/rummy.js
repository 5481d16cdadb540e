// The table of Vegas Three Card Rummy: chips onto ante and bonus by press, drag or key. See
// table.js, whose words are used here. Every deal and decision is a form that is sent.
(() => {
  "use strict";
  // The smallest first, as the catalogue's page gives them.
  const CHIPS = board().querySelector(".rummy").dataset.chips.split(" ").map(Number);
  const BETS = ["ante", "bonus"];
  let placed = { ante: [], bonus: [] };   // chips in the order of placing, for the next hand
  let spot = "";                          // the bet that chips go to, when it was chosen first
  let chip = 0;                           // the chip in hand, when it was chosen first
  let last = 1;                           // the chip that + adds
  let carried = null;                     // a chip being dragged
  let hand = board().dataset.round;
  let laid = false;                       // whether the places show the next hand's bets already

  const form = () => byId("deal");
  const most = (name) => +form().getAttribute(`data-most-${name}`);
  const sum = (name) => placed[name].reduce((all, one) => all + one, 0);
  const title = (name) => byId(`spot-${name}`).querySelector(".spot-name").textContent;
  const money = (units, how = "money") => form().dataset[how].replace(/0([.,])00/, `${units}$100`);
  const words = (key, values = {}) => form().getAttribute(`data-say-${key}`).replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // --- what lies on the table -------------------------------------------------------------------
  function stack(units) {
    const chips = [];
    for (const value of [...CHIPS].reverse()) for (; units >= value; units -= value) chips.push(value);
    return chips;
  }
  function drawn(value) {
    const from = document.querySelector(`[data-chip="${value}"] svg`);
    return from.cloneNode(true);
  }
  function show() {
    if (!form()) return;
    form().noValidate = true;
    const any = BETS.some((name) => placed[name].length);
    laid = laid || any;
    for (const name of BETS) {
      byId(`bet-${name}`).value = sum(name);
      byId(`take-${name}`).hidden = !placed[name].length;
      byId(`spot-${name}`).setAttribute("aria-pressed", String(spot === name));
      if (laid) lay(name);
    }
    if (laid) bare("raise");
    byId("need").textContent = any ? words("need", { amount: money(2 * sum("ante") + sum("bonus")) }) : "";
    byId("clear-button").hidden = !any;
    const again = byId("rebet-button");
    if (again) {
      again.classList.toggle("button-primary", !any);
      byId("deal-button").classList.toggle("button-primary", any);
    }
    for (const one of document.querySelectorAll("[data-chip]")) label(one);
  }
  function lay(name) {
    const place = byId(`spot-${name}`);
    place.parentElement.classList.remove("won", "lost", "back");
    byId(`stack-${name}`).replaceChildren(...stack(sum(name)).map(drawn));
    const amount = document.createElement("b");
    amount.className = "amount";
    amount.textContent = placed[name].length ? money(sum(name), "number") : "";
    byId(`amount-${name}`).replaceChildren(amount);
    place.setAttribute("aria-label", `${title(name)}, ${money(sum(name))}`);
  }
  function bare(name) {
    byId(`spot-${name}`).parentElement.classList.remove("won", "lost", "back");
    byId(`stack-${name}`).replaceChildren();
    byId(`amount-${name}`).replaceChildren();
    byId(`spot-${name}`).setAttribute("aria-label", `${title(name)}, ${money(0)}`);
  }
  function label(button) {
    const value = +button.dataset.chip;
    button.setAttribute("aria-pressed", String(chip === value));
    button.setAttribute("aria-label", spot
      ? words("add", { chip: value, bet: title(spot), amount: money(sum(spot)) })
      : words("chip", { chip: value }));
  }

  // --- placing and taking away --------------------------------------------------------------------
  function add(name, value) {
    last = value;
    if (sum(name) + value > most(name)) {
      say(words("most", { bet: title(name), amount: money(most(name)) }), "refusal");
      play("refuse");
      return;
    }
    placed[name].push(value);
    told(name);
  }
  function take(name) {
    if (!placed[name].length) { say(words("empty", { bet: title(name) }), "refusal"); return; }
    placed[name].pop();
    told(name);
    if (!placed[name].length && document.activeElement === document.body) byId(`spot-${name}`).focus();
  }
  function told(name) {
    show();
    play("place");
    const need = byId("need").textContent;
    const now = placed[name].length ? words("bet", { bet: title(name), amount: money(sum(name)) }) : words("empty", { bet: title(name) });
    say(`${now} ${need}`.trim());
  }
  function clear() {
    placed = { ante: [], bonus: [] };
    spot = "";
    chip = 0;
    laid = true;
    show();
    say(words("cleared"));
    byId("spot-ante").focus();
  }
  function choose(name) {
    spot = spot === name ? "" : name;
    show();
    if (spot) say(words("place", { bet: title(name) }));
  }
  function takeUp(value) {
    chip = chip === value ? 0 : value;
    last = value;
    show();
    play("pick");
    if (chip) say(words("pick", { chip: value }));
  }
  function press(button) {
    if (button.dataset.chip) {
      if (spot) add(spot, +button.dataset.chip); else takeUp(+button.dataset.chip);
    } else if (button.dataset.take) take(button.dataset.take);
    else if (button.dataset.spot) {
      if (chip) add(button.dataset.spot, chip); else choose(button.dataset.spot);
    } else if (button.id === "clear-button") clear();
  }
  area.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-chip], button[data-take], button[data-spot], #clear-button");
    if (!button || !form()) return;
    if (carried && carried.swallow) { carried = null; return; }
    press(button);
  });
  area.addEventListener("contextmenu", (event) => {
    const place = event.target.closest("[data-spot]");
    if (!event.target.closest("[data-spot], [data-chip]") || !form()) return;
    event.preventDefault();
    if (place && !place.disabled && event.pointerType !== "touch") take(place.dataset.spot);
  });

  // --- dragging a chip ----------------------------------------------------------------------------
  area.addEventListener("pointerdown", (event) => {
    if (carried && carried.moving) { putDown(); return; }   // a second finger
    const button = event.target.closest("[data-chip]");
    carried = null;
    if (!button || event.button !== 0) return;
    carried = { button, id: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
  });
  addEventListener("pointermove", (event) => {
    if (!carried || event.pointerId !== carried.id || carried.swallow) return;
    if (!carried.moving) {
      if (Math.hypot(event.clientX - carried.x, event.clientY - carried.y) < 6) return;
      lift();
    }
    const half = carried.size / 2;
    carried.layer.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`;
    carried.over = under(event.clientX, event.clientY);
    for (const name of BETS) byId(`spot-${name}`).classList.toggle("goal", name === carried.over);
  });
  addEventListener("pointerup", (event) => {
    if (!carried || event.pointerId !== carried.id) return;
    if (!carried.moving) { carried = null; return; }
    const { over, button } = carried;
    putDown();
    if (over) add(over, +button.dataset.chip);
  });
  for (const name of ["pointercancel", "lostpointercapture", "blur"]) addEventListener(name, () => { if (carried && carried.moving) putDown(); });
  function lift() {
    carried.moving = true;
    carried.size = carried.button.getBoundingClientRect().width;
    carried.layer = document.createElement("div");
    carried.layer.className = "chip-drag";
    carried.layer.setAttribute("aria-hidden", "true");
    carried.layer.style.width = `${carried.size}px`;
    carried.layer.append(drawn(carried.button.dataset.chip));
    document.body.append(carried.layer);
    try { carried.button.setPointerCapture(carried.id); } catch { /* the pointer is gone already */ }
  }
  // The nearest place whose middle is not much farther than its edge.
  function under(x, y) {
    return BETS.find((name) => {
      const box = byId(`spot-${name}`).getBoundingClientRect();
      return Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2) < box.width * 0.65;
    }) || "";
  }
  function putDown() {
    carried.layer.remove();
    for (const name of BETS) if (byId(`spot-${name}`)) byId(`spot-${name}`).classList.remove("goal");
    const swallow = { swallow: true };
    carried = swallow;
    setTimeout(() => { if (carried === swallow) carried = null; }, 50);
  }

  // --- deal, and what an answer brings --------------------------------------------------------------
  area.addEventListener("submit", (event) => {
    if (event.target.id !== "deal" || (event.submitter && event.submitter.name === "rebet")) return;
    if (sum("ante")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say(words("none"), "refusal");
    play("refuse");
  }, true);
  document.addEventListener("table:drawn", () => {
    const another = board().dataset.round !== hand;
    hand = board().dataset.round;
    laid = false;
    if (another || !form()) { placed = { ante: [], bonus: [] }; spot = ""; chip = 0; }
    show();
    const first = another && board().contains(document.activeElement) && board().querySelector("[data-pile=player] .card");
    if (first && !form()) first.focus({ preventScroll: true });
  });

  // --- keys -----------------------------------------------------------------------------------------
  const stopsHere = () => [...board().querySelectorAll(".board button")].filter((b) => !b.disabled && !b.hidden);
  function walk(from, key) {
    const all = stopsHere(), i = all.indexOf(from);
    if (key === "Home") return all[0];
    if (key === "End") return all.at(-1);
    return all[i + (key === "ArrowRight" || key === "ArrowDown" ? 1 : -1)];
  }
  function submit(id) {
    const button = byId(id);
    if (button && !button.disabled && !busy) button.click();
  }
  function on(name) {
    const place = byId(`spot-${name}`);
    if (place.disabled) return;
    place.focus();
    if (spot !== name) choose(name);
  }
  // Once the places show the next hand's bets, the hand that lies there is told apart from them.
  const listed = (parts) => parts.filter(Boolean).join("; ");
  function state() {
    const hand = ["dealer-tally", "player-tally"].map((id) => text(id));
    const bets = (names) => names.map((name) => byId(`spot-${name}`).getAttribute("aria-label"));
    const ended = text("result-title");
    if (!laid) return listed([...hand, ...bets(["bonus", "ante", "raise"]), ended]);
    const next = words("next", { bets: listed(bets(["bonus", "ante"])) });
    const last = ended ? words("last", { hand: listed([...hand, ended]) }) : "";
    return [next, text("need"), last].filter(Boolean).join(" ");
  }
  const keys = {
    a: () => on("ante"),
    b: () => on("bonus"),
    "+": () => form() && add(spot || "ante", chip || last),
    "-": () => form() && take(spot || "ante"),
    r: () => submit("raise-button"),
    f: () => submit("fold-button"),
    e: () => submit("rebet-button"),
    s: () => say(state()),
    "?": () => openDialog("help"),
  };
  CHIPS.forEach((value, i) => { keys[i + 1] = () => form() && press(byId(`chip-${value}`)); });
  area.addEventListener("keydown", (event) => {
    const target = event.target, key = event.key;
    if (target.matches("input, textarea, select, summary, a") || target.closest("dialog")) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const inBoard = target.closest(".board");
    if (key === "Escape") {
      if (carried && carried.moving) putDown();
      spot = ""; chip = 0;
      show();
    } else if (inBoard && (key.startsWith("Arrow") || key === "Home" || key === "End")) {
      const to = walk(target, key);
      if (to) to.focus();
    } else if (inBoard && key === "Enter" && !event.repeat) submit("deal-button");
    else if (area.dataset.letters !== "off" && !event.repeat && keys[key.toLowerCase()]) keys[key.toLowerCase()]();
    else if (key.length > 1 || key === " ") return;
    else { event.stopPropagation(); return; }
    event.preventDefault();
    event.stopPropagation();
  }, true);

  show();
})();
