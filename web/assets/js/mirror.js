/** The mirror of the board: the picture, the pieces on it, places that are lit, and the part of it that is shown. */

import { PlacesByKeys } from "./bykeys.js";
import { calm, part, textOf } from "./dom.js";
import { Hands } from "./hands.js";
import { Numbers } from "./numbers.js";
import { forgetLooks, spread, svg, symbolOf } from "./pieces.js";

const MOST_ZOOM = 14;
const THUMB_PX = 30; // a tap this close to a lit place means it
const WIDE = 300; // places: a group of more covers so much of any board that it may not be drawn strongly
const HANDS_OFF_MS = 5000; // how long the picture is left alone after the reader moved it

/** One mirror on a page. */
export class Mirror {
  /**
   * `place` is the element with `data-mirror`; `onTap(cell, point)` hears of taps on places; `frame` makes the box to
   * show (x, y, width, height) of the board's own; `means(cell)` says whether a tap there has a meaning, lit or not.
   */
  constructor(place, { onTap = () => {}, frame = (box) => box, means = () => false } = {}) {
    this.frame = frame;
    this.place = place;
    this.sheet = part("sheet", place);
    this.onTap = onTap;
    this.means = means;
    this.view = { x: 0, y: 0, scale: 1 };
    this.base = { width: 1, height: 1 };
    this.covered = 0;
    this.focused = null;
    this.cells = new Map();
    this.pieces = new Map();
    this.board = null;
    this.lit = new Map();
    this.touched = -Infinity;
    this.byKeys = new PlacesByKeys(this);
    this.numbers = new Numbers(this);
    this.hands = new Hands(this);
    new ResizeObserver(() => this.#fitSheet()).observe(place);
  }

  /** Shows a board as the server tells it: `{art, placement, seen?, marked?, last, wrong}`. */
  async show(board) {
    this.board = board;
    if (board.art !== this.art) await this.#load(board.art);
    if (this.board !== board || !this.drawing) return;
    this.#markGroups(board.marked ?? []);
    this.#mark(this.layers.last, board.last ?? [], "last");
    this.#mark(this.layers.wrong, board.wrong ?? [], "wrong");
    await this.#lay(board);
  }

  async #load(address) {
    this.art = address;
    const text = await textOf(address).catch(() => null);
    if (text === null) return;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (this.art !== address) return;
    const drawing = document.importNode(parsed, true);
    drawing.removeAttribute("width");
    drawing.removeAttribute("height");
    drawing.setAttribute("aria-hidden", "true");
    drawing.setAttribute("focusable", "false");
    this.box = this.frame(drawing.getAttribute("viewBox").split(/[\s,]+/).map(Number));
    drawing.setAttribute("viewBox", this.box.join(" "));
    this.place.style.setProperty("--board", this.box[2] / this.box[3]);
    this.layers = {};
    this.defs = svg("defs");
    drawing.append(this.defs);
    for (const name of ["marked", "last", "lit", "path", "wrong", "seen", "pieces", "ring"]) {
      this.layers[name] = svg("g", { class: `layer-${name}` });
      drawing.append(this.layers[name]);
    }
    forgetLooks();
    this.cells.clear();
    this.pieces.clear();
    this.drawing = drawing;
    this.sheet.replaceChildren(drawing);
    this.numbers.drawn();
    for (const element of drawing.querySelectorAll("[data-cell]")) this.cells.set(element.dataset.cell, { element });
    part("waiting", this.place)?.remove();
    this.#fitSheet();
    this.light([...this.lit].map(([cell, { kind, words }]) => [cell, kind, words]));
  }

  /** Where `cell` is, in the drawing's units: its middle and the radius that pieces have. */
  at(cell) {
    const known = this.cells.get(cell);
    if (!known) return null;
    if (!known.box) {
      const box = known.element.getBBox();
      known.box = { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height, radius: Math.min(box.width, box.height) / 2 };
    }
    return known.box;
  }

  #shape(cell, className) {
    const element = this.cells.get(cell)?.element;
    if (!element) return null;
    const source = element.matches("g") ? element.querySelector("path,polygon,rect,circle,ellipse") : element;
    const shape = source.cloneNode(false);
    for (const name of ["id", "data-cell", "fill", "stroke", "stroke-width", "opacity", "filter", "class"]) shape.removeAttribute(name);
    shape.setAttribute("class", className);
    return shape;
  }

  #mark(layer, cells, className) {
    layer.replaceChildren(...cells.map((cell) => this.#shape(cell, className)).filter(Boolean));
  }

  /** Groups of cells that the game marks, each in a colour of its own; of one that is most of the board only a shade. */
  #markGroups(groups) {
    const named = groups.map((cells, nth) => [cells, `marked marked-${groups.length - nth}${cells.length > WIDE ? " wide" : ""}`]);
    this.layers.marked.replaceChildren(...named.flatMap(([cells, name]) => cells.map((cell) => this.#shape(cell, name)).filter(Boolean)));
  }

  /** Lights up `cells` to be taken: each a cell alone, or a cell with a class that says what for, and its words. */
  light(cells) {
    const entries = [...cells].map((entry) => (Array.isArray(entry) ? entry : [entry]));
    this.lit = new Map();
    for (const [cell, kind = "", words = ""] of entries) {
      const before = this.lit.get(cell)?.words;
      this.lit.set(cell, { kind, words: before && words !== before ? `${before} · ${words}` : words });
    }
    if (!this.drawing) return;
    const shapes = [...this.lit].map(([cell, { kind }]) => this.#shape(cell, `lit ${kind}`.trim()));
    this.layers.lit.replaceChildren(...shapes.filter(Boolean));
    this.byKeys.offer([...this.lit].filter(([, { words }]) => words).map(([cell, { words }]) => [cell, words]));
  }

  /** Rings the place that the keyboard is on, and brings it into the window; null: none. */
  ring(cell) {
    if (!this.drawing) return;
    this.#mark(this.layers.ring, cell ? [cell] : [], "ring");
    const where = cell && this.at(cell);
    if (!where) return;
    const { clientWidth: width, clientHeight: height } = this.place;
    const unit = (this.base.width / this.box[2]) * this.view.scale;
    const [x, y] = [this.view.x + (where.x - this.box[0]) * unit, this.view.y + (where.y - this.box[1]) * unit];
    const room = where.radius * unit;
    if (x > room && x < width - room && y > room && y < height - room) return;
    this.#glide({ ...this.view, x: this.view.x + width / 2 - x, y: this.view.y + height / 2 - y });
  }

  /** Draws `cells` as a path that is about to be taken. */
  path(cells) {
    if (this.drawing) this.#mark(this.layers.path, cells, "path");
  }

  async #lay(board) {
    const wanted = [];
    for (const [cell, stack] of Object.entries(board.placement)) {
      const spots = spread(stack.length);
      stack.forEach((look, i) => wanted.push({ cell, look, spot: spots[i], many: stack.length }));
    }
    const counts = new Map();
    const named = wanted.map((piece) => {
      const nth = counts.get(piece.look) ?? 0;
      counts.set(piece.look, nth + 1);
      return { ...piece, key: `${piece.look}#${nth}` };
    });
    const drawn = await Promise.all(named.map((piece) => symbolOf(piece.look, this.defs)));
    if (this.board !== board) return;
    const gone = new Set(this.pieces.keys());
    named.forEach((piece, i) => {
      const where = this.at(piece.cell);
      if (!where || !drawn[i]) return;
      gone.delete(piece.key);
      let use = this.pieces.get(piece.key);
      if (!use) {
        use = svg("use", { href: `#${drawn[i].id}`, class: "piece" });
        this.pieces.set(piece.key, use);
        this.layers.pieces.append(use);
      }
      const room = piece.many === 1 ? 1.9 : piece.many <= 4 ? 1.05 : 0.72;
      const shrink = Math.min(1, (room * where.radius) / Math.max(drawn[i].width, drawn[i].height));
      const width = drawn[i].width * shrink;
      const height = drawn[i].height * shrink;
      use.setAttribute("width", width);
      use.setAttribute("height", height);
      const x = where.x + piece.spot[0] * where.width / 2 * 0.9 - width / 2;
      const y = where.y + piece.spot[1] * where.height / 2 * 0.9 - height / 2;
      use.style.transform = `translate(${x}px, ${y}px)`;
    });
    for (const key of gone) {
      this.pieces.get(key).remove();
      this.pieces.delete(key);
    }
    await this.#laySeen(board);
  }

  /** Where the eye sees something else than the game knows: what lies there, with a ring round it. */
  async #laySeen(board) {
    const ghosts = [];
    const differs = new Set();
    for (const cell of Object.keys(board.seen ? { ...board.placement, ...board.seen } : {})) {
      const is = [...(board.seen[cell] ?? [])];
      const should = [...(board.placement[cell] ?? [])];
      if (String(is.sort()) === String(should.sort())) continue;
      differs.add(cell);
      for (const look of should) if (is.includes(look)) is.splice(is.indexOf(look), 1);
      is.forEach((look, i) => ghosts.push({ cell, look, spot: spread(is.length)[i] }));
    }
    const drawn = await Promise.all(ghosts.map((ghost) => symbolOf(ghost.look, this.defs)));
    if (this.board !== board) return;
    const marks = [...differs].map((cell) => this.#shape(cell, "differs")).filter(Boolean);
    ghosts.forEach((ghost, i) => {
      const where = this.at(ghost.cell);
      if (!where || !drawn[i]) return;
      const { id, width, height } = drawn[i];
      const x = where.x + ghost.spot[0] * where.radius - width / 2;
      const y = where.y + ghost.spot[1] * where.radius - height / 2;
      marks.push(svg("use", { href: `#${id}`, class: "ghost", width, height, x, y }));
    });
    this.layers.seen.replaceChildren(...marks);
  }

  /**
   * Zooms so that `cells`, and what is `around` them if there is room for it, fill the window; unless the reader has just moved it.
   * What would be drawn less than `worth` times as large is shown with the whole board: nothing of it is cut off for that.
   */
  focus(cells, { force = false, around = [], worth = 0 } = {}) {
    if (!this.drawing || (!force && this.#inHand())) return;
    const wanted = [...cells];
    const wide = this.#view([...wanted, ...around]);
    const view = wide && wide.scale < 1 ? this.#view(wanted) : wide;
    if (!view) return;
    this.focused = { cells: wanted, around, worth };
    this.#glide(view.scale < worth ? { scale: this.#least, x: 0, y: 0 } : view);
  }

  /** From now on something lies over the window's lowest `px`: what is shown is shown above it. */
  cover(px) {
    if (px === this.covered) return;
    this.covered = px;
    if (!this.drawing || this.#inHand()) return;
    if (this.focused) this.focus(this.focused.cells, this.focused);
    else this.whole();
  }

  /** The height of the window above what covers it. */
  get #room() {
    return this.place.clientHeight - this.covered;
  }

  /** The scale at which all of the board fits above what covers the window; 1 where nothing does. */
  get #least() {
    return this.covered ? Math.min(1, this.#room / this.base.height) : 1;
  }

  /** The view in which `cells` fill the window; null where none of them is drawn. */
  #view(cells) {
    const boxes = cells.map((cell) => this.at(cell)).filter(Boolean);
    if (!boxes.length) return null;
    const margin = 2.2 * boxes[0].radius;
    const left = Math.min(...boxes.map((box) => box.x - box.width / 2)) - margin;
    const right = Math.max(...boxes.map((box) => box.x + box.width / 2)) + margin;
    const top = Math.min(...boxes.map((box) => box.y - box.height / 2)) - margin;
    const bottom = Math.max(...boxes.map((box) => box.y + box.height / 2)) + margin;
    const unit = this.base.width / this.box[2];
    const width = this.place.clientWidth;
    const height = this.#room;
    const scale = Math.min(MOST_ZOOM, width / ((right - left) * unit), height / ((bottom - top) * unit));
    const drawn = Math.max(this.#least, scale);
    return {
      scale,
      x: width / 2 - (((left + right) / 2 - this.box[0]) * unit) * drawn,
      y: height / 2 - (((top + bottom) / 2 - this.box[1]) * unit) * drawn,
    };
  }

  /** The point of the drawing (mm) under a point of the window. */
  drawingPoint(clientX, clientY) {
    const frame = this.place.getBoundingClientRect();
    const unit = this.base.width / this.box[2];
    return {
      x: this.box[0] + (clientX - frame.left - this.view.x) / (this.view.scale * unit),
      y: this.box[1] + (clientY - frame.top - this.view.y) / (this.view.scale * unit),
    };
  }

  #fitSheet() {
    if (!this.box || !this.place.clientWidth) return;
    const { clientWidth, clientHeight } = this.place;
    const fit = Math.min(clientWidth / this.box[2], clientHeight / this.box[3]);
    const before = this.base;
    this.base = { width: this.box[2] * fit, height: this.box[3] * fit };
    this.sheet.style.width = `${this.base.width}px`;
    this.sheet.style.height = `${this.base.height}px`;
    if (before.width === 1 || this.view.scale <= 1) this.whole();
    else this.#set(this.view);
  }

  /** Shows more around the board from now on: at least `left`, `top`, `right`, `bottom`, in the drawing's units. */
  widen([left, top, right, bottom]) {
    if (!this.drawing) return;
    const [x, y, width, height] = this.box;
    const box = [Math.min(x, left), Math.min(y, top)];
    box.push(Math.max(x + width, right) - box[0], Math.max(y + height, bottom) - box[1]);
    if (box.every((side, i) => side === this.box[i])) return;
    this.box = box;
    this.drawing.setAttribute("viewBox", box.join(" "));
    this.#fitSheet();
  }

  /** Fills the window with the board, with `cells` in its middle where that can be. */
  fill(cells) {
    if (!this.drawing || this.#inHand()) return;
    const boxes = cells.map((cell) => this.at(cell)).filter(Boolean);
    const { clientWidth: width, clientHeight: height } = this.place;
    const scale = Math.max(width / this.base.width, height / this.base.height);
    const unit = this.base.width / this.box[2];
    const middle = (axis, start, size) =>
      boxes.length ? boxes.reduce((sum, box) => sum + box[axis], 0) / boxes.length - start : size / 2;
    this.#glide({
      scale,
      x: width / 2 - middle("x", this.box[0], this.box[2]) * unit * scale,
      y: height / 2 - middle("y", this.box[1], this.box[3]) * unit * scale,
    });
  }

  /** Shows all of the board. */
  whole() {
    this.focused = null;
    this.#glide({ scale: this.#least, x: 0, y: 0 });
  }

  /** Shows all of the board again, unless the reader has just moved it. */
  rest() {
    if (this.drawing && !this.#inHand()) this.whole();
  }

  /** What the reader moved the picture for is done: it may be turned to what comes next at once. */
  release() {
    this.touched = -Infinity;
  }

  #inHand() {
    return performance.now() - this.touched < HANDS_OFF_MS;
  }

  #glide(view) {
    this.sheet.classList.toggle("gliding", !calm());
    this.#set(view);
    clearTimeout(this.glideTimer);
    this.glideTimer = setTimeout(() => this.sheet.classList.remove("gliding"), 450);
  }

  #set({ scale, x, y }) {
    scale = Math.min(MOST_ZOOM, Math.max(this.#least, scale));
    const [width, height] = [this.base.width * scale, this.base.height * scale];
    const slack = 0.08;
    const hold = (at, size, room) => (size <= room ? (room - size) / 2 : Math.min(room * slack, Math.max(room * (1 - slack) - size, at)));
    this.view = { scale, x: hold(x, width, this.place.clientWidth), y: hold(y, height, this.#room) };
    this.place.classList.toggle("whole", scale <= 1);
    this.sheet.style.transform = `translate(${this.view.x}px, ${this.view.y}px) scale(${scale})`;
    this.numbers.scaled();
  }

  /** Moves the picture by so many px of the window. */
  pan(x, y) {
    this.#set({ ...this.view, x: this.view.x + x, y: this.view.y + y });
  }

  /** Zooms by `factor` about a point of the window (default: its middle). */
  zoom(factor, clientX, clientY) {
    const frame = this.place.getBoundingClientRect();
    const px = (clientX ?? frame.left + frame.width / 2) - frame.left;
    const py = (clientY ?? frame.top + frame.height / 2) - frame.top;
    const scale = Math.min(MOST_ZOOM, Math.max(this.#least, this.view.scale * factor));
    const by = scale / this.view.scale;
    this.#set({ scale, x: px - (px - this.view.x) * by, y: py - (py - this.view.y) * by });
  }

  /** A tap on a point of the window: on a lit place near it, unless what is drawn right there has a meaning too; else on that. */
  tapped(clientX, clientY) {
    if (!this.box) return null;
    const at = this.drawingPoint(clientX, clientY);
    const px = (this.base.width / this.box[2]) * this.view.scale;
    const under = document.elementsFromPoint(clientX, clientY).find((element) => element.dataset?.cell)?.dataset.cell ?? null;
    if (under && !this.lit.has(under) && this.means(under)) return this.onTap(under, at);
    let best = null;
    for (const cell of this.lit.keys()) {
      const where = this.at(cell);
      if (!where) continue;
      const away = Math.hypot(where.x - at.x, where.y - at.y);
      if (away <= Math.max(where.radius * 1.1, THUMB_PX / px) && (!best || away < best.away)) best = { cell, away };
    }
    return this.onTap(best?.cell ?? under, at);
  }
}

/** The page's mirror, showing the board it was sent with and every change of it. */
export function mirrorOf(onChange, options) {
  const mirror = new Mirror(part("mirror"), options);
  mirror.ready = mirror.show(JSON.parse(document.body.dataset.board));
  onChange((news) => news.board && mirror.show(news.board));
  return mirror;
}
