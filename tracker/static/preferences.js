// How this device shows the pages: theme, size of text, which way up. It runs before anything is
// drawn, so that no page flashes up in another theme first.
(() => {
  const DARK = /\(prefers-color-scheme: dark\)/g;
  const FORCED = { dark: "all", light: "not all" };
  const page = document.documentElement;
  let themed = null; // the rules for a dark room, and when each holds by itself

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

  function darkRules() {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return rules.filter((rule) => rule.media?.mediaText.match(DARK)).map((rule) => [rule, rule.media.mediaText]);
  }

  function apply() {
    const theme = recall("theme");
    if (theme || themed) {
      themed ??= darkRules();
      for (const [rule, media] of themed) rule.media.mediaText = theme ? media.replace(DARK, FORCED[theme]) : media;
    }
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
