"""The cardboard: what each counter looks like, with a tag of its own or without, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engines.corteo.city import CITY, board_on
from engines.corteo.options import WISHES
from engines.corteo.roster import FIRST_POLICE, KIND_OF, KINDS, SUPPLY, UNIT_ID, Kind, Rgb, Unit
from engines.corteo.standing import STACK
from engines.corteo.state import House
from engines.entries import Seat
from engines.physical import Cell, Contents, Look
from engines.pieces import CornerTag, PieceLook

TURNED = ":back"
BARRICADE: Look = "counter:barricade"
SMOKE: Look = "counter:smoke"
JAM: Look = "counter:jam"
OWN: Look = "counter:own"
"""A white piece on which players draw an objective of their own."""
OWN_PIECES = int(WISHES[-1])

BARRICADE_RGB = (120, 84, 52)
BACK_RGB = (146, 104, 140)
"""Backs of police counters have one colour, whatever their face, and none of the streets: grey was overlooked."""
SMOKE_RGB = (176, 196, 84)
JAM_RGB = (190, 150, 60)
OWN_RGB = (244, 242, 236)
OWN_BAND_RGB = (112, 60, 150)
COVER_RGB = (160, 50, 170)
"""Covers lie on yellow hexes only: purple stands out there and yellow did not; white is in every tag."""

FIRST_TAG = 4
"""Number of the first unit's tag (DICT_4X4_250): those before are in the corners of boards."""
TAGGED_PART = 0.79
"""Size of a counter with a tag beside the hexes' pitch, as of 15 mm in hexes of 19: its tag needs the room."""
TAG_SIDE, TAG_OFF = 0.58, 0.0875
"""Side of a tag's black square, and how far its middle is from the counter's to the right and down, parts of the
counter's size: with its white edge it leaves the rim, and a strip above and one on the left for what people read."""


def look_of(kind: Kind) -> Look:
    """The face of a unit of that kind."""
    return f"counter:{kind.id}"


def back_of(kind: Kind) -> Look:
    """The back of a police unit of that kind: it lies so while it panics."""
    return look_of(kind) + TURNED


def tagged_look(unit: Unit) -> Look:
    """The face of `unit` where each counter bears a tag: ``counter:mov-4-2.3``."""
    return f"counter:{UNIT_ID[unit]}"


def has_equals(unit: Unit) -> bool:
    """Whether there is another counter of its kind, so that people need to know which it is."""
    return KIND_OF.count(KIND_OF[unit]) > 1


def cover_look(cell: Cell) -> Look:
    """The cover of the objective on `cell`: it bears its value."""
    return f"counter:cover-{CITY.value[cell]}"


class Sides(msgspec.Struct, frozen=True):
    """How each counter looks, by its number: its face, and its back."""

    faces: tuple[Look, ...]
    backs: tuple[Look, ...]


PLAIN = Sides(tuple(map(look_of, KIND_OF)), tuple(map(back_of, KIND_OF)))
_TAGGED_FACES = tuple(map(tagged_look, range(len(KIND_OF))))
TAGGED = Sides(_TAGGED_FACES, tuple(face + TURNED for face in _TAGGED_FACES))

UNIT_OF: Mapping[Look, Unit] = {look: unit for unit, look in enumerate(TAGGED.faces)}
"""The unit that a tag tells."""
KIND_BY_FACE: Mapping[Look, Kind] = {look_of(kind): kind for kind in KINDS.values()} | {
    look: KIND_OF[unit] for look, unit in UNIT_OF.items()
}


def pieces(sheet: str, tagged: bool = False) -> dict[Look, PieceLook]:
    """Bodies of all looks, in sizes that suit the board on `sheet`. `tagged`: units bear a tag each, on both sides."""
    board = board_on(sheet)
    sizes = board.pieces
    size_mm = round(TAGGED_PART * board.pitch_mm) if tagged else sizes.square_mm

    def counter(
        rgb: Rgb,
        label: str = "",
        figures: str = "",
        band: Rgb | None = None,
        serial: str = "",
        tag: int | None = None,
        stacking: int = 1,
    ) -> PieceLook:
        corner_tag = None if tag is None else CornerTag(tag, (TAG_OFF, TAG_OFF), TAG_SIDE, 0.0)
        return PieceLook(
            "counter", size_mm, sizes.height_mm, rgb, "", label, figures, band, serial=serial, corner_tag=corner_tag,
            stacking=stacking,
        )  # fmt: skip

    bodies: dict[Look, PieceLook] = {}
    units = range(len(KIND_OF)) if tagged else [KIND_OF.index(kind) for kind in KINDS.values()]
    sides = TAGGED if tagged else PLAIN
    for unit in units:
        kind = KIND_OF[unit]
        serial = UNIT_ID[unit].rpartition(".")[2] if tagged and has_equals(unit) else ""
        bodies[sides.faces[unit]] = counter(
            kind.ground, kind.label, _figures(kind), kind.band, serial, FIRST_TAG + unit if tagged else None,
            STACK,
        )  # fmt: skip
        if kind.side == "power" and kind.power:
            tag = FIRST_TAG + len(KIND_OF) + unit - FIRST_POLICE if tagged else None
            bodies[sides.backs[unit]] = counter(BACK_RGB, kind.label, serial=serial, tag=tag, stacking=STACK)
    bodies[BARRICADE] = counter(BARRICADE_RGB, "####")
    bodies[SMOKE] = counter(SMOKE_RGB, "~~~", stacking=0)
    bodies[JAM] = counter(JAM_RGB, "INGORGO")
    bodies[OWN] = counter(OWN_RGB, band=OWN_BAND_RGB, stacking=0)
    for cell, value in CITY.value.items():
        bodies[cover_look(cell)] = counter(COVER_RGB, figures=str(value))
    return bodies


def _figures(kind: Kind) -> str:
    return f"{kind.speed}-{kind.power}" if kind.power else str(kind.speed)


def played(house: House) -> Contents:
    """Every counter that is played with, whoever plays it: units, covers, barricades and those of special rules."""
    others = {
        BARRICADE: SUPPLY.barricades,
        SMOKE: SUPPLY.smoke if house.smoke == "yes" else 0,
        JAM: SUPPLY.jams if house.jams == "yes" else 0,
        OWN: house.most_wishes,
    }
    return _counters(house.tagged, sorted(house.playing), others)


def box(seats: Sequence[Seat], tagged: bool = False) -> Contents:
    """Every counter that there is, for all scenarios and special rules, whoever plays."""
    others = {BARRICADE: SUPPLY.barricades, SMOKE: SUPPLY.smoke, JAM: SUPPLY.jams, OWN: OWN_PIECES}
    return _counters(tagged, range(len(KIND_OF)), others)


def _counters(tagged: bool, units: Iterable[Unit], others: Mapping[Look, int]) -> Contents:
    faces = TAGGED.faces if tagged else PLAIN.faces
    covers = (cover_look(cell) for cell in sorted(CITY.value))
    return (*(faces[unit] for unit in units), *covers, *(look for look, count in others.items() for _ in range(count)))
