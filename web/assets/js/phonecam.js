/** A phone as the table's camera: live pictures at the rate the table can use, or one photo at the end of a turn. */

import { stayAwake } from "./awake.js";
import { addressOf, follow, forgetShown, show, showing } from "./campicture.js";
import { answerWithin, part, pause, say, toast } from "./dom.js";
import { newKey } from "./send.js";

const LONGER_SIDE = 1920;
const PHOTO_SIDE = 4096;
const QUALITY = 0.86;
const WAIT_AFTER_ERROR_MS = 1500;
const ANSWER_MS = 15000;
const NEXT_MS = 60;
const TAKEN_AS_THEY_ARE = ["image/jpeg", "image/png", "image/webp"];
const OTHER_CAMERA = 409;

const page = newKey();
const video = part("video");
const photo = part("photo-shown");
let stream = null;
let sending = false;
let begins = false;
let snapping = false;

/** Draws `source` (video, bitmap) at most `side` px long onto `canvas`. */
function draw(source, width, height, side, canvas) {
  const scale = Math.min(1, side / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(source, 0, 0, canvas.width, canvas.height);
}

/** `source`, drawn onto `canvas`, as a JPEG. */
function jpegOf(source, width, height, side, canvas = document.createElement("canvas")) {
  draw(source, width, height, side, canvas);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

/** Hands one picture in and shows what the table says of it; throws an error with words for whoever stands there. */
async function send(blob, how) {
  if (blob.size > Number(document.body.dataset.largest)) throw new Error(say("large"));
  const address = `${addressOf("frame")}?how=${how}&from=${page}${begins ? "&begins" : ""}`;
  const asked = { method: "POST", headers: { "Content-Type": blob.type, Accept: "application/json" }, body: blob };
  const reply = await answerWithin(ANSWER_MS, address, asked).catch(() => null);
  if (!reply) throw new Error(say("lost"));
  const answer = await reply.json().catch(() => ({}));
  if (!reply.ok) throw Object.assign(new Error(answer.error ?? say("failed")), { status: reply.status });
  begins = false;
  show(answer);
}

/** Whether the system gives no new pictures just now, in a telephone call perhaps: the last one is old by then. */
const isMuted = () => stream.getVideoTracks().some((track) => track.muted);

/** Sends picture after picture; the table answers when it has looked, so that none is sent in vain. */
async function keepSending() {
  if (sending) return;
  sending = true;
  while (stream) {
    if (document.visibilityState !== "visible" || !video.videoWidth || isMuted()) {
      await pause(300);
      continue;
    }
    try {
      await send(await jpegOf(video, video.videoWidth, video.videoHeight, LONGER_SIDE), "stream");
      await pause(NEXT_MS);
    } catch (error) {
      part("says").textContent = error.message;
      if (error.status === OTHER_CAMERA) {
        stop();
        toast(error.message);
      } else await pause(WAIT_AFTER_ERROR_MS);
    }
  }
  sending = false;
}

/** The rear camera, as large as the table can use; the phone's lamp and its exposure where the browser has them. */
async function start() {
  if (!navigator.mediaDevices?.getUserMedia) return toast(say("none"));
  part("start").disabled = true;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: LONGER_SIDE }, height: { ideal: 1080 } },
    });
  } catch (error) {
    const why = { NotAllowedError: "denied", NotReadableError: "busy", AbortError: "busy" };
    return toast(say(why[error.name] ?? "none"));
  } finally {
    part("start").disabled = false;
  }
  begins = true;
  video.srcObject = stream;
  showing("video");
  await video.play().catch(() => null);
  const [track] = stream.getVideoTracks();
  track.addEventListener("ended", () => {
    stop();
    toast(say("ended"));
  });
  const can = track.getCapabilities?.() ?? {};
  part("torch").hidden = !can.torch;
  part("lock").hidden = !can.exposureMode?.includes("manual");
  part("start").hidden = true;
  part("stop").hidden = false;
  stayAwake(true);
  keepSending();
}

/** Ends the live pictures; the last one stays to be looked at, for it is what the table speaks of. */
function stop() {
  if (video.videoWidth) {
    draw(video, video.videoWidth, video.videoHeight, LONGER_SIDE, photo);
    showing("photo-shown");
  }
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  video.srcObject = null;
  part("start").hidden = false;
  for (const name of ["stop", "torch", "lock"]) {
    part(name).hidden = true;
    part(name).setAttribute("aria-pressed", "false");
  }
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
      toast(say("cannot"));
    }
  });
}

/** A photo as the table takes it: upright and no larger than it can use; as it is where this browser cannot open it. */
async function readyToSend(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const blob = await jpegOf(bitmap, bitmap.width, bitmap.height, PHOTO_SIDE, photo);
    showing("photo-shown");
    return blob;
  } catch {
    if (TAKEN_AS_THEY_ARE.includes(file.type)) return file;
    throw new Error(say("unreadable"));
  }
}

/** One photo from the phone's own camera app: works on plain pages too. */
async function snapped(event) {
  const [file] = event.target.files;
  if (!file) return;
  if (stream) stop();
  snapping = true;
  document.body.classList.add("sending");
  try {
    const blob = await readyToSend(file);
    part("says").textContent = say("looking");
    await send(blob, "photo");
  } catch (error) {
    part("says").textContent = error.message;
    toast(error.message);
    forgetShown(); // what the table speaks of is another picture than the one that it did not take
  } finally {
    event.target.value = "";
    snapping = false;
    document.body.classList.remove("sending");
  }
}

const chooser = part("snap");
chooser?.addEventListener("change", snapped);
if (chooser?.files.length) snapped({ target: chooser }); // it was taken before this script was there
part("start")?.addEventListener("click", start);
part("stop")?.addEventListener("click", stop);
trackSwitch("torch", (on) => ({ torch: on }));
trackSwitch("lock", (on) => ({ exposureMode: on ? "manual" : "continuous" }));
follow(() => !stream && !snapping);
