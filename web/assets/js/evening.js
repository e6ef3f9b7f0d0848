/** Buttons around the game on a phone: rematch, leaving, letting somebody go. */

import { newKey, post } from "./send.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-evening]");
  if (!button) return;
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  button.disabled = true;
  const body = JSON.parse(button.dataset.body ?? "{}");
  await post(`${document.body.dataset.act}${button.dataset.evening}`, "keyed" in button.dataset ? { ...body, key: newKey() } : body);
  button.disabled = false;
});
