"""Cameras of every kind behind one face: `open_source` gives the newest picture and says why there is none."""

from vision.sources.opening import UnknownSource, open_source
from vision.sources.source import (
    CLOSED,
    ENDED,
    FROZEN,
    LIVE,
    NO_ANSWER,
    NO_DEVICE,
    NO_PICTURES,
    OPENING,
    RESTING,
    Frame,
    Source,
    SourceError,
)

__all__ = [
    "CLOSED",
    "ENDED",
    "FROZEN",
    "LIVE",
    "NO_ANSWER",
    "NO_DEVICE",
    "NO_PICTURES",
    "OPENING",
    "RESTING",
    "Frame",
    "Source",
    "SourceError",
    "UnknownSource",
    "open_source",
]
