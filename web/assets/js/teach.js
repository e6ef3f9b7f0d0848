/** Teaching a sensor board: what is asked is fetched all the time, its house lit on the picture of the board. */

import { part } from "./dom.js";
import { live, onChange } from "./live.js";
import { mirrorOf } from "./mirror.js";
import { post } from "./send.js";

const LOOK_MS = 400;

const place = part("lesson");
const mirror = mirrorOf(onChange);
let shown = place.innerHTML;
let lit = "";

/** Lights the house that is asked for; the picture stays whole, so that it is found on the table too. */
function light() {
  const cell = part("cell", place)?.dataset.cell ?? "";
  if (cell === lit) return;
  lit = cell;
  mirror.light(cell ? [cell] : []);
  mirror.ring(cell || null);
}

async function look() {
  const reply = await fetch(place.dataset.address).catch(() => null);
  if (!reply?.ok) return;
  const text = await reply.text();
  if (text === shown) return;
  const focus = document.activeElement?.dataset?.post;
  shown = text;
  place.innerHTML = text;
  if (focus) part(`post="${focus}"`, place)?.focus();
  light();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-post]");
  if (!button) return;
  button.disabled = true;
  await post(button.dataset.post, JSON.parse(button.dataset.body ?? "{}"));
  button.disabled = false;
  await look();
});

mirror.ready.then(light);
setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
live();
