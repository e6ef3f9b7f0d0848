/** The stage of the demonstration: asks what is shown and said now, and fits the pages into their frames. */

import { cameras } from "./camera.js";
import { part, parts } from "./dom.js";
import { post } from "./send.js";

const ASK_MS = 400;
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

async function ask() {
  const reply = await fetch(`/demo/now?lang=${document.documentElement.lang}`).catch(() => null);
  if (!reply?.ok) {
    lost = true;
    return;
  }
  const now = await reply.json();
  if (lost) {
    lost = false;
    for (const frame of frames) frame.querySelector("iframe").contentWindow.location.reload();
  }
  if (now.show !== shown.show) page("middle").src = `/${now.show}`;
  if (now.phone && now.phone !== shown.phone) page("phone").src = `/demo/phone/${now.phone}`;
  shown = { show: now.show, phone: now.phone || shown.phone };
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
setInterval(ask, ASK_MS);
ask();
