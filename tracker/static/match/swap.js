// Puts a fresh page in the place of the old one by changing only what differs: focus, scroll, an
// open menu and what somebody is typing stay as they are.
const OWN_FIELDS = new Set(["csrf_token", "write_id"]);

export function newWriteId() {
  const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12)));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_");
}

// A page that was made for several devices comes without the token and the ids of its forms.
/**
 * @param {ParentNode} fresh
 * @param {string} token
 */
export function fillIn(fresh, token) {
  for (const field of fresh.querySelectorAll("input[name=csrf_token], input[name=write_id]")) {
    if (!field.value) field.setAttribute("value", field.name === "csrf_token" ? token : newWriteId());
  }
}

/** @param {PageElement} field */
function isTyped(field) {
  return field.matches("input:not([type=hidden]), select, textarea") &&
    (field === document.activeElement || field.value !== field.defaultValue || field.checked !== field.defaultChecked);
}

/**
 * @param {PageElement} old
 * @param {PageElement} fresh
 */
function swapAttributes(old, fresh) {
  if (OWN_FIELDS.has(old.name) || isTyped(old)) return;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function isSame(old, fresh) {
  return old.nodeName === fresh.nodeName && (old.id || "") === (fresh.id || "");
}

/**
 * @param {PageElement} old
 * @param {PageElement} fresh
 */
function swapChildren(old, fresh) {
  /** @type {any} */
  let at = old.firstChild;
  for (const next of /** @type {any[]} */ ([...fresh.childNodes])) {
    while (at && at.nodeType === Node.ELEMENT_NODE && at.hasAttribute("data-added")) at = at.nextSibling;
    const moved = next.id && [...old.children].find((child) => isSame(child, next));
    if (moved && moved !== at) {
      old.insertBefore(moved, at);
      swap(moved, next);
    } else if (at && isSame(at, next)) {
      const same = at;
      at = at.nextSibling;
      swap(same, next);
    } else {
      old.insertBefore(next, at);
    }
  }
  while (at) {
    const left = at;
    at = at.nextSibling;
    if (left.nodeType !== Node.ELEMENT_NODE || !left.hasAttribute("data-added")) left.remove();
  }
}

// `data-kept` is not touched at all; `data-added` was put there by a script and stays.
/**
 * @param {any} old
 * @param {any} fresh
 */
export function swap(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
  } else if (!old.hasAttribute("data-kept") && !old.isEqualNode(fresh)) {
    swapAttributes(old, fresh);
    if (old.nodeName === "TEMPLATE") old.innerHTML = fresh.innerHTML;
    else swapChildren(old, fresh);
  }
}
