/** The virtual table: pieces dragged on the picture of the board, seen by a camera that can be told to misbehave. */

import { lightUp } from "./boardlights.js";
import { cameras } from "./camera.js";
import { showDice } from "./dice.js";
import { calm, make, part, parts, plain } from "./dom.js";
import { live, onChange } from "./live.js";
import { mirrorOf } from "./mirror.js";
import "./rulelinks.js";
import { post } from "./send.js";

const SVG = "http://www.w3.org/2000/svg";
const CAMERA_MS = 600;
const REFRESH_MS = 1500;
const TWICE_MS = 350; // two taps within this turn a piece over
const DRAG_PX = 6;
const RIM_MM = 14;
const SUPPLY_MM = 70;

const bodies = new Map(); // piece id → its <image>
let dragged = null;
let sending = 0; // moves that the table has not yet answered
let doings = 0; // what was begun at this table: an answer from before the last of them tells of pieces that moved since
let lastTap = { piece: "", at: 0 };
const sizes = new Map();
let names = new Map(); // place → what it is called, first as this page calls it

/** The board with a rim of table around it, wider at the right, where pieces wait; never more than the table has. */
function withRim([x, y, width, height]) {
  const table = document.body.dataset.bounds.split(" ").map(Number);
  const left = Math.max(table[0], x - RIM_MM);
  const top = Math.max(table[1], y - RIM_MM);
  const right = Math.min(table[2], x + width + SUPPLY_MM);
  const bottom = Math.min(table[3], y + height + RIM_MM);
  return [left, top, right - left, bottom - top];
}

/** Left, top, right and bottom of what must be seen for every one of `pieces` to be within reach. */
function around(pieces) {
  const spans = (axis, size) => pieces.map((piece) => [piece[axis] - piece[size] / 2 - RIM_MM / 2, piece[axis] + piece[size] / 2 + RIM_MM / 2]);
  const [across, down] = [spans("x", "width"), spans("y", "height")];
  return [across, down].map((span) => Math.min(...span.map(([low]) => low)))
    .concat([across, down].map((span) => Math.max(...span.map(([, high]) => high))));
}

const mirror = mirrorOf(onChange, { frame: withRim });
mirror.place.classList.add("top");
showDice();

/** The layer of pieces, above the drawing; made anew when the drawing was. */
function layer() {
  if (!mirror.drawing) return null;
  let group = mirror.drawing.querySelector(".on-top");
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "on-top");
    mirror.drawing.append(group);
    bodies.clear();
    learnNames();
  }
  return group;
}

/** Asks what the places of the board are called, which is another one whenever it is drawn anew. */
async function learnNames() {
  const reply = await fetch("/virtual/places.json").catch(() => null);
  if (!reply?.ok) return;
  names = new Map(Object.entries(await reply.json()));
  document.getElementById("place-names").replaceChildren();
}

const nameOf = (cell) => names.get(cell)?.[0] ?? cell;

/** The place that somebody typed: by its number or its name, of which what stands in brackets may be missing. */
function placeCalled(typed) {
  if (mirror.cells.has(typed)) return typed;
  const wanted = plain(typed);
  const means = (name) => plain(name) === wanted || plain(name.replace(/ \([^)]*\)$/, "")) === wanted;
  return [...mirror.cells.keys()].find((cell) => means(cell) || names.get(cell)?.some(means));
}

/** Size in mm of a look's picture. */
async function sizeOf(look) {
  if (!sizes.has(look)) {
    const address = `${document.body.dataset.pieces}${encodeURIComponent(look)}.svg`;
    const drawn = fetch(address)
      .then((reply) => reply.text())
      .then((text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement.getAttribute("viewBox"))
      .then((box) => box.split(/[\s,]+/).map(Number));
    sizes.set(look, drawn.then(([, , width, height]) => ({ address, width, height })).catch(() => ({ address, width: 18, height: 18 })));
  }
  return sizes.get(look);
}

function put(body) {
  const { x, y, angle, width, height } = body.piece;
  body.style.transform = `translate(${x}px, ${y}px) rotate(${angle}deg) translate(${-width / 2}px, ${-height / 2}px)`;
}

async function lay(piece, group) {
  const { address, width, height } = await sizeOf(piece.look);
  let body = bodies.get(piece.id);
  if (!body) {
    body = document.createElementNS(SVG, "image");
    body.setAttribute("class", "body");
    body.dataset.piece = piece.id;
    bodies.set(piece.id, body);
    group.append(body);
  }
  body.setAttribute("href", address);
  body.setAttribute("width", width);
  body.setAttribute("height", height);
  body.setAttribute("aria-label", piece.name);
  if (dragged?.body === body) return;
  body.piece = { ...piece, width, height };
  put(body);
}

/** What lies upon something is drawn after it: else nobody sees it, or can take it. */
function stack(group, pieces) {
  const order = [...pieces].sort((one, other) => one.level - other.level).map((piece) => bodies.get(piece.id));
  const shown = [...group.children].filter((child) => order.includes(child));
  if (order.some((body, place) => body !== shown[place])) group.append(...order);
}

function listPieces(pieces) {
  const list = part("piece-list");
  if (document.activeElement === list) return;
  const chosen = list.value;
  list.replaceChildren(...pieces.map((piece) => {
    const under = cellUnder(piece.x, piece.y);
    const option = make("option", "", `${piece.name} · ${under === null ? "–" : nameOf(under)}`);
    option.value = piece.id;
    return option;
  }));
  if (chosen) list.value = chosen;
}

function cellUnder(x, y) {
  let best = null;
  for (const cell of mirror.cells.keys()) {
    const where = mirror.at(cell);
    const away = Math.hypot(where.x - x, where.y - y);
    if (away <= where.radius * 1.05 && (!best || away < best.away)) best = { cell, away };
  }
  return best?.cell ?? null;
}

async function refresh() {
  const group = layer();
  if (!group || dragged || sending) return;
  const asked = doings;
  const reply = await fetch("/virtual/pieces.json").catch(() => null);
  if (!reply?.ok) return;
  const { pieces, faults } = await reply.json();
  if (asked !== doings) return;
  const gone = new Set(bodies.keys());
  await Promise.all(pieces.map((piece) => {
    gone.delete(piece.id);
    return lay(piece, group);
  }));
  for (const id of gone) {
    bodies.get(id).remove();
    bodies.delete(id);
  }
  stack(group, pieces);
  mirror.widen(around([...bodies.values()].map((body) => body.piece)));
  listPieces(pieces);
  for (const slider of parts("fault")) {
    if (document.activeElement !== slider && slider.dataset.fault in faults) slider.value = faults[slider.dataset.fault];
  }
}

/* Dragging: pointer events on pieces, caught before the mirror pans. */

mirror.place.addEventListener("pointerdown", (event) => {
  const body = event.target.closest?.(".body");
  if (!body || event.button) return;
  event.stopPropagation();
  event.preventDefault();
  body.setPointerCapture(event.pointerId);
  doings += 1;
  const at = mirror.drawingPoint(event.clientX, event.clientY);
  dragged = { body, dx: body.piece.x - at.x, dy: body.piece.y - at.y, from: { x: event.clientX, y: event.clientY }, moved: false };
  body.classList.add("held");
  body.parentNode.append(body);
}, true);

mirror.place.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  event.stopPropagation();
  if (Math.hypot(event.clientX - dragged.from.x, event.clientY - dragged.from.y) > DRAG_PX) dragged.moved = true;
  if (!dragged.moved) return;
  const at = mirror.drawingPoint(event.clientX, event.clientY);
  Object.assign(dragged.body.piece, { x: at.x + dragged.dx, y: at.y + dragged.dy });
  put(dragged.body);
  const cell = cellUnder(dragged.body.piece.x, dragged.body.piece.y);
  mirror.light(cell ? [cell] : []);
}, true);

async function drop(event) {
  if (!dragged) return;
  event.stopPropagation();
  const { body, moved } = dragged;
  dragged = null;
  body.classList.remove("held");
  mirror.light([]);
  const { id, x, y } = body.piece;
  if (moved && event.type === "pointerup") {
    sending += 1;
    await post("/virtual/move", { piece: id, x, y });
    sending -= 1;
    return refresh();
  }
  if (lastTap.piece === id && event.timeStamp - lastTap.at < TWICE_MS) {
    lastTap = { piece: "", at: 0 };
    await post("/virtual/flip", { piece: id });
  } else lastTap = { piece: id, at: event.timeStamp };
  return refresh();
}

mirror.place.addEventListener("pointerup", drop, true);
mirror.place.addEventListener("pointercancel", drop, true);

/* Faults, laying out, and the keyboard's way */

let faultTimer = 0;
document.addEventListener("input", (event) => {
  const { fault } = event.target.dataset;
  if (!fault) return;
  clearTimeout(faultTimer);
  faultTimer = setTimeout(() => post("/virtual/fault", { name: fault, level: Number(event.target.value) }), 120);
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.post) {
    button.disabled = true;
    await post(button.dataset.post);
    button.disabled = false;
    refresh();
  } else if ("flip" in button.dataset) {
    await post("/virtual/flip", { piece: part("piece-list").value });
    refresh();
  }
});

part("by-keys").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = part("cell-name");
  const where = mirror.at(placeCalled(field.value.trim()));
  field.setCustomValidity(where ? "" : document.body.dataset.sayNoPlace);
  if (!where) return field.reportValidity();
  await post("/virtual/move", { piece: part("piece-list").value, x: where.x, y: where.y });
  return refresh();
});

part("cell-name").addEventListener("input", (event) => event.target.setCustomValidity(""));
part("cell-name").addEventListener("focus", () => {
  const list = document.getElementById("place-names");
  if (!list.children.length) list.append(...[...mirror.cells.keys()].map((cell) => Object.assign(make("option"), { value: nameOf(cell) })));
});

cameras(CAMERA_MS);
if ("lit" in document.body.dataset) lightUp(mirror);
setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH_MS);
const first = setInterval(() => {
  if (!mirror.drawing) return;
  clearInterval(first);
  refresh();
}, 50);
if (calm()) mirror.place.classList.add("calm");
live();
