/** What has just come under a finger that taps twice is not answered by its second tap: that was meant for what stood there before. */

import { wordsOf } from "./dom.js";

const GLANCE_MS = 450; // from a button's coming to the first tap on the spot of the last one that can mean it; the second of a double one comes sooner
const BESIDE_PX = 30; // two taps that are no further apart are on one spot

const since = new Map(); // what a button does and says → when it came, or was pressed last
let sheetSince = -Infinity; // when the sheet that asks about a place opened
let tap = { byFinger: false, at: 0, x: Infinity, y: Infinity }; // `at`: when the finger came down, however late the page hears of it
let before = tap;

const known = (button) => `${button.dataset.action ?? ""} ${wordsOf(button)}`;
const isDeed = (button) => "action" in button.dataset || "roll" in button.dataset;

/** Looks which buttons are there now; those that were there before keep their time. */
function look(at) {
  const there = new Set([...document.querySelectorAll(".region button")].map(known));
  for (const one of [...since.keys()]) if (!there.has(one)) since.delete(one);
  for (const one of there) if (!since.has(one)) since.set(one, at);
}

/** The sheet that asks opens over the page: a second tap on the spot that opened it is no answer to it. */
export function opened() {
  sheetSince = performance.now();
}

function comesTooSoon(button) {
  if (Math.hypot(tap.x - before.x, tap.y - before.y) > BESIDE_PX) return false;
  const came = button.closest("[data-confirm]") ? sheetSince : since.get(known(button)) ?? -Infinity;
  return tap.at - came < GLANCE_MS;
}

/** Starts; `onChange` tells of each change of the page, once it is shown. */
export function glanceOf(onChange) {
  look(-Infinity);
  onChange(() => look(performance.now()));
  addEventListener("pointerdown", (event) => {
    before = tap;
    tap = { byFinger: event.pointerType === "touch", at: event.timeStamp, x: event.clientX, y: event.clientY };
  }, true);
  addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (tap.byFinger && event.detail && comesTooSoon(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (isDeed(button) && button.closest(".region")) since.set(known(button), performance.now());
  }, true);
}
