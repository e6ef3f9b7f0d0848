/** The time until the table answers for whoever is asked, counted down on the page (`[data-countdown]`). */

import { part } from "./dom.js";

const TICK_MS = 250;
const SOON_S = 10; // from here on it is shown as urgent

const clock = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`;

/** Shows the countdown while the table has one; the server says the time anew with every change and every heartbeat. */
export function countdownOf(onChange, onBeat) {
  const place = part("countdown");
  const digits = part("left", place);
  let end = null;
  let timer = 0;

  function show() {
    const left = Math.max(0, (end - performance.now()) / 1000);
    digits.textContent = clock(Math.ceil(left));
    place.classList.toggle("soon", left <= SOON_S);
  }

  function set(seconds) {
    end = seconds === undefined || seconds === null ? null : performance.now() + seconds * 1000;
    clearInterval(timer);
    place.hidden = end === null;
    if (end === null) return;
    show();
    timer = setInterval(show, TICK_MS);
  }

  const { answersIn } = document.body.dataset;
  set(answersIn === undefined ? null : Number(answersIn));
  onChange((news) => set(news.answers_in));
  onBeat((news) => set(news.answers_in));
}
