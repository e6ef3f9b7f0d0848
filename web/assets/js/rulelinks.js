/** Links to rules open the rulebook over the page, so that nobody leaves the game to read. */

import { say, toast } from "./dom.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-rule]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const book = await import("./rules.js").catch(() => null);
  if (book) book.openRules(link.dataset.rule);
  else toast(say("failed"));
});
