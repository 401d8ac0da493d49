// The sheet as an app: the worker that keeps the last sheet, and what a kept sheet says of itself.
const kept = document.documentElement.dataset.kept;
const sheet = /^\/m\/[^/]+$/;

// Only where the browser lets us: over https, or on this machine itself.
if (window.isSecureContext && navigator.serviceWorker) {
  // The page that brought the worker was loaded before it: it is asked for once more, to be kept.
  const isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isFirst && sheet.test(location.pathname)) fetch(location.pathname).catch(() => {});
  }, { once: true });
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
}

if (kept) {
  const notice = document.getElementById("kept");
  const at = new Date(kept);
  const isToday = at.toDateString() === new Date().toDateString();
  const style = { hour: "2-digit", minute: "2-digit", ...(isToday ? {} : { day: "numeric", month: "long" }) };
  const time = notice.querySelector("time");
  time.dateTime = kept;
  time.textContent = at.toLocaleString(document.documentElement.lang, style);
  notice.hidden = false;

  // Back to the real sheet as soon as there is one, but not under a finger that is typing.
  const lookForServer = async () => {
    if (document.activeElement?.matches("input:not([type=hidden]), textarea")) return;
    try {
      await fetch(location.pathname, { method: "HEAD" });
    } catch {
      return;
    }
    location.reload();
  };
  setInterval(lookForServer, 4000);
  addEventListener("online", lookForServer);
}
