// Filters the rules as one types; without it the form asks the server for the same.
const query = document.getElementById("rules-query");
const none = document.getElementById("rules-none");

function filter() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const chapter of document.querySelectorAll(".rules-chapter")) {
    let within = 0;
    for (const item of chapter.querySelectorAll(".rules-item")) {
      const text = `${item.textContent} ${item.dataset.words}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      within += item.hidden ? 0 : 1;
    }
    chapter.hidden = within === 0;
    found += within;
  }
  none.hidden = found > 0;
}

query.addEventListener("input", filter);
