"""What players read while they set the board up: little piece by piece, much kind by kind, over the last game's too."""

from __future__ import annotations

import pytest

from companion.laying_out import LayOut, laid_out
from companion.readings import Repair
from companion.words import Words
from tests.table.evenings import Evening
from tests.toys.chase import GAME, MoveRunner

SETUP = {
    "en": [
        "The blue discs (2): 0704; T0.",
        "The red discs (2): 0704; T0.",
        "The blue square: 0000.",
        "The red square: 0000.",
    ],
    "it": [
        "I dischi blu (2): 0704; T0.",
        "I dischi rossi (2): 0704; T0.",
        "Il quadrato blu: 0000.",
        "Il quadrato rosso: 0000.",
    ],
    "de": [
        "Blaue Scheiben (2): 0704; T0.",
        "Rote Scheiben (2): 0704; T0.",
        "Blaues Quadrat: 0000.",
        "Rotes Quadrat: 0000.",
    ],
}
CLEAR = {
    "en": "Clear away what lies wrong: 6 pieces.",
    "it": "Togliere dal tabellone ciò che è fuori posto: 6 pezzi.",
    "de": "Vom Spielplan nehmen, was falsch liegt: 6 Stück.",
}


def mend(evening: Evening, lang: str) -> list[str]:
    (warning,) = evening.service.snapshot("red", lang).warnings
    return list(warning.mend)


@pytest.mark.parametrize("lang", SETUP)
def test_an_empty_board_is_laid_out_kind_by_kind(evening: Evening, lang: str) -> None:
    evening.service.begin("en")
    evening.settle({}, seconds=2)
    assert mend(evening, lang) == SETUP[lang]


@pytest.mark.parametrize("lang", SETUP)
def test_a_rematch_begins_with_clearing_the_last_games_pieces_away(evening: Evening, lang: str) -> None:
    evening.watched()
    evening.service.edit({"runner.red": "0600"}, evening.key(), "en")
    evening.act("red", MoveRunner("0700"))
    evening.table.rematch()
    last = {"0300": ["square:blue", "square:red"], "0600": ["disc:blue", "disc:red"], "T2": ["disc:blue", "disc:red"]}
    evening.settle(last, seconds=2)
    assert mend(evening, lang) == [CLEAR[lang], *SETUP[lang]]


def test_the_last_pieces_are_told_one_by_one(evening: Evening) -> None:
    evening.service.begin("en")
    evening.settle({"0000": ["square:blue", "square:red"]}, seconds=2)
    assert "Put the red disc on 0704." in mend(evening, "en")


def test_a_piece_that_is_moved_and_turned_is_cleared_once_and_laid_out_once_as_it_is_turned() -> None:
    repairs = [Repair("move", "disc:red:back", "0000", "0100"), Repair("turn", "disc:red", "0100", "0100")]
    assert laid_out(repairs) == LayOut(1, (("disc:red", ("0100",)),))


def test_two_of_a_kind_in_one_place_are_counted() -> None:
    repairs = [Repair("put", "disc:red", None, cell) for cell in ("0000", "0000", "0100", "0200", "0300", "0400")]
    steps = Words(GAME, GAME.board({}), "en").set_up(repairs).steps
    assert steps == ["The red discs (6): 0000 (×2); 0100; 0200; 0300; 0400."]


def test_numbered_houses_are_laid_out_in_the_order_of_their_numbers() -> None:
    repairs = [Repair("put", "nut:red", None, house) for house in ("15", "20", "4", "83", "9", "1")]
    assert laid_out(repairs).kinds == (("nut:red", ("1", "4", "9", "15", "20", "83")),)


@pytest.mark.parametrize(
    ("lang", "aloud"),
    [
        ("en", "The red discs (6): 0000, and 4 more places."),
        ("it", "I dischi rossi (6): 0000; altri posti: 4."),
        ("de", "Rote Scheiben (6): 0000 und 4 weitere Orte."),
    ],
)
def test_of_a_pile_with_many_places_a_voice_reads_one_and_how_many_more(lang: str, aloud: str) -> None:
    repairs = [Repair("put", "disc:red", None, cell) for cell in ("0000", "0000", "0100", "0200", "0300", "0400")]
    assert Words(GAME, GAME.board({}), lang).set_up(repairs).first_aloud == aloud


def test_a_single_step_is_read_aloud_as_it_is_written() -> None:
    words = Words(GAME, GAME.board({}), "en")
    for repairs in ([Repair("put", "disc:red", None, "0704")], [Repair("take_off", "disc:red", "0000", None)] * 7):
        wanted = words.set_up(repairs)
        assert wanted.first_aloud == wanted.steps[0]
