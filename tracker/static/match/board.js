// The big screen follows the match by itself: nobody is there to tap anything.
import { swap } from "./swap.js";

const SILENCE = 40000; // the server says something every quarter of a minute
const AGAIN = 5000;
const { match } = document.body.dataset;
const mark = document.getElementById("board-offline");

let source = null;
let silence = 0;
let newest = Number(document.body.dataset.version);
let isRenewing = false;

function listen() {
  clearTimeout(silence);
  silence = setTimeout(lost, SILENCE);
}

function follow() {
  source = new EventSource(`${match}/stream`);
  source.addEventListener("open", listen);
  source.addEventListener("still", listen);
  source.addEventListener("stop", lost);
  source.addEventListener("error", lost);
  source.addEventListener("version", (event) => {
    listen();
    newest = Number(event.data);
    renew();
  });
}

function lost() {
  clearTimeout(silence);
  source?.close();
  mark.hidden = false;
  setTimeout(follow, AGAIN);
}

async function renew() {
  if (isRenewing) return;
  isRenewing = true;
  try {
    while (newest !== Number(document.body.dataset.version)) {
      const answer = await fetch(location.href, { headers: { "X-Live": "1" }, cache: "no-store" });
      if (!answer.ok) return location.reload(); // the match or the right to see it is gone
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      swap(document.querySelector("main"), fresh.querySelector("main"));
      document.body.dataset.version = fresh.body.dataset.version;
      newest = Math.max(newest, Number(fresh.body.dataset.version));
    }
    mark.hidden = true;
  } catch {
    mark.hidden = false; // it is asked again when the stream is back
  } finally {
    isRenewing = false;
  }
}

follow();
