"""Is there a camera, does it give pictures, and is it light enough?"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.camera import PHONE
from companion.doctor.finding import Facts, Finding
from engines.data import DataError
from vision.lens import load_lens
from vision.sources import open_source
from vision.sources.addresses import without_password

CHECK = "camera"
PATIENCE_S = 6.0
"""A USB camera of a Pi 4 needs up to 3 s to its first picture after plugging in."""
SETTLING_S = 1.0
"""A camera's first pictures are dark until it has set its exposure."""
FEWEST_PX = 1280 * 720
"""With less, a hex of an A0 board is under 16 px wide; see the camera guide."""
DARK = 40
BRIGHT = 225
"""Mean grey (0–255) below and above which colours are lost; tried with the virtual camera's lamp."""
LEAST_SPREAD = 8.0
"""Standard deviation of grey below which there is nothing in the picture: a cap, a wall, a dead sensor."""
IN_BROWSERS = ("http", "https")
"""Kinds of address that a browser opens."""
PI_CAMERA = "picamera"
"""Kind of a Raspberry Pi's own camera, which hangs on a ribbon and needs a program of the system."""
DEVICES = Path("/dev")


def camera(eye: str, name: str = "") -> Finding:
    """Opens the camera `eye` (as `tavolo play --eye` names it) and looks at its picture; takes up to 6 s.

    `name` is what it is called, where that is not `eye` without what is secret.
    """
    if not eye:
        return Finding(CHECK, "not_wanted", "ok")
    if eye == "virtual":
        return _without_eye()
    if eye == PHONE:
        return Finding(CHECK, "phone", "ok")
    source = open_source(eye)
    kind, eye = kind_of(eye), name or without_password(eye)
    try:
        until, frame = time.monotonic() + PATIENCE_S, None
        while frame is None and time.monotonic() < until:
            frame = source.newest(0, 0.5)
        if frame is None:
            return Finding(CHECK, source.status, "bad", {"eye": eye, "detail": source.detail or "–"}, kind)
        later = source.newest(frame.number, SETTLING_S)
        while later is not None and time.monotonic() < until and later.t - frame.t < SETTLING_S:
            later = source.newest(later.number, SETTLING_S) or later
        return left_out(eye, source.detail) if source.detail else picture((later or frame).image, eye)
    finally:
        source.close()


def lens(file: Path, eye: str) -> Finding:
    """Reads the lens of the camera `eye` that is kept in `file`."""
    facts: Facts = {"eye": eye, "file": str(file)}
    try:
        load_lens(file)
    except (DataError, OSError) as error:
        return Finding(CHECK, "lens_damaged", "warn", {**facts, "problem": str(error)})
    return Finding(CHECK, "lens_good", "ok", facts)


def left_out(eye: str, detail: str) -> Finding:
    """The camera `eye` is live, but its newest picture cannot be read."""
    return Finding(CHECK, "left_out", "warn", {"eye": eye, "detail": detail})


def kind_of(eye: str) -> str:
    """What a camera is, where other things are done about it than about one that is plugged in: see `Finding`."""
    if eye == PHONE:
        return PHONE
    if Path(eye).is_dir():
        return "folder"
    if eye.partition(":")[0] == PI_CAMERA:
        return PI_CAMERA
    scheme, at, _ = eye.partition("://")
    return ("address" if scheme.lower() in IN_BROWSERS else "stream") if at else ""


def _without_eye() -> Finding:
    found = sorted(int(device.name[5:]) for device in DEVICES.glob("video*") if device.name[5:].isdigit())
    if found:
        return Finding(CHECK, "not_chosen", "ok", {"eye": f"v4l2:{found[0]}", "count": len(found)})
    return Finding(CHECK, "none", "warn")


def picture(image: NDArray[Any], eye: str) -> Finding:
    """What a picture (BGR) of the camera `eye` says about camera and light."""
    height, width = image.shape[:2]
    grey = np.asarray(image[:: max(1, height // 240), :: max(1, width // 320)], np.float32).mean(axis=2)
    facts: Facts = {
        "eye": eye,
        "width": width,
        "height": height,
        "grey": round(float(grey.mean())),
    }
    if grey.std() < LEAST_SPREAD:
        return Finding(CHECK, "blank", "bad", facts)
    if grey.mean() < DARK:
        return Finding(CHECK, "dark", "warn", facts)
    if grey.mean() > BRIGHT:
        return Finding(CHECK, "bright", "warn", facts)
    if width * height < FEWEST_PX:
        return Finding(CHECK, "coarse", "warn", facts)
    return Finding(CHECK, "good", "ok", facts)
