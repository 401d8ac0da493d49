// A sentence above the page: what was refused, or what needs the server.
import { bar } from "./match.js";

export function notice(says, rule = "") {
  clearNotice();
  const shownNotice = document.getElementById("notice-form").content.cloneNode(true).firstElementChild;
  shownNotice.querySelector("p").prepend(says);
  const link = shownNotice.querySelector("a");
  if (rule) {
    link.href = new URL(`../../rules/${rule}`, import.meta.url).pathname;
    link.textContent = rule;
  } else link.remove();
  document.querySelector("main").prepend(shownNotice);
}

export function clearNotice() {
  for (const old of document.querySelectorAll("main > .notice")) old.remove();
}

// The keys around the one that was tapped may say themselves why they need the server.
export const needServer = (key) => notice((key?.closest("[data-needs-server]") || bar).dataset.needsServer);
