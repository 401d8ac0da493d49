// The pad when the server cannot be reached: what the server said beforehand can wait, is written
// here and waits. Whose turn it is, only the server knows once a turn's end waits: then it is asked.
import { sumOf } from "../keypad.js";
import { lost, offline } from "./live.js";
import { match, queryOf, token } from "./match.js";
import { needServer } from "./notice.js";
import { isWrite, waits } from "./outbox.js";
import { state, when } from "./state.js";
import { fillIn, newWriteId } from "./swap.js";
import { keep, toSend } from "./unsent.js";

const step = document.getElementById("offline-step");
const seatName = (seat) => document.getElementById(`seat-${seat}-name`).textContent;
const isTurnKnown = () => !toSend().some((item) => item.endsTurn);

when("waits", goHome);

// The seat in turn, as the server said; null where that is not known.
function seatInTurn() {
  const now = isTurnKnown() && document.querySelector(".seat-turn");
  return now ? Number(now.id.slice("seat-".length)) : null;
}

function goHome() {
  const pad = document.getElementById("pad");
  if (!pad || !state.padHome || !step) return;
  const holder = document.createElement("template");
  holder.innerHTML = state.padHome;
  fillIn(holder.content, token());
  pad.replaceWith(holder.content);
  nameTurn();
  htmx.process(document.getElementById("pad"));
}

export function nameTurn() {
  if (!isTurnKnown() && document.querySelector(".pad-home")) {
    document.getElementById("pad-title").textContent = step.dataset.turnUnknown;
  }
}

// What can be written without the server: what a key or a step settles of it, and in which field
// its number goes; null where it needs the server.
function asked(element) {
  if (!step || !element.dataset.offlineEntry) return null;
  const address = element.matches("form") ? `?${queryOf(element)}` : element.href;
  return {
    entry: JSON.parse(element.dataset.offlineEntry),
    number: element.dataset.offlineNumber,
    address: new URL(address || "", new URL(match, location.href)),
    endsTurn: element.hasAttribute("data-ends-turn"),
  };
}

function openOffline(what, words) {
  const pad = step.content.cloneNode(true).firstElementChild;
  const form = pad.querySelector("form");
  pad.querySelector("#pad-title").textContent = words;
  for (const pick of pad.querySelectorAll("input[name=seat]")) pick.checked = Number(pick.value) === seatInTurn();
  if (what.number) form.elements.sum.value = what.address.searchParams.get(what.number) || "";
  else form.replaceChildren();
  if (what.endsTurn) pad.querySelector("[data-write=end]").remove();
  pad.querySelector("[data-back]").addEventListener("click", goHome);
  form.addEventListener("submit", (event) => event.preventDefault());
  pad.addEventListener("input", () => check(pad));
  for (const button of pad.querySelectorAll("[data-write]")) {
    button.addEventListener("click", () => writeOffline(what, words, pad, button.dataset.write === "end"));
  }
  document.getElementById("pad").replaceWith(pad);
  check(pad);
}

const sumField = (pad) => pad.querySelector("form").elements.sum;
const seatChosen = (pad) => pad.querySelector("input[name=seat]:checked");

// The largest number that an entry takes: what is more, the server would refuse later.
const LARGEST = 9999;

// It can be written once it has a seat and, where it needs one, a number.
function check(pad) {
  const field = sumField(pad);
  const total = field ? sumOf(field.value) : 1;
  pad.querySelector("output")?.replaceChildren(field.value.includes("+") && total ? `= ${total}` : "");
  for (const button of pad.querySelectorAll("[data-write]")) {
    button.disabled = !total || total > LARGEST || !seatChosen(pad);
  }
}

function writeOffline(what, words, pad, ends) {
  const seat = Number(seatChosen(pad).value);
  const field = sumField(pad);
  const number = field ? { [what.number]: sumOf(field.value) } : {};
  const fields = {
    entries: JSON.stringify([{ ...what.entry, seat, ...number }]),
    version: String(state.shown),
    write_id: newWriteId(),
    ...(ends ? { then_end_turn: String(seat) } : {}),
  };
  const says = [seatName(seat), words, ...Object.values(number)].join(" · ");
  const mend = mendingAddress(what, seat, field?.value);
  keep({ action: `${match}/entries`, fields, says, mend, endsTurn: ends || what.endsTurn });
  waits();
}

function mendingAddress({ address, entry, number }, seat, typed) {
  const mend = new URL(address);
  for (const [name, value] of Object.entries({ ...entry, seat })) mend.searchParams.set(name, value);
  mend.searchParams.delete("form_id");
  if (typed) mend.searchParams.set(number, typed);
  return mend.pathname + mend.search;
}

// "Found · Food": the heading of the key's group, and the key.
function wordsOf(key) {
  const heading = key.closest("[data-group]")?.querySelector("h3");
  const word = key.querySelector(".key-word") || key.querySelector(".vh");
  return [heading, word].filter(Boolean).map((part) => part.textContent.trim()).join(" · ");
}

function openKey(key) {
  const what = asked(key);
  if (what) openOffline(what, wordsOf(key));
  else needServer(key);
}

document.addEventListener("click", (event) => {
  const link = state.isOffline && event.target.closest("a[href]");
  if (!link || link.getAttribute("href").startsWith("#") || link.origin !== location.origin) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (link.matches("#pad .step-head a")) goHome();
  else if (link.matches("#pad a.key")) openKey(link);
  else needServer();
}, true);

document.addEventListener("submit", (event) => {
  const isTurnAsked = event.submitter?.hasAttribute("data-ends-turn") && !isTurnKnown();
  const isOurs = isWrite(event.target) || event.target.closest("[data-offline]");
  if (!isTurnAsked && (!state.isOffline || isOurs)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isTurnAsked) openKey(event.submitter);
  else needServer();
}, true);

// The server went while somebody was tapping: what was tapped so far goes on here.
for (const failure of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, goOn);

function goOn(event) {
  const from = event.detail.elt;
  lost();
  offline();
  const form = from.closest("form");
  const what = form?.matches("#pad .step-work") && asked(form);
  if (from.matches("#pad a.key")) openKey(from);
  else if (what) openOffline(what, document.getElementById("pad-title").textContent);
  else needServer();
}
