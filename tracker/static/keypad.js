// The on-screen number pad: what a key does to a field, and what a sum comes to.
const LONGEST = 24;

// `fresh` is the number that stood there when the page was opened: a digit replaces it.
export function pressed(text, key, fresh = "") {
  if (key === "back") return text.slice(0, -1);
  if (key === "sign") return text.startsWith("-") ? text.slice(1) : `-${text}`;
  const before = text === fresh && /[0-9]/.test(key) ? "" : text;
  return /^[0-9+]$/.test(key) && before.length < LONGEST ? before + key : before;
}

// A sum such as 5+2+2; null where it is none.
export function sumOf(text) {
  const terms = text.replaceAll(" ", "");
  if (!/^[0-9]{1,4}(\+[0-9]{1,4})*\+?$/.test(terms)) return null;
  return terms.split("+").reduce((sum, term) => sum + Number(term), 0);
}

function pressKey(key) {
  const { sum, fresh } = key.form.elements;
  sum.value = pressed(sum.value, key.value, fresh?.value);
  if (fresh) fresh.value = "";
  return sum;
}

// A key of the keypad changes its field at once, so that the next tap need not wait for the page,
// which follows. Without scripts the same buttons are sent to the server.
document.addEventListener("click", (event) => {
  const key = event.target.closest(".step-work .keypad button, .page-form .keypad button");
  if (!key) return;
  event.preventDefault();
  const field = pressKey(key);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (key.form.hasAttribute("hx-get")) key.form.requestSubmit();
});
