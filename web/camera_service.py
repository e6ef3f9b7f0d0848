"""What the pages of the camera need: pictures handed in by a phone, how good they are, and whether a phone may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from web.service import Language, Refused

How = Literal["stream", "photo"]
Point = tuple[float, float]
"""A place in the picture as parts of its width and height, 0…1 from its top left corner."""


class Gauge(msgspec.Struct, frozen=True):
    """One thing that makes a picture good: its name, how it is, in words, and what to do (empty where nothing)."""

    key: str
    state: Literal["ok", "warn", "bad"]
    name: str
    words: str
    advice: str


class CameraSays(msgspec.Struct, frozen=True):
    """What the table makes of the newest picture: whether it finds the board, where its corners are, how good it is.

    `corners` are the printed board's, clockwise from its top left; empty while it is not found. `picture` is another
    number for every other picture, 0 while there is none.
    """

    found: bool
    words: str
    corners: tuple[Point, ...]
    gauges: tuple[Gauge, ...]
    picture: int = 0


class Pointed(msgspec.Struct, frozen=True):
    """What lies where somebody points: in words, and its outline as `CameraService.lattice` draws it (empty: none)."""

    words: str
    outline: str = ""


class OtherCamera(Refused):
    """Another phone is the camera by now."""


class Sender(msgspec.Struct, frozen=True):
    """Which page sends a picture, and whether it has just been asked to be the camera: it then takes over."""

    page: str = ""
    begins: bool = False


NOBODY = Sender()


class Trust(msgspec.Struct, frozen=True):
    """What a phone needs to open secure pages: the addresses of the plain and of the secure door, and the authority."""

    plain: str
    secure: str
    fingerprint: str
    certificate: bytes


class CameraService(Protocol):
    """One camera of a table. May be called from any thread; raises `web.service.Refused` for what cannot be done."""

    def called(self, lang: Language) -> str:
        """What the camera is called where the table has several."""
        ...

    def is_camera(self, key: str) -> bool:
        """Whether `key` was handed to a phone that may send pictures."""
        ...

    def takes_pictures(self) -> bool:
        """Whether the table waits for a phone's pictures; else it has a camera of its own."""
        ...

    def is_there(self) -> bool:
        """Whether the table has a camera at all: one with a sensor board may only feel."""
        ...

    def address(self) -> str:
        """What a phone scans to become the camera."""
        ...

    def trust(self) -> Trust | None:
        """How phones come to trust the secure door; None where the table has none."""
        ...

    def take(self, picture: bytes, how: How, lang: Language, sender: Sender = NOBODY) -> CameraSays:
        """Hands in a picture (JPEG, PNG, WebP) and waits until it was looked at.

        Raises `OtherCamera` while the live pictures of another page are looked at.
        """
        ...

    def picture(self) -> bytes | None:
        """The newest picture as JPEG, nothing drawn on it; None while there is none."""
        ...

    def says(self, lang: Language) -> CameraSays:
        """What is made of the newest picture."""
        ...

    def lattice(self) -> str:
        """The outlines of all places in the newest picture, the data of an SVG path in thousandths of its sides; empty
        while the board is not found.
        """
        ...

    def place_at(self, point: Point, lang: Language) -> Pointed:
        """What lies at a place of the newest picture."""
        ...

    def set_corners(self, corners: Sequence[Point], lang: Language) -> None:
        """Says where the board's corners are, clockwise from any of them."""
        ...

    def has_own_print(self) -> bool:
        """Whether the table knows the print of the owner's board instead of the shipped one."""
        ...

    def own_print(self) -> bytes | None:
        """That print as JPEG, the top of the board at the top; None where the shipped one counts."""
        ...

    def learn_print(self, corners: Sequence[Point], lang: Language) -> None:
        """Takes the board in the newest picture, empty now, for its print: corners clockwise from its top left."""
        ...

    def forget_print(self) -> None:
        """The shipped print counts again."""
        ...
