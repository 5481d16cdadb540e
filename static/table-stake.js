// Beside the board: price, seed, countdown, dialogs and choices; then the start. See table.js.
"use strict";
// --- the stake: price, seed, countdown --------------------------------------------------------
const rows = () => [...document.querySelectorAll("#paytable [data-price]")];
function step(button) {
  const price = byId("card-price");
  const i = rows().findIndex((row) => row.dataset.price === price.value);
  const to = rows()[i + (button.id === "higher" ? 1 : -1)];
  if (!to) return;
  price.value = to.dataset.price;
  markPrice();
  statusRegion.textContent = `${byId("price").textContent}; ${byId("bet").textContent}`;
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

// --- dialogs and choices ----------------------------------------------------------------------
function openDialog(id) {
  const dialog = byId(id);
  if (!dialog || dialog.matches(":modal")) return;
  dialog.removeAttribute("open");
  dialog.showModal();
  if (dialog.dataset.from && dialog.dataset.read !== board().dataset.round) fill(dialog);
}
// What is seldom read is fetched when it is asked for, anew for each game: its rules may differ.
async function fill(dialog) {
  try {
    const answer = await ask(dialog.dataset.from);
    if (!answer) { dialog.close(); return; }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const body = page.getElementById(dialog.id).querySelector(".dialog-body");
    dialog.querySelector(".dialog-body").replaceWith(document.importNode(body, true));
    dialog.dataset.read = board().dataset.round;
  } catch { dialog.close(); disconnected(); }
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
  keepChoice(form, new FormData(form, button), choice, button.value);
});
// What was chosen is shown at once, and taken back where it was not kept.
async function keepChoice(form, fields, choice, value) {
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

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
document.body.addEventListener("htmx:beforeSwap", clearWaiting);
rove("", false);
countdown();
markPrice();
openQuestion();
