/** The stage of the demonstration: asks what is shown and said now, and fits the pages into their frames. */

import { cameras } from "./camera.js";
import { answerWithin, part, parts } from "./dom.js";
import { post } from "./send.js";

const ASK_MS = 400;
const ASK_AT_MOST_MS = 8000;
const CAMERA_MS = 500;

function fit(frame) {
  const page = frame.querySelector("iframe");
  const scale = Math.min(frame.clientWidth / Number(frame.dataset.width), 1.4);
  page.style.width = `${frame.clientWidth / scale}px`;
  page.style.height = `${frame.clientHeight / scale}px`;
  page.style.transform = `scale(${scale})`;
}

const watch = new ResizeObserver((entries) => entries.forEach(({ target }) => fit(target)));
const frames = parts("frame");
for (const frame of frames) watch.observe(frame);

const page = (name) => frames.find((frame) => frame.dataset.frame === name).querySelector("iframe");
let shown = { show: document.body.dataset.show, phone: document.body.dataset.phone ?? "" };
let lost = false;
const underway = new Set(); // frames whose page is being fetched

/** Sends a frame to its page, anew if it is there already. */
function go(name, address) {
  const frame = page(name);
  underway.add(name);
  frame.addEventListener("load", () => underway.delete(name), { once: true });
  frame.src = address;
}

/** Pages that were fetched while the table was gone, the browser's own words in their place, are fetched again; all of them after a fall. */
function mend(all) {
  const addresses = { middle: `/${shown.show}`, phone: `/demo/phone/${shown.phone || "-"}` };
  for (const [name, address] of Object.entries(addresses)) {
    const broken = page(name).contentDocument === null; // the browser's own page is nobody's to look into
    page(name).style.visibility = broken ? "hidden" : "";
    if ((broken || all) && !underway.has(name)) go(name, address);
  }
}

async function ask() {
  const reply = await answerWithin(ASK_AT_MOST_MS, `/demo/now?lang=${document.documentElement.lang}`).catch(() => null);
  if (!reply?.ok) {
    lost = true;
    return;
  }
  const now = await reply.json();
  const before = shown;
  shown = { show: now.show, phone: now.phone || shown.phone };
  if (shown.show !== before.show) go("middle", `/${shown.show}`);
  if (shown.phone !== before.phone) go("phone", `/demo/phone/${shown.phone}`);
  mend(lost);
  lost = false;
  const caption = part("caption");
  if (caption.textContent !== now.caption) caption.textContent = now.caption;
  part("progress").value = now.scene + 1;
  const pause = part("pause");
  pause.textContent = now.playing ? pause.dataset.sayPause : pause.dataset.sayOn;
  pause.hidden = now.done;
  document.body.dataset.scene = now.scene;
  document.body.classList.toggle("ended", now.done);
}

part("pause").addEventListener("click", (event) => {
  const { textContent, dataset } = event.currentTarget;
  post("/demo/pause", { on: textContent === dataset.sayPause });
});

cameras(CAMERA_MS, () => "cells=1");
const asking = () => ask().finally(() => setTimeout(asking, ASK_MS)); // one at a time: a slow answer is not overtaken
asking();
