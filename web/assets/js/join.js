/** The front door: this phone's share of chance, and codes that came with the address. */

import { part } from "./dom.js";

const entropy = part("entropy");
if (entropy) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  entropy.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const name = document.querySelector("form[data-join] [name=name]");
if (name) {
  try {
    name.value ||= localStorage.getItem("name") ?? "";
    name.form.addEventListener("submit", () => localStorage.setItem("name", name.value));
  } catch {
    // a browser that keeps nothing: the name is typed again
  }
}

/* What a seat's page will need is fetched while a name is being typed: nothing is left to wait for then. */

function fetchAhead() {
  for (const address of (document.body.dataset.ahead ?? "").split(" ").filter(Boolean)) {
    fetch(address, { priority: "low" }).catch(() => null);
  }
}

if (document.readyState === "complete") fetchAhead();
else addEventListener("load", fetchAhead);

const code = new URLSearchParams(location.hash.slice(1)).get("code");
if (code) {
  history.replaceState(null, "", location.pathname);
  const box = part("take-over");
  box.open = true;
  box.querySelector("input").value = code;
  box.scrollIntoView();
  box.querySelector("form").requestSubmit(); // scanned is as good as typed and sent
}
