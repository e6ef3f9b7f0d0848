/** The host's form of public facts: comes when it is opened, follows the game until somebody changes something in it. */

import { part, parts, plain, say, toast } from "./dom.js";
import { newKey, post } from "./send.js";

let asked = 0;

/** Puts the form as it is now into place; of several on their way only the one that was asked for last. */
async function load(details) {
  const number = (asked += 1);
  const place = part("facts-form");
  const reply = await fetch("/host/facts").catch(() => null);
  const text = reply?.ok ? await reply.text().catch(() => null) : null;
  if (number !== asked || isTouched(part("facts-edit"))) return;
  if (text !== null) {
    place.innerHTML = text;
  } else if (!place.hasChildNodes()) {
    details.open = false;
    toast(say("failed"));
  }
}

function forget() {
  asked += 1;
  part("facts-form").replaceChildren();
}

/** What a field says that was changed, as the table takes it. */
function fact({ dataset, checked, value }) {
  if (dataset.type === "bool") return checked;
  if (value === "") return null;
  return dataset.type === "int" ? Number(value) : value;
}

const isChanged = (field) =>
  (field.dataset.type === "bool" ? String(field.checked) : field.value) !== field.dataset.was;

/** The fields of the form that are not what they were. */
function corrections(form) {
  const changed = parts("type", form).filter(isChanged);
  return Object.fromEntries(changed.map((field) => [field.name, fact(field)]));
}

/** Whether somebody is about to change something in the form; what was sent is none of that. */
const isTouched = (form) =>
  form &&
  !form.inert &&
  (form.contains(document.activeElement) || part("search", form)?.value || Object.keys(corrections(form)).length > 0);

/** Shows only the fields whose name or contents have all words that are sought, and those that were changed. */
function seek(form) {
  const words = plain(part("search", form).value).split(/\s+/);
  let left = 0;
  for (const field of parts("type", form)) {
    const label = field.closest("label");
    const contents = field.selectedOptions?.[0].textContent ?? field.value;
    const said = plain(`${label.firstChild.textContent} ${contents}`);
    label.hidden = !words.every((word) => said.includes(word)) && !isChanged(field);
    left += !label.hidden;
  }
  part("none", form).hidden = left > 0;
}

async function correct(details, form) {
  const facts = corrections(form);
  if (!Object.keys(facts).length) return toast(say("unchanged"), "notice");
  form.inert = true; // what is typed now would be lost with this form
  if (await post("/host/edit", { facts, key: newKey() })) {
    toast(say("edited"), "notice");
    await load(details);
  } else {
    form.inert = false;
  }
}

/** Starts; `onChange` tells of what happens in the game. */
export function factsOf(onChange) {
  const details = part("facts");
  details.addEventListener("toggle", () => (details.open ? load(details) : forget()));
  details.addEventListener("input", ({ target }) => "search" in target.dataset && seek(target.form));
  details.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && "search" in event.target.dataset) event.preventDefault(); // it corrects nothing
  });
  details.addEventListener("submit", (event) => {
    event.preventDefault();
    correct(details, event.target);
  });
  onChange(() => {
    if (details.open && !isTouched(part("facts-edit"))) load(details);
  });
}
