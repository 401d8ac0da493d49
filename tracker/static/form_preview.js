// A form with a preview asks the server after every choice, and a moment after the last key that was
// typed. What it shows may be written only while it is what the fields say.
const PAUSE = 220;
const CHOICES = "[type=radio], [type=checkbox], select";
let typed = null;

const isFollowed = (form) => form?.getAttribute("hx-trigger") === "submit";

document.addEventListener("input", (event) => {
  const { form } = event.target;
  if (!form?.hasAttribute("hx-get")) return;
  for (const button of document.querySelectorAll(".confirm button, .next-step button")) button.disabled = true;
  clearTimeout(typed);
  typed = null;
  if (!isFollowed(form) || event.target.matches(CHOICES)) return;
  typed = setTimeout(() => { typed = null; if (form.isConnected) form.requestSubmit(); }, PAUSE);
});

document.addEventListener("change", (event) => {
  if (isFollowed(event.target.form) && event.target.matches(CHOICES)) event.target.form.requestSubmit();
});

document.addEventListener("submit", () => { clearTimeout(typed); typed = null; });
// An answer to what was typed before does not overwrite what is being typed.
document.addEventListener("htmx:beforeSwap", (event) => { if (typed) event.detail.shouldSwap = false; });
