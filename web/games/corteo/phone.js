/** Corteo on a phone: where a unit may go, drawn on the mirror with what every hex costs. */

import { part, parts } from "../../js/dom.js";
import { onChange } from "../../js/live.js";

const SVG = "http://www.w3.org/2000/svg";
let shown = null; // number of the unit whose reach is drawn

const drawing = () => document.querySelector("[data-sheet] svg");
const halves = (points) => `${Math.floor(points / 2) || (points % 2 ? "" : "0")}${points % 2 ? "½" : ""}`;

function clear() {
  drawing()?.querySelector("#reach")?.remove();
  for (const button of parts("reach")) button.removeAttribute("aria-pressed");
  shown = null;
}

/** Draws each hex of `pairs` (``1005:2 1105:3``) as its outline and its cost in points. */
function draw(pairs) {
  const sheet = drawing();
  if (!sheet) return;
  const layer = document.createElementNS(SVG, "g");
  layer.id = "reach";
  for (const pair of pairs.split(" ")) {
    const [cell, cost] = pair.split(":");
    const hex = sheet.querySelector(`[data-cell="${cell}"]`);
    if (!hex) continue;
    const outline = hex.cloneNode();
    outline.removeAttribute("data-cell");
    outline.setAttribute("class", "reached");
    const box = hex.getBBox();
    const label = document.createElementNS(SVG, "text");
    label.setAttribute("x", box.x + box.width / 2);
    label.setAttribute("y", box.y + box.height * 0.62);
    label.setAttribute("font-size", box.height * 0.36);
    label.setAttribute("text-anchor", "middle");
    label.textContent = halves(Number(cost));
    layer.append(outline, label);
  }
  sheet.querySelector(".layer-pieces").before(layer);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-reach]");
  if (!button) return;
  const again = shown === button.dataset.unit;
  clear();
  if (again) return;
  shown = button.dataset.unit;
  button.setAttribute("aria-pressed", "true");
  draw(button.dataset.reach);
  part("mirror")?.scrollIntoView({ block: "nearest" });
});

onChange((news) => {
  if (news.html?.choices === undefined) return;
  const kept = shown;
  clear();
  const button = parts("reach").find((one) => one.dataset.unit === kept);
  if (!button) return;
  shown = kept;
  button.setAttribute("aria-pressed", "true");
  draw(button.dataset.reach);
});
