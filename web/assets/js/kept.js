/** The page that says what is kept: the host's buttons that forget. */

import { post } from "./send.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-forget]");
  if (!button || !confirm(button.dataset.sure)) return;
  const game = button.dataset.forget;
  if (await post("/host/forget", { game: game ? Number(game) : null })) location.reload();
});
