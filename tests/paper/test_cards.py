"""Printed cards: what stands on one keeps its distance."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.paper.cards_sheets import CARD_MM
from companion.paper.kit import Order, print_kit
from engines import registry
from engines.options import chosen
from engines.texts import LANGUAGES
from tests.paper.looking import Grey, opened, page_picture

ESCAPE = registry.find("casablanca_escape")
PX_MM, COLUMNS, ROWS = 8.0, 4, 2


def card(pdf: Path, number: int) -> Grey:
    """The front of the card `number`, counted from one."""
    page, spot = divmod(number - 1, COLUMNS * ROWS)
    row, column = divmod(spot, COLUMNS)
    with opened(pdf) as document:
        sheet = page_picture(document[2 * page], PX_MM)
    width, height = (round(length * PX_MM) for length in CARD_MM)
    left, top = (sheet.shape[1] - COLUMNS * width) // 2, (sheet.shape[0] - ROWS * height) // 2
    return sheet[top + row * height :, left + column * width :][:height, :width]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_title_of_two_lines_touches_neither_the_number_above_it_nor_what_is_listed_below(
    lang: str, tmp_path: Path
) -> None:
    order = Order(ESCAPE, chosen(ESCAPE.options, {}), ESCAPE.seats, lang=lang)
    (file,) = print_kit(order, ["cards"], tmp_path)
    for number in (8, 15, 20):
        inked = (card(tmp_path / file.file, number)[:, round(6 * PX_MM) : round(57 * PX_MM)] < 128).any(axis=1)
        for above, below in ((25.5, 27), (39, 41)):
            assert not inked[round(above * PX_MM) : round(below * PX_MM)].any()
        assert inked[round(27 * PX_MM) : round(39 * PX_MM)].any()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_cards_words_are_never_parted_and_none_stands_alone_in_the_last_line(lang: str, tmp_path: Path) -> None:
    order = Order(ESCAPE, chosen(ESCAPE.options, {}), ESCAPE.seats, lang=lang)
    (file,) = print_kit(order, ["cards"], tmp_path)
    lines = []
    with opened(tmp_path / file.file) as document:
        for page in range(0, len(document), 2):
            lines += document[page].get_textpage().get_text_range().splitlines()
    ends = [line.rstrip()[-1:] for line in lines]
    assert not {"-", "\N{HYPHEN}", "\N{SOFT HYPHEN}", "\ufffe"} & set(ends)
    assert not [line for line in lines if line.rstrip().endswith(".") and len(line.split()) == 1]
