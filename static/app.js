// Has the browser keep the page for when there is no network (config/install.py), after all else.
"use strict";
addEventListener("load", () => {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
});
