// This device may no longer see the page: what the server says of it takes the page's place. The bar
// stays, with what was entered here and never sent.
import { state } from "./state.js";

export async function showRemoval(answer) {
  if (state.isRemoved) return;
  state.isRemoved = true;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = fresh.querySelector("main");
  main.firstElementChild.setAttribute("role", "alert");
  document.querySelector("main").replaceWith(main);
  document.body.className = fresh.body.className;
  for (const link of document.querySelectorAll(".bar-nav > :not(#live), #bar-turn")) link.remove();
}
