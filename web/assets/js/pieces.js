/** Pictures of pieces, and how several share a place. */

import { textOf } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

const looks = new Map();

/** The symbol of a look, fetched once: its id, width and height; null where there is no picture. */
export async function symbolOf(look, defs) {
  if (!looks.has(look)) {
    const address = `${document.body.dataset.pieces}${encodeURIComponent(look)}.svg`;
    looks.set(
      look,
      textOf(address)
        .then((text) => {
          const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
          const symbol = document.createElementNS(SVG, "symbol");
          symbol.id = `look-${look.replaceAll(":", "-")}`;
          const [, , width, height] = drawn.getAttribute("viewBox").split(/[\s,]+/).map(Number);
          symbol.setAttribute("viewBox", drawn.getAttribute("viewBox"));
          symbol.append(...drawn.childNodes);
          defs.append(symbol);
          return { id: symbol.id, width, height };
        })
        .catch(() => {
          looks.delete(look);
          return null;
        }),
    );
  }
  return looks.get(look);
}

/** Places for `count` things in a cell, in units of its radius, around its middle. */
export function spread(count) {
  if (count === 1) return [[0, 0]];
  if (count <= 4) {
    const turn = count === 2 ? 0 : -Math.PI / 2;
    return Array.from({ length: count }, (_, i) => [
      0.48 * Math.cos(turn + (2 * Math.PI * i) / count),
      0.48 * Math.sin(turn + (2 * Math.PI * i) / count),
    ]);
  }
  return [[0, 0], ...Array.from({ length: count - 1 }, (_, i) => {
    const angle = -Math.PI / 2 + (2 * Math.PI * i) / (count - 1);
    return [0.64 * Math.cos(angle), 0.64 * Math.sin(angle)];
  })];
}

/** A new SVG element. */
export function svg(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Looks are fetched again: the drawing that held their symbols is gone. */
export const forgetLooks = () => looks.clear();
