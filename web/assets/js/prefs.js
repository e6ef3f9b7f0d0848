/** Switches that this phone remembers (`data-pref="name"` on a checkbox). */

const NAME = "tavolo.";
const listeners = new Map();
const defaults = new Map();

/** Names a switch: what it is until somebody touches it, and what to do when it turns. */
export function pref(name, { initial, onChange = () => {} }) {
  defaults.set(name, initial);
  listeners.set(name, [...(listeners.get(name) ?? []), onChange]);
  for (const box of document.querySelectorAll(`[data-pref="${name}"]`)) box.checked = isOn(name);
}

/** Whether a switch is on here. Private browsing may forget it; the default holds then. */
export function isOn(name) {
  try {
    const kept = localStorage.getItem(NAME + name);
    return kept === null ? defaults.get(name) ?? false : kept === "1";
  } catch {
    return defaults.get(name) ?? false;
  }
}

/** Turns a switch and tells whoever asked. */
export function turn(name, on) {
  defaults.set(name, on);
  try {
    localStorage.setItem(NAME + name, on ? "1" : "0");
  } catch {
    // nothing is remembered; it holds until the page is left
  }
  for (const box of document.querySelectorAll(`[data-pref="${name}"]`)) box.checked = on;
  for (const listener of listeners.get(name) ?? []) listener(on);
}

document.addEventListener("change", (event) => {
  const name = event.target.dataset?.pref;
  if (name) turn(name, event.target.checked);
});
