"""The lamps and windows of an evening: where they are, how large, how bright and how warm."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import msgspec

from companion.measures.path_traced.luck import Luck, any_turn

Kind = Literal["overhead", "lamp", "window", "mixed", "dusk"]
Point: TypeAlias = tuple[float, float, float]

KINDS: tuple[Kind, ...] = ("overhead", "lamp", "window", "mixed", "dusk")
SHARES = (0.2, 0.25, 0.2, 0.2, 0.15)
"""How often each kind of light is there."""
AMBIENT = 0.35
"""Factor on the light of the surroundings, found by eye: shadows of a lamp at night are dark, but not black."""


class Lamp(msgspec.Struct, frozen=True):
    """A shining area that looks at `target`: both in dm from the board's middle, `size` in dm, `power` in W."""

    place: Point
    target: Point
    size: float
    power: float
    kelvin: float
    round: bool = False


class Light(msgspec.Struct, frozen=True):
    """All light of an evening; `around` is how strongly the surroundings shine, of `around_kelvin`."""

    kind: Kind
    lamps: tuple[Lamp, ...]
    around: float
    around_kelvin: float

    @property
    def dark(self) -> bool:
        """Whether a camera needs much amplification, which is noise."""
        return self.kind in ("lamp", "dusk")


def some_light(luck: Luck) -> Light:
    """Light of any kind, with up to two small bulbs that mirror in what is glossy."""
    kind = KINDS[int(luck.choice(len(KINDS), p=SHARES))]
    turn = any_turn(luck)
    lamps, around, kelvin = _of_kind(kind, turn, luck)
    for _ in range(int(luck.integers(0, 3))):
        place = _away(any_turn(luck), luck.uniform(2, 8), luck.uniform(8, 14))
        size, power, warmth = luck.uniform(0.3, 0.8), luck.uniform(100, 400), luck.uniform(2700, 4500)
        lamps.append(Lamp(place, (0, 0, 0), size, power, warmth, round=True))
    return Light(kind, tuple(lamps), around * AMBIENT, kelvin)


def _of_kind(kind: Kind, turn: float, luck: Luck) -> tuple[list[Lamp], float, float]:
    """Its main lamps from the side that `turn` says, and strength and warmth (K) of the surroundings."""
    middle = (0.0, 0.0, 0.0)
    match kind:
        case "overhead":
            place = _away(turn, luck.uniform(0, 5), luck.uniform(9, 15))
            return [Lamp(place, middle, luck.uniform(2, 5), 3000, luck.uniform(3500, 5500))], 0.5, 4500
        case "lamp":
            place, target = _away(turn, luck.uniform(5, 9), luck.uniform(4, 8)), _away(turn, luck.uniform(-2, 3), 0)
            lamp = Lamp(place, target, luck.uniform(0.4, 1.2), 1500, luck.uniform(2400, 3200), round=True)
            return [lamp], luck.uniform(0.03, 0.2), 3500
        case "window":
            place = _away(turn, luck.uniform(12, 18), luck.uniform(6, 12))
            lamp = Lamp(place, middle, luck.uniform(6, 12), 9000, luck.uniform(5500, 7500))
            return [lamp], luck.uniform(0.3, 0.8), 6500
        case "mixed":
            place = _away(turn, luck.uniform(12, 18), luck.uniform(6, 12))
            window = Lamp(place, middle, luck.uniform(6, 10), 4500, luck.uniform(6000, 7500))
            other = turn + luck.uniform(1.5, 4)
            place = _away(other, luck.uniform(5, 8), luck.uniform(4, 8))
            warmth = luck.uniform(2500, 3000)
            return [window, Lamp(place, _away(other, 2, 0), luck.uniform(0.4, 1.2), 900, warmth, True)], 0.3, 5000
        case "dusk":
            return [Lamp(_away(turn, 14, 8), middle, 8, 1500, luck.uniform(5500, 8000))], 0.3, 6000


def _away(turn: float, far: float, high: float) -> Point:
    return far * math.cos(turn), far * math.sin(turn), high


def colour_of(kelvin: float) -> tuple[float, float, float]:
    """sRGB (0…255) of a black body, after Tanner Helland's fit, good from 1000 to 40 000 K."""
    hundreds = kelvin / 100
    red = 255.0 if hundreds <= 66 else 329.7 * (hundreds - 60) ** -0.1332
    green = 99.47 * math.log(hundreds) - 161.1 if hundreds <= 66 else 288.1 * (hundreds - 60) ** -0.0755
    blue = 255.0 if hundreds >= 66 else 138.5 * math.log(max(hundreds - 10, 1)) - 305
    return min(max(red, 0), 255), min(max(green, 0), 255), min(max(blue, 0), 255)
