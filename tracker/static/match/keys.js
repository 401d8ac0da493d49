// The keyboard of a desk: digits type, Enter writes, Escape goes back, Ctrl+Z undoes, arrows move
// between the seats, and ? shows all of it.
import { press } from "../form_preview.js";

const dialog = document.getElementById("keys-dialog");
const sum = () => document.querySelector("#pad #sum");
const writeButton = () =>
  document.querySelector(
    ":is(.confirm, .work-side .next-step) form:has([name=entries]):not(:has([name=then_end_turn])) button",
  );
const isTyping = (target) => target.matches?.("input, textarea, select");
let isWriting = false; // Enter came before the preview: it is written when that is there

function write() {
  const button = writeButton();
  isWriting = !button;
  if (button) press(button);
}

function goBack() {
  const back = document.querySelector(".step-head [data-back], .step-head a.btn, .work-side a.btn");
  back?.click();
  return Boolean(back);
}

function undo() {
  const button = document.querySelector("#corner form[action$='/undo'] button:not(:disabled)");
  if (button) press(button);
}

function moveBetweenSeats(step) {
  const seats = [...document.querySelectorAll(".seat")];
  if (!seats.length) return false;
  const at = seats.findIndex((seat) => seat.contains(document.activeElement));
  const next = seats[(at + step + seats.length) % seats.length];
  next.querySelector("a")?.focus();
  return true;
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function pressed(event) {
  const { key, target } = event;
  if ((event.ctrlKey || event.metaKey) && key === "z" && !isTyping(target)) return undo() ?? true;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
  if (key === "Enter" && target === sum()) return write() ?? true;
  if (key === "Escape") return goBack();
  if (isTyping(target)) return false;
  if (key === "?") return dialog.showModal() ?? true;
  if (/^[0-9]$/.test(key) && sum()) {
    sum().focus();
    return false; // the digit goes where the focus is now
  }
  if (key in STEPS && !target.closest?.("[role=radiogroup], .scroll, details")) return moveBetweenSeats(STEPS[key]);
  return false;
}

document.addEventListener("keydown", (event) => {
  if (pressed(event)) event.preventDefault();
});
dialog.querySelector("button").addEventListener("click", () => dialog.close());

// The number has the focus when an entry opens; nothing is left without one.
const isLost = () => document.activeElement === document.body || !document.activeElement;
let hadNumber = false;
function settle() {
  if (isLost() && !hadNumber) sum()?.focus({ preventScroll: true });
  if (!isWriting || !writeButton()) return;
  isWriting = false;
  // What ends the turn or the game is read first.
  if (!document.querySelector(".verdict-note")) write();
}
document.addEventListener("htmx:beforeSwap", () => {
  hadNumber = Boolean(sum());
});
document.addEventListener("htmx:afterSettle", settle);
settle();
