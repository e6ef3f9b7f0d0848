/** The picture of the table's camera: what the table makes of it, the board's corners, its print, and taps on it. */

import { make, part, parts, say, toast } from "./dom.js";
import { post } from "./send.js";

const ASK_MS = 1000;

const view = part("view");
const table = part("table-picture");
let quad = [];
let dragging = false;
let shown = 0;
let asking = () => true;

/** Where the page's camera is asked for `what`: the table may have several. */
export const addressOf = (what) => `${document.body.dataset.camera}/${what}`;

/** Shows one of the page's pictures (`video`, `photo-shown`, `table-picture`) instead of the others. */
export function showing(name) {
  for (const each of ["video", "photo-shown", "table-picture"]) if (part(each)) part(each).hidden = each !== name;
}

/** What the table said of a picture: in words, as a frame around the board, as gauges. */
export function show(says) {
  part("says").textContent = says.words;
  shown = says.picture;
  quad = says.corners;
  showCells();
  part("tap").hidden = !says.found || part("place").textContent !== "";
  part("found").setAttribute("points", quad.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" "));
  part("news").replaceChildren(...says.news.map((line) => make("p", "", line)));
  part("gauges").replaceChildren(
    ...says.gauges.map((gauge) => {
      const item = make("li", gauge.state);
      item.append(make("b", "", gauge.name), " ", make("span", "", gauge.words));
      if (gauge.advice) item.append(make("p", "hint", gauge.advice));
      return item;
    }),
  );
}

/** The table's newest picture is to be shown again, though it is the same: another one was shown meanwhile. */
export function forgetShown() {
  shown = 0;
}

/** While `wanted()`, the newest picture that the table has, whoever took it, and what is made of it. */
export function follow(wanted) {
  asking = wanted;
  setInterval(ask, ASK_MS);
  ask();
}

async function ask() {
  if (!asking() || document.visibilityState !== "visible") return;
  const reply = await fetch(addressOf("says"), { headers: { Accept: "application/json" } }).catch(() => null);
  if (!asking()) return;
  if (!reply) {
    part("says").textContent = say("lost");
    return;
  }
  const says = await reply.json().catch(() => ({}));
  if (!reply.ok) {
    part("says").textContent = says.error ?? say("failed");
    return;
  }
  const fresh = says.picture !== shown;
  if (fresh && says.picture && !dragging) {
    const next = new Image();
    next.src = `${addressOf("picture.jpg")}?n=${says.picture}`;
    if (await next.decode().then(() => true, () => false)) {
      if (!asking()) return;
      table.src = next.src;
      showing("table-picture");
    }
  }
  show(says);
}

const MOVED = 0.003;
let drawnFor = [];

/** The recognised places as lines over the picture, fetched anew only when the board lies elsewhere than they show;
 * what a tap was told holds no longer then. */
async function showCells() {
  const same = quad.length === drawnFor.length
    && quad.every(([x, y], at) => Math.abs(x - drawnFor[at][0]) < MOVED && Math.abs(y - drawnFor[at][1]) < MOVED);
  if (same) return;
  drawnFor = quad;
  part("pointed").setAttribute("d", "");
  part("place").textContent = "";
  const reply = quad.length ? await fetch(addressOf("lattice")).catch(() => null) : null;
  part("cells").setAttribute("d", reply?.ok ? (await reply.json()).path : "");
}

const between = (least, most, value) => Math.min(most, Math.max(least, value));
const within = (value) => between(0, 1, value);

/** Where in the picture a finger is, as parts of its sides. */
function placeOf(event) {
  const box = view.getBoundingClientRect();
  return [within((event.clientX - box.left) / box.width), within((event.clientY - box.top) / box.height)];
}

/** "Is this hex Warsaw?": a tap on the picture says what the table takes that place for. */
view.addEventListener("click", async (event) => {
  if (event.target.closest(".corner") || dragging) return;
  const [x, y] = placeOf(event);
  const reply = await post(addressOf("place"), { x, y });
  if (!reply) return;
  const place = await reply.json();
  part("place").textContent = place.words;
  part("pointed").setAttribute("d", place.outline);
  part("tap").hidden = true;
});

const handles = parts("corner");

/** A corner beside the picture is kept where it is, and taken hold of at the picture's edge. */
function placeHandles(points) {
  points.forEach(([x, y], index) => {
    handles[index].style.left = `${within(x) * 100}%`;
    handles[index].style.top = `${within(y) * 100}%`;
    handles[index].dataset.x = x;
    handles[index].dataset.y = y;
  });
  part("wanted").setAttribute("points", points.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" "));
}

const wanted = () => handles.map((handle) => [Number(handle.dataset.x), Number(handle.dataset.y)]);

/** The least and the most that a corner may be beside the picture, as the table takes it. */
const NEAR = JSON.parse(document.body.dataset.near);
const ANYWHERE = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]];

function setCorners(on) {
  dragging = on;
  view.classList.toggle("dragging", on);
  for (const handle of handles) handle.hidden = !on;
  part("wanted").toggleAttribute("hidden", !on);
  part("corners").hidden = on;
  for (const name of ["corners-set", "corners-no", "print"]) if (part(name)) part(name).hidden = !on;
  const corners = quad.length === 4 ? quad : ANYWHERE;
  if (!on) return;
  placeHandles(corners.map((corner) => corner.map((value) => between(...NEAR, value))));
  view.scrollIntoView({ block: "nearest" });
}

const STEP = 0.01;
const KEYS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

handles.forEach((handle, index) => {
  const moveTo = (place) => placeHandles(wanted().map((old, at) => (at === index ? place : old)));
  handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) moveTo(placeOf(event));
  });
  handle.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    moveTo(wanted()[index].map((value, axis) => within(value + step[axis])));
  });
});

part("corners").addEventListener("click", () => setCorners(true));
part("corners-no").addEventListener("click", () => setCorners(false));
part("corners-set").addEventListener("click", async () => {
  const reply = await post(addressOf("corners"), { points: wanted() });
  if (!reply) return;
  setCorners(false);
  toast(say("set"), "notice");
});
part("print-learn")?.addEventListener("click", async (event) => {
  if (!confirm(event.currentTarget.dataset.sure)) return;
  const reply = await post(addressOf("print"), { points: wanted() });
  if (!reply) return;
  setCorners(false);
  part("print-seen").src = `${addressOf("print.jpg")}?n=${Date.now()}`;
  part("print-own").hidden = false;
  toast(say("learnt"), "notice");
});
part("print-forget")?.addEventListener("click", async () => {
  if (!(await post(addressOf("print/forget"), {}))) return;
  part("print-own").hidden = true;
  toast(say("forgotten"), "notice");
});
