// Sends what is written. What cannot be sent waits in this browser, in order, and is sent once the
// server is back. Each write has an id of its own, so that one that is sent twice is written once.
const PREFIX = `waiting ${match} `;
const LEASE = `sending ${match}`;
const MENDING = `mending ${match}`;
const LEASE_TIME = 12000;
const FLUSH_AGAIN = 1000;
const DEAF_TIME = 400;
const DEAF_AROUND = 60;
const JSON_TYPE = "application/json";
const me = newWriteId();

let sending = 0;
let isFlushing = false;
let isBusy = false;
let isLeaving = false;
const memory = new Map();
let lastTap = { x: 0, y: 0 };
let deaf = { x: 0, y: 0, until: 0 };

const isSending = () => sending > 0 || isBusy || isLeaving;

// --- What waits -----------------------------------------------------------------------------------

function waiting() {
  const found = [...memory];
  try {
    for (let n = 0; n < localStorage.length; n += 1) {
      const key = localStorage.key(n);
      if (key.startsWith(PREFIX)) found.push([key, JSON.parse(localStorage.getItem(key))]);
    }
  } catch { /* a browser that keeps nothing */ }
  return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => ({ ...item, key }));
}

function keep(item) {
  const key = item.key || `${PREFIX}${String(Date.now()).padStart(15, "0")} ${item.fields.write_id}`;
  const { key: _, ...rest } = item;
  try {
    localStorage.setItem(key, JSON.stringify(rest));
    memory.delete(key);
  } catch {
    // Full, or not allowed: it waits as long as the page is open, and nowhere else.
    forget({ key });
    memory.set(key, rest);
  }
  return { ...item, key };
}

function forget(item) {
  memory.delete(item.key);
  try { localStorage.removeItem(item.key); } catch { /* it was never there */ }
}

// --- Sending --------------------------------------------------------------------------------------

async function freshToken() {
  const { csrf_token: fresh } = await (await request("/token")).json();
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
  sending += 1;
  showState();
  try {
    return await post(item);
  } finally {
    sending -= 1;
    showState();
  }
}

// Two pages of one browser share what waits, and one of them sends it: the browser sees to that
// where it can, which on plain http it cannot.
async function alone(work) {
  if (navigator.locks) return navigator.locks.request(LEASE, work);
  if (!takeLease()) return 0;
  try {
    return await work();
  } finally {
    giveLease();
  }
}

function takeLease() {
  try {
    const [holder, until] = (localStorage.getItem(LEASE) || " 0").split(" ");
    if (holder !== me && Number(until) > Date.now()) return false;
    localStorage.setItem(LEASE, `${me} ${Date.now() + LEASE_TIME}`);
  } catch { /* then there is nothing to share */ }
  return true;
}

function giveLease() {
  try {
    if (localStorage.getItem(LEASE)?.startsWith(me)) localStorage.removeItem(LEASE);
  } catch { /* it was never taken */ }
}
addEventListener("pagehide", giveLease);
addEventListener("pageshow", () => { isLeaving = false; });

// In order, each judged by itself: one that is refused stays to be mended, and the next is sent.
async function sendWaiting() {
  let version = 0;
  for (;;) {
    const next = waiting().find((item) => !item.refused);
    if (!next) return version;
    const told = await sent(next);
    if (told.ok) forget(next);
    else keep({ ...next, refused: { says: told.detail, rule: told.rule || "" } });
    version = told.version || version;
    showState();
  }
}

async function flush() {
  if (isFlushing || isOffline || !waiting().some((item) => !item.refused)) return;
  isFlushing = true;
  try {
    const version = await alone(sendWaiting);
    heard(Math.max(version, newest));
  } catch (error) {
    if (!isNobodyThere(error)) throw error;
    lost();
  } finally {
    isFlushing = false;
    showState();
    // A page that was left while it sent holds the lease for a while yet.
    if (!isOffline && waiting().some((item) => !item.refused)) setTimeout(flush, FLUSH_AGAIN);
  }
}

// --- Forms ----------------------------------------------------------------------------------------

const isWrite = (form) => form.method === "post" && form.elements.write_id && !form.hasAttribute("data-native");
const isEntries = (action) => action.endsWith("/entries");

function sentence(form, submitter) {
  const step = form.closest(".pad-step, #wide");
  const words = (step?.querySelector("#pad-title") || submitter || form).textContent;
  return words.trim().replace(/\s+/g, " ");
}

// "Anna · End turn": a button says what, but not whose.
function whose(form, says) {
  if (form.closest(".pad-step, #wide") || !form.elements.entries) return says;
  const [{ seat }] = JSON.parse(form.elements.entries.value);
  const name = document.getElementById(`seat-${seat}-name`);
  return name ? `${name.textContent} · ${says}` : says;
}

function itemOf(form, submitter) {
  const fields = Object.fromEntries(new FormData(form));
  if (submitter?.name) fields[submitter.name] = submitter.value;
  delete fields.csrf_token;
  return { action: form.getAttribute("action"), fields, says: whose(form, sentence(form, submitter)) };
}

// The same finger once more, on whatever has come up under it, is not meant.
// A tap on anything else has seen the new page, and what follows it is.
document.addEventListener("click", (event) => {
  lastTap = { x: event.clientX, y: event.clientY };
  const form = event.target.closest?.("button")?.form;
  if (!form || !isWrite(form) || !isWhereWritten()) deaf.until = 0;
}, true);
const isWhereWritten = () => Math.hypot(lastTap.x - deaf.x, lastTap.y - deaf.y) < DEAF_AROUND;
const isDeaf = () => performance.now() < deaf.until && isWhereWritten();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!isWrite(form)) return;
  event.preventDefault();
  if (isBusy || isDeaf()) return;
  if (isOffline && !isEntries(form.getAttribute("action"))) needServer();
  else submitWrite(form, event.submitter);
});

async function submitWrite(form, submitter) {
  clearNotice();
  const item = itemOf(form, submitter);
  if (isEntries(item.action) && (isOffline || waiting().some((one) => !one.refused))) {
    wait(item, form);
    return;
  }
  isBusy = true;
  try {
    await finish(form, item, await sent(item));
  } catch (error) {
    if (!isNobodyThere(error)) throw error;
    if (isEntries(item.action)) wait(item, form);
    else needServer();
    lost();
  } finally {
    isBusy = false;
    heard(newest);
  }
}

async function finish(form, item, told) {
  if (told.status === 428) {
    isLeaving = true;
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
  newest = Math.max(newest, told.version);
  const to = new URL(told.location, location.href);
  if (to.pathname + to.search !== location.pathname + location.search) {
    isLeaving = true;
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
  goHome();
  showState();
  flush();
}

// --- What is shown --------------------------------------------------------------------------------

function notice(says, rule = "") {
  clearNotice();
  const shownNotice = document.getElementById("notice-form").content.cloneNode(true).firstElementChild;
  shownNotice.querySelector("p").prepend(says);
  const link = shownNotice.querySelector("a");
  if (rule) {
    link.href = `/rules/${rule}`;
    link.textContent = rule;
  } else link.remove();
  document.querySelector("main").prepend(shownNotice);
}

function clearNotice() {
  for (const old of document.querySelectorAll("main > .notice")) old.remove();
}

const needServer = () => notice(live.dataset.needsServer);

function showState() {
  const items = waiting();
  const refused = items.filter((item) => item.refused).length;
  live.dataset.state = refused ? "refused" : isOffline ? "offline" : sending || items.length ? "sending" : "saved";
  live.querySelector(".live-waiting").textContent = items.length ? String(items.length) : "";
  live.querySelector(".waiting-head").hidden = items.length === refused;
  live.querySelector(".waiting-head b").textContent = String(items.length - refused);
  live.querySelector(".waiting-memory").hidden = !memory.size;
  live.querySelector("ol").replaceChildren(...items.map(drawn));
}

function drawn(item) {
  const row = document.getElementById("waiting-form").content.cloneNode(true).firstElementChild;
  row.querySelector(".entry-say").textContent = item.says;
  row.querySelector(".waiting-why").hidden = !item.refused;
  if (!item.refused) return row;
  row.querySelector(".waiting-why p").textContent = `${item.refused.says} ${item.refused.rule}`;
  const mend = row.querySelector("a");
  mend.href = `${match}?${new URLSearchParams(padArguments(item))}`;
  mend.addEventListener("click", () => beMending(item.key));
  row.querySelector("button").addEventListener("click", () => { forget(item); showState(); });
  return row;
}

// The pad's fields for an entry as it was written.
function padArguments(item) {
  const [entry] = JSON.parse(item.fields.entries);
  const plain = Object.entries(entry).filter(([, value]) => typeof value !== "object");
  return plain.map(([name, value]) => [name === "count" ? "amount" : name, value]);
}

// Which refused entry a page was opened to mend; a browser that keeps nothing does not know.
function beMending(key) {
  try { sessionStorage.setItem(MENDING, key); } catch { /* then it is dropped by a tap */ }
}

function beingMended() {
  try { return sessionStorage.getItem(MENDING); } catch { return null; }
}

// What was refused is done with when the same kind of entry was written from its pad.
function mended(item) {
  const old = waiting().find((one) => one.key === beingMended());
  if (!old || !item.fields.entries) return;
  const [[was], [is]] = [old, item].map((one) => JSON.parse(one.fields.entries));
  if (was.do !== is.do) return;
  sessionStorage.removeItem(MENDING);
  forget(old);
  showState();
}

addEventListener("storage", (event) => {
  if (!event.key || event.key.startsWith(PREFIX)) {
    showState();
    flush();
  }
});
