// A menu closes on a tap outside it and on Escape.
const close = (menu) => { menu.open = false; };
const openMenus = () => [...document.querySelectorAll("details.menu[open]")];

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) close(menu);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    close(menu);
    menu.querySelector("summary").focus();
  }
});
