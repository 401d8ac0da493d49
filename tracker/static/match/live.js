// Follows the match: hears of new versions, and of the server's going and coming.
import { bar, match, request } from "./match.js";
import { moveOn, refresh } from "./refresh.js";
import { showRemoval } from "./removed.js";
import { isSending, state, tell, when } from "./state.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
const ASK_EVERY = 3000;
const SILENCE = 40000; // the server says something every quarter of a minute

const plurals = new Intl.PluralRules(document.documentElement.lang);

let source = null;
let isFollowing = false;
let silence = 0;
let streamWait = FIRST_WAIT;
let nextStream = 0;
let askWait = FIRST_WAIT;
let askTimer = 0;

when("lost", lost);

export function heard(version) {
  if (version < state.shown) ask(); // told late; or a backup was brought back, which is asked for
  state.newest = Math.max(state.newest, version);
  if (!isSending()) refresh();
}

export function follow() {
  if (source || document.hidden) return;
  source = new EventSource(`${match}/stream`);
  listen(); // one that never opens is noticed too
  source.addEventListener("open", () => {
    isFollowing = true;
    streamWait = FIRST_WAIT;
    clearTimeout(askTimer);
    listen();
    online();
  });
  source.addEventListener("version", (event) => {
    listen();
    heard(Number(event.data));
  });
  source.addEventListener("here", (event) => {
    listen();
    showHere(event.data);
  });
  source.addEventListener("still", listen);
  source.addEventListener("stop", lost);
  source.addEventListener("error", lost);
}

// How many devices are here, with the word that the language has for so many; without a server nobody knows.
function showHere(number) {
  const here = bar.querySelector(".live-here");
  const { one, few, many } = here.dataset;
  const words = { one, few, other: few };
  here.querySelector("b").textContent = number;
  here.querySelector("span").textContent = words[plurals.select(Number(number))] || many;
}

// A line that was cut somewhere in between ends without a word.
function listen() {
  clearTimeout(silence);
  silence = setTimeout(lost, SILENCE);
}

function leave() {
  clearTimeout(silence);
  source?.close();
  source = null;
  isFollowing = false;
}

// The stream ended, or something could not be fetched: ask, and try the stream again later.
export function lost() {
  leave();
  nextStream = Date.now() + streamWait;
  streamWait = Math.min(2 * streamWait, 8 * LONGEST_WAIT);
  ask();
}

export async function ask() {
  clearTimeout(askTimer);
  if (document.hidden) return;
  try {
    const answer = await request(`${match}/version`);
    if (answer.ok && state.isRemoved) {
      location.assign(match); // the host has let it in again
    } else if (answer.ok) {
      const { version } = await answer.json();
      online();
      if (version < state.shown && !isSending()) moveOn(); // a backup was brought back
      else heard(Math.max(version, state.shown));
    } else {
      if (answer.status === 403) await showRemoval(answer);
      moveOn(); // the match or the right to see it is gone
      online(); // what waits is sent all the same: each is answered with a sentence
    }
    askWait = FIRST_WAIT;
  } catch {
    offline();
    askWait = Math.min(2 * askWait, LONGEST_WAIT);
  }
  clearTimeout(askTimer);
  // A device that says it is offline may still have an answer or two on the way.
  const wait = state.isRemoved ? LONGEST_WAIT : state.isOffline ? askWait : ASK_EVERY;
  if (!isFollowing || !navigator.onLine) askTimer = setTimeout(ask, wait);
  if (!source && !state.isOffline && !state.isRemoved && Date.now() >= nextStream) follow();
}

function online() {
  if (!state.isOffline) return;
  state.isOffline = false;
  tell("online");
}

export function offline() {
  if (state.isOffline) return;
  state.isOffline = true;
  showHere("–");
  leave();
  tell("changed");
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    leave(); // a browser has six lines to a server, and another page may need them
    return;
  }
  nextStream = 0;
  ask();
});
addEventListener("online", ask);
addEventListener("offline", ask);
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  tell("online");
  ask();
});
addEventListener("pagehide", leave);
