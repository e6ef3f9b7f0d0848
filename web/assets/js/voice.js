/** The browser's own voice reads aloud what everybody may know, in the display's language. */

const MOST_WAITING = 4; // sentences; on a lively table older ones are left out rather than told too late

const here = document.documentElement.lang;
let voices = [];

const mine = () => voices.filter((voice) => voice.lang.toLowerCase().startsWith(here));

/** Calls `listener` once it is known whether this browser has a voice for the page's language, and when that changes. */
export function onVoices(listener) {
  if (!("speechSynthesis" in window)) return listener(false);
  const look = () => {
    voices = speechSynthesis.getVoices();
    listener(mine().length > 0);
  };
  speechSynthesis.addEventListener("voiceschanged", look);
  return look();
}

let waiting = [];
let speaking = false;

function next() {
  const text = waiting.shift();
  if (!text) return (speaking = false);
  speaking = true;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = here;
  words.voice = mine().find((voice) => voice.localService) ?? mine()[0] ?? null;
  words.rate = 0.95;
  words.onend = words.onerror = next;
  speechSynthesis.speak(words);
  return speaking;
}

/** Reads `texts` aloud after what is being said; `atOnce` interrupts it. */
export function speak(texts, { atOnce = false } = {}) {
  if (!("speechSynthesis" in window) || !mine().length) return;
  if (atOnce) hush();
  waiting = [...waiting, ...texts.filter(Boolean)].slice(-MOST_WAITING);
  if (!speaking) next();
}

/** Silence, now. */
export function hush() {
  waiting = [];
  speaking = false;
  if ("speechSynthesis" in window) speechSynthesis.cancel();
}
