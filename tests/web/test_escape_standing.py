"""What the display says of everybody in the escape: the friends who still have something to give."""

from __future__ import annotations

from pathlib import Path

from engines import registry
from engines.pending import Dice
from tests.table.evenings import Evening
from tests.web.evening_pages import EveningPages

ESCAPE = registry.find("casablanca_escape")
ALL_FOUND = "Every friend has been found."


def test_before_the_cards_are_dealt_no_friend_is_said_to_have_been_found(tmp_path: Path) -> None:
    evening = Evening(tmp_path, game=ESCAPE).begin()
    pages = EveningPages(evening)
    if evening.table.moment.phase == "setup":
        evening.service.begin("en")
    assert evening.table.moment.phase == "playing"
    assert not any(evening.state.boxes)
    assert ALL_FOUND not in pages.open("/table")
    while isinstance(dice := ESCAPE.pending(evening.state), Dice):
        evening.service.roll(dice.seat or "red", None, evening.key(), "en")
    assert all(evening.state.boxes)
    page = pages.open("/table")
    assert ALL_FOUND not in page
    assert "Yvonne <small>" in page
