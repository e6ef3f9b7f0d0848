/** Pages are left only while the table answers: the browser's own error would stay in their place. */

import { answerWithin, pause } from "./dom.js";

const ANSWER_MS = 4000;
const AGAIN_MS = 1500;

/** Whether the table answers at `address`, whatever it says. */
async function answers(address) {
  const asked = { method: "HEAD", redirect: "manual", cache: "no-store" };
  return (await answerWithin(ANSWER_MS, address, asked).catch(() => null)) !== null;
}

/** Comes back when the table answers at `address`; `away` is called where it does not at once. */
export async function reached(address, away) {
  while (!(await answers(address))) {
    away();
    await pause(AGAIN_MS);
  }
}
