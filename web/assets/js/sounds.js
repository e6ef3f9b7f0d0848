/** Small sounds made on the spot: wood, paper, a lamp-lit chime. Nothing is loaded, nothing plays before a touch. */

let context = null;
let master = null;

const VOLUME = 0.5;

/** Whether the browser lets this page sound. */
export const canSound = () => context?.state === "running";

const listeners = new Set();

/** Calls `listener` whenever the browser begins or ceases to let this page sound. */
export function onLeave(listener) {
  listeners.add(listener);
}

/** Asks the browser to let this page sound; it does so after a touch or a key. Resolves when it does, be it late. */
export async function unlock() {
  if (!("AudioContext" in window)) return;
  if (!context) {
    context = new AudioContext();
    master = new GainNode(context, { gain: VOLUME });
    master.connect(context.destination);
    context.addEventListener("statechange", () => listeners.forEach((listener) => listener()));
  }
  if (!canSound()) await context.resume().catch(() => null);
}

/** A tone at `at` s from now: `hz` gliding to `to`, fading over `length` s. */
function tone(at, hz, length, { to = hz, gain = 0.3, type = "sine" } = {}) {
  const start = context.currentTime + at;
  const sound = new OscillatorNode(context, { type, frequency: hz });
  sound.frequency.exponentialRampToValueAtTime(to, start + length);
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(gain, start + 0.008);
  envelope.gain.exponentialRampToValueAtTime(0.0008, start + length);
  sound.connect(envelope).connect(master);
  sound.start(start);
  sound.stop(start + length + 0.02);
}

/** A bell: a tone with two of its partials. */
function bell(at, hz, length, gain = 0.22) {
  tone(at, hz, length, { gain });
  tone(at, hz * 2.01, length * 0.6, { gain: gain * 0.4 });
  tone(at, hz * 3.03, length * 0.35, { gain: gain * 0.2 });
}

let rustle = null;

/** Noise through a filter: paper, dice on wood. */
function noise(at, length, { hz, q = 1, gain = 0.4, type = "bandpass" }) {
  if (!rustle) {
    rustle = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    const samples = rustle.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  const start = context.currentTime + at;
  const sound = new AudioBufferSourceNode(context, { buffer: rustle });
  const filter = new BiquadFilterNode(context, { type, frequency: hz, Q: q });
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(gain, start);
  envelope.gain.exponentialRampToValueAtTime(0.0008, start + length);
  sound.connect(filter).connect(envelope).connect(master);
  sound.start(start, Math.random() * 0.5, length + 0.02);
}

const SOUNDS = {
  /** A piece set down on wood. */
  move() {
    tone(0, 190, 0.13, { to: 120, gain: 0.5 });
    noise(0, 0.05, { hz: 1800, q: 0.8, gain: 0.35 });
  },
  /** A card laid on the table. */
  news() {
    noise(0, 0.16, { hz: 3200, q: 0.6, gain: 0.22 });
    noise(0.07, 0.09, { hz: 1400, q: 0.7, gain: 0.2 });
  },
  /** Dice that roll and come to rest. */
  dice() {
    for (const at of [0, 0.09, 0.2, 0.28, 0.42, 0.55, 0.74]) {
      noise(at, 0.05, { hz: 2400 - at * 900, q: 3, gain: 0.5 - at * 0.3 });
      tone(at, 340 - at * 120, 0.05, { gain: 0.2, type: "triangle" });
    }
  },
  /** Whose turn it is has changed. */
  turn() {
    bell(0, 587.33, 0.5);
    bell(0.14, 880, 0.9);
  },
  /** A rule is broken, or the board must be mended. */
  warning() {
    for (const at of [0, 0.26]) {
      tone(at, 233.08, 0.22, { gain: 0.28, type: "triangle" });
      tone(at, 220, 0.22, { gain: 0.22, type: "triangle" });
    }
  },
  /** The game is over. */
  over() {
    [523.25, 659.26, 783.99, 1046.5].forEach((hz, i) => bell(i * 0.16, hz, i === 3 ? 2.2 : 0.7, 0.26));
    [261.63, 329.63, 392].forEach((hz) => tone(0.5, hz, 2.2, { gain: 0.1, type: "triangle" }));
  },
};

/** Plays one of the sounds, where the browser lets it. */
export function play(name) {
  if (canSound()) SOUNDS[name]();
}
