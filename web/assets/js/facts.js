/** The host's form of public facts: comes when it is opened, follows the game until somebody changes something in it. */

import { part, parts, say, toast } from "./dom.js";
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

/** The fields of the form that are not what they were. */
function corrections(form) {
  const now = (field) => (field.dataset.type === "bool" ? String(field.checked) : field.value);
  const changed = parts("type", form).filter((field) => now(field) !== field.dataset.was);
  return Object.fromEntries(changed.map((field) => [field.name, fact(field)]));
}

/** Whether somebody is about to change something in the form; what was sent is none of that. */
const isTouched = (form) =>
  form && !form.inert && (form.contains(document.activeElement) || Object.keys(corrections(form)).length > 0);

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
  details.addEventListener("submit", (event) => {
    event.preventDefault();
    correct(details, event.target);
  });
  onChange(() => {
    if (details.open && !isTouched(part("facts-edit"))) load(details);
  });
}
