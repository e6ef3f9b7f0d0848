/** The phone in a pocket: it trembles when it becomes my turn, and otherwise when I am warned. */

import { isOn } from "./prefs.js";

const MY_TURN = [60, 70, 60];
const WARNED = [180, 90, 180, 90, 180];

export const canVibrate = () => "vibrate" in navigator;

/** Whether the browser lets this page tremble: it does once somebody has tapped on it. */
const mayVibrate = () => canVibrate() && (navigator.userActivation?.hasBeenActive ?? true);

/** Trembles once, where the phone can and its owner lets it. */
export function buzz(pattern) {
  if (isOn("vibrate") && mayVibrate()) navigator.vibrate(pattern);
}

/** What is warned of, but for what mends itself: pieces in a hand, an eye that sees nothing. */
export const warned = () => [...document.querySelectorAll("#region-warnings .warning:not(.blind):not(.inhand) .what")].map((one) => one.textContent).join("|");

/** Follows the page: my turn begins, a warning appears. */
export function hapticsOf(onChange) {
  let mine = document.body.hasAttribute("data-mine");
  let warning = warned();
  onChange((news) => {
    const now = warned();
    if (now && now !== warning) buzz(WARNED);
    else if (news.mine && !mine) buzz(MY_TURN);
    warning = now;
    mine = news.mine;
  });
}
