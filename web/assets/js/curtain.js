/**
 * A phone that holds several seats: the hand is covered as soon as nobody looks at the page, and stays behind the
 * curtain until its owner lifts it; when the other seat is to act, the phone says to whom to pass it.
 */

import { part, say } from "./dom.js";
import { onChange } from "./live.js";
import { reached } from "./reach.js";

const bar = part("next-seat");
const mine = document.body.dataset.seats.split(" ");
const here = document.body.dataset.act.split("/")[2];

const cover = document.createElement("div");
cover.className = "cover";
cover.setAttribute("role", "status");
document.body.append(cover);

/** Covers the page at once, takes the hand out of it, and lets the curtain fall as soon as the table can send it. */
async function fall() {
  if (document.body.hasAttribute("data-falls")) return;
  document.body.toggleAttribute("data-falls", true);
  document.body.setAttribute("data-covered", "");
  for (const region of document.querySelectorAll(".region")) region.replaceChildren();
  const curtain = `/seat/${here}/pass`;
  await reached(curtain, () => (cover.textContent = say("offline")));
  location.replace(curtain);
}

document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && fall());
addEventListener("pagehide", () => document.body.setAttribute("data-covered", ""));
addEventListener("pageshow", (event) => event.persisted && fall());

/** Shows to whom the phone should go, if one of its other seats is asked and this one is not. */
function show(waiting) {
  const next = waiting.includes(here) ? null : mine.find((seat) => waiting.includes(seat));
  for (const link of bar.querySelectorAll("a")) link.hidden = link.dataset.to !== next;
}

onChange((news) => news.waiting && show(news.waiting));
show((document.body.dataset.waiting ?? "").split(" "));
