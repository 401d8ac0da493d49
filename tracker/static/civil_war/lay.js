// Drawing a figure: every cell that a finger passes over is laid. A tap needs no script.
let passed = null;

const cellAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".map-lay button");

document.addEventListener("pointerdown", (event) => {
  const cell = event.target.closest(".map-lay button");
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
    const laid = form.elements.cells.value.split(";").filter(Boolean);
    form.elements.cells.value = [...new Set([...laid, ...passed])].join(";");
    // The cell that the finger came down on has the focus, and would be sent as if it was tapped.
    document.activeElement.blur();
    form.requestSubmit();
  }
  passed = null;
});
document.addEventListener("pointercancel", () => { passed = null; });
