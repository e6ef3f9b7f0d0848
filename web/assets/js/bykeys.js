/** Lit places without a finger: one stop for Tab, arrows lead from place to place, Enter takes the one that is ringed. */

import { make } from "./dom.js";

const AHEAD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // how much less a place counts for lying aside of the arrow than for lying farther along it

/** The lit places of one mirror as buttons, which only who comes by keyboard or hears the page will meet. */
export class PlacesByKeys {
  constructor(mirror) {
    this.mirror = mirror;
    this.group = make("div", "lit-by-keys");
    this.group.setAttribute("role", "group");
    this.group.setAttribute("aria-label", mirror.place.dataset.sayPlaces ?? "");
    this.group.hidden = true;
    this.group.addEventListener("keydown", (event) => this.#key(event));
    this.group.addEventListener("focusin", (event) => this.#ring(event.target));
    this.group.addEventListener("focusout", () => mirror.ring(null));
    mirror.place.append(this.group);
  }

  /** Offers `lit`: cell to what is said of it. Who stands on a place that is still lit stays there, else on the next best. */
  offer(lit) {
    const held = this.group.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    const buttons = [...lit].map(([cell, words]) => {
      const button = make("button", "", words || cell);
      button.type = "button";
      button.dataset.place = cell;
      button.tabIndex = -1;
      button.addEventListener("click", () => this.mirror.onTap(cell, this.mirror.at(cell)));
      return button;
    });
    this.group.replaceChildren(...buttons);
    this.group.hidden = !buttons.length;
    const stays = buttons.find((button) => button.dataset.place === held);
    if (buttons.length) (stays ?? buttons[0]).tabIndex = 0;
    if (held !== null) this.focus(held);
  }

  /** Stands on `cell`, where it is lit no more on the first place that is, else on the map: never on nothing. */
  focus(cell) {
    const places = [...this.group.children];
    const next = places.find((button) => button.dataset.place === cell) ?? places[0] ?? this.mirror.place;
    next.focus({ preventScroll: true });
  }

  #ring(button) {
    for (const other of this.group.children) other.tabIndex = other === button ? 0 : -1;
    this.mirror.ring(button.dataset.place);
  }

  #key(event) {
    const next = { Home: this.group.firstChild, End: this.group.lastChild }[event.key] ?? this.#beyond(event.target, AHEAD[event.key]);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  /** The nearest place from `button` on in a direction; the button itself where there is none, so that nothing pans. */
  #beyond(button, ahead) {
    const from = ahead && this.mirror.at(button.dataset.place);
    if (!from) return null;
    let best = { button, cost: Infinity };
    for (const other of this.group.children) {
      const to = this.mirror.at(other.dataset.place);
      if (!to || other === button) continue;
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const along = dx * ahead[0] + dy * ahead[1];
      const aside = Math.abs(dx * ahead[1]) + Math.abs(dy * ahead[0]);
      const cost = along + ASIDE * aside;
      if (along > 0.5 && aside <= ASIDE * along && cost < best.cost) best = { button: other, cost };
    }
    return best.button;
  }
}
