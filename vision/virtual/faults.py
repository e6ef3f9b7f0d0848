"""What can go wrong at a real table, by name and strength 0…1, and what it does to camera, lamps and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from vision.virtual.camera import Viewpoint
from vision.virtual.light import Lamps

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "glare": "a bright window is mirrored in the board's varnish",
        "dusk": "it gets dark and the camera's noise grows",
        "nudge": "somebody has knocked against the camera",
        "covered_corner": "a sheet of paper lies over a corner and its marker",
        "hand": "an arm reaches over the board and moves",
        "frozen": "the camera delivers the same picture again and again (from 0.5 on)",
        "dropped": "frames are lost on their way; at 1 all of them",
        "warm_lamp": "a low yellow lamp lights the board from one side",
        "shadow": "a player's shadow falls across the board",
    }
)
NUDGED_MM = (26.0, -14.0, 9.0)
NUDGED_DEG = (0.9, -1.3, 1.6)
FROZEN_FROM = 0.5


class Faults(msgspec.Struct, frozen=True):
    """Strengths of all faults; those not named are 0."""

    glare: float = 0.0
    dusk: float = 0.0
    nudge: float = 0.0
    covered_corner: float = 0.0
    hand: float = 0.0
    frozen: float = 0.0
    dropped: float = 0.0
    warm_lamp: float = 0.0
    shadow: float = 0.0

    def but(self, name: str, level: float) -> Faults:
        """The same with one strength changed; raises `KeyError` for no such fault, `ValueError` for no strength."""
        if name not in FAULTS:
            raise KeyError(f"there is no fault {name!r}; there are: {', '.join(FAULTS)}")
        if not 0.0 <= level <= 1.0:
            raise ValueError(f"the strength of {name!r} is {level}, but strengths go from 0 to 1")
        return msgspec.structs.replace(self, **{name: float(level)})

    def levels(self) -> dict[str, float]:
        """Every fault with its strength."""
        return {name: float(getattr(self, name)) for name in FAULTS}

    def lamps(self, usual: Lamps) -> Lamps:
        """The light under these faults."""
        return msgspec.structs.replace(
            usual, glare=self.glare, dusk=self.dusk, warm_lamp=self.warm_lamp, shadow=self.shadow
        )

    def view(self, usual: Viewpoint) -> Viewpoint:
        """Where the camera stands under these faults."""
        x, y, z = NUDGED_MM
        pitch, yaw, roll = NUDGED_DEG
        part = self.nudge
        return msgspec.structs.replace(
            usual, jolt_mm=(x * part, y * part, z * part), jolt_deg=(pitch * part, yaw * part, roll * part)
        )
