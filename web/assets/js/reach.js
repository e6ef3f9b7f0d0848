/** Pages are left only while the table answers: the browser's own error would stay in their place. */

import { pause } from "./dom.js";

const ANSWER_MS = 4000;
const AGAIN_MS = 1500;

/** Whether the table answers at `address`, whatever it says. */
async function answers(address) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ANSWER_MS);
  const asked = { method: "HEAD", redirect: "manual", cache: "no-store", signal: abort.signal };
  const reply = await fetch(address, asked).catch(() => null);
  clearTimeout(timer);
  return reply !== null;
}

/** Comes back when the table answers at `address`; `away` is called where it does not at once. */
export async function reached(address, away) {
  while (!(await answers(address))) {
    away();
    await pause(AGAIN_MS);
  }
}
