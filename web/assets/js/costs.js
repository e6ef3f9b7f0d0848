/** Squares on the mirror that are marked with what they cost, as an answer to "how far does it get?". */

import { svg } from "./pieces.js";

const drawing = () => document.querySelector("[data-sheet] svg");

/** Takes the marks away; several kinds of them, each with an `id`, may lie on the map at once. */
export const clearCosts = (id = "costs") => drawing()?.querySelector(`#${id}`)?.remove();

/**
 * Marks each place of `pairs` (``1005:2 1105:3``) with its outline and its cost, worded by `say`; the marks lie under
 * the pieces unless `over`.
 */
export function drawCosts(pairs, { say = String, over = false, id = "costs" } = {}) {
  clearCosts(id);
  const sheet = drawing();
  if (!sheet) return;
  const layer = svg("g", { id, class: "costs" });
  for (const pair of pairs.trim().split(/\s+/)) {
    const [cell, cost] = pair.split(":");
    const place = sheet.querySelector(`[data-cell="${cell}"]`);
    if (!place) continue;
    const outline = place.cloneNode();
    outline.removeAttribute("data-cell");
    outline.setAttribute("class", "costed");
    const box = place.getBBox();
    const label = svg("text", {
      x: box.x + box.width / 2,
      y: box.y + box.height * 0.62,
      "font-size": box.height * 0.36,
      "text-anchor": "middle",
    });
    label.textContent = cost ? say(cost) : "";
    layer.append(outline, label);
  }
  if (over) sheet.append(layer);
  else sheet.querySelector(".layer-pieces").before(layer);
}
