/** A seat's page: choices by list and by tapping the mirror, dice, undo, tabs. */

import { diceOf, putAway, tumble } from "./dice.js";
import { make, part, parts, say, toast } from "./dom.js";
import { expect, live, onChange, seen } from "./live.js";
import { mirrorOf } from "./mirror.js";
import { newKey, post } from "./send.js";

const base = document.body.dataset.act;

async function change(path, body) {
  const reply = await post(`${base}${path}`, { key: newKey(), ...body });
  if (!reply) return false;
  expect((await reply.json()).number);
  return true;
}

/** Does an action; `button` cannot be pressed again meanwhile. */
async function act(action, button) {
  if (button) button.disabled = true;
  navigator.vibrate?.(12);
  const done = await change("act", { action: JSON.parse(action), seen: seen() });
  if (button) button.disabled = false;
  return done;
}

/* Places: every choice button with cells lights the last of them. */

const placesNow = () => parts("cells").filter((button) => button.closest(".region"));
const target = (button) => button.dataset.cells.split(" ").at(-1);

function lightPlaces(kind = null) {
  const buttons = placesNow().filter((button) => !kind || button.dataset.kind === kind);
  mirror.light(buttons.map((button) => [target(button), `kind-${button.dataset.kind}`]));
  mirror.path([]);
  return buttons;
}

function tapped(cell) {
  const meant = cell ? placesNow().filter((button) => target(button) === cell) : [];
  if (meant.length) ask(meant);
  else closeConfirm();
}

/* The sheet at the bottom that asks before a tapped place is taken. */

const sheet = part("confirm");

function closeConfirm() {
  if (sheet.hidden) return;
  sheet.hidden = true;
  mirror.path([]);
}

function ask(buttons) {
  const words = document.body.dataset;
  const rows = buttons.map((button) => {
    const go = make("button", "go", button.textContent);
    go.type = "button";
    go.addEventListener("click", async () => {
      go.disabled = true;
      await act(button.dataset.action, button);
      closeConfirm();
    });
    return go;
  });
  const cancel = make("button", "go quiet", words.sayCancel);
  cancel.type = "button";
  cancel.addEventListener("click", closeConfirm);
  const title = buttons.length > 1 ? [make("p", "which", words.sayWhich)] : [];
  sheet.replaceChildren(...title, ...rows, cancel);
  sheet.hidden = false;
  mirror.path(buttons.length === 1 ? buttons[0].dataset.cells.split(" ") : [target(buttons[0])]);
  rows[0].focus({ preventScroll: true });
}

/* Tabs */

/** Turns the mirror to what matters now: the places that are lit, else the own pieces. */
function lookAt() {
  if (mirror.lit.size) mirror.focus(mirror.lit.keys());
  else if (document.body.dataset.tab === "board") mirror.fill((part("home")?.dataset.home ?? "").split(" "));
}

function showTab(name) {
  document.body.dataset.tab = name;
  for (const button of parts("tab-to")) button.toggleAttribute("aria-current", button.dataset.tabTo === name);
  if (name === "turn" || name === "board") requestAnimationFrame(lookAt);
  scrollTo({ top: 0 });
}

const mirror = mirrorOf(onChange, { onTap: tapped });
diceOf(onChange);

onChange((news) => {
  if (!news.html?.choices && !news.html?.warnings && !news.html?.hand) return;
  closeConfirm();
  lightPlaces();
  lookAt();
  if (news.mine && news.html.choices && document.body.dataset.tab === "story") part("tab-to").classList.add("calls");
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { action, show, tabTo } = button.dataset;
  if (action && !button.closest("[data-own]")) await act(action, button);
  else if (show) {
    lightPlaces(show);
    showTab("board");
    mirror.focus(mirror.lit.keys(), { force: true });
  } else if (tabTo) {
    button.classList.remove("calls");
    lightPlaces();
    showTab(tabTo);
  } else if ("roll" in button.dataset) {
    button.disabled = true;
    tumble(Number(button.dataset.count), Number(button.dataset.sides));
    navigator.vibrate?.([15, 40, 15]);
    if (!(await change("roll", {}))) putAway();
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

document.addEventListener("keydown", (event) => event.key === "Escape" && closeConfirm());

lightPlaces();
mirror.ready.then(lookAt);
live();
