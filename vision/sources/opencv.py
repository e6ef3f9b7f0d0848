"""Cameras that OpenCV opens: V4L2 devices and network streams, set up so that no old picture comes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sources.addresses import without_password
from vision.sources.reasons import Reason
from vision.sources.rtsp import SCHEMES, why_closed
from vision.sources.source import NO_ANSWER, NO_DEVICE, NO_PICTURES, SourceError

WANTED_SIZE = (1920, 1080)
WANTED_FPS = 15
"""A Pi decodes 15 pictures of 1080p a second beside its work; a table needs fewer."""
OPEN_TIMEOUT_MS = 5000
READ_TIMEOUT_MS = 4000
LOW_LATENCY = "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay|max_delay;200000"
"""FFmpeg options, in OpenCV's spelling, that keep streams from being buffered."""
FFMPEG_OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
ONE_THREAD_PX_S = 1920 * 1080 * 30
"""Pixels a second that one core decodes. FFmpeg's threads hold a picture each, so every further one shows an older one:
an H.264 camera of 15 pictures a second was seen 0.08 s after it sent with one, 0.14 s with two, 0.27 s with four.
"""
BLANKS = 3
"""Reads in a row without a picture before the camera counts as dead: a webcam drops one now and then."""


Make: TypeAlias = Callable[[int | str, int, Sequence[int]], cv2.VideoCapture]
"""Makes a capture of a device number or an address, with a backend and pairs of properties."""


def make_capture(what: int | str, backend: int, parameters: Sequence[int]) -> cv2.VideoCapture:
    """OpenCV's own."""
    if isinstance(what, int):
        return cv2.VideoCapture(what, backend, parameters)
    return cv2.VideoCapture(what, backend, parameters)


class OpenCvCapture:
    """An open `cv2.VideoCapture`; `label` names it in errors."""

    def __init__(self, video: cv2.VideoCapture, label: str) -> None:
        self._video, self._label = video, label

    def read(self) -> NDArray[np.uint8]:
        """As `Capture.read`."""
        for _ in range(BLANKS):
            try:
                came, image = self._video.read()
            except cv2.error as error:
                raise SourceError(NO_PICTURES, f"{self._label}: {error.err}") from error
            if came and image is not None and image.ndim == 3:
                return np.asarray(image, np.uint8)
        raise SourceError(NO_PICTURES, Reason.of("stopped", camera=self._label))

    def release(self) -> None:
        """As `Capture.release`."""
        self._video.release()


class V4l2Opener:
    """Opens ``/dev/video<number>``: MJPG, because raw 1080p does not fit through USB 2 at a useful rate; one buffer."""

    def __init__(self, number: int, make: Make = make_capture, device: Path | None = None) -> None:
        self._number, self._make = number, make
        self._device = device or Path(f"/dev/video{number}")

    def __call__(self, closing: threading.Event) -> OpenCvCapture:
        if not self._device.exists():
            raise SourceError(NO_DEVICE, Reason.of("no_file", device=self._device))
        if not os.access(self._device, os.R_OK | os.W_OK):
            raise SourceError(NO_ANSWER, Reason.of("no_permission", device=self._device))
        width, height = WANTED_SIZE
        wanted = [
            *(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            *(cv2.CAP_PROP_FRAME_WIDTH, width),
            *(cv2.CAP_PROP_FRAME_HEIGHT, height),
            *(cv2.CAP_PROP_FPS, WANTED_FPS),
        ]
        video = self._make(self._number, cv2.CAP_V4L2, wanted)
        if not video.isOpened():
            # A camera that has no such mode refuses the whole list: take what it has.
            video.release()
            video = self._make(self._number, cv2.CAP_V4L2, [])
        if not video.isOpened():
            video.release()
            raise SourceError(NO_ANSWER, Reason.of("taken", device=self._device))
        video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return OpenCvCapture(video, str(self._device))


class StreamOpener:
    """Opens a stream by its URL (RTSP, video over HTTP, a file) with short time limits and without buffering."""

    def __init__(self, url: str, make: Make = make_capture) -> None:
        self._url, self._make = url, make

    def __call__(self, closing: threading.Event) -> OpenCvCapture:
        # OpenCV reads FFmpeg's options from the environment only; what the user set there wins.
        os.environ.setdefault(FFMPEG_OPTIONS, LOW_LATENCY)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
        label = without_password(self._url)
        try:
            video = self._make(self._url, cv2.CAP_FFMPEG, [*limits, cv2.CAP_PROP_N_THREADS, 1])
            if video.isOpened() and _pixels_a_second(video) > ONE_THREAD_PX_S:
                video.release()
                video = self._make(self._url, cv2.CAP_FFMPEG, limits)
        except cv2.error as error:
            raise SourceError(NO_ANSWER, Reason.of("not_opened", camera=label, problem=error.err)) from error
        if not video.isOpened():
            video.release()
            asked = urlsplit(self._url).scheme in SCHEMES
            why = why_closed(self._url) if asked else Reason.of("no_video")
            raise SourceError(NO_ANSWER, Reason.of("says", camera=label, why=why))
        return OpenCvCapture(video, label)


def _pixels_a_second(video: cv2.VideoCapture) -> float:
    """As many as the stream says that it has; some say no rate, or one that no camera has."""
    width, height = video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)
    return width * height * video.get(cv2.CAP_PROP_FPS)
