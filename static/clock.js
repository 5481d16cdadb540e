// The time of the session: the server's figure, counted on.
"use strict";
let shown, began;
setInterval(() => {
  const clock = document.getElementById("clock");
  if (!clock) return;
  if (clock !== shown) {
    shown = clock;
    began = Date.now() - 1000 * clock.dataset.seconds;
  }
  const seconds = Math.floor((Date.now() - began) / 1000);
  const two = (number) => String(number % 60).padStart(2, "0");
  clock.textContent = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
}, 500);
