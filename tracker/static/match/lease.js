// Two pages of one browser share what waits, and one of them sends it: the browser sees to that
// where it can, which on plain http it cannot.
import { match } from "./match.js";
import { newWriteId } from "./swap.js";

const LEASE = `sending ${match}`;
const LEASE_TIME = 12000;
const me = newWriteId();

/** @param {() => Promise<number>} work */
export async function alone(work) {
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
