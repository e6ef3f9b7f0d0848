/** Dice that tumble until the table says how they fell, then show it. */

import { calm, make, part } from "./dom.js";
import { onComing } from "./waiting.js";

const TUMBLE_MS = 900; // the shortest tumble, so that a roll is seen to be one
const TURN_MS = 650; // in which a die turns to what it shows (dice.css), and a frame or two
const SHOW_MS = 2600;
const WAIT_MS = 15000; // a roll whose result never comes is put away

let shown = Number(document.body.dataset.rolled ?? 0);
let hideTimer = 0;
let fallTimer = 0;
let began = 0;

function die() {
  const outer = make("span", "die");
  const cube = make("span", "cube");
  for (let face = 1; face <= 6; face += 1) {
    const side = make("span", `face f${face}`);
    for (let pip = 0; pip < face; pip += 1) side.append(make("i"));
    cube.append(side);
  }
  outer.append(cube);
  return outer;
}

function plainDie() {
  return make("span", "die-plain");
}

function hide() {
  const place = part("fallen");
  place.classList.remove("shown");
  setTimeout(() => place.classList.contains("shown") || place.replaceChildren(), 300);
}

/** Lets `count` dice of `sides` faces tumble. */
export function tumble(count, sides) {
  const place = part("fallen");
  const tray = make("div", "tray");
  for (let i = 0; i < count; i += 1) {
    const one = sides === 6 ? die() : plainDie();
    one.classList.add(calm() ? "still" : "tumbling", `die-${i % 4}`);
    tray.append(one);
  }
  place.replaceChildren(tray);
  place.classList.add("shown");
  began = performance.now();
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hide, WAIT_MS);
}

/** Puts the tumbling dice away: the roll was refused. */
export function putAway() {
  clearTimeout(hideTimer);
  clearTimeout(fallTimer);
  hide();
}

function settle(rolled) {
  const dice = [...part("fallen").querySelectorAll(".die, .die-plain")];
  dice.forEach((one, i) => {
    const value = rolled.values[i];
    one.classList.remove("tumbling", ...[...one.classList].filter((name) => name.startsWith("shows-")));
    if (one.matches(".die")) one.classList.add(`shows-${value}`);
    else one.textContent = value;
  });
  part("fallen-words").textContent = rolled.values.join(" + ");
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hide, SHOW_MS);
}

/** Lets the dice fall as the table says, here or on another phone; in how many ms they lie still. */
function fall(rolled) {
  if (!rolled || rolled.count === shown) return 0;
  shown = rolled.count;
  const place = part("fallen");
  const rolling = place.classList.contains("shown") ? place.querySelectorAll(".tumbling, .still").length : 0;
  if (rolling !== rolled.values.length) tumble(rolled.values.length, rolled.sides);
  const left = calm() ? 0 : Math.max(60, TUMBLE_MS - (performance.now() - began));
  clearTimeout(fallTimer); // of two rolls that come at once the later one is shown
  if (!left) {
    settle(rolled);
    return 0;
  }
  fallTimer = setTimeout(() => settle(rolled), left);
  return left + (rolled.sides === 6 ? TURN_MS : 0);
}

/**
 * Shows rolls as they come, and what comes of them once the dice lie still; a touch anywhere puts fallen dice away, and
 * does what it would do anyway.
 */
export function showDice() {
  onComing((news) => fall(news.rolled));
  document.addEventListener("pointerdown", () => part("fallen").querySelector("[class*=shows-]") && hide());
}
