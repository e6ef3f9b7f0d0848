/** The numbers that the printed board bears in its cells, written on the mirror where cells are large enough to read. */

import { svg } from "./pieces.js";

const READABLE_PX = 24; // a cell of this radius holds a number that can be read
const SIZE = 0.34; // of a number, to the radius of its cell
const RISE = 0.56; // how far above the middle of its cell it stands, to the same: a piece leaves it free

/** The numbers of a mirror's cells; none where the board is printed without. */
export class Numbers {
  constructor(mirror) {
    this.mirror = mirror;
    this.cells = [];
  }

  /** Another drawing is shown: which of its cells bear a number on paper. */
  drawn() {
    const group = this.mirror.drawing.querySelector("[data-bare]");
    const bare = ["box", ...(group?.dataset.bare.split(" ") ?? [])].map((ground) => `.${ground}`);
    this.cells = [...(group?.querySelectorAll(`[data-cell]:not(${bare})`) ?? [])].map(({ dataset }) => dataset.cell);
    this.layer = null;
  }

  /** The board is seen larger or smaller. */
  scaled() {
    if (!this.cells.length) return;
    const { base, box, view } = this.mirror;
    const readable = this.mirror.at(this.cells[0]).radius * (base.width / box[2]) * view.scale >= READABLE_PX;
    if (readable) this.layer ??= this.#written();
    this.layer?.toggleAttribute("hidden", !readable);
  }

  #written() {
    const layer = svg("g", { class: "layer-numbers" });
    for (const cell of this.cells) {
      const { x, y, radius } = this.mirror.at(cell);
      const number = svg("text", { x, y: y - RISE * radius, "font-size": SIZE * radius });
      number.textContent = cell;
      layer.append(number);
    }
    this.mirror.drawing.insertBefore(layer, this.mirror.layers.seen);
    return layer;
  }
}
