/** The lights of a simulated sensor board, drawn where they would shine: beside the switch, through the paper. */

const SVG = "http://www.w3.org/2000/svg";
const LOOK_MS = 120; // the quickest pattern changes every 200 ms
const GLOW = 0.95; // of a place's radius
const DOT = 0.16;
const BRIGHTEST = 255;

let layer = null;

/** A glow over the place and a bright dot at its lower rim, where no piece covers it. */
function lamp({ x, y, radius }, [red, green, blue]) {
  const group = document.createElementNS(SVG, "g");
  const most = Math.max(red, green, blue);
  const strength = most / BRIGHTEST;
  const colour = `rgb(${[red, green, blue].map((part) => Math.round((part / most) * 255)).join(" ")})`;
  for (const [cx, cy, r, opacity] of [[x, y, radius * GLOW, 0.15 + 0.45 * strength], [x, y + radius * 0.82, radius * DOT, 0.4 + 0.6 * strength]]) {
    const circle = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx, cy, r, fill: colour, opacity: Math.min(1, opacity) })) circle.setAttribute(name, value);
    group.append(circle);
  }
  return group;
}

function draw(mirror, lights) {
  if (!mirror.drawing) return;
  if (layer?.ownerSVGElement !== mirror.drawing) {
    layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "board-lights");
    layer.setAttribute("aria-hidden", "true");
    mirror.drawing.append(layer);
  }
  const lamps = Object.entries(lights).map(([cell, rgb]) => [mirror.at(cell), rgb]);
  layer.replaceChildren(...lamps.filter(([where]) => where).map(([where, rgb]) => lamp(where, rgb)));
}

/** Draws the lights on `mirror` for as long as the page is open. */
export function lightUp(mirror) {
  let last = "";
  const look = async () => {
    if (document.visibilityState === "visible") {
      const reply = await fetch("/virtual/lights.json").catch(() => null);
      const text = reply?.ok ? await reply.text() : last;
      if (text !== last) draw(mirror, JSON.parse((last = text)));
    }
    setTimeout(look, LOOK_MS);
  };
  mirror.ready.then(look);
}
