// A menu closes on a tap outside it and on Escape.
const close = (menu) => {
  menu.open = false;
};
const openMenus = () => [...document.querySelectorAll("details.menu[open]")];

document.addEventListener("click", (event) => {
  // The path, because a button may have gone from its menu by what it did.
  for (const menu of openMenus()) if (!event.composedPath().includes(menu)) close(menu);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    close(menu);
    menu.querySelector("summary").focus();
  }
});
