"""Corteo's own counters without tags, whose names and figures an eye reads at a usual camera's size."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.board_eye import kit_of
from companion.seeing import see
from engines import registry
from engines.options import chosen
from vision.virtual.evening import Scene, write_evening
from vision.virtual.shutter import Shutter
from vision.weighing import as_contents

ALIKE = (
    "mov-6-6", "mov-6-4", "mov-4-4", "mov-4-2", "mov-4-1", "autop-6-6", "autop-6-4",
    "lc-6-4", "lc-4-4", "lc-4-2", "anarchists-6-6", "anarchists-6-4", "feminists-4-2", "feminists-4-1",
)  # fmt: skip
"""Counters that differ from others in their figures or their name and hardly in colour."""


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
