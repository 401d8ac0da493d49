// What a page cannot do by itself: say aloud which numbers changed, and keep up with fast fingers.
const announce = document.getElementById("announce");
if (announce && announce.dataset.says) {
  setTimeout(() => { announce.textContent = announce.dataset.says; }, 150);
}

// On a phone the seat whose turn it is comes first; what was drawn before it came keeps its place.
const sides = document.querySelector(".sides");
if (sides && !location.hash) sides.scrollLeft = 0;

// A key of the keypad, a − or a + changes its field at once, so that the next tap need not wait
// for the page, which follows. Without scripts the same buttons are sent to the server.
document.addEventListener("click", (event) => {
  const key = event.target.closest(".keypad button, .stepper button");
  if (!key || !key.form.hasAttribute("hx-get")) return;
  event.preventDefault();
  const kind = key.id.split("-", 1)[0];
  const field = key.form.elements[kind === "key" ? "sum" : `num-${key.value}`];
  const fresh = key.form.elements.fresh; // the number that a digit replaces, until one was typed
  if (kind === "key" && fresh?.value === field.value && /\d/.test(key.value)) field.value = "";
  if (kind === "key" && fresh) fresh.value = "";
  if (kind !== "key") field.value = Math.max(0, Number(field.value) + (kind === "more" ? 1 : -1));
  else field.value = key.value === "back" ? field.value.slice(0, -1) : field.value + key.value;
  key.removeAttribute("name"); // htmx would send the key that was tapped last
  field.dispatchEvent(new Event("input", { bubbles: true }));
  key.form.requestSubmit();
});

// What the page shows may be written only while it is what the fields say.
document.addEventListener("input", (event) => {
  if (!event.target.closest("form[hx-get]")) return;
  for (const one of document.querySelectorAll(".confirm button, .next-step button")) one.disabled = true;
});
