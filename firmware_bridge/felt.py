"""What a sensor board feels: an immutable picture of its cells, made of a snapshot and the events after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from firmware_bridge.messages import Event, Kind, Part, Snapshot
from firmware_bridge.wire import tags_in


class Felt(msgspec.Struct, frozen=True):
    """The state of a board after event `number`; cells that are named nowhere are empty and certain.

    `taken` cells hold something (a cell with a tag is not taken by that alone), `doubtful` cannot be judged now.
    """

    number: int = 0
    taken: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()
    tags: Mapping[int, tuple[bytes, ...]] = {}

    def after(self, event: Event) -> Felt:
        """The state after `event`, whatever its number."""
        taken, doubtful, tags = self.taken, self.doubtful, dict(self.tags)
        cell = event.cell
        match event.kind:
            case Kind.EMPTIED:
                taken, doubtful = taken - {cell}, doubtful - {cell}
            case Kind.TAKEN:
                taken, doubtful = taken | {cell}, doubtful - {cell}
            case Kind.TAG_CAME:
                tags[cell] = tuple(sorted({*tags.get(cell, ()), event.tag}))
            case Kind.TAG_WENT:
                left = tuple(tag for tag in tags.pop(cell, ()) if tag != event.tag)
                tags |= {cell: left} if left else {}
            case Kind.DOUBTFUL:
                doubtful = doubtful | {cell}
            case Kind.CERTAIN:
                doubtful = doubtful - {cell}
        return Felt(event.number, taken, doubtful, tags)

    @classmethod
    def of(cls, parts: Iterable[Snapshot]) -> Felt:
        """The state that the parts of one snapshot describe together."""
        number, taken, doubtful = 0, frozenset[int](), frozenset[int]()
        tags: dict[int, tuple[bytes, ...]] = {}
        for part in parts:
            number = part.number
            if Part.TAGS in part.flags:
                for cell, tag in tags_in(part):
                    tags[cell] = tuple(sorted({*tags.get(cell, ()), tag}))
            elif Part.DOUBTFUL in part.flags:
                doubtful |= part.bits()
            else:
                taken |= part.bits()
        return cls(number, taken, doubtful, tags)


def ahead(number: int, of: int) -> int:
    """By how many events `number` is ahead of `of`, counted around 65536; negative where it is behind.

    >>> ahead(1, of=65535), ahead(65535, of=1)
    (2, -2)
    """
    distance = (number - of) & 0xFFFF
    return distance if distance < 0x8000 else distance - 0x10000
