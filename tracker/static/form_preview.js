// A form with a preview asks the server after every choice, and a moment after the last key that was
// typed. What it shows may be written only while it is what the fields say: a Save that is tapped
// before that is remembered, and done when the preview is there.
const PAUSE = 220;
const CHOICES = "[type=radio], [type=checkbox], select";
const SAVES = ":is(.confirm, .next-step) button";
let typed = null;
let meant = ""; // the Save that was tapped too early

const isFollowed = (form) => form?.getAttribute("hx-trigger") === "submit";
const saves = () => [...document.querySelectorAll(SAVES)];
export const isEarly = (button) => button.hasAttribute("data-early");
// Two buttons may save: this one, or the one that ends the turn too.
const nameOf = (button) => [button.name, button.form?.action, Boolean(button.form?.elements.then_end_turn)].join();

document.addEventListener("input", (event) => {
  const { form } = event.target;
  if (!form?.hasAttribute("hx-get")) return;
  for (const button of saves()) button.setAttribute("data-early", "");
  clearTimeout(typed);
  typed = null;
  if (!isFollowed(form) || event.target.matches(CHOICES)) return;
  typed = setTimeout(() => {
    typed = null;
    if (form.isConnected) form.requestSubmit();
  }, PAUSE);
});

document.addEventListener("change", (event) => {
  if (isFollowed(event.target.form) && event.target.matches(CHOICES)) event.target.form.requestSubmit();
});

// − and +, and the keys of the keypad, have changed their field on the page: their names are for
// browsers without scripts. htmx would send the name of the one that has the focus.
document.addEventListener("htmx:configRequest", (event) => {
  for (const name of ["more", "less", "key"]) event.detail.formData.delete(name);
});

document.addEventListener("submit", () => {
  clearTimeout(typed);
  typed = null;
});
// An answer to what was typed before does not overwrite what is being typed.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (typed) event.detail.shouldSwap = false;
});

// A click where the button is: the place of one that has just written hears no second one.
export function press(button) {
  const { x: clientX, y: clientY } = button.getBoundingClientRect();
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(SAVES);
  meant = button && isEarly(button) ? nameOf(button) : "";
  if (!meant) return;
  event.preventDefault();
  event.stopPropagation();
  if (typed) button.closest("#pad, #wide, body").querySelector("form[hx-get]").requestSubmit();
}, true);

document.addEventListener("htmx:afterSettle", () => {
  if (!meant || typed) return;
  const button = saves().find((save) => !isEarly(save) && nameOf(save) === meant);
  meant = "";
  // What ends the turn or the game is read first.
  if (button && !document.querySelector(".verdict-note")) press(button);
});
