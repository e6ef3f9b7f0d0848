"""Corteo's own counters without tags, whose names and figures an eye reads at a usual camera's size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.board_eye import kit_of, model_of
from companion.seeing import see
from engines import registry
from engines.options import chosen
from vision import recording as recordings
from vision.explanations import as_contents
from vision.eye import Eye
from vision.virtual.evening import Scene, write_evening
from vision.virtual.shutter import Shutter

ALIKE = (
    "mov-6-6", "mov-6-4", "mov-4-4", "mov-4-2", "mov-4-1", "autop-6-6", "autop-6-4",
    "lc-6-4", "lc-4-4", "lc-4-2", "anarchists-6-6", "anarchists-6-4", "feminists-4-2", "feminists-4-1",
)  # fmt: skip
"""Counters that differ from others in their figures or their name and hardly in colour."""


HEAPS = {
    ("mov-6-6", "lc-6-4"): "lc-4-4", ("mov-4-2", "anarchists-6-6"): "anarchists-6-4",
    ("feminists-4-1", "autop-6-4"): "autop-6-6", ("lc-4-4", "mov-6-4"): "mov-4-1",
    ("zombies-4-1", "anarchists-6-4"): "anarchists-6-6", ("mov-4-4", "feminists-4-2"): "feminists-4-1",
    ("ml-4-2", "autop-6-6"): "autop-6-4", ("radicals-4-1", "lc-4-2"): "lc-6-4",
}  # fmt: skip
"""Two counters of which one covers a good part of the other, and one that differs from the second in its figures."""
OF_ONE_COLOUR = (
    ("mov-4-1", "mov-4-4", "mov-6-6"),
    ("mov-6-6", "mov-4-2", "mov-4-4"),
    ("mov-4-2", "mov-6-4", "mov-4-4"),
    ("mov-4-4", "mov-6-6", "mov-4-1"),
    ("mov-4-4", "mov-4-1", "mov-6-4"),
    ("lc-4-4", "lc-6-4", "lc-4-2"),
    ("mov-4-1", "mov-6-4", "mov-4-2"),
    ("mov-6-4", "mov-6-6", "mov-4-4"),
)
"""The lower and the upper of two counters of one colour, and one that differs from the upper in its figures."""
TELLS = 1.0
"""Log likelihood by which two contents are told apart."""


@pytest.mark.parametrize(("seed", "least"), [(1, 10), (2, 10), (3, 10)])
def test_counters_that_differ_in_figures_are_told_apart(tmp_path: Path, seed: int, least: int) -> None:
    game = registry.find("corteo")
    options = chosen(game.options, {})
    cells = sorted(game.board(options).cells)[40 :: len(game.board(options).cells) // 16]
    laid: Mapping[str, tuple[str, ...]] = {cell: (f"counter:{name}",) for cell, name in zip(cells, ALIKE)}
    kit = kit_of(game, options)
    scenes = [Scene({}, known=True), Scene(laid)]
    write_evening(tmp_path, kit, Shutter(kit, seed=seed), scenes, seed=seed, game=game.id, options=options)
    seen = list(see(tmp_path))[-1]["cells"]
    said = {cell: as_contents(each["looks"]) for cell, each in seen.items()}
    assert [cell for cell in said if said[cell] != laid.get(cell)] == []
    assert len(said) >= least


@pytest.mark.parametrize(("seed", "least"), [(4, 2), (9, 2), (12, 2)])
def test_what_is_left_open_of_a_counter_s_figures_tells_it_from_others(tmp_path: Path, seed: int, least: int) -> None:
    heaps = [Heap((lower, upper), right=lower, other=other) for (upper, lower), other in HEAPS.items()]
    odds = told_apart(tmp_path, heaps, seed, (1920, 1080))
    assert min(odds) > -TELLS
    assert sum(each > TELLS for each in odds) >= least


@pytest.mark.parametrize("seed", [4, 5])
def test_of_two_counters_of_one_colour_that_lie_upon_each_other_the_upper_is_read(tmp_path: Path, seed: int) -> None:
    heaps = [Heap((lower, upper), right=upper, other=other) for lower, upper, other in OF_ONE_COLOUR]
    assert min(told_apart(tmp_path, heaps, seed, (2592, 1944))) > TELLS


class Heap(NamedTuple):
    """Two counters, the lower one first, and one of them (`right`) that is to be told from an `other`."""

    pair: tuple[str, str]
    right: str
    other: str


def told_apart(folder: Path, heaps: Sequence[Heap], seed: int, size: tuple[int, int]) -> list[float]:
    """How much likelier (log) than with the other counter each of `heaps` is by one look, the board having been seen
    empty; `size` of the picture, px."""
    game = registry.find("corteo")
    options = chosen(game.options, {})
    cells = sorted(game.board(options).cells)[40 :: len(game.board(options).cells) // 9]
    kit, eye = kit_of(game, options), Eye(model_of(game, options))
    laid = {cell: counters(*heap.pair) for cell, heap in zip(cells, heaps)}
    scenes, shutter = [Scene({}, known=True), Scene(laid)], Shutter(kit, size=size, seed=seed)
    recording = write_evening(folder, kit, shutter, scenes, seed=seed, game=game.id, options=options)
    empty, full = (recordings.picture(folder, frame) for frame in recording.frames)
    eye.look(empty, 0.0)
    eye.learn({})
    seen = eye.look(full, 1.0).evidence
    others = [[heap.other if name == heap.right else name for name in heap.pair] for heap in heaps]
    return [
        seen[cell].loglik(as_contents(counters(*heap.pair))) - seen[cell].loglik(as_contents(counters(*other)))
        for cell, heap, other in zip(cells, heaps, others)
    ]


def counters(*names: str) -> tuple[str, ...]:
    return tuple(f"counter:{name}" for name in names)
