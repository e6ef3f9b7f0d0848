/** Keeps a page up to date: opens its event stream, puts what comes into place, and reopens it on waking. */

import { part, say, toast } from "./dom.js";
import { coming, showBy, waits } from "./waiting.js";

const DEAF_MS = 2500 * Number(document.body.dataset.heartbeatS); // two and a half heartbeats of the table
const WATCH_MS = 2500;
const OFFLINE_AFTER_MS = 3000;

const listeners = new Set();
const beats = new Set();
let source = null;
let lastId = document.body.dataset.last;
let heard = performance.now();
let offlineTimer = 0;
let ended = false;

/** Calls `listener(change)` for every change: `{board?, rolled?, html?, answers_in?, phase, mine}`. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Calls `listener(beat)` for every heartbeat: `{answers_in?}`. */
export function onBeat(listener) {
  beats.add(listener);
}

/** The number of this seat that the page shows, to be sent along with actions. */
export const seen = () => Number(lastId.split(".")[1] ?? 0);

/** Opens the stream anew if nothing was heard for `ms`. */
export function expect(number, ms = 1500) {
  setTimeout(() => {
    if (seen() < number && !waits()) open();
  }, ms);
}

/** Says so once it has lasted; each try that fails meanwhile is the same loss. */
function showOffline(isOffline) {
  if (isOffline) offlineTimer ||= setTimeout(() => (part("offline").hidden = false), OFFLINE_AFTER_MS);
  else {
    clearTimeout(offlineTimer);
    offlineTimer = 0;
    part("offline").hidden = true;
  }
}

function hear(event) {
  heard = performance.now();
  if (event.lastEventId) lastId = event.lastEventId;
  showOffline(false);
}

/** What the user has opened or is on, so that new HTML does not take it away. */
function remember(region) {
  const active = region.contains(document.activeElement) ? document.activeElement : null;
  return {
    open: [...region.querySelectorAll("details[open]")].map((one) => one.querySelector("summary")?.textContent),
    focus: active && (active.dataset.action ?? active.id ?? null),
  };
}

function restore(region, was) {
  for (const one of region.querySelectorAll("details")) {
    if (was.open.includes(one.querySelector("summary")?.textContent)) one.open = true;
  }
  if (was.focus) [...region.querySelectorAll("[data-action],[id]")].find((one) => (one.dataset.action ?? one.id) === was.focus)?.focus();
}

function place(html) {
  for (const [name, text] of Object.entries(html)) {
    const region = document.getElementById(`region-${name}`);
    if (!region) continue;
    const was = remember(region);
    region.innerHTML = text;
    restore(region, was);
    region.classList.remove("fresh");
    void region.offsetWidth;
    region.classList.add("fresh");
  }
}

function change(event) {
  heard = performance.now();
  coming(event, JSON.parse(event.data));
}

function show({ event, news }) {
  hear(event);
  if (news.game && news.game !== document.body.dataset.game) return location.reload();
  if (news.html) place(news.html);
  document.body.dataset.phase = news.phase;
  document.body.toggleAttribute("data-mine", news.mine);
  for (const listener of listeners) listener(news);
}

function beat(event) {
  heard = performance.now();
  if (waits()) return; // it names a change that the page does not show yet
  hear(event);
  const news = JSON.parse(event.data);
  for (const listener of beats) listener(news);
}

function open() {
  if (ended) return;
  source?.close();
  heard = performance.now();
  const address = new URL(document.body.dataset.stream, location.href);
  address.searchParams.set("last", lastId);
  source = new EventSource(address);
  source.addEventListener("state", change);
  source.addEventListener("beat", beat);
  source.addEventListener("gone", () => {
    ended = true;
    source.close();
    toast(say("moved"), "notice");
    setTimeout(() => location.assign("/"), 2500);
  });
  source.addEventListener("shared_otherwise", () => location.reload());
  source.addEventListener("error", () => {
    showOffline(true);
    if (source.readyState === EventSource.CLOSED) setTimeout(checkSeat, 1200);
  });
}

/** The stream was refused: look whether this page may still be here, else go where it may. */
async function checkSeat() {
  const reply = await fetch(location.href, { method: "HEAD", redirect: "manual" }).catch(() => null);
  if (reply && (reply.type === "opaqueredirect" || reply.status === 403)) location.reload();
  else setTimeout(open, 1500);
}

function wake() {
  if (document.visibilityState === "visible") open();
}

/** Starts; called once by each page. */
export function live() {
  showBy(show);
  open();
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", open);
  addEventListener("offline", () => showOffline(true));
  addEventListener("pagehide", () => source?.close());
  setInterval(() => {
    if (performance.now() - heard > DEAF_MS) open();
  }, WATCH_MS);
}
