/** The last move on a mirror: an arrow from where each piece was to where it is. Every game's, for it compares boards. */

import { svg } from "./pieces.js";

const MOST_ARROWS = 8; // more at once is a new set-up, not a move
const CORE = 330; // of these go on the width of a board: an arrow is seen from the sofa
const HEAD = 85;
const BEND = 0.14; // of the way, so that there and back do not lie on each other

/** What moved between two boards: `[{look, from, to}]`. A piece that came from or went to the supply has no arrow. */
export function moves(before, after) {
  const change = new Map();
  const count = (board, step) => {
    for (const [cell, looks] of Object.entries(board)) {
      for (const look of looks) {
        const body = look.split(":").slice(0, 2).join(":"); // turned over, it is still the same piece
        const cells = change.get(body) ?? new Map();
        cells.set(cell, (cells.get(cell) ?? 0) + step);
        change.set(body, cells);
      }
    }
  };
  count(before, -1);
  count(after, 1);
  const found = [];
  for (const [look, cells] of change) {
    const gone = [...cells].flatMap(([cell, number]) => Array(Math.max(0, -number)).fill(cell));
    const come = [...cells].flatMap(([cell, number]) => Array(Math.max(0, number)).fill(cell));
    gone.slice(0, come.length).forEach((from, i) => found.push({ look, from, to: come[i] }));
  }
  return found;
}

/** Shows trails on `mirror`; answers a function that takes each new placement and answers what moved. */
export function trailOf(mirror, placement) {
  let last = placement;
  return async (board) => {
    const moved = moves(last, board.placement);
    if (!moved.length && JSON.stringify(last) === JSON.stringify(board.placement)) return [];
    last = board.placement;
    await mirror.ready;
    draw(mirror, moved.length <= MOST_ARROWS ? moved : []);
    return moved;
  };
}

function draw(mirror, moved) {
  if (!mirror.drawing) return;
  mirror.drawing.querySelector(".layer-trail")?.remove();
  const layer = svg("g", { class: "layer-trail", "pointer-events": "none", fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" });
  for (const { from, to } of moved) {
    const [start, end] = [mirror.at(from), mirror.at(to)];
    if (start && end) layer.append(...arrow(start, end, mirror.box[2]));
  }
  mirror.layers.pieces.before(layer);
}

/** A bent arrow between two places on a board `width` wide: a light casing under a dark core, seen on any ground. */
function arrow(start, end, width) {
  const away = Math.hypot(end.x - start.x, end.y - start.y);
  const size = Math.min(start.radius, end.radius);
  const [nx, ny] = [-(end.y - start.y) / away, (end.x - start.x) / away];
  const bend = away > 3 * size ? away * BEND : 0;
  const middle = { x: (start.x + end.x) / 2 + nx * bend, y: (start.y + end.y) / 2 + ny * bend };
  const towards = (point, target, distance) => {
    const length = Math.hypot(target.x - point.x, target.y - point.y) || 1;
    return { x: point.x + ((target.x - point.x) * distance) / length, y: point.y + ((target.y - point.y) * distance) / length };
  };
  const tip = towards(end, middle, size * 0.55);
  const neck = towards(tip, middle, Math.min(Math.max(size * 0.75, width / HEAD), away * 0.45));
  const tail = towards(start, middle, size * 0.35);
  const [wx, wy] = [(tip.y - neck.y) * 0.62, -(tip.x - neck.x) * 0.62];
  const line = `M${tail.x} ${tail.y}Q${middle.x} ${middle.y} ${neck.x} ${neck.y}`;
  const head = `M${tip.x} ${tip.y}L${neck.x + wx} ${neck.y + wy}L${neck.x - wx} ${neck.y - wy}Z`;
  const ring = { cx: start.x, cy: start.y, r: size * 0.62 };
  const thin = Math.max(size * 0.22, width / CORE);
  const wide = thin * 1.9;
  return [
    svg("circle", { ...ring, stroke: "#fff8e6", "stroke-width": wide * 0.8 }),
    svg("circle", { ...ring, stroke: "#7c1d14", "stroke-width": thin * 0.8, "stroke-dasharray": `${size * 0.4} ${size * 0.3}` }),
    svg("path", { d: line, stroke: "#fff8e6", "stroke-width": wide }),
    svg("path", { d: head, stroke: "#fff8e6", "stroke-width": wide - thin, fill: "#fff8e6" }),
    svg("path", { d: line, stroke: "#b3261e", "stroke-width": thin }),
    svg("path", { d: head, fill: "#b3261e" }),
  ];
}
