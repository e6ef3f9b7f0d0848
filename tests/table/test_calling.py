"""Sentences call players by their names; pieces and sides keep theirs."""

from __future__ import annotations

import pytest

from companion.readings import Breach, Repair
from companion.words import Words
from engines import registry
from engines.game import Intent, Violation
from engines.texts import LANGUAGES
from tests.table.evenings import Evening

GAME = registry.find("casablanca_escape")
BOARD = GAME.board({})
PEOPLE = {"red": "Ilsa", "blue": "blue", "green": "{seat}"}


def words(lang: str = "en", **called: str) -> Words:
    return Words(GAME, BOARD, lang, called or PEOPLE)


def test_phones_ask_and_tell_by_the_names_of_those_who_sit_there(evening: Evening) -> None:
    evening.begin()
    for seat in ("red", None):
        snapshot = evening.service.snapshot(seat, "en")
        names = [player.name for player in snapshot.players]
        assert snapshot.asks.startswith(names[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_who_is_called_like_a_colour_or_a_gap_in_a_sentence_is_called_so(lang: str) -> None:
    for seat, name in PEOPLE.items():
        assert words(lang).say("asks.decision", {"seat": seat, "what": "…"}) == f"{name}: …."


def test_pieces_are_told_by_their_colour_whoever_they_belong_to() -> None:
    assert words().repair(Repair("move", "disc:red", "2601", "2602")) == "Move the red disc from 2601 to 2602."
    cape = registry.find("cape_horn")
    horn = Words(cape, cape.board({}), "en", {"white": "Ilsa"})
    assert horn.piece("ship:white") == "White's ship"
    assert horn.say("news.begins", {"seat": "white"}) == "Ilsa begins."


def test_what_the_host_corrects_of_a_player_is_told_by_name() -> None:
    corrected = {"fact": ("red.gold", "turn", "white.gold")}
    assert (
        words().say("news.edited", corrected)
        == "The host corrects: Ilsa: gold, Whose movement turn it is, White: gold."
    )


def test_a_side_that_sentences_are_about_stays_what_it_is() -> None:
    corteo = registry.find("corteo")
    assert Words(corteo, corteo.board({}), "en", {"march": "Ilsa"}).seat("march") == "the march"


@pytest.mark.parametrize(
    ("together", "said"),
    [((), "Ilsa: A washer lies on 4: no way through."), (("red", "blue"), "A washer lies on 4: no way through.")],
)
def test_where_several_are_asked_together_nobody_is_blamed_for_what_a_hand_did(
    together: tuple[str, ...], said: str
) -> None:
    hunt = registry.find("fifth_column")
    breach = Breach((Intent("red", None),), (Violation("setup.blocked", "washer_there", {"place": "4"}),), ())
    warning = Words(hunt, hunt.board({}), "en", PEOPLE).warning(breach, None, False, None, together)
    assert warning is not None
    assert warning.words == [said]
