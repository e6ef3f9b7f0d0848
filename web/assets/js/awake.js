/** Keeps the screen on while a game is played and somebody looks, where the browser allows it (secure pages). */

import { isOn } from "./prefs.js";

let lock = null;
let wanted = false;

/** Whether this browser can do it on this page. */
export const canStayAwake = () => "wakeLock" in navigator;

async function hold() {
  if (!wanted || lock || document.visibilityState !== "visible" || !canStayAwake()) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
    if (!wanted) release();
  } catch {
    lock = null; // battery saving, or not allowed: the screen goes off as it always does
  }
}

function release() {
  lock?.release().catch(() => null);
  lock = null;
}

/** Keeps the screen on from now, or lets it go. The browser drops the lock of a hidden page; it is taken again. */
export function stayAwake(on) {
  wanted = on;
  if (on) hold();
  else release();
}

/** Awake during the game, as the switch `awake` of this phone says. */
export function awakeDuringPlay(onChange) {
  const follow = () => stayAwake(isOn("awake") && ["setup", "playing"].includes(document.body.dataset.phase));
  onChange(follow);
  follow();
  return follow;
}

document.addEventListener("visibilitychange", hold);
