/**
 * The curtain itself must not come back from the browser's memory as an open page, nor an open page as itself. While
 * the table is away it stays, and is lifted by nobody: whoever tapped it may have put the phone down by then.
 */

import { part } from "./dom.js";
import { reached } from "./reach.js";

const away = () => (part("offline").hidden = false);

async function comeBack() {
  await reached(location.href, away);
  location.reload();
}

async function lift(event) {
  event.preventDefault();
  const form = event.target;
  let late = false;
  await reached(location.href, () => {
    late = true;
    away();
  });
  part("offline").hidden = true;
  if (!late) form.submit();
}

addEventListener("pageshow", (event) => event.persisted && comeBack());
document.querySelector("form").addEventListener("submit", lift);
