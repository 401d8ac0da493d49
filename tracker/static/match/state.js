// What the scripts of a match page know together, and how they tell each other of a change.
export const state = {
  shown: Number(document.body.dataset.version), // the version that the page shows
  newest: Number(document.body.dataset.version), // the newest that was heard of
  isOffline: false,
  sending: 0,
  isBusy: false,
  isLeaving: false,
  isRemoved: false, // this device may no longer see the match
  padHome: document.querySelector(".pad-home")?.outerHTML || "",
};

export const isSending = () => state.sending > 0 || state.isBusy || state.isLeaving;

// "changed": what the bar shows; "online": the server answers again; "lost": it does not; "waits":
// an entry was put aside until it does.
const news = new EventTarget();
/** @param {string} name */
export const tell = (name) => news.dispatchEvent(new Event(name));
/**
 * @param {string} name
 * @param {() => void} work
 */
export const when = (name, work) => news.addEventListener(name, work);
