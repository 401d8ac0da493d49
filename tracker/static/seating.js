/* The set-up: a tap seats somebody, another lets them leave; seats change places in the page. */

const form = document.querySelector("form[data-seating]");
const rows = () => [...form.querySelectorAll("[data-seat]")];
const nameOf = (row) => row.querySelector("input");
const fieldsOf = (row) => [...row.querySelectorAll("input, select")];

function seat(person) {
  const names = rows().map(nameOf);
  const taken = names.find((field) => field.value.trim() === person);
  const field = taken ?? names.find((field) => field.value.trim() === "");
  if (field) field.value = taken ? "" : person;
  mark();
}

function exchange(row, other) {
  const there = fieldsOf(other);
  fieldsOf(row).forEach((field, place) => {
    [field.value, there[place].value] = [there[place].value, field.value];
  });
  mark();
}

function move(asked) {
  const [number, way] = asked.split(" ");
  const here = Number(number);
  const there = way === "up" ? here - 1 : here + 1;
  const all = rows();
  if (all[here] && all[there]) exchange(all[here], all[there]);
  return all[there]?.querySelector(`.move[value$="${way}"]:not(:disabled)`);
}

/* Who sits already is shown as chosen. */
function mark() {
  const seated = new Set(rows().map((row) => nameOf(row).value.trim()));
  form.querySelectorAll("button[name=person]").forEach((chip) => {
    chip.setAttribute("aria-pressed", String(seated.has(chip.value)));
  });
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=person], button[name=move]");
  if (!button) return;
  event.preventDefault();
  if (button.name === "person") seat(button.value);
  else move(button.value)?.focus();
});

form.addEventListener("input", mark);

/* A seat is dragged by its number to another place. */
let dragged = null;
rows().forEach((row) => {
  row.draggable = true;
  row.addEventListener("dragstart", (event) => {
    if (event.target !== row) return;
    dragged = row;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", nameOf(row).value);
  });
  row.addEventListener("dragover", (event) => {
    if (dragged && dragged !== row) event.preventDefault();
  });
  row.addEventListener("drop", (event) => {
    if (!dragged || dragged === row) return;
    event.preventDefault();
    exchange(dragged, row);
    dragged = null;
  });
  row.addEventListener("dragend", () => {
    dragged = null;
  });
});

mark();
