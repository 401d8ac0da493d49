// The sheet as an app: the worker that keeps the last sheet, and what a kept sheet says of itself.
const kept = document.documentElement.dataset.kept;

// Only where the browser lets us: over https, or on this machine itself.
if (window.isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
}

if (kept) {
  const at = new Date(kept);
  const isToday = at.toDateString() === new Date().toDateString();
  const style = { hour: "2-digit", minute: "2-digit", ...(isToday ? {} : { day: "numeric", month: "long" }) };
  const time = document.querySelector("#kept time");
  time.dateTime = kept;
  time.textContent = at.toLocaleString(document.documentElement.lang, style);

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
  setInterval(lookForServer, 2000);
  addEventListener("online", lookForServer);
}
