"""What a display shows biggest: who is to act and what for, and whom a line of the story is about."""

from __future__ import annotations

import pytest

from companion.headline import about, due
from companion.journal import Journal, Line
from companion.words import Words
from engines.pending import Decision, Dice, Over, Pending
from tests.casablanca_escape.escape_positions import Table, at
from tests.learning.test_teacher import SEATS, moment
from web.service import Due

NOW = moment(Table(card=3, red=at("Warsaw"), blue=at("Krakow")).state)
WORDS = Words(NOW.game, NOW.board, "it")


@pytest.mark.parametrize(
    ("pending", "shown"),
    [
        (Decision(("red",), "turn"), Due("decision", ("red",), "muovere Gestapo e fuggiasco")),
        (Dice("landing", "blue"), Due("roll", ("blue",), "dove sbarca la nave")),
        (Dice("landing", None), Due("roll", (), "dove sbarca la nave")),
        (Over(("blue",), "flown"), Due("over", ("blue",), "Blu decolla da Casablanca e vince.")),
    ],
)
def test_who_is_to_do_what_comes_in_parts(pending: Pending, shown: Due) -> None:
    assert due(NOW, WORDS, pending, None) == shown


def test_a_secret_decision_names_nobody_to_the_others() -> None:
    secret = Decision(("red",), "weapons", secret=True)
    assert due(NOW, WORDS, secret, "red").seats == ("red",)
    for other in ("blue", None):
        assert due(NOW, WORDS, secret, other) == Due("wait", (), "Un momento.")


def test_in_the_lobby_nobody_is_to_act() -> None:
    lobby = moment(None, "lobby")
    assert due(lobby, WORDS, None, None).kind == "lobby"


def test_a_line_is_about_the_seat_that_it_names() -> None:
    journal = NOW.journal
    assert isinstance(journal, Journal)
    assert about(journal, Line(0, "rolled", {"seat": "blue"}, None)) == "blue"
    assert about(journal, Line(0, "red_card", {"card": 3}, None)) == ""
    assert about(journal, Line(0, "tie", {"seat": SEATS}, None)) == ""
