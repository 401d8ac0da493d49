// What a page cannot do by itself: say aloud which numbers changed, and keep up with fast fingers.
import "./keypad.js";
import "./rule_dialog.js";

const announce = document.getElementById("announce");
if (announce && announce.dataset.says) {
  setTimeout(() => { announce.textContent = announce.dataset.says; }, 150);
}

// What the page shows may be written only while it is what the fields say.
document.addEventListener("input", (event) => {
  if (!event.target.closest("form[hx-get]")) return;
  for (const button of document.querySelectorAll(".confirm button, .next-step button")) button.disabled = true;
});
