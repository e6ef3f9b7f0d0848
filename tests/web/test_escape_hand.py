"""What a phone shows of the own hand in the escape."""

from __future__ import annotations

from pathlib import Path

from engines import registry
from engines.pending import Decision, Dice
from tests.table.evenings import Evening
from tests.web.evening_pages import EveningPages

ESCAPE = registry.find("casablanca_escape")


def test_while_one_chooses_a_red_card_the_others_can_look_at_theirs(tmp_path: Path) -> None:
    evening = Evening(tmp_path, game=ESCAPE, options={"version": "articulated"}).begin()
    while isinstance(dice := ESCAPE.pending(evening.state), Dice):
        evening.service.roll(dice.seat or "red", None, evening.key(), "en")
    if evening.table.moment.phase == "setup":
        evening.service.begin("en")
    asked = ESCAPE.pending(evening.state)
    assert isinstance(asked, Decision)
    assert asked.kind == "red_card"
    (chooser,) = asked.seats
    (other,) = {"red", "blue"} - {chooser}
    pages = EveningPages(evening)
    assert "My red cards (16)" in pages.page(other)
    assert "My red cards" not in pages.page(chooser), "there they are offered"
