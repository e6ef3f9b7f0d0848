/**
 * Bribes in pencil: written on this phone until they are settled, and nothing of it leaves the phone before. They are
 * kept in its own storage for that one question, so that a reload loses nothing.
 */

import { part } from "../../js/dom.js";

const KEPT = `tavolo.pencil.${document.body.dataset.act}`;

/** The amounts by agent, $; none stands for nothing. */
export const amounts = new Map();

/** In pencil altogether, $. */
export const total = () => [...amounts.values()].reduce((sum, amount) => sum + amount, 0);

const question = () => `${document.body.dataset.gameNumber} ${part("bribes")?.dataset.turn}`;

/** Takes up what this phone kept for the question on the page; whether there was anything. */
export function takeUp() {
  amounts.clear();
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (kept?.question !== question()) return false;
    for (const [agent, amount] of kept.amounts) amounts.set(agent, amount);
    return true;
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** Keeps what is written now. */
export function note() {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ question: question(), amounts: [...amounts] }));
  } catch {
    // it holds until the page is left
  }
}

/** The question was answered, or is no more. */
export function forget() {
  amounts.clear();
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // nothing was kept
  }
}
