"""What may lie in a cell, by what is seen in it and what lay there; and which of that each piece is that is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

from engines.physical import Contents, Look
from vision.belief import Belief
from vision.board_model import BoardModel
from vision.evidence import Thing
from vision.traffic import Traffic
from vision.upon import LOOKS_OTHER, fill_their_place

HARDLY_LESS = 3.0
"""Log likelihood by which a piece may look less like one of those that lie there than like another and be it all the
same: of two of a colour either may be the upper."""
LOOKS_TRIED = 4
"""Looks tried for each thing in a cell, best first; beside them what was there, or is missed elsewhere, and is hardly
less likely: of *Corteo*'s counters seven have backs of one colour."""
MOST_TOGETHER = 4
"""Things in a cell up to which everything is tried that they may be together; above, one after the other."""


def explanations(things: tuple[Thing, ...], likelier: frozenset[Look]) -> Iterable[Contents]:
    """Contents that explain some or all of `things`; of a heap those in which one thing is not the likeliest.
    `likelier`: looks that are beforehand."""
    if len(things) <= MOST_TOGETHER:
        for chosen in product(*(_choices(thing, likelier) for thing in things)):
            yield as_contents(look for look in chosen if look is not None)
        return
    for number in range(len(things)):
        yield from one_changed(things, number, likelier)


def like_one_there(pieces: Iterable[Thing], before: Belief, traffic: Traffic, model: BoardModel) -> set[Look]:
    """Looks of what lies unseen in a cell that one of `pieces` may well have, and of which another is missed elsewhere:
    that may be the one that came, where nothing is seen to have left."""
    if traffic.elsewhere:
        return set()
    likely = {look for piece in pieces for look, value in piece.looks.items() if value > piece.best - LOOKS_OTHER}
    return {look for look in likely & traffic.missed & before.unseen.keys() if not fill_their_place(model, look)}


def laid_upon(before: Contents, contents: Contents) -> Contents:
    """`contents` that came to lie upon what of the pieces `before` is not among them."""
    return as_contents((Counter(before) | Counter(contents)).elements())


def one_changed(things: tuple[Thing, ...], number: int, likelier: frozenset[Look]) -> Iterable[Contents]:
    """Contents in which every thing is what it most likely is, and that of `number` anything."""
    likeliest = [_choices(thing, frozenset())[0] for thing in things]
    for look in _choices(things[number], likelier):
        chosen = [*likeliest[:number], look, *likeliest[number + 1 :]]
        yield as_contents(each for each in chosen if each is not None)


def _choices(thing: Thing, likelier: frozenset[Look]) -> list[Look | None]:
    order = sorted(thing.looks, key=lambda look: -thing.looks[look])
    alike = (look for look in order[LOOKS_TRIED:] if thing.looks[look] > thing.best - LOOKS_OTHER)
    return [*order[:LOOKS_TRIED], *(look for look in alike if look in likelier), None]


def as_contents(looks: Iterable[Look]) -> Contents:
    """Looks as a multiset in a fixed order."""
    return tuple(sorted(looks))


def fits_of(pieces: Sequence[Thing]) -> list[tuple[int, Look]]:
    """Which of `pieces`, by number, may well be which looks, the clearest first."""
    each = (
        (piece.best - value, number, look) for number, piece in enumerate(pieces) for look, value in piece.looks.items()
    )
    return [(number, look) for loss, number, look in sorted(each) if loss <= LOOKS_OTHER]


def named(pieces: Sequence[Thing], fits: Iterable[tuple[int, Look]], contents: Contents) -> list[Look]:
    """Which of `contents` each of `pieces` is by its `fits`; what it looks like if it is none of them."""
    left, found = list(contents), dict[int, Look]()
    for number, look in fits:
        if number not in found and look in left:
            found[number] = look
            left.remove(look)
    return [found.get(number) or piece.best_look for number, piece in enumerate(pieces)]


def namings(pieces: Sequence[Thing], fits: Sequence[tuple[int, Look]], contents: Contents) -> list[list[Look]]:
    """The same, and what each of `pieces` may be instead: of two that look alike either may lie below the other."""
    first = named(pieces, fits, contents)
    left = Counter(contents) - Counter(first)
    others = [
        [*first[:number], look, *first[number + 1 :]]
        for number, look in fits
        if left[look] and pieces[number].looks[look] > pieces[number].best - HARDLY_LESS
    ]
    return [first, *others]
