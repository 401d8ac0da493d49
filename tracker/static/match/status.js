// What the bar says of this device: saved, sending, offline or refused; and all that waits.
import { bar, match } from "./match.js";
import { state, when } from "./state.js";
import { forget, isOnlyInMemory, unsent } from "./unsent.js";

const MENDING = `mending ${match}`;

when("changed", showState);
when("online", showState);

export function showState() {
  const items = unsent();
  const refused = items.filter((item) => item.refused).length;
  bar.dataset.state = refused
    ? "refused"
    : state.isOffline
    ? "offline"
    : state.sending || items.length
    ? "sending"
    : "saved";
  bar.querySelector(".live-waiting").textContent = items.length ? String(items.length) : "";
  bar.querySelector(".waiting-head").hidden = items.length === refused;
  bar.querySelector(".waiting-head b").textContent = String(items.length - refused);
  bar.querySelector(".waiting-memory").hidden = !isOnlyInMemory();
  bar.querySelector("ol").replaceChildren(...items.map(drawn));
}

function drawn(item) {
  const row = document.getElementById("waiting-form").content.cloneNode(true).firstElementChild;
  row.querySelector(".entry-say").textContent = item.says;
  row.querySelector(".waiting-why").hidden = !item.refused;
  if (!item.refused) return row;
  row.querySelector(".waiting-why p").textContent = `${item.refused.says} ${item.refused.rule}`;
  const mend = row.querySelector("a");
  mend.href = item.mend || match;
  mend.addEventListener("click", () => beMending(item.key));
  row.querySelector("button").addEventListener("click", () => {
    forget(item);
    showState();
  });
  return row;
}

// Which refused entry a page was opened to mend; a browser that keeps nothing does not know.
function beMending(key) {
  try {
    sessionStorage.setItem(MENDING, key);
  } catch { /* then it is dropped by a tap */ }
}

function beingMended() {
  try {
    return sessionStorage.getItem(MENDING);
  } catch {
    return null;
  }
}

// What was refused is done with when the same kind of entry was written from its pad.
export function mended(item) {
  const old = unsent().find(({ key }) => key === beingMended());
  if (!old || !item.fields.entries) return;
  const [[was], [is]] = [old, item].map(({ fields }) => JSON.parse(fields.entries));
  if (was.do !== is.do) return;
  sessionStorage.removeItem(MENDING);
  forget(old);
  showState();
}
