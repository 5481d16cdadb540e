{% load static %}// Shows the page "You are offline" in place of a page that cannot be fetched, and does nothing else:
// it keeps that page and what it is drawn with, and no other answer, ever.
"use strict";
const PAGE = "{% url 'offline' %}";
const FILES = [PAGE, "{% static 'style.css' %}", "{% static 'page.css' %}", "{% static 'icons.svg' %}", "{% static 'favicon.svg' %}"];
const KEPT = "offline " + FILES.join(" ");

addEventListener("install", (event) => {
  const plainly = FILES.map((file) => new Request(file, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(plainly)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
  const older = (names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  // A page is asked for while the worker still wakes up, so that it costs no time.
  const sooner = registration.navigationPreload && registration.navigationPreload.enable();
  event.waitUntil(Promise.all([caches.keys().then(older), sooner]).then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(answer(event, PAGE));
  else if (FILES.includes(pathname) && request.destination) event.respondWith(answer(event, pathname));
});
async function answer(event, instead) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (fault) {
    const kept = await caches.match(instead);
    if (kept) return kept;
    throw fault;
  }
}
