// Numbers beside − and +: a tap on one opens the keypad for it, and a held − or + goes on by itself.
import { pressed } from "./keypad.js";

const HOLD = 420; // so many milliseconds until a held key repeats, and then between two steps
const STEP = 80;

const ENDLESS = 9999;
const FIELD = ".stepper input";
const pad = () => document.querySelector(".number-pad");
let chosen = ""; // the name of the field that the keypad types into
let isFresh = false; // the number that stood there is replaced by the first digit
let repeating = null;
let hasRepeated = false;

const mostOf = (input) => Number(input.dataset.most ?? Infinity);
const leastOf = (input) => Number(input.dataset.least ?? 0);
const field = () => document.querySelector(`${FIELD}[name="${CSS.escape(chosen)}"]`);
const follow = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));

// The keyboard of the screen would cover what the keypad is for.
function prepare() {
  if (!matchMedia("(pointer: coarse)").matches) return;
  for (const input of document.querySelectorAll(`#sum, ${FIELD}`)) input.inputMode = "none";
}

function open(input) {
  if (!pad()) return;
  if (chosen !== input.name) isFresh = true;
  chosen = input.name;
  show();
  // On a phone the keypad covers the lower half.
  input.closest(".choice-row").scrollIntoView({ block: "nearest" });
}

function show() {
  const input = field();
  if (!input) chosen = ""; // a later entry may have a field of this name, which nobody has tapped
  if (!pad()) return;
  pad().hidden = !input;
  for (const other of document.querySelectorAll(".stepper.is-chosen")) other.classList.remove("is-chosen");
  if (!input) return;
  input.closest(".stepper").classList.add("is-chosen");
  pad().querySelector("output").textContent = input.getAttribute("aria-label");
  // "All" is all that there is; where there is no end to it, or less than nothing, it has no sense.
  const isSigned = leastOf(input) < 0;
  pad().querySelector("[value=all]").hidden = isSigned || mostOf(input) >= ENDLESS;
  pad().querySelector("[value=sign]").hidden = !isSigned;
}

function press(key) {
  const input = field();
  if (!input) return;
  if (key === "all") input.value = input.dataset.most;
  else input.value = pressed(isFresh && /\d/.test(key) ? "" : input.value, key);
  isFresh = false;
  follow(input);
  input.form.requestSubmit();
}

export function stepBy(button, by) {
  const input = button.form.elements[`num-${button.value}`];
  input.value = Math.min(mostOf(input), Math.max(leastOf(input), Number(input.value) + by));
  follow(input);
  return input;
}

const directionOf = (button) => (button.id.startsWith("more-") ? 1 : -1);

function release() {
  clearTimeout(repeating);
  repeating = null;
}

function repeat(button) {
  hasRepeated = true;
  stepBy(button, directionOf(button));
  repeating = setTimeout(() => repeat(button), STEP);
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest(".stepper button");
  if (!button) return;
  hasRepeated = false;
  repeating = setTimeout(() => repeat(button), HOLD);
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) document.addEventListener(end, release);

document.addEventListener("focusin", (event) => {
  if (event.target.matches(FIELD)) open(event.target);
});
document.addEventListener("click", (event) => {
  const key = event.target.closest(".number-pad button");
  if (key) press(key.value);
  const button = event.target.closest(".stepper button");
  if (!button) return;
  event.preventDefault();
  release();
  if (!hasRepeated) stepBy(button, directionOf(button));
  hasRepeated = false;
  if (button.form.hasAttribute("hx-get")) button.form.requestSubmit();
});
document.addEventListener("htmx:afterSettle", () => {
  prepare();
  show();
});
prepare();
