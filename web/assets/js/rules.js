/** The rulebook: searched as one types, opened over any page at a rule. Everything stands in the page already. */

import { make, part, parts, plain, say, toast } from "./dom.js";

const TYPING_MS = 80;

/** Marks every place of `words` in `text`; accents keep their places, so lengths agree. */
function marked(text, words) {
  const found = [];
  const letters = [...text].map((letter) => plain(letter));
  const flat = letters.join("");
  const starts = [];
  letters.forEach((letter, i) => { for (let k = 0; k < letter.length; k += 1) starts.push(i); });
  starts.push(letters.length);
  for (const word of words) {
    for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + word.length)) found.push([starts[at], starts[at + word.length]]);
  }
  const original = [...text];
  const pieces = [];
  let done = 0;
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    if (from < done) continue;
    pieces.push(original.slice(done, from).join(""), make("mark", "", original.slice(from, to).join("")));
    done = to;
  }
  return [...pieces, original.slice(done).join("")];
}

/** Makes the book under `root` searchable; answers a function that shows the rule of an id. */
export function bookOf(root) {
  const search = part("search", root);
  const count = part("count", root);
  const laws = parts("law", root).map((element) => {
    const words = element.querySelector("p");
    return { element, words, text: words.textContent, plain: plain(`${element.textContent} ${element.id}`) };
  });
  const chapters = parts("chapter", root).map((element) => ({ element, title: plain(element.querySelector("h2").textContent) }));
  let timer = 0;

  function filter() {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const law of laws) {
      const title = chapters.find((chapter) => chapter.element.contains(law.element)).title;
      const fits = words.every((word) => law.plain.includes(word) || title.includes(word));
      law.element.hidden = !fits;
      shown += fits;
      law.words.replaceChildren(...(fits && words.length ? marked(law.text, words) : [law.text]));
    }
    for (const { element } of chapters) element.hidden = !element.querySelector("[data-law]:not([hidden])");
    part("chapters", root).hidden = words.length > 0;
    const { sayNone, sayOne, saySome } = count.dataset;
    count.textContent = !words.length ? "" : [sayNone, sayOne][shown] ?? saySome.replace("#", shown);
  }

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(filter, TYPING_MS);
  });
  root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-chapters] a");
    if (!link) return;
    event.preventDefault();
    part("chapters", root).open = false;
    reveal(root.querySelector(link.getAttribute("href")));
  });

  function reveal(element) {
    element.scrollIntoView({ block: "start" });
    element.focus({ preventScroll: true });
  }

  return (id) => {
    if (search.value) {
      search.value = "";
      filter();
    }
    const law = laws.find(({ element }) => element.id === id)?.element;
    for (const { element } of laws) element.classList.toggle("cited", element === law);
    if (law) reveal(law);
  };
}

let dialog = null;
let show = null;

/**
 * Lays the rulebook over the page, at the rule of `id` where one is named. Where that cannot be done the page of the
 * rules opens; where the table is away nothing does, for the page one is on would be lost.
 */
export async function openRules(id = "") {
  if (!dialog) {
    const reply = await fetch("/rules/text").catch(() => null);
    if (!reply) return toast(say("failed"));
    if (!reply.ok || !HTMLDialogElement.prototype.showModal) return location.assign(`/rules#${id}`);
    const { sayRules: title, sayClose: close } = document.body.dataset;
    dialog = make("dialog", "over rules-over");
    dialog.setAttribute("aria-label", title);
    const head = make("div", "over-head");
    const shut = make("button", "shut");
    shut.type = "button";
    shut.setAttribute("aria-label", close);
    head.append(make("h2", "", title), shut);
    const body = make("div", "over-body");
    body.innerHTML = await reply.text();
    dialog.append(head, body);
    document.body.append(dialog);
    shut.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {
      const link = event.target.closest(".law footer a");
      if (link) event.preventDefault();
      if (event.target === dialog) dialog.close();
    });
    show = bookOf(body);
  }
  if (!dialog.open) dialog.showModal();
  show(id);
  if (!id) part("search", dialog).focus();
  return dialog;
}
