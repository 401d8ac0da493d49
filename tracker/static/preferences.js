// How this device shows the pages: theme, size of text, which way up. It runs before anything is
// drawn, so that no page flashes up in another theme first.
(() => {
  const page = document.documentElement;

  // A browser that keeps nothing throws when it is asked.
  const recall = (name) => {
    try {
      return localStorage[`prefers ${name}`] ?? "";
    } catch {
      return "";
    }
  };
  const note = (name, value) => {
    try {
      localStorage[`prefers ${name}`] = value;
    } catch { /* as it was */ }
  };

  function apply() {
    for (const name of ["theme", "text", "turned", "signal"]) page.dataset[name] = recall(name);
  }

  function press() {
    for (const button of document.querySelectorAll("[data-preference]")) {
      const isChosen = recall(button.dataset.preference) === button.value;
      button.setAttribute("aria-pressed", String(isChosen));
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-preference]");
    if (!button) return;
    note(button.dataset.preference, button.value);
    apply();
    press();
  });
  document.addEventListener("DOMContentLoaded", press);
  apply();
})();
