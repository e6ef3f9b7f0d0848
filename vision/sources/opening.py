"""Finds the camera that a short text means: ``v4l2:0``, ``picamera:0``, an address, a folder, a recording."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from vision.recording import read
from vision.sources.addresses import without_password
from vision.sources.folder import FolderOpener
from vision.sources.live import LiveSource, Opener
from vision.sources.network import NetworkOpener
from vision.sources.opencv import StreamOpener, V4l2Opener
from vision.sources.picamera import PicameraOpener
from vision.sources.playback import PlaybackOpener, SteppedRecording
from vision.sources.pulse import SLOWEST_S, Pulse
from vision.sources.source import Source
from vision.sources.stills import StillsOpener

STILL_ENDINGS = (".jpg", ".jpeg", ".png")
STREAM_SCHEMES = frozenset({"http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp", "rtp"})
RIGHT = "right are: v4l2:N, picamera:N, an address (http://…, rtsp://…), a folder of pictures, a recording"
SIGNS = "a port is a number up to 65535, and [ # / ? and spaces in a password or a path are written %5B %23 %2F %3F %20"


class UnknownSource(ValueError):
    """A text does not name a camera; the message says what was wrong and what would be right."""


def open_source(spec: str, *, stepped: bool = False, speed: float = 1.0) -> Source:
    """The camera that `spec` means. It need not be there yet: its `status` says so, and it is tried again.

    ``v4l2:N`` is ``/dev/videoN``, ``picamera:N`` a Raspberry Pi's own camera; an address that ends in a picture's
    ending, or that says it sends one, is asked for one picture after the other, any other is opened as a stream; a
    folder with a ``recording.json`` is played (`speed` times as fast, or `stepped`: one frame per call of `newest`),
    any other folder is watched for pictures.

    Raises `UnknownSource` for a text that names nothing, and `DataError` for a damaged recording.

    >>> open_source("rtsp://192.168.1.7/board")
    """
    scheme, colon, rest = spec.partition(":")
    if scheme in ("v4l2", "picamera") and colon:
        if not rest.isdecimal():
            raise UnknownSource(f"{spec!r}: after '{scheme}:' comes the number of the camera, as in {scheme}:0")
        return LiveSource(V4l2Opener(int(rest)) if scheme == "v4l2" else PicameraOpener(int(rest)), name=spec)
    if "://" in spec:
        address = _address(spec)
        if address.scheme not in STREAM_SCHEMES:
            known = ", ".join(sorted(STREAM_SCHEMES))
            raise UnknownSource(f"{address.scheme!r} is not a kind of address that a camera has; there are: {known}")
        return LiveSource(_opener_of(spec), pulse=Pulse(first_s=SLOWEST_S), name="network camera")
    if not spec:
        raise UnknownSource(f"no camera is named; {RIGHT}")
    folder = Path(spec).expanduser()
    try:
        is_folder, is_recording = folder.is_dir(), (folder / "recording.json").is_file()
    except OSError as error:
        raise UnknownSource(f"{spec!r} cannot be looked at as a camera ({error.strerror}); {RIGHT}") from error
    if not is_folder:
        raise UnknownSource(f"{spec!r} is neither a folder nor a camera; {RIGHT}")
    if is_recording:
        if stepped:
            return SteppedRecording(folder)
        read(folder)  # a damaged recording is told at once, not tried again and again
        return LiveSource(PlaybackOpener(folder, speed), notices_frozen=False, name="recording")
    return LiveSource(FolderOpener(folder), notices_frozen=False, name="folder")


def _address(url: str) -> SplitResult:
    """The parts of `url`; raises `UnknownSource` for one that no camera has. Its message tells no password."""
    shown = without_password(url)
    try:
        address = urlsplit(url)
        _ = address.port
    except ValueError:
        raise UnknownSource(f"{shown!r} is no address: {SIGNS}") from None  # Python's message may tell the password
    if re.search(r"\s", url):
        raise UnknownSource(f"{shown!r} is no address: {SIGNS}")
    if not address.hostname:
        raise UnknownSource(f"{shown!r} has no host name")
    return address


def _opener_of(url: str) -> Opener:
    """How a network camera is opened: by its path's ending, or by what it says that it sends."""
    address = urlsplit(url)
    if address.scheme not in ("http", "https"):
        return StreamOpener(url)
    return StillsOpener(url) if address.path.lower().endswith(STILL_ENDINGS) else NetworkOpener(url)
