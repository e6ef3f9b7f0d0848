"""What a look is like as a thing of cardboard or wood: for printing it, drawing it and seeing it."""

from __future__ import annotations

import msgspec


class CornerTag(msgspec.Struct, frozen=True):
    """A small tag printed beside what a piece shows: its `number` (ArUco, DICT_4X4_250), its middle beside the piece's
    and the side of its black square, parts of the piece's size, and how it is turned clockwise.
    """

    number: int
    middle: tuple[float, float]
    side: float
    turn_deg: float


class PieceLook(msgspec.Struct, frozen=True):
    """The body of one look: ``shape`` is ``disc``, ``square``, ``counter`` or ``tile``; sizes in mm, `rgb` 0–255.

    `pictogram` names the drawing on its face, if any (a man, a camel). A counter bears `label` above (a unit's arm) and
    `figures` below (its values), on a stripe of colour `band` where it has one. A tile bears `arrows`, each so many
    columns and rows long as it lies, and points `ahead` (columns and rows of one step).
    """

    shape: str
    size_mm: float
    height_mm: float
    rgb: tuple[int, int, int]
    pictogram: str = ""
    label: str = ""
    figures: str = ""
    band: tuple[int, int, int] | None = None
    arrows: tuple[tuple[int, int], ...] = ()
    ahead: tuple[int, int] = (0, 0)
    stands: bool = False
    """Whether it may be printed as a figure that stands up."""
    reverse: str = ""
    """Pictogram on the other side of a piece that is drawn face down: all of its kind bear it, and nothing else."""
    corner_tag: CornerTag | None = None
    """A tag that a camera may read beside the drawing."""
    stacking: int = 0
    """Stacking limit: how many pieces of its kind the rules let lie in one place, upon each other; 0 where they say
    nothing of it, or pieces of its kind lie side by side."""
    serial: str = ""
    """Which of its equals a counter is, where people need to know."""

    @property
    def untagged(self) -> PieceLook:
        """The same without its tag, for people to look at on a screen."""
        return msgspec.structs.replace(self, corner_tag=None)
