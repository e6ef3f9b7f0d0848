"""What the display says of everybody in the escape: the friends who still have something to give."""

from __future__ import annotations

from pathlib import Path

from engines import registry
from engines.casablanca_escape.actions import Fly
from engines.pending import Decision, Dice, Over
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


def flown(evening: Evening) -> str:
    """Somebody flies from Casablanca, with the dice where they are asked for; who."""
    for _ in range(60):
        match ESCAPE.pending(evening.state):
            case Dice(seat=seat):
                evening.service.roll(seat or "red", None, evening.key(), "en")
            case Decision(seats=(seat, *_), kind="turn"):
                evening.service.edit({f"{seat}.fugitive": "0426"}, evening.key(), "en")
                evening.act(seat, Fly())
                if isinstance(ESCAPE.pending(evening.state), Dice):
                    evening.service.roll(seat, (6, 6), evening.key(), "en")
                return seat
            case Decision(seats=(seat, *_)):
                evening.act(seat, next(iter(ESCAPE.legal(evening.state, seat))))
    raise AssertionError("nobody's turn came")


def test_the_winner_who_flew_is_not_shown_like_those_who_are_out(tmp_path: Path) -> None:
    evening = Evening(tmp_path, game=ESCAPE).begin()
    winner = flown(evening)
    assert ESCAPE.pending(evening.state) == Over((winner,), "flown")
    fates = EveningPages(evening).open("/table").partition('class="fates"')[2].partition("</ol>")[0]
    (row,) = [row for row in fates.split("<li ") if f'data-seat="{winner}"' in row]
    assert " out" not in row.partition(">")[0]
