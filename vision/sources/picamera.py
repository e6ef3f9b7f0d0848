"""A Raspberry Pi's own camera, through the `picamera2` of Raspberry Pi OS; nothing here needs it to be there."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.sources.opencv import WANTED_FPS, WANTED_SIZE
from vision.sources.reasons import Reason
from vision.sources.source import NO_ANSWER, NO_DEVICE, NO_PICTURES, SourceError

MANUAL_FOCUS = 0
"""libcamera's ``AfModeManual``: a lens that hunts whenever a hand comes in changes the size of the board each time."""
FOCUS_DIOPTRES = 0.9
"""1.1 m, where the install page hangs the camera; sharp from 0.7 to 2 m with the camera module 3."""
FRAME_US = 1_000_000 // WANTED_FPS

Load: TypeAlias = Callable[[], Any]
"""Answers the module `picamera2`; raises `ImportError`."""


def _load() -> Any:
    return importlib.import_module("picamera2")


class PicameraCapture:
    """A started camera; pictures come as BGR (which libcamera calls RGB888)."""

    def __init__(self, camera: Any, label: str) -> None:
        self._camera, self._label = camera, label

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`."""
        try:
            image = np.asarray(self._camera.capture_array("main"))
        except Exception as error:
            raise SourceError(NO_PICTURES, f"{self._label}: {error}") from error
        if image.ndim != 3 or image.shape[2] < 3:
            raise SourceError(NO_PICTURES, Reason.of("no_colour", camera=self._label))
        return np.ascontiguousarray(image[:, :, :3], np.uint8)

    def release(self) -> None:
        """As `Capture.release`."""
        self._camera.stop()
        self._camera.close()


class PicameraOpener:
    """Opens camera `number` of the Pi's own connectors at 1080p; a lens that can focus stays at 1.1 m."""

    def __init__(self, number: int, load: Load = _load) -> None:
        self._number, self._load = number, load

    def __call__(self, closing: threading.Event) -> PicameraCapture:
        try:
            picamera2 = self._load()
        except ImportError as error:
            raise SourceError(NO_ANSWER, Reason.of("no_picamera2")) from error
        except ValueError as error:
            # until Raspberry Pi OS builds simplejpeg for numpy 2: raspberrypi/picamera2, issue 1211
            raise SourceError(NO_ANSWER, Reason.of("other_numpy", problem=error)) from error
        label = f"picamera:{self._number}"
        found = picamera2.Picamera2.global_camera_info()
        if self._number >= len(found):
            raise SourceError(NO_DEVICE, Reason.of("no_picamera", camera=label, count=len(found)))
        try:
            camera = picamera2.Picamera2(self._number)
        except Exception as error:
            raise SourceError(NO_ANSWER, Reason.of("not_opened", camera=label, problem=error)) from error
        try:
            controls: dict[str, Any] = {"FrameDurationLimits": (FRAME_US, FRAME_US)}
            if "AfMode" in camera.camera_controls:
                controls |= {"AfMode": MANUAL_FOCUS, "LensPosition": FOCUS_DIOPTRES}
            wanted = camera.create_video_configuration(
                main={"size": WANTED_SIZE, "format": "RGB888"}, controls=controls, buffer_count=2
            )
            camera.configure(wanted)
            camera.start()
        except Exception as error:
            camera.close()
            raise SourceError(NO_ANSWER, Reason.of("not_started", camera=label, problem=error)) from error
        return PicameraCapture(camera, label)
