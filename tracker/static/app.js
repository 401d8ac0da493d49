// The sheet as an app: the worker that keeps the last sheet, and what a kept sheet says of itself.
// Only where the browser lets us: over https, or on this machine itself.
if (globalThis.isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.register(new URL("../worker.js", import.meta.url), { updateViaCache: "none" }).catch(
    () => {},
  );
}

const page = document.documentElement;
const STEP = "#pad form[hx-get], #wide form[hx-get], #pad[data-offline] form";
const isFillingIn = () => document.activeElement?.matches("input, textarea, select") || document.querySelector(STEP);

function sayAsOf() {
  const at = new Date(page.dataset.asOf);
  const isToday = at.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const day = isToday ? {} : { day: "numeric", month: "long" };
  const time = document.querySelector("#as-of time");
  time.dateTime = page.dataset.asOf;
  time.textContent = at.toLocaleString(page.lang, { hour: "2-digit", minute: "2-digit", ...day });
}

// Back to the real sheet as soon as there is one and everything that waited has been sent; under
// a finger that fills something in, only around that.
async function lookForServer() {
  const answer = await fetch(location.pathname, { method: "HEAD" }).catch(() => null);
  if (!answer || [502, 504].includes(answer.status)) return; // or a proxy, with nobody behind it
  if (["offline", "sending"].includes(document.getElementById("live").dataset.state)) {
    dispatchEvent(new Event("online"));
  } else if (isFillingIn()) delete page.dataset.asOf;
  else location.reload();
}

if (page.dataset.asOf) {
  sayAsOf();
  setInterval(lookForServer, 2000);
}
