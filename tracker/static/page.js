// What a page cannot do by itself: say aloud which numbers changed, and keep up with fast fingers.
import "./form_preview.js";
import "./keypad.js";
import "./menus.js";
import "./number_pad.js";
import "./pressed.js";
import "./rule_dialog.js";

const announce = document.getElementById("announce");
if (announce && announce.dataset.says) {
  setTimeout(() => {
    announce.textContent = announce.dataset.says;
  }, 150);
}
