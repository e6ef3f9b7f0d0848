/** The table display: whose turn, what just happened, the last move; sounds and a voice once somebody has touched it. */

import { stayAwake } from "./awake.js";
import { countdownOf } from "./countdown.js";
import { showDice } from "./dice.js";
import { calm, part, parts, say, toast } from "./dom.js";
import { fitted } from "./fit.js";
import { live, onBeat, onChange } from "./live.js";
import { Matters } from "./matters.js";
import { mirrorOf } from "./mirror.js";
import { isOn, pref, turn } from "./prefs.js";
import "./rulelinks.js";
import { canSound, onLeave, play, unlock } from "./sounds.js";
import { trailOf } from "./trail.js";
import { hush, onVoices, speak } from "./voice.js";
import { onComing } from "./waiting.js";

const LOOK_MS = 6000; // how long the display stays close to what has just happened
const WRONG_MS = 14000; // and to what has to be mended, before it shows where that is on the whole board
const WORTH = 1.5; // times as large: less does not help the eye, and cuts off the board's edges and houses' numbers
const AROUND = 7; // radii of a place that are shown around it when the display looks closer
const READ_MS = [2600, 60]; // time to read a line from the sofa: to notice it, and for each letter
const LONGEST_MS = 11000;
const MOST_LINES = 3;
const IDLE_MS = 240000;
const LEAVE_MS = 300; // in which a browser that gives leave to sound without a touch has done so
const TURN_GAP_MS = 500; // between what happened and who is next, for the ear

const mirror = mirrorOf(onChange);
const moved = trailOf(mirror, JSON.parse(document.body.dataset.board).placement);

/* Looking close at what has just happened, then at the whole board again. */

let back = 0;
let mending = "";

function lookAt(cells, stayMs = LOOK_MS) {
  clearTimeout(back);
  const places = cells.map((cell) => mirror.at(cell)).filter(Boolean);
  if (!places.length) return;
  const near = [...mirror.cells.keys()].filter((cell) => {
    const { x, y } = mirror.at(cell);
    return places.some((place) => Math.hypot(place.x - x, place.y - y) < AROUND * place.radius);
  });
  mirror.focus(cells, { around: near, worth: WORTH });
  back = setTimeout(() => mirror.whole(), stayMs);
}

/* What just happened, large over the board for as long as it takes to read. */

const story = () => part("told");
let told = Number(story()?.dataset.told ?? 0);

/** Lines that are new since the last change, oldest first; after something was taken back only the newest. */
function freshLines() {
  const now = Number(story()?.dataset.told ?? 0);
  const count = now > told ? now - told : 1;
  told = now;
  return [...story().querySelectorAll("li:not(.nothing)")].slice(0, count).reverse();
}

/** Leaves the board at least half of its place: smaller letters where lines are long, then without the oldest. */
function keepSmall(place) {
  const fits = () => place.offsetHeight <= mirror.place.clientHeight / 2;
  place.classList.remove("long");
  place.classList.toggle("long", !fits());
  while (!fits() && place.children.length > 1) place.firstElementChild.remove();
}

/* What is announced lies over nothing that it may speak of: the board is shown above it, and so do dice fall. */
new ResizeObserver(() => {
  const news = part("just-now");
  const covered = news.children.length ? mirror.place.clientHeight - news.offsetTop : 0;
  mirror.cover(covered);
  document.body.style.setProperty("--covered", `${covered}px`);
}).observe(part("just-now"));

/** Takes a line that was read away, and what is older: it would stand there as if it were the news. */
function takeAway(line) {
  while (line.isConnected && line.previousElementSibling) line.previousElementSibling.remove();
  line.remove();
}

function announce(lines) {
  const place = part("just-now");
  const shown = lines.slice(-MOST_LINES).map((line) => {
    const copy = document.createElement("p");
    copy.append(...line.cloneNode(true).childNodes);
    if (line.dataset.seat) copy.dataset.seat = line.dataset.seat;
    return copy;
  });
  while (place.children.length + shown.length > MOST_LINES) place.firstElementChild.remove();
  place.append(...shown);
  keepSmall(place);
  let stay = 0;
  for (const copy of shown) {
    stay += READ_MS[0] + READ_MS[1] * copy.textContent.length;
    setTimeout(() => takeAway(copy), Math.min(stay, LONGEST_MS));
  }
}

/* The ear: what happened, then who is next; a warning before all else. */

const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
const dueNow = () => part("due");
const warnings = () =>
  parts("aloud").map(({ dataset: { matter, steps, aloud } }) => ({ matter, aloud, steps: Number(steps) }));
let due = dueNow() ? `${dueNow().dataset.seats}|${words(dueNow())}` : "";
let turnTimer = 0;

function sound(name) {
  if (isOn("sound")) play(name);
}

function tell(lines, options) {
  if (isOn("voice")) speak(lines, options);
}

const matters = new Matters((grown) => tell(grown.map((warning) => warning.aloud)));
matters.stand(warnings());

function sayDue() {
  const now = dueNow();
  if (!now) return;
  const seats = now.dataset.seats;
  const text = [".due-who", ".due-what"].map((name) => now.querySelector(name)).filter(Boolean).map(words).join(": ");
  const is = `${seats}|${words(now)}`;
  if (is === due) return;
  const other = seats !== due.split("|")[0];
  due = is;
  clearTimeout(turnTimer);
  turnTimer = setTimeout(() => {
    if (now.dataset.due === "over") sound("over");
    else if (other && seats) sound("turn");
    tell([text]);
  }, TURN_GAP_MS);
}

onComing((news) => {
  if (news.rolled) sound("dice");
  return 0;
});

onChange(async (news) => {
  wakeUp();
  const fresh = matters.stand(warnings()).map((warning) => warning.aloud);
  const isWarned = fresh.length > 0;
  const lines = news.html?.story ? freshLines() : []; // now: once the board is there, what came after this may have been told
  const changes = news.board ? await moved(news.board) : [];
  if (isWarned) {
    sound("warning");
    tell(fresh, { atOnce: true });
  }
  if (lines.length) {
    announce(lines);
    if (!news.rolled && !isWarned) sound(changes.length ? "move" : "news");
    tell(lines.map(words));
  }
  const wrong = (news.board?.wrong ?? []).join(" ");
  if (changes.length) lookAt(changes.flatMap(({ from, to }) => [from, to]));
  else if (wrong && wrong !== mending) lookAt(news.board.wrong, WRONG_MS);
  if (news.board) mending = wrong;
  if (news.html?.ask) sayDue();
});

/* Switches: remembered; silent until somebody has touched the page, as browsers want it. */

let hasVoice = true;

function showSwitches() {
  for (const button of parts("toggle")) {
    const name = button.dataset.toggle;
    button.setAttribute("aria-pressed", String(isOn(name) && (name === "sound" || hasVoice)));
    button.title = name === "voice" && !hasVoice ? say("noVoice") : "";
  }
}

const isWanted = () => isOn("sound") || isOn("voice");

/** Hides the hint with a bell, which needs no click on it: a mouse gives leave as it is pressed, the hint goes below it. */
function showHint() {
  const hint = part("unlock");
  const wasShown = !hint.hidden;
  hint.hidden = !isWanted() || canSound();
  if (wasShown && canSound()) sound("turn");
}

/** Asks for leave to sound, and for a touch where the browser gives none without. */
function ready() {
  if (isWanted()) unlock();
  setTimeout(showHint, isWanted() ? LEAVE_MS : 0);
}

onLeave(showHint);

for (const name of ["sound", "voice"]) {
  pref(name, {
    initial: true,
    onChange: (on) => {
      if (name === "voice" && !on) hush();
      showSwitches();
      ready();
    },
  });
}

onVoices((found) => {
  hasVoice = found;
  showSwitches();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-toggle]");
  ready();
  if (!button) return;
  const name = button.dataset.toggle;
  if (name === "voice" && !hasVoice) {
    toast(say("noVoice"), "notice");
    return;
  }
  turn(name, !isOn(name));
  const text = say(`${name}${isOn(name) ? "On" : "Off"}`);
  toast(text, "notice");
  if (isOn(name)) {
    unlock().then(() => sound("turn"));
    if (name === "voice") tell([text], { atOnce: true });
  }
});
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, ready, { once: true });
document.addEventListener("visibilitychange", ready); // a screen that slept may have lost its leave

/* A quiet table shows the way in, for whoever comes to watch. */

let idleTimer = 0;

function wakeUp() {
  clearTimeout(idleTimer);
  document.body.removeAttribute("data-idle");
  idleTimer = setTimeout(() => document.body.setAttribute("data-idle", ""), IDLE_MS);
}

showSwitches();
ready();
wakeUp();
stayAwake(true);
document.body.classList.toggle("calm", calm());
showDice();
countdownOf(onChange, onBeat);

/* Where phones join: the network may have come after the display, or be another by now. */

let welcome = "";
onBeat(async () => {
  const reply = await fetch("/table/welcome").catch(() => null);
  const now = reply?.ok ? await reply.text() : welcome;
  if (now !== welcome) part("welcome").innerHTML = now;
  welcome = now;
});
fitted(document.querySelector(".beside"), onChange);
live();
