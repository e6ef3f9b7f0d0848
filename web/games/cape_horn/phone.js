/** Cape Horn on a phone: a tile is picked from the hand, then a square; squares in reach are marked with their cost. */

import { clearCosts, drawCosts } from "../../js/costs.js";
import { make, part, parts } from "../../js/dom.js";
import { onChange } from "../../js/live.js";

/* Laying: the squares of the picked tile become choices with a place, which the page lights and asks about. */

/** Squares are called as on the edge of the chart: a letter across, a number down. */
const chartName = (cell) => `${String.fromCharCode(65 + Number(cell.slice(0, 2)))}${Number(cell.slice(2)) + 1}`;

function words(pattern, tile, cell) {
  return pattern.replace("{tile}", tile).replace("{at}", chartName(cell));
}

function offer(lays, design) {
  const names = new Map(lays.dataset.names.split(";").map((pair) => pair.split("=")));
  const made = (pairs, pattern) =>
    pairs
      .split(" ")
      .filter(Boolean)
      .map((pair) => {
        const [at, facing] = pair.split(":");
        const button = make("button", "choice", words(pattern, names.get(design), at));
        button.type = "button";
        button.dataset.action = JSON.stringify({ type: "lay", design, at, facing });
        button.dataset.kind = "lay";
        button.dataset.cells = at;
        return button;
      });
  lays.replaceChildren(...made(lays.dataset.open, lays.dataset.sayLay), ...made(lays.dataset.over, lays.dataset.sayCover));
}

let picked = ""; // the design whose squares are on offer

function pick(card) {
  clear();
  picked = card.dataset.tile;
  for (const other of parts("tile")) other.setAttribute("aria-pressed", String(other === card));
  const lays = part("lays");
  if (lays) offer(lays, picked);
}

/** Once a tile is laid, another of its design is in the hand already. */
function pickAgain() {
  const card = parts("tile").find((one) => one.dataset.tile === picked && !one.disabled);
  if (card && part("lays")) pick(card);
  else picked = "";
}

/* "Where can I go?" and "what may I cover?" are answered on the chart. */

let charted = "";

function clear() {
  clearCosts();
  charted = "";
  for (const button of parts("chart")) button.setAttribute("aria-pressed", "false");
}

function chart(button) {
  const again = charted === button.dataset.chart;
  clear();
  if (again) return;
  charted = button.dataset.chart;
  button.setAttribute("aria-pressed", "true");
  drawCosts(button.dataset.costs, { over: true });
  part("mirror")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.tile) pick(button); // before the page lights what is on offer
    else if (button.dataset.chart) chart(button);
  },
  { capture: true },
);

onChange((news) => {
  if (news.html?.hand !== undefined) pickAgain();
  if (news.html?.choices === undefined) return;
  const kept = charted;
  clear();
  const button = parts("chart").find((one) => one.dataset.chart === kept && !one.disabled);
  if (button) chart(button);
});
