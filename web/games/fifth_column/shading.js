/** The board shaded by how likely the spy is in each house: under numbers and pieces; how likely, above them. */

import { part } from "../../js/dom.js";
import { svg } from "../../js/pieces.js";

const LEAST = 0.16; // opacity of the palest shade, so that a possible house is never taken for an impossible one
const SURE = 0.15; // where even the likeliest house is less likely than this all shades are paler: little is known yet
const LABEL_FROM = 0.045; // houses less likely bear no number: where the spy may be anywhere the shade says enough
const LABEL_SIZE = 0.2; // height of its letters, and
const LABEL_REACH = 0.47; // how far it may reach inwards from the middle of its house,
const LABEL_HALF = [0.25, 0.09]; // half its width and height: all in depths of a ring
const CONTRAST = 0.75; // power by which less likely houses are paler
const MOST_HOMES = 12; // more houses where the hideout may be are not outlined: they would cover the board
const LAYER = "shades";
const SHARES = "shares"; // how likely, in numbers: above the pieces, for a piece may lie on the place of a number
const NUMBERS = "#numbers"; // of the houses, in the board's own drawing: they stay legible on the darkest shade
const ROUND = 24; // points of an outline that its middle is taken from
const FIRST = "1"; // a house that stands upright

const drawing = () => document.querySelector("[data-sheet] > svg");
const house = (cell) => drawing()?.querySelector(`[data-cell="${cell}"]`);

/** The middle of a house, in millimetres of the board; `size` is the depth of a ring, the same everywhere. */
export function middle(cell) {
  const element = house(cell);
  if (!element) return null;
  const around = element.getTotalLength();
  const points = Array.from({ length: ROUND }, (_, i) => element.getPointAtLength((around * i) / ROUND));
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / ROUND;
  return { x: mean("x"), y: mean("y"), size: house(FIRST).getBBox().height };
}

/** Where a house's label stands: on its inner side, for its number is on the outer one. */
function inward({ x, y, size }) {
  const board = drawing().querySelector("#cells").getBBox();
  const [across, down] = [board.x + board.width / 2 - x, board.y + board.height / 2 - y];
  const far = Math.hypot(across, down);
  const [over, under] = [across / far, down / far];
  const shift = size * (LABEL_REACH - Math.abs(over) * LABEL_HALF[0] - Math.abs(under) * LABEL_HALF[1]);
  return { x: x + over * shift, y: y + under * shift };
}

/** A layer of ours in the drawing, empty; null while there is no drawing. */
export function layer(name, below = ".layer-pieces") {
  const sheet = drawing();
  if (!sheet) return null;
  sheet.querySelector(`#${name}`)?.remove();
  const made = svg("g", { id: name });
  sheet.querySelector(below)?.before(made);
  return made;
}

/** The outline of a house as a shape of its own. */
export function outline(cell, className) {
  const shape = house(cell)?.cloneNode();
  if (!shape) return null;
  shape.removeAttribute("data-cell");
  shape.setAttribute("class", className);
  return shape;
}

/** ``"42:0.31 17:0.05"`` as pairs. */
const pairs = (text) => (text ?? "").split(" ").filter(Boolean).map((pair) => pair.split(":")).map(([cell, share]) => [cell, Number(share)]);

/** Shades the board; without `shares` it is bare again. */
export function shade(shares, homes = "") {
  const made = layer(LAYER, NUMBERS);
  const written = layer(SHARES, ".layer-ring");
  if (!made || !shares) return;
  const most = Math.max(...pairs(shares).map(([, share]) => share));
  const strength = 0.85 * Math.min(1, Math.sqrt(most / SURE));
  for (const [cell, share] of pairs(shares)) {
    const shape = outline(cell, "suspect");
    if (!shape) continue;
    shape.style.fillOpacity = LEAST + (1 - LEAST) * (share / most) ** CONTRAST * strength;
    made.append(shape);
    if (share < LABEL_FROM) continue;
    const at = middle(cell);
    const label = svg("text", { ...inward(at), "font-size": at.size * LABEL_SIZE, class: "share" });
    label.textContent = `${Math.round(share * 100)}%`;
    written.append(label);
  }
  const hideouts = pairs(homes);
  for (const [cell] of hideouts.length > MOST_HOMES ? [] : hideouts) {
    const shape = outline(cell, "maybe-home");
    if (shape) made.append(shape);
  }
}

/** What the page says may be deduced now. */
export const suspected = () => part("hunt")?.querySelector("[data-homes]");
