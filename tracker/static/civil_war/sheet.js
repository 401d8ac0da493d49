// The device's own seat, or else the one whose turn it is, is in sight: when the page opens, and
// whenever the turn passes on.
const shown = () => document.querySelector(".seat-own") ?? document.querySelector(".seat-turn");
let turn = document.querySelector(".seat-turn")?.id;

const show = () => shown()?.scrollIntoView({ block: "nearest", inline: "start" });

if (!location.hash) show();
new MutationObserver(() => {
  const now = document.querySelector(".seat-turn")?.id;
  if (now === turn) return;
  turn = now;
  show();
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
