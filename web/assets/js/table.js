/** The table display: the board with the last move, and a screen that stays awake. */

import { diceOf } from "./dice.js";
import { live, onChange } from "./live.js";
import { mirrorOf } from "./mirror.js";

const LOOK_MS = 5000; // how long the display stays close to what has just happened

const mirror = mirrorOf(onChange);
let back = 0;

onChange((news) => {
  if (!news.board) return;
  const cells = news.board.wrong.length ? news.board.wrong : news.board.last;
  clearTimeout(back);
  if (!cells.length) return;
  mirror.focus(cells);
  if (!news.board.wrong.length) back = setTimeout(() => mirror.whole(), LOOK_MS);
});

async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => null);
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
diceOf(onChange);
live();
