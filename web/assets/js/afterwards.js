/** Afterwards: the evening once more on the board, with a slider; and the check of its dice. */

import { make, part, parts, pictureOf } from "./dom.js";
import { Mirror } from "./mirror.js";

const STEP_MS = 1600; // time to read a sentence and see where the piece went

const replay = part("replay");
if (replay) begin();
for (const day of parts("day")) sayDay(day);

/** The date in the reader's words. */
function sayDay(day) {
  const [year, month, date] = day.getAttribute("datetime").split("-").map(Number);
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
  day.textContent = new Date(year, month - 1, date).toLocaleDateString(document.documentElement.lang, options);
}

function begin() {
  const tale = JSON.parse(part("tale").textContent);
  const boards = [tale.first];
  for (const { changes } of tale.steps) boards.push(changed(boards.at(-1), changes));
  const mirror = new Mirror(part("mirror"));
  const slider = part("at");
  const play = part("play");
  const caption = part("caption");
  const end = tale.steps.length - 1;
  let at = end;
  let timer = 0;

  function show(number) {
    at = Math.max(-1, Math.min(end, number));
    const step = tale.steps[at];
    const last = step ? Object.keys(step.changes) : [];
    mirror.show({ art: tale.art, placement: boards[at + 1], last, wrong: [] });
    slider.value = at;
    slider.setAttribute("aria-valuetext", step ? `${step.time}: ${step.lines.join(" ")}` : tale.start);
    part("when").textContent = step ? `${step.time} · ${at + 1}/${end + 1}` : "";
    caption.replaceChildren(...(step ? step.lines : [tale.start]).map((line) => make("p", "", line)));
    showPicture(step?.picture ? `${tale.pictures}${at}.jpg` : "");
    for (const chart of parts("chart")) {
      const x = Number(chart.dataset.x0) + Math.max(0, at) * Number(chart.dataset.stepPx);
      part("cursor", chart).setAttribute("transform", `translate(${x} 0)`);
      bringIntoSight(chart, x);
    }
    for (const button of parts("step")) button.toggleAttribute("aria-current", Number(button.dataset.step) === at);
  }

  function showPicture(address) {
    const shot = part("shot");
    shot.hidden = !address;
    if (address) shot.querySelector("img").src = pictureOf(address);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    tell();
  }

  function tell() {
    play.classList.toggle("playing", Boolean(timer));
    play.setAttribute("aria-label", timer ? play.dataset.sayPause : play.dataset.sayPlay);
    caption.setAttribute("aria-live", timer ? "off" : "polite");
  }

  function start() {
    if (at >= end) show(-1);
    timer = setInterval(() => {
      show(at + 1);
      if (at >= end) pause();
    }, STEP_MS);
    tell();
  }

  slider.addEventListener("input", () => {
    pause();
    show(Number(slider.value));
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { go, step } = button.dataset;
    if ("play" in button.dataset) return timer ? pause() : start();
    if (!go && step === undefined) return;
    pause();
    if (step !== undefined) {
      show(Number(step));
      replay.scrollIntoView({ block: "start" });
      slider.focus({ preventScroll: true });
    } else show({ first: -1, back: at - 1, next: at + 1, last: end }[go]);
  });
  for (const chart of parts("chart")) {
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
      pause();
      show(Math.round((x - Number(chart.dataset.x0)) / Number(chart.dataset.stepPx)));
    });
  }
  show(end);
}

/** A chart that is wider than a phone stands so that what is told now is in the middle of what is seen of it. */
function bringIntoSight(chart, x) {
  const place = chart.parentElement;
  place.scrollLeft = (x / chart.viewBox.baseVal.width) * place.scrollWidth - place.clientWidth / 2;
}

/** `board` after `changes`; cells where nothing lies now are left out. */
function changed(board, changes) {
  const now = { ...board, ...changes };
  for (const cell of Object.keys(changes)) if (!changes[cell].length) delete now[cell];
  return now;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-proof]");
  if (!button) return;
  button.disabled = true;
  const reply = await fetch(button.dataset.proof).catch(() => null);
  if (reply?.ok) part("proof-place").innerHTML = await reply.text();
  button.disabled = false;
});
