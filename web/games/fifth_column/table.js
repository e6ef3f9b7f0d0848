/** The spy hunt on the table display: the board shaded by what may be deduced, and the replay of hunts that are over. */

import { onChange } from "../../js/live.js";
import { replayOf } from "./replay.js";
import { shade, suspected } from "./shading.js";

const show = () => shade(suspected()?.dataset.shades ?? "");

new MutationObserver((_, watch) => {
  if (!document.querySelector("[data-sheet] > svg .layer-pieces")) return;
  watch.disconnect();
  show();
}).observe(document.querySelector("[data-sheet]"), { childList: true, subtree: true });
onChange((news) => news.html?.standing !== undefined && show());
replayOf(onChange);
