// Shows the last sheet when the server cannot be reached, and only then: every page is asked of the
// server first, however old the kept one is. What is sent to the server never passes through here.
const KEPT_FILES = `files-${VERSION}`;
const KEPT_SHEET = "sheet";
const NOBODY_BEHIND = [502, 504]; // a proxy answers for a server that does not
const BEGIN = new URL(".", location.href).pathname; // `/`, or the path below which we are
const SHORT = `${BEGIN}j/`; // sent by the browser itself: only then the server hears who led here
const OF_A_MATCH = new RegExp(`^${BEGIN}m/[^/]+`);

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(SHORT)) return;
  if (url.pathname.startsWith(`${BEGIN}static/`)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (isSheet(url)) event.respondWith(asked(event, url));
});

async function keepFiles() {
  const files = await caches.open(KEPT_FILES);
  await files.addAll(FILES);
  // A new worker does not wait for the old one's pages to be closed: on a tablet they never are.
  await self.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name !== KEPT_FILES && name !== KEPT_SHEET) await caches.delete(name);
  }
  await self.clients.claim();
  // The page that brought the worker was there before it.
  for (const page of await self.clients.matchAll()) {
    const url = new URL(page.url);
    if (isSheet(url)) await fetch(url).then((answer) => keepOrForget(url, answer)).catch(() => {});
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    // An older sheet may name an older file: its successor is better than none.
    const found = await caches.match(request) ?? await caches.match(request, { ignoreSearch: true });
    if (!found) throw error;
    return found;
  }
}

async function page(event, url) {
  let answer;
  let failure;
  try {
    answer = await asked(event, url);
  } catch (error) {
    failure = error;
  }
  if (answer && !NOBODY_BEHIND.includes(answer.status)) return answer;
  const found = await instead(url);
  if (found || answer) return found || answer;
  throw failure;
}

async function asked(event, url) {
  const answer = await fetch(event.request);
  event.waitUntil(keepOrForget(url, answer.clone()));
  return answer;
}

const isSheet = (url) => OF_A_MATCH.exec(url.pathname)?.[0] === url.pathname && !url.search;

async function keepOrForget(url, answer) {
  const match = OF_A_MATCH.exec(url.pathname)?.[0];
  const kept = await caches.open(KEPT_SHEET);
  // No longer for this device, or put away; a page of the match that is not there says nothing.
  const isGone = [403, 410].includes(answer.status) || (answer.status === 404 && isSheet(url));
  if (match && isGone) await kept.delete(match);
  if (!isSheet(url) || answer.status !== 200 || answer.redirected) return;
  const text = await answer.text();
  if (!text.includes("<html ")) return;
  for (const older of await kept.keys()) {
    if (new URL(older.url).pathname !== match) await kept.delete(older);
  }
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  const before = await kept.match(match).then((sheet) => sheet?.text());
  const marked = text.replace("<html ", `<html data-as-of="${new Date().toISOString()}" `);
  await kept.put(match, new Response(withToken(marked, before ?? ""), { headers }));
}

// A page that was asked for to renew another comes without the token of its forms.
function withToken(text, before) {
  const token = /name="csrf_token" value="([^"]+)"/.exec(before)?.[1] ?? "";
  return text.replaceAll('name="csrf_token" value=""', `name="csrf_token" value="${token}"`);
}

// What is written on a kept sheet, every time that it is shown, is something new.
function withNewIds(text) {
  const id = () => crypto.randomUUID().replaceAll("-", "");
  return text.replaceAll(/name="write_id" value="[^"]*"/g, () => `name="write_id" value="${id()}"`);
}

// The sheet that was kept of the match that is asked for; at the first page, the last one seen.
async function instead(url) {
  const kept = await caches.open(KEPT_SHEET);
  const [last] = await kept.keys();
  if (!last) return undefined;
  const path = new URL(last.url).pathname;
  const isOfIt = url.pathname === BEGIN || url.pathname === path || url.pathname.startsWith(`${path}/`);
  if (!isOfIt) return undefined;
  if (url.pathname !== path || url.search) return Response.redirect(path, 303);
  const found = await kept.match(last);
  return new Response(withNewIds(await found.text()), { headers: found.headers });
}
