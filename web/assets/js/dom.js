/** Small helpers for pages: finding parts, and saying things without markup. */

/** The first element under `root` that carries `data-<name>`. */
export const part = (name, root = document) => root.querySelector(`[data-${name}]`);

export const parts = (name, root = document) => [...root.querySelectorAll(`[data-${name}]`)];

/** A sentence that the server put on the body for scripts (`data-say-<name>`). */
export const say = (name) => document.body.dataset[`say${name[0].toUpperCase()}${name.slice(1)}`] ?? "";

/** Without capital letters and accents, so that "citta" finds "Città". */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** What a button says in one line, as it is read aloud: without what is only there to be seen. */
export function wordsOf(button) {
  const label = button.dataset.words ?? button.getAttribute("aria-label");
  if (label) return label;
  if (!button.firstElementChild) return button.textContent;
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const said = [];
  while (texts.nextNode()) if (!texts.currentNode.parentElement.closest("[aria-hidden]")) said.push(texts.currentNode.data);
  return said.join(" ").replace(/\s+/g, " ").trim();
}

/** Comes back after so many milliseconds. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The table's answer to a request, if it comes within `ms`, else an error; older phones have no `AbortSignal.timeout`. */
export async function answerWithin(ms, address, options = {}) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ms);
  try {
    return await fetch(address, { ...options, signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
}

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

/** A file that the page brings within it (`data-file`), as an evening to take home does; null where it does not. */
const within = (address) => document.querySelector(`[data-file="${CSS.escape(address)}"]`);

/** The text at `address`, from within the page or from the table. */
export async function textOf(address) {
  const file = within(address);
  if (file) return file.textContent;
  const reply = await fetch(address);
  return reply.ok ? reply.text() : Promise.reject(reply.status);
}

/** The address of the picture at `address`, from within the page or as it is. */
export function pictureOf(address) {
  const file = within(address);
  return file ? `data:${file.type};base64,${file.textContent}` : address;
}

/** Whether this reader wants no motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
