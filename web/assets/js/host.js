/** The host's page: camera, settings, corrections, seats. */

import { cameras } from "./camera.js";
import { showDice } from "./dice.js";
import { part, parts } from "./dom.js";
import { factsOf } from "./facts.js";
import { live, onChange } from "./live.js";
import { mirrorOf } from "./mirror.js";
import "./rulelinks.js";
import { newKey, post } from "./send.js";

const CAMERA_MS = 700;
const UNFIT_MS = 4000; // between two looks at what is not fit

mirrorOf(onChange);
showDice();
factsOf(onChange);
cameras(CAMERA_MS, () => (part("camera-cells").checked ? "cells=1" : "cells=0"));

for (const region of parts("poll")) {
  let shown; // what has not changed stays, and with it the focus
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    const reply = await fetch(region.dataset.poll).catch(() => null);
    const text = reply?.ok ? await reply.text() : shown;
    if (text === shown) return;
    region.innerHTML = shown = text;
    follow();
  };
  if (!region.firstElementChild) look();
  setInterval(look, Number(region.dataset.every));
}

/* Parts of the page that are fetched: which games there are, and the shelf. */

const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

const told = new WeakMap(); // what has not changed stays, and with it the focus

async function load(place) {
  place.ariaBusy = "true";
  const reply = await fetch(place.dataset.load).catch(() => null);
  if (!reply?.ok) return;
  const text = await reply.text();
  place.ariaBusy = "false";
  if (text === told.get(place)) return;
  told.set(place, text);
  place.innerHTML = text;
  for (const time of parts("when", place)) time.textContent = days.format(Number(time.dataset.when) * 1000);
}

async function loadParts() {
  for (const place of parts("load")) await load(place);
}

/** Once more what is not fit, until it is: one may be mending it just now. */
setInterval(() => {
  const place = part("unfit")?.closest("[data-load]");
  if (place && document.visibilityState === "visible") load(place);
}, UNFIT_MS);

let phase = document.body.dataset.phase;
onChange((news) => {
  if (news.phase === phase) return;
  phase = news.phase;
  loadParts();
});
loadParts();

/* Settings: what a field shows is what the table has taken; where it has not, the field goes back. */

/** The address and the body that tell the table of `field`; nothing for a field that sets nothing. */
function telling({ dataset, value, checked }) {
  if ("option" in dataset) return ["/host/set/option", { value: `${dataset.option}=${value}` }];
  if ("mode" in dataset) return ["/host/set/mode", { value }];
  if ("recording" in dataset) return ["/host/recording", { on: checked }];
  if ("pictures" in dataset) return ["/host/keep-pictures", { on: checked }];
  if ("patience" in dataset) return ["/host/patience", { seconds: Number(value) }];
  if ("kindOfGame" in dataset) return ["/host/choose-game", { value }];
  return null;
}

/** The options of a select, the radio buttons of a group, or the one checkbox: each with what it is and what it was. */
function marks(field) {
  if (field.localName === "select") return { all: [...field.options], is: "selected", was: "defaultSelected" };
  const all = field.type === "radio" ? [...document.getElementsByName(field.name)] : [field];
  return { all, is: "checked", was: "defaultChecked" };
}

/** The fields show what is set now, also by another page of the host; one that is just being told is left alone. */
function follow() {
  const { mode, options, patience } = JSON.parse(part("settings").dataset.settings);
  const now = { mode: () => mode, option: ({ option }) => options[option], patience: () => String(patience) };
  for (const [name, meant] of Object.entries(now)) {
    for (const field of parts(name)) {
      const { all, is, was } = marks(field);
      if (all.some((one) => one[is] !== one[was])) continue;
      for (const one of all) one[is] = one[was] = one.value === meant(field.dataset);
      const shown = field.checked && field.closest("details") && part("chosen", field.closest("details"));
      if (shown) shown.textContent = field.nextElementSibling.textContent;
    }
  }
}

document.addEventListener("change", async ({ target: field }) => {
  const told = telling(field);
  if (!told) return;
  const taken = await post(...told);
  const { all, is, was } = marks(field);
  const [to, from] = taken ? [was, is] : [is, was];
  for (const one of all) one[to] = one[from];
  const shown = field.closest("details") && part("chosen", field.closest("details"));
  if (shown && taken) shown.textContent = field.nextElementSibling.textContent;
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { post: address, sure, freeSeat, then } = button.dataset;
  if (address) {
    if (sure && !confirm(sure)) return;
    button.disabled = true;
    const body = JSON.parse(button.dataset.body ?? "{}");
    const reply = await post(address, "keyed" in button.dataset ? { ...body, key: newKey() } : body);
    button.disabled = false;
    if (reply && then) location.assign(then);
    else if (reply && button.closest("[data-load]")) loadParts();
  } else if (freeSeat) {
    const reply = await post("/host/free-seat", { seat: freeSeat });
    if (reply) part("code").innerHTML = await reply.text();
  }
});

live();
