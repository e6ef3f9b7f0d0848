/**
 * Seals: during play this phone keeps every hash by which secrets were committed to, and the own account as it showed
 * it (`data-published`, `data-account`); at the end it makes the hashes again from what is opened, and says what it found.
 */

import { part } from "./dom.js";
import { sha256 } from "./sha256.js";

const KEPT = "tavolo.seals";
const UTF8 = new TextEncoder();

/** What was kept of game number `game`: `{seen: {hash: own account as shown, or ""}}`. */
function kept(game) {
  try {
    const all = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return all.game === game ? all.seen : {};
  } catch {
    return {};
  }
}

/** Keeps the seal that the page shows now. Private browsing may forget it; then nothing is compared. */
export function noteSeal(game = document.body.dataset.gameNumber) {
  const shown = part("published");
  if (!shown?.dataset.published || document.body.dataset.phase === "over") return;
  const seen = kept(game);
  const { published, account = "" } = shown.dataset;
  if (published in seen && (seen[published] || !account)) return;
  seen[published] = seen[published] || account;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ game, seen }));
  } catch {
    // nothing is remembered
  }
}

const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));

async function sealOf({ salt, text }) {
  const [front, back] = [bytesOf(salt), UTF8.encode(text)];
  const whole = new Uint8Array(front.length + back.length);
  whole.set(front);
  whole.set(back, front.length);
  return sha256(whole);
}

/** The hashes that follow from what was opened, each with the texts under it. */
export async function followed(opened) {
  const found = new Map();
  let before = "";
  for (const { parts } of opened) {
    const seals = await Promise.all(parts.map(sealOf));
    before = await sha256(UTF8.encode([before, ...seals].join("|")));
    found.set(before, parts.map((one) => one.text));
  }
  return found;
}

/** What this phone finds: how many seals it kept, and how many of them, or of its own accounts, were changed. */
export async function compared(opened, seen) {
  const found = await followed(opened);
  const all = Object.entries(seen);
  const broken = all.filter(([seal, account]) => !found.has(seal) || (account && !found.get(seal).includes(account)));
  return { seen: all.length, broken: broken.length };
}

/** Once the game is over: compares, and says the verdict in `[data-seal-verdict]`. */
export async function sayVerdict() {
  const place = part("seal-verdict");
  if (!place || !place.hidden || document.body.dataset.phase !== "over") return;
  const game = document.body.dataset.gameNumber;
  const reply = await fetch(`/story/${game}/seals.json`).catch(() => null);
  if (!reply?.ok) return;
  const { opened } = await reply.json();
  if (!opened.length) return;
  const { seen, broken } = await compared(opened, kept(game));
  const words = broken ? place.dataset.sayBroken : seen ? place.dataset.sayKept : place.dataset.sayNone;
  place.textContent = words.replace("{seen}", seen).replace("{broken}", broken);
  place.classList.add(broken ? "fails" : seen ? "holds" : "told");
  place.hidden = false;
}
