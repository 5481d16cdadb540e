// Live signals: one stream for a visible tab, of names and versions. What is shown and has changed
// fetches itself: an element with data-live (names) gets the event "live". Where there is no
// stream, everything asks again every half minute.
"use strict";
(() => {
  const address = document.currentScript.dataset.stream;
  const FAILURES = 3, POLL = 30000;
  let stream = null, failures = 0, polling = 0, opened = false;
  const shows = (element, name) => !name ||
    element.dataset.live.split(" ").some((one) => one === name || (one.endsWith(":") && name.startsWith(one)));
  function tell(name, version, first) {
    document.dispatchEvent(new CustomEvent("fairdeal:live", { detail: { name, version, first } }));
    if (first) return;   // the page has just come
    for (const element of document.querySelectorAll("[data-live]"))
      if (shows(element, name) && !(version <= +element.dataset.version)) htmx.trigger(element, "live");
  }
  function close() {
    if (stream) stream.close();
    stream = null;
  }
  function poll(on) {
    clearInterval(polling);
    polling = on ? setInterval(() => { if (!document.hidden) { tell("", NaN); open(); } }, POLL) : 0;
  }
  function open() {
    if (!address) { if (!polling) poll(true); return; }
    if (stream || document.hidden) return;
    stream = new EventSource(address, { withCredentials: true });
    stream.addEventListener("ready", () => {
      failures = 0;
      poll(false);
      tell("", NaN, !opened);
      opened = true;
      document.documentElement.dataset.live = "on";
    });
    stream.addEventListener("signal", (event) => {
      const [name, version] = event.data.split(" ");
      tell(name === "*" ? "" : name, name === "*" ? NaN : +version);
    });
    stream.onerror = () => {
      if (++failures === 2) document.dispatchEvent(new Event("fairdeal:lost"));
      if (failures >= FAILURES && !polling) poll(true);
      if (polling || stream.readyState === 2) {
        close();
        if (!polling) setTimeout(open, 1000 * failures + 2000 * Math.random());
      }
    };
  }
  // The chat comes when it is first opened, and where it was open on the page before.
  const chat = document.querySelector("a[data-chat]");
  if (chat && sessionStorage.chat) import(chat.dataset.chat);
  if (chat) chat.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import(chat.dataset.chat).then((it) => it.toggle()).catch(() => location.assign(chat.href));
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else open(); });
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
})();
