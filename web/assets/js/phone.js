/** A seat's page: choices by list and by tapping the mirror, dice, undo, tabs. */

import { awakeDuringPlay, canStayAwake } from "./awake.js";
import { countdownOf } from "./countdown.js";
import { putAway, showDice, tumble } from "./dice.js";
import { make, part, parts, say, wordsOf } from "./dom.js";
import { glanceOf, opened } from "./glance.js";
import { buzz, canVibrate, hapticsOf, warned } from "./haptics.js";
import { closeHelp, lessonsOf, openHelp, whyNot } from "./learn.js";
import { expect, live, onBeat, onChange, seen } from "./live.js";
import { mirrorOf } from "./mirror.js";
import { offeredAt } from "./offers.js";
import { pref } from "./prefs.js";
import "./rulelinks.js";
import { newKey, post } from "./send.js";

const base = document.body.dataset.act;
const TOUCH = 12; // ms that the phone trembles under a finger
const SHAKE = [15, 40, 15];

/** Tells the table of it; the number of the change that comes of it, or 0 where it was refused or did not get through. */
async function change(path, body) {
  const reply = await post(`${base}${path}`, { key: newKey(), ...body });
  if (!reply) return 0;
  const { number } = await reply.json();
  expect(number);
  return number;
}

/** Comes back once the page shows the change of that number. */
function untilShown(number) {
  return new Promise((resolve) => {
    const look = () => seen() >= number && resolve();
    onChange(look);
    onBeat(look);
    look();
  });
}

/** Does an action; `button` cannot be pressed again meanwhile. */
async function act(action, button) {
  if (button) button.disabled = true;
  mirror.release(); // what comes of it may be here before the answer
  buzz(TOUCH);
  const done = await change("act", { action: JSON.parse(action), seen: seen() });
  if (button) button.disabled = false;
  if (!done && part("help") && part("offline").hidden) await askWhy({ action: JSON.parse(action) });
  return done;
}

/* Places: every choice button with cells lights the last of them. */

const placesNow = () => parts("cells").filter((button) => button.closest(".region") && !button.matches(":disabled"));
const target = (button) => button.dataset.cells.split(" ").at(-1);

function lightPlaces(kind = null) {
  const buttons = placesNow().filter((button) => !kind || button.dataset.kind === kind);
  mirror.light(buttons.map((button) => [target(button), `kind-${button.dataset.kind}`, wordsOf(button)]));
  mirror.path([]);
  return buttons;
}

/** What can be done at `cell`; a choice without an action only leads to one, and is of use where there is no other. */
function choicesAt(cell) {
  const there = placesNow().filter((button) => target(button) === cell);
  if (!part("doing").disabled) there.push(...offeredAt(cell));
  const done = there.filter((button) => button.dataset.action);
  return done.length ? done : there;
}

function tapped(cell) {
  const meant = cell ? choicesAt(cell) : [];
  if (meant.length) ask(meant);
  else if (!sheet.hidden) closeConfirm();
  else if (cell && document.body.dataset.phase === "playing" && part("help")) askWhyThere(cell);
}

/** Asks about a place; where a game's module says what a tap means (JSON, `{at}` for the place), about that alone. */
function askWhyThere(cell) {
  const { whyThere } = part("why-there")?.dataset ?? {};
  return askWhy(whyThere ? { action: JSON.parse(whyThere.replace("{at}", cell)) } : { place: cell }, cell);
}

/* The sheet at the bottom that asks before a tapped place is taken. */

const sheet = part("confirm");
let opener = null; // what had the focus before the sheet opened
let asked = []; // the choices that the sheet asks about; none where it explains
const MANY = 4; // choices: more are a list, no row of answers to one question

function openConfirm(label, rows, focused, about = []) {
  if (sheet.hidden) opener = document.activeElement;
  sheet.setAttribute("aria-label", label);
  sheet.replaceChildren(...rows);
  sheet.classList.toggle("many", about.length > MANY);
  sheet.hidden = false;
  opened();
  asked = about;
  focused.focus({ preventScroll: true });
}

function closeConfirm() {
  if (sheet.hidden) return;
  const inside = document.activeElement === document.body || sheet.contains(document.activeElement); // a button that was pressed is disabled and keeps no focus
  sheet.hidden = true;
  mirror.path([]);
  if (!inside) return;
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  else if (opener?.dataset.place) mirror.byKeys.focus(opener.dataset.place);
}

function button(className, text, onClick) {
  const made = make("button", className, text);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

/** Says in the sheet why a place or an action is not possible, with its rule. */
async function askWhy(question, place) {
  if (question.action?.type === "explain") return; // an answer to the table's question, no action of the game
  const answer = await whyNot(question);
  if (!answer) return;
  const words = make("div", "why");
  words.innerHTML = answer;
  if (question.action && !words.querySelector(".objection")) return; // allowed: it failed for another reason, shown already
  const close = button("go quiet", say("close"), closeConfirm);
  openConfirm(say("why"), [words, close], close);
  if (place) mirror.path([place]);
}

/** A choice without an action is of a piece, not of what it does: nothing is to be confirmed. */
function pick(choice) {
  closeConfirm();
  choice.click();
}

function ask(buttons) {
  if (buttons.length === 1 && !buttons[0].dataset.action) return pick(buttons[0]);
  const rows = buttons.map((choice) =>
    button(buttons.length > MANY ? "choice" : "go", wordsOf(choice), async (event) => {
      if (!choice.dataset.action) return pick(choice);
      const pressed = event.target;
      pressed.disabled = true;
      if (await act(choice.dataset.action, choice)) closeConfirm();
      else pressed.disabled = false;
    }),
  );
  const cancel = button("go quiet", say("cancel"), closeConfirm);
  const title = buttons.length > 1 ? [make("p", "which", say("which"))] : [];
  openConfirm(say("confirm"), [...title, ...rows, cancel], rows[0], buttons);
  showAsked();
}

function showAsked() {
  mirror.path(asked.length === 1 ? asked[0].dataset.cells.split(" ") : [target(asked[0])]);
}

/** Whether all that the sheet asks about can still be had, and is said with the same words: then it is not taken away. */
function canStillAsk() {
  const said = (choice) => `${choice.dataset.action} ${wordsOf(choice)}`;
  const now = new Set([...placesNow(), ...asked.flatMap((choice) => choicesAt(target(choice)))].map(said));
  return !sheet.hidden && asked.length > 0 && asked.every((choice) => now.has(said(choice)));
}

/* Tabs */

/**
 * Turns the mirror to what matters now: the places that are lit, else where the die decides, else the own pieces, or
 * all of it where there is little room.
 */
function lookAt({ anew = true } = {}) {
  const scene = part("scene")?.dataset.scene;
  if (mirror.lit.size) mirror.focus(mirror.lit.keys());
  else if (scene) mirror.focus(scene.split(" "));
  else if (document.body.dataset.tab === "board") mirror.fill((part("home")?.dataset.home ?? "").split(" "));
  else if (anew) mirror.rest();
}

const toTop = () => { document.getElementById("main").scrollTop = 0; };

/** Shows a tab; the map turns to `cells`, or to what matters now. */
function showTab(name, cells = null) {
  document.body.dataset.tab = name;
  for (const button of parts("tab-to")) button.toggleAttribute("aria-current", button.dataset.tabTo === name);
  if (name === "turn" || name === "board") requestAnimationFrame(() => (cells ? mirror.focus(cells, { force: true }) : lookAt()));
  toTop();
}

const mirror = mirrorOf(onChange, { onTap: tapped, means: (cell) => offeredAt(cell).length > 0 });
showDice();
countdownOf(onChange, onBeat);

let mine = document.body.hasAttribute("data-mine");
let { phase } = document.body.dataset;

/** A new warning stands above all else: who acts sees it wherever the page was, and a breach is seen by all. */
let warning = warned();
onChange((news) => {
  const now = warned();
  const concerns = mine || news.mine || document.querySelector("#region-warnings .breach");
  if (now && now !== warning && concerns && document.body.dataset.tab === "turn") toTop();
  warning = now;
});

/** When a turn begins, its choices are in sight, wherever one has read meanwhile; so are the way on and the whole board when a game ends. */
onChange((news) => {
  if (news.phase === "over" && phase !== "over") mirror.whole();
  const calls = (news.mine && !mine) || (news.phase === "over" && phase !== "over");
  if (calls && document.body.dataset.tab === "turn") toTop();
  ({ mine, phase } = news);
});

/** Dice that are due come into view, also from the map. */
onChange((news) => {
  if (news.mine && news.html?.roll?.includes("data-roll") && document.body.dataset.tab === "board") showTab("turn");
});

/** While a breach holds the turn nothing can be done: what could be stays in sight, and says why. */
onChange((news) => {
  part("doing").disabled = news.held;
});

/** Once everybody has heard of it: only then are the places there that a game's own module offers. */
onChange((news) => {
  const fresh = ["choices", "warnings", "hand"].filter((name) => name in (news.html ?? {})); // also when they are empty now
  if (fresh.length) queueMicrotask(() => offerAnew(fresh));
  if (news.mine && news.html?.choices && document.body.dataset.tab === "story") part("tab-to").classList.add("calls");
});

function offerAnew(fresh) {
  const asks = canStillAsk();
  if (!asks && (fresh.includes("choices") || fresh.includes("warnings"))) closeConfirm();
  lightPlaces();
  if (asks) showAsked();
  lookAt({ anew: fresh.includes("choices") });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { action, show, look, tabTo, why } = button.dataset;
  if (action && !button.closest("[data-own]")) await act(action, button);
  else if (why) await askWhy({ action: JSON.parse(why) });
  else if ("help" in button.dataset) await openHelp();
  else if (show) {
    closeHelp();
    lightPlaces(show);
    showTab("board");
    mirror.focus(mirror.lit.keys(), { force: true });
  } else if (look) showTab("board", look.split(" "));
  else if (tabTo) {
    button.classList.remove("calls");
    lightPlaces();
    showTab(tabTo);
  } else if ("roll" in button.dataset) {
    button.disabled = true;
    const dice = !("card" in button.dataset);
    if (dice) tumble(Number(button.dataset.count), Number(button.dataset.sides));
    buzz(SHAKE);
    const number = await change("roll", {});
    if (!number && dice) putAway();
    await untilShown(number); // while the dice fall there is nothing to roll anew
    button.disabled = false;
  } else if ("undo" in button.dataset) await change("undo", {});
  else if ("handOver" in button.dataset) {
    const reply = await post(`${base}hand-over`);
    if (reply) part("code").innerHTML = await reply.text();
  } else if ("leave" in button.dataset) {
    if (await post(`${base}leave`)) location.assign("/");
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("typed" in form.dataset)) return;
  event.preventDefault();
  const typed = [...new FormData(form).values()].map(Number);
  await change("roll", { typed });
});

document.addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && closeConfirm());

/* What this phone remembers of its owner's wishes. */

pref("vibrate", { initial: true });
pref("awake", { initial: true, onChange: () => awake() });
const awake = awakeDuringPlay(onChange);
for (const [name, can] of [["vibrate", canVibrate()], ["awake", canStayAwake()]]) {
  part(`pref-${name}`).hidden = !can;
  part(`no-${name}`).hidden = can;
}
hapticsOf(onChange);
lessonsOf(onChange);

lightPlaces();
mirror.ready.then(() => lookAt());
glanceOf(onChange);
live();
