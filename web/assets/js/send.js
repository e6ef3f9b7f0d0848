/** Sends changes to the table: each with a key of its own, tried again under the same key until it got through. */

import { answerWithin, pause, say, toast } from "./dom.js";

const WAITS_MS = [250, 600, 1200, 2500, 4000, 6000];
const ANSWER_MS = 8000;

/** Random letters that no other phone makes; `randomUUID` is missing where the page comes over plain http. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function once(address, body) {
  return answerWithin(ANSWER_MS, address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/html;q=0.5" },
    body: JSON.stringify(body),
  });
}

let before = Promise.resolve();

/**
 * Posts `body` as JSON, after everything that was posted before it: what was tapped first happens first. A lost
 * connection or an overloaded server is tried again with the very same body; a refusal is shown. Answers the
 * response, or null where it did not get through or was refused; then `refused` is told why, in words.
 */
export function post(address, body = {}, refused = toast) {
  const sent = before.then(() => send(address, body, refused));
  before = sent.catch(() => null);
  return sent;
}

async function send(address, body, refused) {
  document.body.classList.add("sending");
  try {
    for (const wait of [0, ...WAITS_MS]) {
      if (wait) await pause(wait);
      let reply;
      try {
        reply = await once(address, body);
      } catch {
        continue;
      }
      if (reply.ok) return reply;
      if (reply.status === 429 || reply.status >= 502) continue;
      const answer = await reply.json().catch(() => ({}));
      refused(answer.error ?? say("failed"));
      return null;
    }
    refused(say("failed"));
    return null;
  } finally {
    document.body.classList.remove("sending");
  }
}
