// Entries that could not be sent yet: they wait in this browser, in order.
import { match } from "./match.js";

// The word stays, so that entries which a browser still holds are found after an update.
const PREFIX = `waiting ${match} `;
/** @type {Map<string, Waiting>} */
const memory = new Map();

export const isOnlyInMemory = () => memory.size > 0;
/** @param {string | null} key */
export const isOfMatch = (key) => !key || key.startsWith(PREFIX);
export const toSend = () => unsent().filter((item) => !item.refused);

/** @returns {(Waiting & { key: string })[]} */
export function unsent() {
  const found = [...memory];
  try {
    for (let n = 0; n < localStorage.length; n += 1) {
      const key = localStorage.key(n) ?? "";
      if (key.startsWith(PREFIX)) found.push([key, JSON.parse(localStorage.getItem(key) ?? "")]);
    }
  } catch { /* a browser that keeps nothing */ }
  return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => ({ ...item, key }));
}

/** @param {Waiting} item */
export function keep(item) {
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

/** @param {{ key: string }} item */
export function forget(item) {
  memory.delete(item.key);
  try {
    localStorage.removeItem(item.key);
  } catch { /* it was never there */ }
}
