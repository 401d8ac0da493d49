// The numbers on the sheet that somebody else has changed: shown and said.

export function readFigures() {
  const found = new Map();
  for (const link of document.querySelectorAll(".seat a.number")) {
    const figure = link.querySelector(".fig");
    found.set(link.getAttribute("href"), { figure, number: Number(figure.textContent.replace("−", "-")) });
  }
  for (const mark of document.querySelectorAll(".seat [data-mark]")) {
    found.set(`${mark.closest(".seat").id} ${mark.dataset.mark}`, { figure: mark, number: mark.title });
  }
  return found;
}

function said(figure, before, after) {
  const seat = figure.closest(".seat").querySelector(".seat-name").textContent;
  if (typeof after === "string") return `${seat}: ${after}.`;
  const label = figure.closest("a").querySelector(".vh, .word").textContent;
  const by = after - before;
  return `${seat}: ${label} ${by > 0 ? "+" : "−"}${Math.abs(by)}.`;
}

// Shown and said as after an entry of one's own.
export function tellChanges(before) {
  const says = [];
  for (const [place, { figure, number }] of readFigures()) {
    const old = before.get(place);
    if (!old || old.number === number || figure.closest(".total")) continue;
    figure.classList.remove("changed");
    void figure.offsetWidth; // so that it is shown again where it was shown just now
    figure.classList.add("changed");
    says.push(said(figure, old.number, number));
  }
  const announce = document.getElementById("announce");
  if (announce && says.length) announce.textContent = says.join(" ");
}
