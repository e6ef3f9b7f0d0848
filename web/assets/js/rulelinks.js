/** Links to rules open the rulebook over the page, so that nobody leaves the game to read. */

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-rule]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { openRules } = await import("./rules.js");
  openRules(link.dataset.rule);
});
