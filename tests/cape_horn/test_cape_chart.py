"""The printed chart of Cape Horn as screens show it: nothing of it lies beside the sheet."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from engines.cape_horn.game import GAME
from engines.texts import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"


def test_the_land_ends_with_the_sheet() -> None:
    drawing = ET.fromstring(GAME.board({}).svg("en"))
    land = next(group for group in drawing.iter(f"{SVG}g") if group.get("id") == "land")
    coast = land[0].get("d", "")
    assert not re.search("[a-z]", coast.replace("z", "")), "the points of the coast are written as places"
    heights = [float(height) for _, height in re.findall(r"(-?[\d.]+),(-?[\d.]+)", coast)]
    assert len(heights) > 100
    assert min(heights) >= 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_zones_have_the_numbers_that_the_chart_and_the_log_book_show(lang: str) -> None:
    facts = {"seat": "blue", "place": "A7", "colour": "red", "number": 3}
    assert " III " in GAME.texts.say(lang, "news.token", facts)
    assert GAME.texts.say(lang, "look.station:red-3").endswith(" III")
