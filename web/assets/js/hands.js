/** What hands do to a mirror: pan, pinch and tap, turn the wheel, press its buttons and its keys. */

import { calm } from "./dom.js";

const TAP_PX = 9; // a finger that moves farther pans
const STEP_PX = 60; // of an arrow key
const SETTLE_MS = 160;
const SAME_TAP_MS = 450; // in which a browser makes a click of a tap, and hands that tap twice have done so

/** What opens under the finger is not pressed by the tap that opened it, nor by the second of two. */
function tapIsSpent(x, y) {
  const spend = (event) => {
    if (!event.isTrusted || Math.hypot(event.clientX - x, event.clientY - y) > 2 * TAP_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", spend, { capture: true });
  setTimeout(() => removeEventListener("click", spend, { capture: true }), SAME_TAP_MS);
}

/** Listens to one mirror's place, and moves its picture. */
export class Hands {
  constructor(mirror) {
    this.mirror = mirror;
    this.pointers = new Map();
    this.tap = null;
    const { place } = mirror;
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, (event) => this.#up(event));
    place.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    place.addEventListener("keydown", (event) => this.#key(event));
    place.addEventListener("click", (event) => this.#press(event.target.closest("[data-zoom]")?.dataset.zoom));
  }

  #touch() {
    this.mirror.touched = performance.now();
  }

  #moving() {
    this.#touch();
    const { classList } = this.mirror.sheet;
    classList.add("moving");
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => classList.remove("moving"), SETTLE_MS);
  }

  #down(event) {
    if (event.target.closest("button") || event.button) return;
    this.mirror.sheet.classList.remove("gliding");
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.tap = { x: event.clientX, y: event.clientY, still: true };
    else if (this.tap) this.tap.still = false;
    this.mirror.place.setPointerCapture?.(event.pointerId);
  }

  #move(event) {
    const was = this.pointers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.tap && Math.hypot(now.x - this.tap.x, now.y - this.tap.y) > TAP_PX) this.tap.still = false;
    if (this.pointers.size === 1) {
      if (this.tap?.still) return;
      this.#moving();
      this.mirror.pan(now.x - was.x, now.y - was.y);
    } else {
      this.#moving();
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      this.mirror.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
      if (before > 4) this.mirror.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    this.pointers.set(event.pointerId, now);
  }

  #up(event) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size) return;
    if (this.tap?.still && event.type === "pointerup") {
      tapIsSpent(event.clientX, event.clientY);
      this.mirror.tapped(event.clientX, event.clientY);
    }
    this.tap = null;
  }

  #wheel(event) {
    event.preventDefault();
    this.#moving();
    this.mirror.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
  }

  #press(how) {
    if (!how) return;
    this.#touch();
    this.mirror.sheet.classList.toggle("gliding", !calm());
    if (how === "fit") this.mirror.whole();
    else this.mirror.zoom(how === "in" ? 1.7 : 1 / 1.7);
  }

  #key(event) {
    if (event.target !== this.mirror.place) return;
    const pan = { ArrowLeft: [STEP_PX, 0], ArrowRight: [-STEP_PX, 0], ArrowUp: [0, STEP_PX], ArrowDown: [0, -STEP_PX] }[event.key];
    if (pan) this.mirror.pan(...pan);
    else if (event.key === "+" || event.key === "=") this.mirror.zoom(1.4);
    else if (event.key === "-") this.mirror.zoom(1 / 1.4);
    else if (event.key === "0") this.mirror.whole();
    else return;
    this.#touch();
    event.preventDefault();
  }
}
