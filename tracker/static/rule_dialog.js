// A tap on a rule's number opens the rule over the page: what is filled in stays as it is.
const dialog = document.getElementById("rule-dialog");
const body = dialog.querySelector(".rule-dialog-body");
let opener = null;

const isPlain = (event) => event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

async function ruleText(address) {
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, cache: "no-store" });
    if (answer.ok) return await answer.text();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return null;
}

async function show(link) {
  const text = await ruleText(link.href);
  if (text === null) body.textContent = dialog.dataset.unreachable;
  else body.innerHTML = text;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  if (!dialog.contains(/** @type {Node} */ (event.target))) opener = null;
  const link = event.target.closest?.("a.rule-ref");
  if (!link || !isPlain(event) || !dialog.showModal) return;
  event.preventDefault();
  if (!dialog.contains(link)) opener = link;
  show(link);
});

dialog.querySelector("button").addEventListener("click", () => dialog.close());
// Beside the rule: the dialog itself is tapped there, and nothing inside it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

const isTheSame = (link) => !dialog.contains(link) && link.getAttribute("href") === opener.getAttribute("href");
function focusOpener() {
  if (!opener || dialog.open) return;
  if (!opener.isConnected) opener = [...document.querySelectorAll("a.rule-ref")].find(isTheSame) ?? null;
  opener?.focus();
}
dialog.addEventListener("close", focusOpener);
// The number that was tapped may be drawn anew, also just after the rule was closed.
document.addEventListener("htmx:afterSettle", () => {
  if (document.activeElement === document.body) focusOpener();
});
document.addEventListener("keydown", () => {
  if (!dialog.open) opener = null;
});
