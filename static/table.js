// The table's script: the keyed swap, motion, picking, dragging and keys. The forms below do the
// work; whatever happens here ends in a form that is sent, and the server decides.
(() => {
  "use strict";
  const area = document.getElementById("play-area");
  const status = document.getElementById("status");
  const root = document.documentElement;
  root.classList.add("js");

  const board = () => document.getElementById("table");
  const byId = (id) => document.getElementById(id);
  const legal = () => (board().dataset.moves || "").split(" ").filter(Boolean);
  const pileOf = (element) => element.closest("[data-pile]");
  const still = () => document.hidden || root.dataset.motion === "off" ||
    (root.dataset.motion !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  const play = (voice) => window.fairdealSound && window.fairdealSound(voice);

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
    status.textContent = status.textContent === text ? text + "\u00a0" : text;
    const shown = byId("said");
    if (shown) {
      shown.textContent = text;
      shown.classList.toggle("refusal", kind === "refusal");
    }
  }

  // --- the keyed swap: an element whose id is on the page already stays, with its new attributes
  //     and place, and with it the focus and whatever is in motion ------------------------------
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

  // --- motion: first, last, invert, play --------------------------------------------------------
  function places() {
    const found = new Map();
    for (const card of board().querySelectorAll(".card[id^='c-']")) {
      for (const motion of card.getAnimations()) motion.cancel();
      found.set(card.id, card.getBoundingClientRect());
    }
    if (dropped) for (const [id, box] of dropped) found.set(id, box);
    return found;
  }
  function animate(before, stock, fresh) {
    let nth = 0;
    for (const card of board().querySelectorAll(".card[id^='c-']")) {
      const now = card.getBoundingClientRect();
      const old = before.get(card.id);
      const from = old || (fresh || pileOf(card).dataset.pile === "w" ? stock : null);
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
    const stock = byId("stock") && byId("stock").getBoundingClientRect();
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
  }
  function samePick() {
    const card = byId(pickedId);
    return card && card.dataset.pick === picked;
  }
  function arrive(fresh) {
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

  // --- sending: one at a time; what a fast hand does meanwhile waits, and is sent only if it is
  //     still about the same card -----------------------------------------------------------------
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
    if (wish.undo) { if (byId("undo-button") && !byId("undo-button").disabled) byId("undo").requestSubmit(); return; }
    const card = wish.cardId && byId(wish.cardId);
    const source = wish.notation.split(">")[0];
    if (card && !spellings(card.dataset.pick).includes(source)) return;
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
    if (event.detail.xhr.status >= 500 || event.detail.xhr.status === 404)
      say(area.dataset.lost, "refusal");
  });

  // --- a lost connection ------------------------------------------------------------------------
  function disconnected() {
    queue = [];
    busy = false;
    if (sent && byId(sent[1]) && byId(sent[1]).dataset.pick === sent[0]) {
      [picked, pickedId] = sent;
      mark();
    }
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
    const from = board().dataset.fragment;
    if (from) htmx.ajax("GET", from, { source: byId("reconnect"), target: "#table", swap: "keyed" });
    else location.reload();
  }
  byId("reconnect").setAttribute("hx-ext", "keyed");
  byId("reconnect").addEventListener("click", refresh);
  addEventListener("online", () => { if (!byId("offline").hidden) refresh(); });
  byId("reconnect").addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) connected();
  });

  // --- picking ----------------------------------------------------------------------------------
  function spellings(pick) {
    const [pile, count] = pick.split(":");
    return !count || count === "1" ? [pick, pile] : [pick];
  }
  function moveTo(pick, pile) {
    const goal = pile[0] === "f" ? "f" : pile;
    return legal().find((move) => spellings(pick).some((source) => move === `${source}>${goal}`));
  }
  function goals(pick) {
    return [...board().querySelectorAll("[data-pile]")].filter((pile) => {
      if (!moveTo(pick, pile.dataset.pile)) return false;
      const suit = pickedId.slice(3);
      return pile.dataset.pile[0] !== "f" || pile.dataset.pile[1] === suit;
    });
  }
  function pick(card) {
    picked = card.dataset.pick;
    pickedId = card.id;
    mark();
    play("pick");
    status.textContent = area.dataset.picked.replace("%s", name(card));
  }
  function drop() {
    picked = pickedId = "";
    mark();
  }
  const name = (card) => card.getAttribute("aria-label").split(",")[0];
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
    const goal = pile[0] === "f" ? "f" : pile;
    const source = spellings(picked);
    const id = pickedId;
    const move = moveTo(picked, pile) || `${goal === "f" ? source.at(-1) : source[0]}>${goal}`;
    const fits = Boolean(moveTo(picked, pile));
    sent = [picked, pickedId];
    if (fits) drop();
    send(move, id, goal === "f" ? "foundation" : "place");
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
    if (button.id === "lower" || button.id === "higher") { event.preventDefault(); step(button); return; }
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
      if (again || busy) return;
      drop();
      send(button.value, "stock", button.value);
    } else if (picked && pickedId === button.id) {
      if (!again) { drop(); status.textContent = area.dataset.dropped; }
    } else if (again && !picked) {
      return;
    } else if (picked && pile !== picked.split(":")[0]) {
      if (!put(pile) && button.dataset.pick && !button.dataset.pile && pile[0] === "t") pick(button);
    } else if (button.dataset.pick) pick(button);
    else if (button.dataset.say) { say(button.dataset.say, "refusal"); play("refuse"); }
  }
  area.addEventListener("dblclick", (event) => {
    const card = event.target.closest(".card");
    if (card && picked && pickedId === card.id) up(card);
  });
  area.addEventListener("contextmenu", (event) => {
    const card = event.target.closest(".card[data-pick]");
    if (!card || !card.dataset.pick || event.pointerType === "touch") return;
    event.preventDefault();
    up(card);
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
    if (!dropped) return;
    const from = dropped;
    dropped = null;
    if (still()) return;
    for (const [id, box] of from) {
      const card = byId(id);
      if (!card) continue;
      const now = card.getBoundingClientRect();
      card.animate([{ transform: `translate(${box.left - now.left}px, ${box.top - now.top}px)`, zIndex: 9 },
        { transform: "none", zIndex: 9 }], { duration: 160, easing: "ease-out" });
    }
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
    status.textContent = area.dataset.dropped;
    settleDrop();
    if (held) { const fresh = held; held = null; swapIn(fresh); }
  }

  // --- keys: the table is one Tab stop ----------------------------------------------------------
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
  }
  area.addEventListener("focusin", (event) => {
    if (event.target.closest(".board")) {
      for (const stop of stops()) stop.tabIndex = stop === event.target ? 0 : -1;
    }
  });
  const piles = () => [...board().querySelectorAll("[data-pile]")];
  const inPile = (pile) => [...pile.querySelectorAll("button")].filter((b) => !b.disabled);
  function beside(pile, by) {
    const row = piles().filter((one) => one.parentElement === pile.parentElement && inPile(one).length);
    row.sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
    return row[row.indexOf(pile) + by];
  }
  function across(pile) {
    const middle = pile.getBoundingClientRect().left + pile.getBoundingClientRect().width / 2;
    const far = (one) => Math.abs(one.getBoundingClientRect().left + one.getBoundingClientRect().width / 2 - middle);
    return piles().filter((one) => one.parentElement !== pile.parentElement && inPile(one).length)
      .sort((a, b) => far(a) - far(b))[0];
  }
  function walk(button, key) {
    const pile = pileOf(button);
    const mine = inPile(pile), i = mine.indexOf(button);
    const row = () => piles().filter((one) => one.parentElement === pile.parentElement && inPile(one).length);
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const by = key === "ArrowRight" ? 1 : -1;
      if (pile.dataset.pile === "w" && mine[i + by]) return mine[i + by];
      const to = beside(pile, by);
      return to && inPile(to).at(-1);
    }
    if (key === "Home") return inPile(row()[0]).at(-1);
    if (key === "End") return inPile(row().at(-1)).at(-1);
    const column = pile.dataset.pile[0] === "t";
    if (key === "ArrowUp") return column ? mine[i - 1] || inPile(across(pile)).at(-1) : null;
    return column ? mine[i + 1] : inPile(across(pile))[0];
  }
  area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (drag && drag.moving) putBack();
      else if (picked) { drop(); status.textContent = area.dataset.dropped; }
      return;
    }
    const button = event.target.closest("button");
    if (event.repeat && button && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return; }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest(".board") && button) {
      if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") {
        event.preventDefault();
        const to = walk(button, event.key);
        if (to) to.focus();
        return;
      }
      const column = board().querySelector(`[data-pile="t${event.key}"]`);
      if (/^[1-9]$/.test(event.key) && column) { inPile(column).at(-1).focus(); return; }
    }
    if (!event.target.matches("input, textarea, select")) letter(event, button);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && drag && drag.moving) putBack();
  });
  function letter(event, button) {
    if (area.dataset.letters === "off" || event.repeat) return;
    const card = picked ? byId(pickedId) : button && pileOf(button) ? button : null;
    const keys = {
      d: () => { const stock = byId("stock"); if (stock && !stock.disabled) press(stock, false); },
      f: () => up(card && card.dataset.pick ? card : null),
      u: () => undo(),
      s: () => say(state()),
      w: () => say([...board().querySelectorAll("#card-list .visually-hidden")].map((e) => e.textContent).join(", ") || area.dataset.empty),
      m: () => say(ways(card)),
      r: () => say(lastSaid),
      "?": () => openDialog("help"),
    };
    const act = keys[event.key.toLowerCase()];
    if (act) { event.preventDefault(); act(); }
  }
  function undo() {
    const button = byId("undo-button");
    if (!button) return;
    if (busy) { queue = [...queue, { undo: true }].slice(-3); return; }
    if (button.disabled) say(area.dataset.nothing, "refusal");
    else byId("undo").requestSubmit(button);
  }
  const text = (id) => (byId(id) ? byId(id).textContent.replace(/\s+/g, " ").trim() : "");
  function state() {
    const seen = piles().filter((pile) => pile.dataset.pile[0] !== "s").map((pile) => {
      const top = inPile(pile).at(-1);
      return top && top.getAttribute("aria-label");
    });
    return [`${text("stock-count")}, ${text("passes")}`, ...seen].filter(Boolean).join("; ");
  }
  function ways(card) {
    if (!card || !card.dataset.pick) return area.dataset.empty;
    const old = [picked, pickedId];
    pickedId = card.id;
    const found = goals(card.dataset.pick).map((pile) => pile.getAttribute("aria-label").split(",")[0]);
    [picked, pickedId] = old;
    return `${name(card)}: ${found.join(", ") || area.dataset.empty}`;
  }

  // --- the stake: price, seed, countdown --------------------------------------------------------
  const rows = () => [...document.querySelectorAll("#paytable [data-price]")];
  function step(button) {
    const price = byId("card-price");
    const i = rows().findIndex((row) => row.dataset.price === price.value);
    const to = rows()[i + (button.id === "higher" ? 1 : -1)];
    if (!to) return;
    price.value = to.dataset.price;
    markPrice();
    status.textContent = `${byId("price").textContent}; ${byId("bet").textContent}`;
  }
  function markPrice() {
    const price = byId("card-price");
    if (!price) return;
    const all = rows(), i = all.findIndex((row) => row.dataset.price === price.value);
    all.forEach((row, n) => {
      row.className = n === i ? "current" : "";
      row.toggleAttribute("aria-current", n === i);
      if (n === i) row.setAttribute("aria-current", "true");
    });
    const cells = all[i].dataset.shown.split("|");
    ["price", "bet", "win"].forEach((id, n) => { byId(id).textContent = cells[n]; });
    byId("lower").disabled = i === 0;
    byId("higher").disabled = i === all.length - 1;
  }
  let clock = 0;
  function countdown() {
    clearInterval(clock);
    const button = byId("deal-button");
    if (!button) return;
    const label = button.querySelector("span");
    const word = button.dataset.word || (button.dataset.word = label.textContent);
    const end = performance.now() + 1000 * (+button.dataset.wait || 0);
    const tick = () => {
      const left = Math.ceil((end - performance.now()) / 1000);
      button.disabled = left > 0;
      label.textContent = left > 0 ? `${button.dataset.later} ${left}` : word;
      if (left <= 0) clearInterval(clock);
    };
    if (end > performance.now()) clock = setInterval(tick, 200);
    tick();
  }
  // The player's part of the shuffle is made anew for each deal, after the commitment was seen.
  area.addEventListener("submit", (event) => {
    if (event.target.id !== "deal") return;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    byId("client-seed").value = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  }, true);

  // --- dialogs and choices ----------------------------------------------------------------------
  function openDialog(id) {
    const dialog = byId(id);
    if (!dialog || dialog.matches(":modal")) return;
    dialog.removeAttribute("open");
    dialog.showModal();
  }
  function openQuestion() { if (byId("ask")) openDialog("ask"); }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-dialog]");
    if (link) { event.preventDefault(); openDialog(link.dataset.dialog); }
    if (event.target.matches("dialog")) event.target.close();
    if (event.target.closest("#ask #sure")) byId("ask").close();
  });
  const applied = {
    table_color: (value) => { root.dataset.table = value; },
    sound: (value) => { root.dataset.sound = value; },
    four_colors: (value) => { root.dataset.deck = value === "on" ? "four" : "two"; },
    left_handed: (value) => { root.dataset.hand = value === "on" ? "left" : "right"; },
    motion: (value) => { root.dataset.motion = value; },
    letter_keys: (value) => { area.dataset.letters = value; },
    card_back: (value) => { root.dataset.back = value; },
  };
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-preference]");
    if (!form) return;
    event.preventDefault();
    const button = event.submitter, choice = form.elements.name.value;
    const body = new URLSearchParams(new FormData(form, button));
    applied[choice](button.value);
    for (const other of document.querySelectorAll("[data-preference]"))
      if (other.elements.name.value === choice) markChoice(other, button.value);
    fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => disconnected());
    if (choice === "sound") play("pick");
  });
  function markChoice(form, value) {
    const buttons = [...form.querySelectorAll("button[name=value]")];
    if (buttons.length === 1) {   // one button that switches
      buttons[0].setAttribute("aria-pressed", String(value === "on"));
      buttons[0].value = value === "on" ? "off" : "on";
    } else for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === value));
  }

  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  document.body.addEventListener("htmx:beforeSwap", clearWaiting);
  rove("", false);
  countdown();
  markPrice();
  openQuestion();
})();
