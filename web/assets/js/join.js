/** The front door: this phone's share of chance, and codes that came with the address. */

import { part } from "./dom.js";

const entropy = part("entropy");
if (entropy) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  entropy.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code) {
  history.replaceState(null, "", location.pathname);
  const box = part("take-over");
  box.open = true;
  box.querySelector("input").value = code;
  box.scrollIntoView();
}
