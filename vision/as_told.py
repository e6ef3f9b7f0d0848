"""What set-up told of a piece that looks like another is told of how it looks: looking so again says nothing else.

A square that by 5.9 (log likelihood) looked like a disc when set-up knew it, and once an arm had gone by 6.1, was left
open.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engines.physical import Look
from vision.belief import Shown, stood_at
from vision.evidence import SUREST, Thing
from vision.upon import SAME_PLACE_MM


def told(things: Sequence[Thing], stood: Sequence[Shown]) -> tuple[Thing, ...]:
    """`things` that are seen in a cell now: what seems in its place to be what something that `stood` there seemed to
    be, as set-up knew better, is likelier that by as much as it seemed less then."""
    return tuple(_told(thing, stood) for thing in things)


def _told(thing: Thing, stood: Sequence[Shown]) -> Thing:
    there = stood_at(thing.foot_mm, stood, SAME_PLACE_MM)
    if there is None or there.seemed is None or there.look not in thing.looks:
        return thing
    seemed, less = there.seemed
    if thing.best_look != seemed:
        return thing
    likelihood = min(thing.looks[there.look] + less, thing.best)
    return msgspec.structs.replace(thing, looks={**thing.looks, there.look: likelihood}, seemed=there.seemed)


def seemed(thing: Thing, name: Look) -> tuple[Look, float] | None:
    """What a `thing` seems to be rather than what it is known as, its `name`, and by how much (log likelihood)."""
    if thing.seemed is not None and thing.seemed[0] != name:
        return thing.seemed
    return None if thing.best_look == name else (thing.best_look, thing.best - thing.looks.get(name, -SUREST))
