// What a page cannot do by itself: say aloud which numbers changed.
const announce = document.getElementById("announce");
if (announce && announce.dataset.says) {
  setTimeout(() => { announce.textContent = announce.dataset.says; }, 150);
}
