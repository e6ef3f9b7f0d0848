/** A hunt that is over, step by step on the mirror: where the spy went, where the hunters were, what they asked. */

import { part, parts } from "../../js/dom.js";
import { svg } from "../../js/pieces.js";
import { layer, middle, outline } from "./shading.js";

const STEP_MS = 650;
const FAR = 3.2; // sizes of a house: a step longer than that goes over the end of the board

let running = 0;
let shown = null; // the hunt on the board, as the page has it, and the number of its frame

/** A line through the middles of `cells`, broken where it leaves the board and comes in again. */
function way(cells, className) {
  const points = cells.map(middle).filter(Boolean);
  let path = "";
  points.forEach((point, i) => {
    const before = points[i - 1];
    const near = before && Math.hypot(point.x - before.x, point.y - before.y) < FAR * before.size * 1.4;
    path += `${near ? "L" : "M"}${point.x} ${point.y}`;
  });
  return svg("path", { d: path, class: className });
}

function dot(cell, className, share) {
  const at = middle(cell);
  return at && svg("circle", { cx: at.x, cy: at.y, r: at.size * share, class: className });
}

/** Draws frame number `now` of a hunt, with the trail up to it. */
function draw(hunt, now) {
  const made = layer("replay", ".layer-ring");
  if (!made) return;
  const frame = hunt.frames[now];
  const add = (shape) => shape && made.append(shape);
  for (const cell of hunt.washers) add(outline(cell, "replay-washer"));
  for (const cell of frame.refuges) add(dot(cell, "replay-refuge", 0.26));
  const trail = hunt.frames.slice(0, now + 1).flatMap(({ path }) => (path.length ? [path] : []));
  trail.forEach((path, i) => add(way(path, i === trail.length - 1 ? "replay-way last" : "replay-way")));
  for (const cell of frame.hunters) add(dot(cell, "replay-hunter", 0.22));
  if (frame.asked) add(outline(frame.asked, frame.passed ? "replay-asked yes" : "replay-asked"));
  if (frame.missed) add(outline(frame.missed, "replay-missed"));
  add(outline(hunt.hideout, "replay-home"));
  add(dot(frame.spot, "replay-spy", 0.3));
}

function stop() {
  clearInterval(running);
  running = 0;
}

function clear() {
  stop();
  shown = null;
  document.querySelector("#replay")?.remove();
  document.body.removeAttribute("data-replaying");
  for (const button of parts("replay-off")) button.hidden = true;
}

/** Makes the buttons and sliders of all hunts that are over work; called again whenever the page has changed.
 *
 * What is replayed goes on in the new parts of the page, until the next hunt begins: then the board is the board again.
 */
function ready() {
  for (const place of parts("replay")) {
    if (place.hunt) continue;
    place.hunt = JSON.parse(place.dataset.replay);
    place.querySelector("[data-replay-at]").max = place.hunt.frames.length - 1;
  }
  if (!shown) return;
  const place = parts("replay").find((one) => one.dataset.replay === shown.text);
  if (!place || !part("ended")) clear();
  else show(place, shown.now);
}

function show(place, now) {
  shown = { text: place.dataset.replay, now };
  document.body.dataset.replaying = "";
  place.querySelector("[data-replay-off]").hidden = false;
  place.querySelector("[data-replay-at]").value = now;
  draw(place.hunt, now);
}

/** Plays a hunt on the board, from where its slider stands or, at the end, from the beginning. */
function play(place) {
  const at = Number(place.querySelector("[data-replay-at]").value);
  const last = place.hunt.frames.length - 1;
  stop();
  show(place, at >= last ? 0 : at);
  document.querySelector('[data-tab-to="board"]')?.click();
  running = setInterval(() => {
    const there = shown && parts("replay").find((one) => one.dataset.replay === shown.text);
    if (!there || shown.now >= last) stop();
    else show(there, shown.now + 1);
  }, STEP_MS);
}

/** The replay of a page; `onChange` as of `live.js`. */
export function replayOf(onChange) {
  ready();
  onChange((news) => news.html?.standing !== undefined && ready());
  document.addEventListener("input", (event) => {
    const place = event.target.closest?.("[data-replay]");
    if (!place || !("replayAt" in event.target.dataset)) return;
    stop();
    show(place, Number(event.target.value));
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && "replayLast" in button.dataset) return play(parts("replay")[0]);
    const place = button?.closest("[data-replay]");
    if (!place) return;
    if ("replayOff" in button.dataset) clear();
    else if ("replayPlay" in button.dataset) play(place);
  });
}
