/** Which warnings the ear is told of: each matter as it comes up; what is left of it only where hands rest and it has grown. */

const LULL_MS = 8000; // without a change: hands that lay out pieces are not that slow
const FORGOTTEN_MS = 60000; // a matter that was gone for less, because a hand came between, say, is still the same

/** The matter of a breach is what was done: done again, it is another. */
const lasts = (matter) => (matter.startsWith("Breach") ? 0 : FORGOTTEN_MS);

/** Matters that stand or stood not long ago. */
export class Matters {
  #known = new Map();
  #lull = 0;

  /** `remind(matters)` hears of those that have grown since they were told, once nothing changes for a while. */
  constructor(remind) {
    this.remind = remind;
  }

  /** Takes what stands now, `{matter, steps, ...}` each; answers with those that are to be told at once. */
  stand(warnings) {
    const now = performance.now();
    for (const [matter, known] of this.#known) {
      if (known.gone !== null && now - known.gone >= lasts(matter)) this.#known.delete(matter);
    }
    const standing = new Map(warnings.map((warning) => [warning.matter, warning]));
    const fresh = [...standing.values()].filter(({ matter }) => !this.#known.has(matter));
    for (const one of fresh) this.#known.set(one.matter, { told: one.steps });
    for (const [matter, known] of this.#known) {
      known.gone = standing.has(matter) ? null : (known.gone ?? now);
      known.warning = standing.get(matter) ?? { steps: 0 };
    }
    clearTimeout(this.#lull);
    this.#lull = setTimeout(() => this.#rest(), LULL_MS);
    return fresh;
  }

  #rest() {
    const grown = [];
    for (const known of this.#known.values()) {
      if (known.gone === null && known.warning.steps > known.told) grown.push(known.warning);
      known.told = known.warning.steps;
    }
    if (grown.length) this.remind(grown);
  }
}
