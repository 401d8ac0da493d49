// The pad when the server cannot be reached: the common entries are written here and wait.
const WITHOUT_SERVER = new Set(["find", "lose", "meet", "gain", "fire", "sickness"]);
const WITHOUT_NUMBER = new Set(["gain"]);
const LARGEST = 9999;

const seats = () => [...document.querySelectorAll(".seat")].map((one) => Number(one.id.slice(5))).sort((a, b) => a - b);
const seatCard = (seat) => document.getElementById(`seat-${seat}`);
const seatName = (seat) => seatCard(seat).querySelector(".seat-name").textContent;

function seatAfter(seat) {
  const order = seats();
  const later = [...order.slice(order.indexOf(seat) + 1), ...order];
  return later.find((one) => !seatCard(one).classList.contains("seat-out"));
}

const endsTurn = ({ fields }) => fields.then_end_turn || JSON.parse(fields.entries).some((one) => one.do === "end_turn");

// Whose turn it is when what waits has been written.
function seatInTurn() {
  const now = document.querySelector(".seat-turn");
  if (!now) return null;
  const ends = waiting().filter((item) => !item.refused && endsTurn(item)).length;
  let seat = Number(now.id.slice(5));
  for (let n = 0; n < ends; n += 1) seat = seatAfter(seat);
  return seat;
}

function goHome() {
  const pad = document.getElementById("pad");
  if (!pad || !padHome || !document.querySelector(".sides")) return;
  const holder = document.createElement("template");
  holder.innerHTML = padHome;
  fillIn(holder.content, token());
  pad.replaceWith(holder.content);
  nameTurn();
  htmx.process(document.getElementById("pad"));
}

// While entries wait, the pad is for the seat that will be in turn, and ends its turn.
function nameTurn() {
  const seat = seatInTurn();
  const form = document.querySelector(".pad-home .ends form");
  if (seat === null || !waiting().some((item) => !item.refused) || !form) return;
  form.elements.entries.value = JSON.stringify([{ do: "end_turn", seat }]);
  document.getElementById("pad-title").textContent = seatName(seat);
}

function openOffline(asked, words) {
  const pad = document.getElementById("offline-step").content.cloneNode(true).firstElementChild;
  const form = pad.querySelector("form");
  pad.querySelector("#pad-title").textContent = words;
  for (const pick of pad.querySelectorAll("input[name=seat]")) pick.checked = Number(pick.value) === seatInTurn();
  if (WITHOUT_NUMBER.has(asked.do)) {
    form.querySelector(".display").remove();
    form.querySelector(".keypad").remove();
  } else form.elements.amount.value = asked.amount || "";
  pad.querySelector("[data-back]").addEventListener("click", goHome);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => pressKey(event.target.closest(".keypad button"), form, check));
  form.addEventListener("input", () => check());
  for (const button of pad.querySelectorAll("[data-write]")) {
    button.addEventListener("click", () => writeOffline(asked, words, pad, button.dataset.write === "end"));
  }
  const check = () => {
    const total = sumOf(form);
    form.querySelector("output")?.replaceChildren(form.elements.amount.value.includes("+") && total ? `= ${total}` : "");
    for (const button of pad.querySelectorAll("[data-write]")) button.disabled = !total;
  };
  document.getElementById("pad").replaceWith(pad);
  check();
}

function pressKey(key, form, then) {
  if (!key) return;
  const field = form.elements.amount;
  field.value = key.value === "back" ? field.value.slice(0, -1) : field.value + key.value;
  then();
}

// A sum such as 5+2+2; nothing where it is none.
function sumOf(form) {
  if (!form.elements.amount) return 1;
  const parts = form.elements.amount.value.replaceAll(" ", "").split("+");
  if (!parts.every((part) => /^\d{1,5}$/.test(part))) return 0;
  const total = parts.reduce((sum, part) => sum + Number(part), 0);
  return total <= LARGEST ? total : 0;
}

function writeOffline(asked, words, pad, ends) {
  const form = pad.querySelector("form");
  const seat = Number(pad.querySelector("input[name=seat]:checked").value);
  const entry = { ...asked, seat };
  delete entry.amount;
  const number = form.elements.amount ? sumOf(form) : null;
  if (number !== null) entry[asked.do === "meet" ? "count" : "amount"] = number;
  const fields = { entries: JSON.stringify([entry]), version: String(shown), write_id: newWriteId() };
  if (ends) fields.then_end_turn = String(seat);
  const says = [seatName(seat), words, number].filter((one) => one !== null).join(" · ");
  keep({ action: `${match}/entries`, fields, says });
  goHome();
  showState();
  flush();
}

function askedBy(address) {
  const asked = Object.fromEntries(new URL(address, location.href).searchParams);
  const { do: what, resource, kind, bonus, amount } = asked;
  return Object.fromEntries(Object.entries({ do: what, resource, kind, bonus, amount }).filter(([, value]) => value));
}

// "Found · Food": the heading of the key's group, and the key.
function wordsOf(key) {
  const heading = key.closest(".pad-group")?.querySelector("h3");
  return [heading, key.querySelector(".key-word")].filter(Boolean).map((one) => one.textContent.trim()).join(" · ");
}

function openKey(key) {
  const asked = askedBy(key.href);
  if (WITHOUT_SERVER.has(asked.do) && document.querySelector(".sides")) openOffline(asked, wordsOf(key));
  else needServer();
}

document.addEventListener("click", (event) => {
  const link = isOffline && event.target.closest("a[href]");
  if (!link || link.getAttribute("href").startsWith("#") || link.origin !== location.origin) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (link.matches("#pad .step-head a")) goHome();
  else if (link.matches("#pad a.key")) openKey(link);
  else needServer();
}, true);

document.addEventListener("submit", (event) => {
  if (!isOffline || isWrite(event.target) || event.target.closest("[data-offline]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  needServer();
}, true);

// The server went while somebody was tapping: what was tapped so far goes on here.
for (const failure of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, goOn);

function goOn(event) {
  const from = event.detail.elt;
  lost();
  offline();
  const form = from.closest("form");
  if (from.matches("#pad a.key")) openKey(from);
  else if (form?.matches("#pad .step-work") && WITHOUT_SERVER.has(form.elements.do?.value)) {
    const asked = askedBy(`?${new URLSearchParams(new FormData(form))}`);
    openOffline(asked, document.getElementById("pad-title").textContent);
  } else needServer();
}

showState();
nameTurn();
follow();
flush();
