// Sends what is written. What cannot be sent waits in this browser and is sent once the server is
// back. Each write has an id of its own, so that one that is sent twice is written once.
import { alone } from "./lease.js";
import { ask, heard, lost } from "./live.js";
import { isNobodyThere, match, queryOf, request, token } from "./match.js";
import { clearNotice, needServer, notice } from "./notice.js";
import { refresh } from "./refresh.js";
import { state, tell, when } from "./state.js";
import { mended } from "./status.js";
import { newWriteId } from "./swap.js";
import { forget, isOfMatch, keep, toSend } from "./unsent.js";

const FLUSH_AGAIN = 1000;
const DEAF_TIME = 400;
const DEAF_AROUND = 60;
const JSON_TYPE = "application/json";

let isFlushing = false;
let lastTap = { x: 0, y: 0 };
let deaf = { x: 0, y: 0, until: 0 };

when("online", flush);

async function freshToken() {
  const { csrf_token: fresh } = await (await request(new URL("../../token", import.meta.url))).json();
  for (const field of document.querySelectorAll("input[name=csrf_token]")) field.value = fresh;
}

async function post(item, again = true) {
  const body = new URLSearchParams({ ...item.fields, csrf_token: token() });
  const answer = await request(item.action, { method: "POST", body, headers: { Accept: JSON_TYPE } });
  if (!(answer.headers.get("Content-Type") || "").includes("json")) throw new TypeError("somebody else answers");
  const told = await answer.json();
  if (answer.status === 400 && again) {
    await freshToken(); // the page may have outlived its session
    return post(item, false);
  }
  return { ok: answer.ok, status: answer.status, ...told };
}

async function sent(item) {
  state.sending += 1;
  tell("changed");
  try {
    return await post(item);
  } finally {
    state.sending -= 1;
    tell("changed");
  }
}

addEventListener("pageshow", () => {
  state.isLeaving = false;
});

// In order, each judged by itself: one that is refused stays to be mended, and the next is sent.
async function sendWaiting() {
  let version = 0;
  for (;;) {
    const [next] = toSend();
    if (!next) return version;
    const told = await sent(next);
    if (told.ok) forget(next);
    else keep({ ...next, refused: { says: told.detail, rule: told.rule || "" } });
    version = told.version || version;
    tell("changed");
  }
}

export async function flush() {
  if (isFlushing || state.isOffline || !toSend().length) return;
  isFlushing = true;
  try {
    const version = await alone(sendWaiting);
    heard(Math.max(version, state.newest));
  } catch (error) {
    if (!isNobodyThere(error)) throw error;
    lost();
  } finally {
    isFlushing = false;
    tell("changed");
    // A page that was left while it sent holds the lease for a while yet.
    if (!state.isOffline && toSend().length) setTimeout(flush, FLUSH_AGAIN);
  }
}

export const isWrite = (form) => form.method === "post" && form.elements.write_id && !form.hasAttribute("data-native");
const isEntries = (action) => action.endsWith("/entries");

function sentence(form, submitter) {
  const step = form.closest(".pad-step, #wide");
  const words = (step?.querySelector("#pad-title") || submitter || form).textContent;
  return words.trim().replace(/\s+/g, " ");
}

// "Anna · End turn": a button says what, but not whose.
function whose(form, { entries }, says) {
  if (form.closest(".pad-step, #wide") || !entries) return says;
  const [{ seat }] = JSON.parse(entries);
  const name = document.getElementById(`seat-${seat}-name`);
  return name ? `${name.textContent} · ${says}` : says;
}

function itemOf(form, submitter) {
  const fields = /** @type {any} */ (Object.fromEntries(new FormData(form)));
  if (submitter?.name) fields[submitter.name] = submitter.value;
  delete fields.csrf_token;
  return {
    action: form.getAttribute("action"),
    fields,
    says: whose(form, fields, sentence(form, submitter)),
    mend: mendingAddress(form, fields),
    endsTurn: "then_end_turn" in fields || Boolean(submitter?.hasAttribute("data-ends-turn")),
  };
}

// Where an entry is filled in again: its own page with the fields as they are, else as it was sent.
function mendingAddress(form, { entries }) {
  const step = form.closest(".pad-step, #wide")?.querySelector("form[hx-get]");
  const asked = step ? queryOf(step) : new URLSearchParams(plainFields(entries));
  asked.delete("form_id");
  return `${match}?${asked}`;
}

function plainFields(entries) {
  const [entry] = JSON.parse(entries || "[{}]");
  return Object.entries(entry).filter(([, value]) => typeof value !== "object");
}

// The same finger once more, on whatever has come up under it, is not meant.
// A tap on anything else has seen the new page, and what follows it is.
document.addEventListener("click", (event) => {
  lastTap = { x: event.clientX, y: event.clientY };
  const form = event.target.closest?.("button")?.form;
  if (!form || !isWrite(form) || !isNearWritten(lastTap)) deaf.until = 0;
}, true);
const isNearWritten = ({ x, y }) => Math.hypot(x - deaf.x, y - deaf.y) < DEAF_AROUND;
const isDeaf = (tap) => performance.now() < deaf.until && isNearWritten(tap);
export const hears = (tap) => !state.isBusy && !isDeaf(tap);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!isWrite(form)) return;
  event.preventDefault();
  if (!hears(lastTap)) return;
  if (state.isOffline && !isEntries(form.getAttribute("action"))) needServer();
  else submitWrite(form, event.submitter);
});

async function submitWrite(form, submitter) {
  clearNotice();
  const item = itemOf(form, submitter);
  if (isEntries(item.action) && (state.isOffline || toSend().length)) {
    wait(item, form);
    return;
  }
  state.isBusy = true;
  try {
    await finish(form, item, await sent(item));
  } catch (error) {
    if (!isNobodyThere(error)) throw error;
    if (isEntries(item.action)) wait(item, form);
    else needServer();
    lost();
  } finally {
    state.isBusy = false;
    heard(state.newest);
  }
}

async function finish(form, item, told) {
  if (told.status === 428) {
    state.isLeaving = true;
    form.submit(); // the server has a question, on a page of its own
    return;
  }
  form.elements.write_id.value = newWriteId();
  if (!told.ok) {
    notice(told.detail, told.rule);
    ask();
    return;
  }
  mended(item);
  state.newest = Math.max(state.newest, told.version);
  const to = new URL(told.location, location.href);
  if (to.pathname + to.search !== location.pathname + location.search) {
    state.isLeaving = true;
    location.assign(to);
    return;
  }
  if (isEntries(item.action)) deaf = { ...lastTap, until: Infinity };
  await refresh(true);
  if (isEntries(item.action)) deaf.until = Math.min(deaf.until, performance.now() + DEAF_TIME);
}

function wait(item, form) {
  keep(item);
  form.elements.write_id.value = newWriteId();
  waits();
}

// Something was put aside: the pad is ready for the next entry.
export function waits() {
  tell("waits");
  tell("changed");
  flush();
}

addEventListener("storage", (event) => {
  if (!isOfMatch(event.key)) return;
  tell("changed");
  flush();
});
