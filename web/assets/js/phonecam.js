/** A phone as the table's camera: live pictures at the rate the table can use, or one photo at the end of a turn. */

import { make, part, parts, say, toast } from "./dom.js";
import { post } from "./send.js";
import { stayAwake } from "./awake.js";

const LONGER_SIDE = 1920;
const PHOTO_SIDE = 4096;
const QUALITY = 0.86;
const WAIT_AFTER_ERROR_MS = 1500;
const NEXT_MS = 60;

const video = part("video");
const photo = part("photo-shown");
const view = part("view");
let stream = null;
let sending = false;
let quad = [];
let dragging = false;

/** What the table said of a picture: in words, as a frame around the board, as gauges. */
function show(says) {
  part("says").textContent = says.words;
  quad = says.corners;
  part("tap").hidden = !says.found || part("place").textContent !== "";
  part("found").setAttribute("points", quad.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" "));
  showCells();
  part("gauges").replaceChildren(
    ...says.gauges.map((gauge) => {
      const item = make("li", gauge.state);
      item.append(make("b", "", gauge.name), " ", make("span", "", gauge.words));
      if (gauge.advice) item.append(make("p", "hint", gauge.advice));
      return item;
    }),
  );
}

const MOVED = 0.003;
let drawnFor = [];

/** The recognised places as lines over the picture, fetched anew only when the board lies elsewhere than they show. */
async function showCells() {
  const same = quad.length === drawnFor.length
    && quad.every(([x, y], at) => Math.abs(x - drawnFor[at][0]) < MOVED && Math.abs(y - drawnFor[at][1]) < MOVED);
  if (same) return;
  drawnFor = quad;
  const reply = quad.length ? await fetch("/camera/lattice").catch(() => null) : null;
  part("cells").setAttribute("d", reply?.ok ? (await reply.json()).path : "");
}

/** Draws `source` (video, bitmap) at most `side` px long onto `canvas` and answers it as a JPEG. */
function jpegOf(source, width, height, side, canvas = document.createElement("canvas")) {
  const scale = Math.min(1, side / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

async function send(blob, how) {
  const reply = await fetch(`/camera/frame?how=${how}`, {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", Accept: "application/json" },
    body: blob,
  });
  const answer = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(answer.error ?? say("failed"));
  show(answer);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends picture after picture; the table answers when it has looked, so that none is sent in vain. */
async function keepSending() {
  if (sending) return;
  sending = true;
  while (stream) {
    if (document.visibilityState !== "visible" || !video.videoWidth) {
      await pause(300);
      continue;
    }
    try {
      await send(await jpegOf(video, video.videoWidth, video.videoHeight, LONGER_SIDE), "stream");
      await pause(NEXT_MS);
    } catch (error) {
      part("says").textContent = error.message || say("lost");
      await pause(WAIT_AFTER_ERROR_MS);
    }
  }
  sending = false;
}

/** The rear camera, as large as the table can use; the phone's lamp and its exposure where the browser has them. */
async function start() {
  if (!navigator.mediaDevices?.getUserMedia) return toast(say("none"));
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: LONGER_SIDE }, height: { ideal: 1080 } },
    });
  } catch (error) {
    return toast(error.name === "NotAllowedError" ? say("denied") : say("none"));
  }
  video.srcObject = stream;
  video.hidden = false;
  photo.hidden = true;
  await video.play().catch(() => null);
  const [track] = stream.getVideoTracks();
  track.addEventListener("ended", stop);
  const can = track.getCapabilities?.() ?? {};
  part("torch").hidden = !can.torch;
  part("lock").hidden = !can.exposureMode?.includes("manual");
  part("start").hidden = true;
  part("stop").hidden = false;
  stayAwake(true);
  keepSending();
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  video.srcObject = null;
  part("start").hidden = false;
  for (const name of ["stop", "torch", "lock"]) part(name).hidden = true;
  stayAwake(false);
}

/** A switch that the camera's track obeys. */
function trackSwitch(name, constraint) {
  part(name)?.addEventListener("click", async (event) => {
    const on = event.currentTarget.getAttribute("aria-pressed") !== "true";
    const [track] = stream?.getVideoTracks() ?? [];
    try {
      await track?.applyConstraints({ advanced: [constraint(on)] });
      part(name).setAttribute("aria-pressed", String(on));
    } catch {
      toast(say("none"));
    }
  });
}

/** One photo from the phone's own camera app: works on plain pages too. */
async function snapped(event) {
  const [file] = event.target.files;
  if (!file) return;
  document.body.classList.add("sending");
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const blob = await jpegOf(bitmap, bitmap.width, bitmap.height, PHOTO_SIDE, photo);
    photo.hidden = false;
    video.hidden = true;
    await send(blob, "photo");
  } catch (error) {
    toast(error.message || say("failed"));
  } finally {
    event.target.value = "";
    document.body.classList.remove("sending");
  }
}

/** Where in the picture a finger is, as parts of its sides. */
function placeOf(event) {
  const box = view.getBoundingClientRect();
  const within = (value) => Math.min(1, Math.max(0, value));
  return [within((event.clientX - box.left) / box.width), within((event.clientY - box.top) / box.height)];
}

/** "Is this hex Warsaw?": a tap on the picture says what the table takes that place for. */
view.addEventListener("click", async (event) => {
  if (event.target.closest(".corner") || dragging) return;
  const [x, y] = placeOf(event);
  const reply = await post("/camera/place", { x, y });
  if (!reply) return;
  part("place").textContent = (await reply.json()).words;
  part("tap").hidden = true;
});

const handles = parts("corner");

function placeHandles(points) {
  points.forEach(([x, y], index) => {
    handles[index].style.left = `${x * 100}%`;
    handles[index].style.top = `${y * 100}%`;
    handles[index].dataset.x = x;
    handles[index].dataset.y = y;
  });
  part("wanted").setAttribute("points", points.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" "));
}

const wanted = () => handles.map((handle) => [Number(handle.dataset.x), Number(handle.dataset.y)]);

function setCorners(on) {
  dragging = on;
  view.classList.toggle("dragging", on);
  for (const handle of handles) handle.hidden = !on;
  part("wanted").toggleAttribute("hidden", !on);
  part("corners").hidden = on;
  for (const name of ["corners-set", "corners-no", "print"]) part(name).hidden = !on;
  if (on) placeHandles(quad.length === 4 ? quad : [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]);
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
    moveTo(wanted()[index].map((value, axis) => Math.min(1, Math.max(0, value + step[axis]))));
  });
});

part("corners").addEventListener("click", () => setCorners(true));
part("corners-no").addEventListener("click", () => setCorners(false));
part("corners-set").addEventListener("click", async () => {
  const reply = await post("/camera/corners", { points: wanted() });
  if (!reply) return;
  setCorners(false);
  toast(say("set"), "good");
});
part("print-learn").addEventListener("click", async () => {
  const reply = await post("/camera/print", { points: wanted() });
  if (!reply) return;
  setCorners(false);
  toast(say("learnt"), "good");
});
part("print-forget")?.addEventListener("click", async (event) => {
  const card = event.currentTarget.closest("section");
  if (!(await post("/camera/print/forget", {}))) return;
  card.remove();
  toast(say("forgotten"), "good");
});
part("snap").addEventListener("change", snapped);
part("start")?.addEventListener("click", start);
part("stop")?.addEventListener("click", stop);
trackSwitch("torch", (on) => ({ torch: on }));
trackSwitch("lock", (on) => ({ exposureMode: on ? "manual" : "continuous" }));
