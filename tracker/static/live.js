// Follows the match: hears of new versions, fetches this page again, and shows what differs.
const match = document.body.dataset.match;
const live = document.getElementById("live");
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
const ASK_EVERY = 3000;
const PATIENCE = 10000;
const SILENCE = 40000; // the server says something every quarter of a minute

let shown = Number(document.body.dataset.version);
let newest = shown;
let refreshing = null;
let isWhole = false;
let isOffline = false;
let source = null;
let isFollowing = false;
let silence = 0;
let streamWait = FIRST_WAIT;
let nextStream = 0;
let askWait = FIRST_WAIT;
let askTimer = 0;
let padHome = document.querySelector(".pad-home")?.outerHTML || "";

const token = () => document.querySelector("input[name=csrf_token]")?.value || "";

// A request that fails because nobody answers throws; an answer, whatever it says, does not.
async function request(address, options = {}) {
  const answer = await fetch(address, { ...options, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if ([502, 503, 504].includes(answer.status)) throw new TypeError("nobody answers");
  return answer;
}

async function fetchPage(address, headers = {}) {
  const answer = await request(address, { headers: { "X-Live": "1", ...headers } });
  if (!answer.ok) return null;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  fillIn(fresh, token());
  return fresh;
}

// --- What differs ---------------------------------------------------------------------------------

const openStep = () => document.querySelector("#pad form[hx-get], #wide form[hx-get], #pad[data-offline] form");
const isNative = () => document.querySelector("form[data-native]");
const isAnswer = "answer" in document.body.dataset; // to a form: nobody can ask for this page again

// `whole` where this page has written itself: then what was filled in is done with.
function refresh(whole = false) {
  isWhole ||= whole;
  refreshing ||= renew().finally(() => { refreshing = null; });
  return refreshing;
}

async function renew() {
  if (isAnswer) return moveOn();
  try {
    while (isWhole || newest > shown) {
      const [whole, before] = [isWhole, shown];
      isWhole = false;
      await (!whole && (openStep() || isNative()) ? showBesideStep() : showPage());
      if (shown === before && !isWhole) return;
    }
  } catch (error) {
    if (!isNobodyThere(error)) throw error;
    lost();
  }
}

const isNobodyThere = (error) => error instanceof TypeError || error instanceof DOMException;

function swapMain(fresh) {
  const main = document.querySelector("main");
  const next = fresh.querySelector("main");
  if (main.className === next.className) swap(main, next);
  else main.replaceWith(next);
}

function arrived(fresh) {
  const before = readFigures();
  padHome = fresh.querySelector(".pad-home")?.outerHTML || padHome;
  swap(document.querySelector("header.bar"), fresh.querySelector("header.bar"));
  return before;
}

function settle(fresh, before) {
  document.body.className = fresh.body.className;
  document.body.dataset.version = fresh.body.dataset.version;
  shown = Number(fresh.body.dataset.version);
  newest = Math.max(newest, shown);
  htmx.process(document.querySelector("main"));
  tellChanges(before);
}

// The sheet, or the step of the month's end that is to be done now.
const stage = () => document.querySelector("[aria-current=step]")?.hash || document.querySelector("main").className;

async function showPage() {
  const fresh = await fetchPage(location.pathname + location.search);
  if (!fresh?.body.dataset.version) return moveOn();
  const [before, from] = [arrived(fresh), stage()];
  swapMain(fresh);
  if (stage() !== from) scrollTo(0, 0);
  document.getElementById("moved").hidden = true;
  settle(fresh, before);
}

// Somebody is filling something in: it stays, and all around it is renewed.
async function showBesideStep() {
  const pad = document.querySelector("#pad.pad-step");
  const fresh = await fetchPage(pad ? match : location.pathname + location.search);
  if (!fresh?.body.dataset.version) return moveOn();
  if (pad && !pad.isConnected) return showPage();
  const before = arrived(fresh);
  if (pad && fresh.querySelector(".sides")) {
    pad.setAttribute("data-kept", "");
    swapMain(fresh);
    pad.removeAttribute("data-kept");
  } else {
    swap(document.getElementById("corner"), fresh.getElementById("corner"));
  }
  settle(fresh, before);
  if (!(await renewPreview())) moveOn();
}

// What the fields say is asked again, as the step itself does; false where it cannot be.
async function renewPreview() {
  const form = openStep();
  if (form?.closest("[data-offline]")) return true;
  const parts = [...document.querySelectorAll("[data-preview]")];
  if (!form || !parts.length) return false;
  const asked = new URLSearchParams(new FormData(form)).toString();
  const fresh = await fetchPage(`${form.getAttribute("action")}?${asked}`, { "HX-Request": "true" });
  const next = fresh ? [...fresh.querySelectorAll("[data-preview]")] : [];
  if (next.length !== parts.length) return false;
  if (asked !== new URLSearchParams(new FormData(form)).toString()) return true; // it asks by itself
  parts.forEach((part, n) => swap(part, next[n]));
  htmx.process(form.closest("#pad, #wide"));
  return true;
}

function moveOn() {
  document.getElementById("moved").hidden = false;
}
document.querySelector("#moved button").addEventListener("click", () => {
  if (isAnswer) location.assign(match);
  else location.reload();
});

// --- Hearing of it --------------------------------------------------------------------------------

function heard(version) {
  if (version < shown) ask(); // told late; or a backup was brought back, which is asked for
  newest = Math.max(newest, version);
  if (!isSending()) refresh();
}

function follow() {
  if (source || document.hidden) return;
  source = new EventSource(`${match}/stream`);
  source.addEventListener("open", () => {
    isFollowing = true;
    streamWait = FIRST_WAIT;
    clearTimeout(askTimer);
    listen();
    online();
  });
  source.addEventListener("version", (event) => { listen(); heard(Number(event.data)); });
  source.addEventListener("here", (event) => { listen(); live.querySelector(".live-here b").textContent = event.data; });
  source.addEventListener("still", listen);
  source.addEventListener("stop", lost);
  source.addEventListener("error", lost);
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
function lost() {
  leave();
  nextStream = Date.now() + streamWait;
  streamWait = Math.min(2 * streamWait, 8 * LONGEST_WAIT);
  ask();
}

async function ask() {
  clearTimeout(askTimer);
  if (document.hidden) return;
  try {
    const answer = await request(`${match}/version`);
    if (answer.ok) {
      const { version } = await answer.json();
      online();
      if (version < shown && !isSending()) moveOn(); // a backup was brought back
      else heard(Math.max(version, shown));
    } else {
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
  if (!isFollowing || !navigator.onLine) askTimer = setTimeout(ask, isOffline ? askWait : ASK_EVERY);
  if (!source && !isOffline && Date.now() >= nextStream) follow();
}

function online() {
  if (!isOffline) return;
  isOffline = false;
  showState();
  flush();
}

function offline() {
  if (isOffline) return;
  isOffline = true;
  live.querySelector(".live-here b").textContent = "–";
  leave();
  showState();
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
  showState();
  flush();
  ask();
});
addEventListener("pagehide", leave);
