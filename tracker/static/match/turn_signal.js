// A short sound or a buzz when the turn passes on, for those who asked for it.
const turn = () => document.querySelector("#bar-turn")?.title;
let before = turn();
let audio = null;

function sound() {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  loudness.gain.setValueAtTime(0.15, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.frequency.value = 660;
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}

function signal() {
  const wanted = document.documentElement.dataset.signal;
  document.documentElement.dataset.signalled = turn() ?? "";
  if (wanted === "sound") sound();
  // A browser complains of a page that buzzes before anybody has touched it.
  const isTouched = navigator.userActivation?.hasBeenActive ?? true;
  if (wanted === "vibration" && isTouched) navigator.vibrate?.(200);
}

new MutationObserver(() => {
  const now = turn();
  if (now === before) return;
  before = now;
  if (now && document.documentElement.dataset.signal) signal();
}).observe(document.querySelector("header.bar"), { subtree: true, childList: true, attributes: true });
