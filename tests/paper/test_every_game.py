"""Every game that is offered prints with no code of its own: fonts inside, nothing in pixels, nothing cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.paper.kit import Order, print_kit
from companion.paper.papers import SAFE_MM
from engines import registry
from engines.options import chosen

from .looking import inside, opened, page_picture

PAPER = "A2"
"""Few sheets, so that all can be looked at."""


@pytest.mark.parametrize("name", registry.names())
def test_a_game_prints_board_pieces_and_cards(name: str, tmp_path: Path) -> None:
    game = registry.find(name)
    options = chosen(game.options, {})
    order = Order(game, options, game.seats[: game.max_seats], PAPER, "it")
    files = {file.part: file for file in print_kit(order, ("tiles", "counters", "cards"), tmp_path)}
    assert {"tiles", "counters"} <= set(files)
    assert ("cards" in files) == bool(game.decks(options))
    for file in files.values():
        fonts, missing, pictures = inside((tmp_path / file.file).read_bytes())
        assert fonts
        assert (missing, pictures) == (set(), 0), f"{file.part}: a font is not inside, or a drawing became pixels"
        with opened(tmp_path / file.file) as pdf:
            for number in range(min(3, len(pdf))):
                picture = page_picture(pdf[number], 2)
                edge = int((SAFE_MM - 0.5) * 2)
                picture[edge:-edge, edge:-edge] = 255
                assert picture.min() > 250, f"{file.part}, sheet {number + 1}: something is in the unprintable margin"
