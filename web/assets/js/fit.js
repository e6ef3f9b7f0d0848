/** What stands beside the board is never cut through: where room is short it is drawn smaller, then what matters least goes. */

const SIZES = ["1", "2", "3"]; // steps of `data-tight`; table.css says how small each is

/** Keeps `place` within its own height: now, and whenever `changes`, its size or that of a part of it say that something changed. */
export function fitted(place, changes) {
  const fits = () => place.scrollHeight <= place.clientHeight;
  const fit = () => {
    for (const hidden of place.querySelectorAll(".no-room")) hidden.classList.remove("no-room");
    place.classList.remove("few-steps");
    delete place.dataset.tight;
    const given = [];
    for (const step of steps(place)) {
      if (fits()) break;
      step.giveUp();
      given.push(step);
    }
    for (const step of given.reverse()) {
      step.takeBack(); // what was given up before something larger may have room beside the rest
      if (!fits()) step.giveUp();
    }
  };
  changes(fit);
  const watched = new ResizeObserver(() => requestAnimationFrame(fit)); // not within it: what it changes would be reported again
  for (const part of [place, ...place.children]) watched.observe(part);
  document.fonts?.ready.then(fit);
}

/** What can be given up, the least important first: older news, size, what says again what the board shows, the rule's wording, hints, the code once the game is over, how the others stand (what a game spares of it, then all), all but three steps of mending. */
function* steps(place) {
  const all = (names) => [...place.querySelectorAll(names)].filter((one) => one.getClientRects().length);
  const hides = (names) => all(names).map((one) => ({ giveUp: () => one.classList.add("no-room"), takeBack: () => one.classList.remove("no-room") }));
  yield* hides(".story li:nth-child(n + 3)").reverse();
  yield shrinks(place, 0);
  yield* hides(".story li:nth-child(2)");
  yield* hides('[data-spare="first"]');
  yield shrinks(place, 1);
  yield* hides(".warning .rule p");
  yield shrinks(place, 2);
  yield* hides(".tap-once");
  yield* hides(".tale");
  if (document.body.dataset.phase === "over") yield* hides(".welcome");
  yield* hides('[data-spare="last"]');
  yield* hides("#region-standing");
  yield { giveUp: () => place.classList.add("few-steps"), takeBack: () => place.classList.remove("few-steps") };
}

/** One size smaller; taken back only if nothing smaller is still needed. */
function shrinks(place, number) {
  return {
    giveUp: () => {
      if (!(place.dataset.tight > SIZES[number])) place.dataset.tight = SIZES[number]; // a smaller one stays, where even it is too large
    },
    takeBack: () => {
      if (place.dataset.tight !== SIZES[number]) return;
      if (number) place.dataset.tight = SIZES[number - 1];
      else delete place.dataset.tight;
    },
  };
}
