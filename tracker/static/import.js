/* Importing: files may be dropped on the page, and the text of one pasted anywhere on it. */

const form = document.getElementById("import");
const files = document.getElementById("files");
const text = document.getElementById("text");
const zone = form.querySelector(".drop-zone");

form.classList.add("has-scripts");

function hasFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].includes("Files");
}

function mark(isOver) {
  zone.classList.toggle("is-over", isOver);
}

document.addEventListener("dragover", (event) => {
  if (hasFiles(event)) {
    event.preventDefault();
    mark(true);
  }
});

document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) mark(false);
});

document.addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  mark(false);
  files.files = event.dataTransfer.files;
  form.requestSubmit();
});

document.addEventListener("paste", (event) => {
  if (event.target === text) return;
  const clipboard = event.clipboardData;
  if (clipboard.files.length > 0) {
    files.files = clipboard.files;
  } else {
    text.value = clipboard.getData("text");
    text.focus();
  }
  event.preventDefault();
});
