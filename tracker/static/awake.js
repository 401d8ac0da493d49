// Keeps the screen awake while a match is open, where the browser can. Where it cannot, a line on
// the page says so. This runs before the page is drawn, so that nothing moves when the line is there.
(() => {
  const READ = "may-sleep-read";
  const REFUSED = "may-sleep-refused";
  let lock = null;

  // A browser that keeps nothing throws when it is asked.
  const recall = (where, key) => {
    try {
      return where()[key];
    } catch {
      return undefined;
    }
  };
  const note = (where, key, value) => {
    try {
      where()[key] = value;
    } catch { /* it is asked again */ }
  };
  const device = () => localStorage;
  const evening = () => sessionStorage;

  const cannot = !navigator.wakeLock || recall(evening, REFUSED);
  if (cannot && !recall(device, READ)) document.documentElement.classList.add("is-sleepy");

  async function stayAwake() {
    if (!navigator.wakeLock || document.visibilityState !== "visible" || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      note(evening, REFUSED, "");
    } catch {
      // Refused, as on a battery that is almost empty: the next page says so.
      note(evening, REFUSED, "yes");
    }
    document.documentElement.dataset.awake = lock && !lock.released ? "yes" : "no";
  }

  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#may-sleep-read")) return;
    note(device, READ, "yes");
    document.documentElement.classList.remove("is-sleepy");
  });
  stayAwake();
})();
