// Drawing a figure: a tap lays a cell or removes it, and every cell that a finger passes over is
// laid. What was tapped is added to the figure at once, so that a quick finger need not wait for
// the page. A tap alone needs no script.
const CELL = ".map-lay button";
let passed = null;

const cellAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(CELL);

function change(form, lay) {
  const laid = new Set(form.elements.cells.value.split(";").filter(Boolean));
  lay(laid);
  form.elements.cells.value = [...laid].join(";");
  form.requestSubmit();
}

document.addEventListener("click", (event) => {
  const cell = event.target.closest(CELL);
  if (!cell) return;
  event.preventDefault();
  change(cell.form, (laid) => {
    if (!laid.delete(cell.value)) laid.add(cell.value);
    cell.setAttribute("aria-pressed", laid.has(cell.value));
  });
});
// The cell that was tapped is in the figure already.
document.addEventListener("htmx:configRequest", (event) => {
  if (/** @type {Element} */ (event.target).querySelector?.(".map-lay")) delete event.detail.parameters.toggle;
});

document.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest(CELL);
  passed = cell ? new Set([cell.value]) : null;
});
document.addEventListener("pointermove", (event) => {
  const cell = passed && cellAt(event);
  if (!cell || passed.has(cell.value)) return;
  passed.add(cell.value);
  cell.classList.add("passed");
});
document.addEventListener("pointerup", () => {
  const form = document.querySelector(".map-lay")?.closest("form");
  if (form && passed && passed.size > 1) {
    change(form, (laid) => {
      for (const cell of passed) laid.add(cell);
    });
  }
  passed = null;
});
document.addEventListener("pointercancel", () => {
  passed = null;
});
