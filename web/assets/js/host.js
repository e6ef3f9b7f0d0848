/** The host's page: camera, settings, corrections, seats. */

import { cameras } from "./camera.js";
import { diceOf } from "./dice.js";
import { part, parts } from "./dom.js";
import { factsOf } from "./facts.js";
import { live, onChange } from "./live.js";
import { mirrorOf } from "./mirror.js";
import "./rulelinks.js";
import { newKey, post } from "./send.js";

const CAMERA_MS = 700;

mirrorOf(onChange);
diceOf(onChange);
factsOf(onChange);
cameras(CAMERA_MS, () => (part("camera-cells").checked ? "cells=1" : "cells=0"));

for (const region of parts("poll")) {
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    const reply = await fetch(region.dataset.poll).catch(() => null);
    if (reply?.ok) region.innerHTML = await reply.text();
  };
  if (!region.firstElementChild) look();
  setInterval(look, Number(region.dataset.every));
}

/* Parts of the page that are fetched: which games there are, and the shelf. */

const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

async function loadParts() {
  for (const place of parts("load")) {
    place.ariaBusy = "true";
    const reply = await fetch(place.dataset.load).catch(() => null);
    if (!reply?.ok) continue;
    place.innerHTML = await reply.text();
    place.ariaBusy = "false";
    for (const time of parts("when", place)) time.textContent = days.format(Number(time.dataset.when) * 1000);
  }
}

let phase = document.body.dataset.phase;
onChange((news) => {
  if (news.phase === phase) return;
  phase = news.phase;
  loadParts();
});
loadParts();

document.addEventListener("change", (event) => {
  const field = event.target;
  if ("option" in field.dataset) {
    part("chosen", field.closest("details")).textContent = field.nextElementSibling.textContent;
    post("/host/set/option", { value: `${field.dataset.option}=${field.value}` });
  }
  else if ("mode" in field.dataset) post("/host/set/mode", { value: field.value });
  else if ("recording" in field.dataset) post("/host/recording", { on: field.checked });
  else if ("pictures" in field.dataset) post("/host/keep-pictures", { on: field.checked });
  else if ("patience" in field.dataset) post("/host/patience", { seconds: Number(field.value) });
  else if ("kindOfGame" in field.dataset) post("/host/choose-game", { value: field.value });
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
