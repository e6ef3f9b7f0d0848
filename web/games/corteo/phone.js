/** Corteo on a phone: a unit is picked, the hexes where it may go are drawn with their cost, and a tap moves it there. */

import { clearCosts, drawCosts } from "../../js/costs.js";
import { make, part, parts, wordsOf } from "../../js/dom.js";
import { onChange } from "../../js/live.js";
import { offer as offerAt } from "../../js/offers.js";

const halves = (points) => `${Math.floor(points / 2) || (points % 2 ? "" : "0")}${points % 2 ? "½" : ""}`;
const listed = (text) => (text ?? "").split(" ").filter(Boolean);

let picked = ""; // the unit (its number) or the kind whose hexes are on offer

function clear() {
  clearCosts();
  for (const button of parts("picked")) button.removeAttribute("aria-pressed");
  part("entries")?.replaceChildren();
  delete part("entries")?.dataset.whyThere;
  part("more")?.replaceChildren();
  for (const button of parts("allowed")) button.disabled = false;
  picked = "";
}

/* What may be entered becomes choices with a place: the page lights them on the mirror and asks before it sends them. */

function entry(kind, name, cell, action, cost = "") {
  const pattern = part("entries").dataset[`say${kind[0].toUpperCase()}${kind.slice(1)}`];
  const button = make("button", "choice", pattern.replace("{unit}", name).replace("{at}", cell).replace("{cost}", cost));
  button.type = "button";
  button.dataset.action = JSON.stringify({ type: kind, ...action });
  button.dataset.kind = kind;
  button.dataset.cells = cell;
  return button;
}

/** A button that lights the hexes of the barricades that the picked unit may put up or clear. */
function lights(kind, count) {
  const sample = part("entries").querySelector(`[data-kind="${kind}"]`);
  const button = make("button", "chip", `${sample.textContent.split(":")[0]} (${count})`);
  button.type = "button";
  button.dataset.show = kind;
  return button;
}

/** A tap on a hex that is not on offer asks why the picked unit may not go or be put there. */
function ask(action) {
  part("entries").dataset.whyThere = JSON.stringify(action);
}

/** The kind that `button` puts on the board, and which unit of it where they are told apart. */
function placed({ dataset: { kindPlaced, picked: kind, unit } }) {
  return { kind: kindPlaced ?? kind, ...(unit ? { unit: Number(unit) } : {}) };
}

const placing = (button, to) => entry("place", button.dataset.name, to, { ...placed(button), to });

function offer(button) {
  const { name, places, wishes, reach, builds, clears } = button.dataset;
  if (wishes !== undefined) {
    const points = Number(name);
    ask({ type: "wish", at: "{at}", points: Number(name) });
    part("entries").replaceChildren(...listed(wishes).map((at) => entry("wish", name, at, { at, points })));
    return;
  }
  if (places !== undefined) {
    ask({ type: "place", ...placed(button), to: "{at}" });
    part("entries").replaceChildren(...listed(places).map((to) => placing(button, to)));
    return;
  }
  const unit = Number(button.dataset.picked);
  ask({ type: "move", unit, to: "{at}" });
  const moves = listed(reach).map((pair) => pair.split(":"));
  part("entries").replaceChildren(
    ...moves.map(([to, cost]) => entry("move", name, to, { unit, to }, halves(Number(cost)))),
    ...listed(builds).map((at) => entry("build", name, at, { unit, at })),
    ...listed(clears).map((at) => entry("clear", name, at, { unit, at })),
  );
  const kinds = [["build", listed(builds).length], ["clear", listed(clears).length]];
  part("more").replaceChildren(...kinds.filter(([, count]) => count).map(([kind, count]) => lights(kind, count)));
  drawCosts(reach, { say: (cost) => halves(Number(cost)) });
}

/** A hex was tapped: its units may be picked there, or, before any kind was picked, what may be put there is offered. */
offerAt((cell) => {
  const units = parts("at").filter((button) => button.dataset.at === cell && button.dataset.picked);
  const kinds = picked ? [] : parts("places").filter((button) => listed(button.dataset.places).includes(cell));
  return [...units.map((button) => picking(button, cell)), ...kinds.map((button) => placing(button, cell))];
});

/** A choice with a place that does what `button` does. */
function picking(button, cell) {
  const choice = make("button", "choice", wordsOf(button));
  choice.type = "button";
  choice.dataset.cells = cell;
  choice.addEventListener("click", () => button.click());
  return choice;
}

function pick(button) {
  clear();
  picked = button.dataset.picked;
  button.setAttribute("aria-pressed", "true");
  for (const one of parts("allowed")) one.disabled = true; // what is picked says itself where it may go
  offer(button);
}

/* The place that the march wrote down stays marked on the map, whatever is picked, until it is asked for again. */

const MARKS = "marked";
let marked = false;

function mark() {
  const button = part("marks");
  marked &&= Boolean(button);
  button?.setAttribute("aria-pressed", String(marked));
  if (marked) drawCosts(button.dataset.marks, { id: MARKS });
  else clearCosts(MARKS);
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.picked) pick(button); // before the page lights what is on offer
    else if (button?.dataset.marks) {
      marked = !marked;
      if (marked) button.dataset.look = button.dataset.marks; // the page turns the map there
      else delete button.dataset.look;
      mark();
    }
  },
  { capture: true },
);

onChange((news) => {
  if (news.html?.hand !== undefined) mark();
  if (news.html?.choices === undefined) return;
  const kept = picked;
  clear();
  const button =
    parts("picked").find((one) => one.dataset.picked === kept) ??
    parts("picked").find((one) => one.dataset.kindPlaced && kept.startsWith(`${one.dataset.kindPlaced}.`));
  if (!button) return;
  button.closest("details").open = true;
  pick(button);
});
