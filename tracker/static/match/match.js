// The match that this page is of: where it is, and how its server is asked.
const PATIENCE = 10000;

export const match = document.body.dataset.match;
export const bar = document.getElementById("live");

// The fields of a form, as an address has them.
/** @param {any} form */
export const queryOf = (form) => new URLSearchParams(/** @type {any} */ (new FormData(form)));

export const token = () => document.querySelector("input[name=csrf_token]")?.value || "";

// A request that fails because nobody answers throws; an answer, whatever it says, does not.
/**
 * @param {string | URL} address
 * @param {RequestInit} options
 */
export async function request(address, options = {}) {
  const answer = await fetch(address, { ...options, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if ([502, 503, 504].includes(answer.status)) throw new TypeError("nobody answers");
  return answer;
}

/** @param {unknown} error */
export const isNobodyThere = (error) => error instanceof TypeError || error instanceof DOMException;
