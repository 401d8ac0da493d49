// What is touched looks pressed as soon as the finger comes down. A browser itself waits until it
// knows that the finger does not scroll, which on a cheap tablet takes a tenth of a second.
const PRESSED = "is-pressed";
const TOUCHED = ".btn, .key, a.number";
const SEEN = 80; // ms that a quick tap is shown, at least
/** @type {PageElement | null} */
let held = null;
let since = 0;

function release() {
  held?.classList.remove(PRESSED);
  held = null;
}

/** @param {Event} event */
function press(event) {
  release();
  held = event.target.closest?.(TOUCHED) ?? null;
  held?.classList.add(PRESSED);
  since = event.timeStamp;
}

/** @param {Event} event */
function lift(event) {
  const lifted = held;
  const rest = SEEN - (event.timeStamp - since);
  if (rest <= 0) release();
  else setTimeout(() => held === lifted && release(), rest);
}

const early = { capture: true, passive: true };
document.addEventListener("pointerdown", press, early);
document.addEventListener("pointerup", lift, early);
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") press(event);
}, early);
document.addEventListener("keyup", lift, early);
// A switch control clicks without either; a finger that scrolls or leaves does not press.
document.addEventListener("click", (event) => {
  if (!held && event.detail === 0) {
    press(event);
    lift(event);
  }
}, early);
for (const end of ["pointercancel", "scroll", "dragstart"]) document.addEventListener(end, release, early);
addEventListener("blur", release);
