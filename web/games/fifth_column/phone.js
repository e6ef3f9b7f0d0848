/** The spy hunt on a phone: a card or a hunter is chosen, its houses are lit; secrets stay covered until looked at. */

import { part, parts } from "../../js/dom.js";
import { onChange } from "../../js/live.js";
import { isOn, pref } from "../../js/prefs.js";
import { svg } from "../../js/pieces.js";
import { replayOf } from "./replay.js";
import { layer, middle, outline, shade, suspected } from "./shading.js";

let leading = ""; // the card or hunter whose houses are lit

/** The buttons of `lead` light their houses on the mirror, those of all others do not. */
function follow(lead) {
  leading = lead;
  for (const list of parts("ways")) {
    const mine = list.dataset.ways === lead;
    if (list.classList.contains("outing")) list.hidden = !mine;
    for (const button of parts("spots", list)) {
      if (mine) button.dataset.cells = button.dataset.spots;
      else delete button.dataset.cells;
    }
  }
  for (const button of parts("lead")) {
    const leads = button.dataset.lead === lead;
    button.setAttribute("aria-pressed", String(leads));
    if (leads) delete button.dataset.cells;
    else if (button.dataset.at) button.dataset.cells = button.dataset.at; // a tap on another hunter chooses that one
  }
  shadeNow();
}

/* The core lights places when a button with `data-show` is pressed: those of the chosen one must bear cells by then. */
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-lead]");
  if (button) follow(button.dataset.lead);
}, { capture: true });

/* Shading: what all may deduce, or what would follow from the card that the spy has chosen. */

pref("shade", { initial: true, onChange: () => shadeNow() });

function shadeNow() {
  const chosen = parts("lead").find((one) => one.dataset.lead === leading && one.dataset.shades);
  const now = suspected();
  if (!isOn("shade")) shade("");
  else if (chosen) shade(chosen.dataset.shades);
  else shade(now?.dataset.shades ?? "", now?.dataset.homes ?? "");
}

/* The spy's own house and hideout are drawn only while a cover is open. */

const uncovered = () => parts("secret").some((one) => one.open);

function ownPlaces() {
  const made = layer("own-places", ".layer-ring");
  const where = part("hideout");
  if (!made || !where || !uncovered()) return;
  const home = outline(where.dataset.hideout, "own-home");
  const at = middle(where.dataset.at);
  if (home) made.append(home);
  if (at) made.append(svg("circle", { cx: at.x, cy: at.y, r: at.size * 0.34, class: "own-spot" }));
}

/** A cover that is closed takes everything off the mirror that it told. */
function covered() {
  if (!uncovered() && (leading.startsWith("card-") || leading === "start")) {
    follow("");
    document.querySelector(".layer-lit")?.replaceChildren();
    document.querySelector(".layer-path")?.replaceChildren();
  }
  ownPlaces();
}

document.addEventListener("toggle", (event) => "secret" in (event.target.dataset ?? {}) && covered(), { capture: true });
document.addEventListener("visibilitychange", () => {
  if (document.hidden) for (const cover of parts("secret")) cover.open = false;
});

function renew(news) {
  if (!news.html) return;
  if (news.html.choices !== undefined) follow(part(`lead="${leading}"`) ? leading : "");
  for (const box of parts("pref")) if (box.dataset.pref === "shade") box.checked = isOn("shade");
  shadeNow();
  ownPlaces();
}

new MutationObserver((_, watch) => {
  if (!document.querySelector("[data-sheet] > svg .layer-pieces")) return;
  watch.disconnect();
  shadeNow();
  ownPlaces();
}).observe(part("sheet"), { childList: true, subtree: true });

follow("");
onChange(renew);
replayOf(onChange);
