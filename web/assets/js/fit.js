/** What stands beside the board is never cut through: where room is short it is drawn smaller, then what matters least goes. */

const SIZES = ["1", "2", "3"]; // steps of `data-tight`; table.css says how small each is

/** Keeps `place` within its own height: now, and whenever `changes`, its size or that of a part of it say that something changed. */
export function fitted(place, changes) {
  const fit = () => {
    for (const hidden of place.querySelectorAll(".no-room")) hidden.classList.remove("no-room");
    delete place.dataset.tight;
    for (const giveUp of steps(place)) {
      if (place.scrollHeight <= place.clientHeight) return;
      giveUp();
    }
  };
  changes(fit);
  const watched = new ResizeObserver(() => requestAnimationFrame(fit)); // not within it: what it changes would be reported again
  for (const part of [place, ...place.children]) watched.observe(part);
  document.fonts?.ready.then(fit);
}

/** What can be given up, the least important first: older news, size, the rule's wording, how the others stand, hints. */
function* steps(place) {
  const all = (names) => [...place.querySelectorAll(names)].filter((one) => one.getClientRects().length);
  const hides = (names) => all(names).map((one) => () => one.classList.add("no-room"));
  const shrinks = (size) => () => (place.dataset.tight = size);
  yield* hides(".story li:nth-child(n + 3)").reverse();
  yield shrinks(SIZES[0]);
  yield* hides(".story li:nth-child(2)");
  yield shrinks(SIZES[1]);
  yield* hides(".warning .rule p");
  yield shrinks(SIZES[2]);
  yield* hides("#region-standing, .tale, .tap-once");
}
