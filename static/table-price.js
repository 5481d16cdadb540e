// The card price of 3-Card Solitaire, chosen by less and more. See table.js.
"use strict";
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
area.addEventListener("click", (event) => {
  const button = event.target.closest("#lower, #higher");
  if (!button) return;
  event.preventDefault();
  step(button);
});
document.addEventListener("table:drawn", markPrice);
markPrice();
