/** Small helpers for pages: finding parts, and saying things without markup. */

/** The first element under `root` that carries `data-<name>`. */
export const part = (name, root = document) => root.querySelector(`[data-${name}]`);

export const parts = (name, root = document) => [...root.querySelectorAll(`[data-${name}]`)];

/** A sentence that the server put on the body for scripts (`data-say-<name>`). */
export const say = (name) => document.body.dataset[`say${name[0].toUpperCase()}${name.slice(1)}`] ?? "";

/** A new element with a class and a text. */
export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

const TOAST_MS = 6000;

/** Shows `text` for a while where a screen reader hears it. */
export function toast(text, kind = "problem") {
  const place = part("toasts");
  if (!place || !text) return;
  const note = make("p", `toast ${kind}`, text);
  place.replaceChildren(note);
  setTimeout(() => note.remove(), TOAST_MS);
}

/** Whether this reader wants no motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
