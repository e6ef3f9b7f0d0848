"""Stands for the camera at a table that only feels: there are no pictures, and that is as it should be."""

from __future__ import annotations

from vision.sources import CLOSED, Frame

NONE = "none"
"""The status of a camera that nobody asked for."""


class NoCamera:
    """A `vision.sources.Source` without pictures."""

    def __init__(self) -> None:
        self.status = NONE
        self.detail = ""

    def newest(self, after: int, timeout_s: float) -> Frame | None:
        """None."""
        return None

    def close(self) -> None:
        """Nothing was open."""
        self.status = CLOSED
