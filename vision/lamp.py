"""The light in which pieces cast their shadows, as far as these tell it: which way they fall, how far, how soft and
how deep they are."""

from __future__ import annotations

import msgspec


class Lamp(msgspec.Struct, frozen=True):
    """What casts shadows. From the top of a piece at `middle_mm` one falls `cast` (mm, x and y) aside for each mm of
    its height, and by `apart` farther from there for each mm that the piece stands farther from it, for shadows fall
    away from a lamp. `soft_mm`: standard deviation of the blur of its edge; `deep`: how much darker (tone) it is."""

    middle_mm: tuple[float, float]
    cast: tuple[float, float]
    apart: float
    soft_mm: float
    deep: float

    def cast_at(self, place_mm: tuple[float, float]) -> tuple[float, float]:
        """How far (mm, x and y) the shadow of what stands at a place falls aside for each mm of its height."""
        return falling(self.cast, self.apart, self.middle_mm, place_mm)


def falling(
    cast: tuple[float, float], apart: float, middle_mm: tuple[float, float], place_mm: tuple[float, float]
) -> tuple[float, float]:
    """What falls `cast` (x and y) at `middle_mm` as it does at `place_mm`: by `apart`, for each mm, farther from there
    the farther the place is from it, for shadows fall away from a lamp."""
    x, y = (each + apart * (at - middle) for each, at, middle in zip(cast, place_mm, middle_mm))
    return x, y
