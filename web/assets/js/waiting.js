/** Changes wait in the order in which they came: for a finger to leave the page, and for dice to come to rest. */

const TOUCH_MS = 700; // a finger that rests longer does not keep the page as it is
const TAP_MS = 120; // from the finger's leaving to the click, on slow phones

const heralds = new Set();
const late = [];
let show = () => {};
let touching = 0;
let falling = 0;

/** Calls `herald(news)` with each change before it is shown; it answers for how many ms the change is to be held back. */
export function onComing(herald) {
  heralds.add(herald);
}

/** Whether a change came that the page does not show yet. */
export const waits = () => late.length > 0;

function next() {
  while (late.length && !touching && !falling) {
    const [first] = late;
    const isOverrun = late.slice(1).some(({ news }) => news.rolled); // its dice are no longer those that matter
    const hold = first.isHeralded || isOverrun ? 0 : Math.max(0, ...[...heralds].map((herald) => herald(first.news)));
    first.isHeralded = true;
    if (hold) falling = setTimeout(landed, hold);
    else show(late.shift());
  }
}

function landed() {
  clearTimeout(falling);
  falling = 0;
  next();
}

/** Shows `news` of `event` when its turn has come. */
export function coming(event, news) {
  late.push({ event, news });
  if (falling && news.rolled) landed();
  else next();
}

function wait(ms) {
  clearTimeout(touching);
  touching = setTimeout(release, ms);
}

function release() {
  clearTimeout(touching);
  touching = 0;
  next();
}

/** From now on changes are shown by `how`, called with `{event, news}`: what a finger is about to tap would be gone, and the tap lost. */
export function showBy(how) {
  show = how;
  addEventListener("pointerdown", () => wait(TOUCH_MS), true);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => touching && wait(TAP_MS), true);
  addEventListener("click", () => setTimeout(release));
}
