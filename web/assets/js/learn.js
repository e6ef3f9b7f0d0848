/** "What can I do?", "why not?", and each phase explained in somebody's first game. The table answers with HTML. */

import { make, part, parts, say, toast } from "./dom.js";
import { isOn, pref, turn } from "./prefs.js";
import { post } from "./send.js";

const base = document.body.dataset.act;

async function fetched(path) {
  const reply = await fetch(`${base}${path}`).catch(() => null);
  return reply?.ok ? reply.text() : null;
}

/* Why not: asked of the table, about a place or an action. */

/** The table's answer as HTML; null where there is none (what was wrong is shown already, or told to `refused`). */
export async function whyNot(question, refused = toast) {
  const reply = await post(`${base}why`, question, refused);
  return reply && reply.text();
}

/* What can I do: a dialog over the page, filled anew each time it opens. */

function dialog() {
  const known = part("teacher");
  if (known) return known;
  const { sayLearn: title, sayClose: close, sayFirst: first, sayRules: rules } = document.body.dataset;
  const made = make("dialog", "over teacher");
  made.dataset.teacher = "";
  made.setAttribute("aria-label", title);
  const head = make("div", "over-head");
  const shut = make("button", "shut");
  shut.type = "button";
  shut.setAttribute("aria-label", close);
  shut.addEventListener("click", () => made.close());
  head.append(make("h2", "", title), shut);
  const feet = make("footer", "over-feet");
  const label = make("label", "switch");
  const box = make("input");
  box.type = "checkbox";
  box.dataset.pref = "first";
  box.checked = isOn("first");
  label.append(box, make("span", "", first));
  const book = make("a", "go quiet", rules);
  book.href = "/rules";
  book.dataset.rule = "";
  feet.append(label, book);
  made.append(head, make("div", "over-body"), feet);
  made.addEventListener("click", (event) => event.target === made && made.close());
  made.addEventListener("submit", askPlace);
  document.body.append(made);
  return made;
}

async function askPlace(event) {
  if (!("askPlace" in event.target.dataset)) return;
  event.preventDefault();
  const place = part("place-answer", event.target.parentElement);
  place.replaceChildren(); // what was answered to another question
  const refused = (text) => place.replaceChildren(make("p", "", text)); // in the dialog: a toast would lie behind it
  const answer = await whyNot({ place: new FormData(event.target).get("place") }, refused);
  if (answer) place.innerHTML = answer;
  place.scrollIntoView({ block: "nearest" });
}

/** Opens the help with what is true now. */
export async function openHelp() {
  const html = await fetched("help");
  if (html === null) {
    toast(say("failed"));
    return;
  }
  const over = dialog();
  over.querySelector(".over-body").innerHTML = html;
  if (!over.open) over.showModal();
  for (const moved of [over, over.querySelector(".over-body")]) moved.scrollTop = 0;
  over.querySelector(".shut").focus();
}

/** Puts the help away: what it offered is shown on the board now. */
export const closeHelp = () => part("teacher")?.close();

/* First game: each phase explained as it comes. */

let asked = "";

async function explain() {
  const place = part("lesson");
  if (!isOn("first") || !part("help")) return (place.hidden = true);
  const now = part("asks")?.textContent ?? "";
  if (now === asked && !place.hidden) return undefined;
  asked = now;
  const html = await fetched("lesson");
  if (html === null || !isOn("first")) return undefined;
  const words = part("lesson-words");
  if (words.innerHTML !== html) words.innerHTML = html;
  place.hidden = false;
  return undefined;
}

/** Follows the page with explanations while the switch `first` is on. */
export function lessonsOf(onChange) {
  pref("first", { initial: false, onChange: explain });
  for (const button of parts("lesson-off")) button.addEventListener("click", () => turn("first", false));
  onChange((news) => news.html?.ask && explain());
  explain();
}
