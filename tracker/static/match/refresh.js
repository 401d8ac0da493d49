// Fetches this page again when the match has a newer version, and shows what differs.
import { readFigures, tellChanges } from "./figures.js";
import { isNobodyThere, match, queryOf, request, token } from "./match.js";
import { showRemoval } from "./removed.js";
import { state, tell } from "./state.js";
import { fillIn, swap } from "./swap.js";

let refreshing = null;
let isWhole = false;

async function fetchPage(address, headers = {}) {
  const answer = await request(address, { headers: { "X-Live": "1", ...headers } });
  if (answer.status === 403) await showRemoval(answer);
  if (!answer.ok) return null;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  fillIn(fresh, token());
  return fresh;
}

const openStep = () => document.querySelector("#pad form[hx-get], #wide form[hx-get], #pad[data-offline] form");
const isFilledIn = () => openStep() || document.querySelector("form[data-native]");
const isAnswer = "answer" in document.body.dataset; // to a form: nobody can ask for this page again

// `whole` where this page has written itself: then what was filled in is done with.
export function refresh(whole = false) {
  isWhole ||= whole;
  refreshing ||= renew().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function renew() {
  if (state.isRemoved) return;
  if (isAnswer) return moveOn();
  try {
    while (isWhole || state.newest > state.shown) {
      const [whole, before] = [isWhole, state.shown];
      isWhole = false;
      await (!whole && isFilledIn() ? showBesideStep() : showPage(whole));
      if (state.shown === before && !isWhole) return;
    }
  } catch (error) {
    if (!isNobodyThere(error)) throw error;
    tell("lost");
  }
}

function swapMain(fresh) {
  const main = document.querySelector("main");
  const next = fresh.querySelector("main");
  if (main.className === next.className) swap(main, next);
  else main.replaceWith(next);
}

function arrived(fresh) {
  const before = readFigures();
  state.padHome = fresh.querySelector(".pad-home")?.outerHTML || state.padHome;
  swap(document.querySelector("header.bar"), fresh.querySelector("header.bar"));
  return before;
}

function settle(fresh, before) {
  document.body.className = fresh.body.className;
  document.body.dataset.version = fresh.body.dataset.version;
  state.shown = Number(fresh.body.dataset.version);
  state.newest = Math.max(state.newest, state.shown);
  htmx.process(document.querySelector("main"));
  tellChanges(before);
}

// The sheet, or the last step of a page that is to be done now: an earlier one may still be open.
const currentSteps = () => [...document.querySelectorAll("[aria-current=step]")];
const stage = () => currentSteps().at(-1)?.hash || document.querySelector("main").className;

async function showPage(whole) {
  const fresh = await fetchPage(location.pathname + location.search);
  if (!fresh?.body.dataset.version) return moveOn();
  if (!whole && isFilledIn()) return showBesideStep(); // a tap has opened a step meanwhile
  const [before, from] = [arrived(fresh), stage()];
  swapMain(fresh);
  if (stage() !== from) scrollTo(0, 0);
  document.getElementById("moved").hidden = true;
  settle(fresh, before);
}

// Somebody is filling something in: it stays, and all around it is renewed.
async function showBesideStep() {
  const pad = document.querySelector("#pad.pad-step");
  const fresh = await fetchPage(pad ? match : location.pathname + location.search);
  if (!fresh?.body.dataset.version) return moveOn();
  if (pad && !pad.isConnected) return showPage(false);
  const before = arrived(fresh);
  if (pad && fresh.getElementById("offline-step")) {
    pad.setAttribute("data-kept", "");
    swapMain(fresh);
    pad.removeAttribute("data-kept");
  } else {
    swap(document.getElementById("corner"), fresh.getElementById("corner"));
  }
  settle(fresh, before);
  if (!(await renewPreview())) moveOn();
}

// What the fields say is asked again, as the step itself does; false where it cannot be.
async function renewPreview() {
  const form = openStep();
  if (form?.closest("[data-offline]")) return true;
  const parts = [...document.querySelectorAll("[data-preview]")];
  if (!form || !parts.length) return false;
  const asked = queryOf(form).toString();
  const fresh = await fetchPage(`${form.getAttribute("action")}?${asked}`, { "HX-Request": "true" });
  const next = fresh ? [...fresh.querySelectorAll("[data-preview]")] : [];
  if (next.length !== parts.length) return false;
  if (asked !== queryOf(form).toString()) return true; // it asks by itself
  parts.forEach((part, n) => swap(part, next[n]));
  htmx.process(form.closest("#pad, #wide"));
  return true;
}

export function moveOn() {
  document.getElementById("moved").hidden = state.isRemoved;
}
document.querySelector("#moved button").addEventListener("click", () => {
  if (isAnswer) location.assign(match);
  else location.reload();
});
