"""The table as a teacher: its answers in a player's language, with the rule in our words."""

from __future__ import annotations

import msgspec
import pytest

from companion import learning
from companion.fair_chance import SecretChain, commitment
from companion.journal import Journal
from companion.learning_service import Teacher, lesson_key
from companion.moment import Moment
from companion.referee import Ruling
from companion.store import GameRow, Phase, PlayerRow
from engines.casablanca_escape.actions import MoveGestapo
from engines.casablanca_escape.state import State
from engines.pending import Decision, Pending
from tests.casablanca_escape.escape_positions import GAME, Table, at
from tests.web import fakes
from web.service import Refused

SEATS = ("red", "blue")
CHAIN = SecretChain("11" * 32)
ROW = GameRow(
    1, GAME.id, "", 1, {"version": "simple"}, SEATS, "playing", commitment(CHAIN.secret()), CHAIN.seed, 0, {}, 0.0
)
PLAYERS = tuple(PlayerRow(seat, seat, "", "") for seat in SEATS)


def moment(state: State | None, phase: Phase = "playing", ruling: Ruling | None = None) -> Moment:
    journal = Journal(GAME, {}, SEATS, state) if state is not None else None
    return Moment(1, GAME, GAME.board({}), ROW, phase, "advise", PLAYERS, (), journal, ruling=ruling or Ruling())


@pytest.fixture
def teacher() -> Teacher:
    now = moment(Table(card=3, red=at("Warsaw"), blue=at("Krakow")).state)
    return Teacher(lambda: now)


def test_help_names_what_can_be_done_what_it_does_and_its_rule(teacher: Teacher) -> None:
    first = teacher.help("red", "it").possible[0]
    assert (first.name, first.count, first.on_board) == ("Muovere la Gestapo", 18, True)
    assert first.words.startswith("La tua pedina quadrata")
    assert first.rule is not None
    assert first.rule.id == "gestapo.move"
    assert "1 o 2 esagoni" in first.rule.text


def test_of_more_than_are_looked_at_help_says_that_there_are_at_least_so_many(
    teacher: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(one.at_least for one in teacher.help("red", "en").possible)
    monkeypatch.setattr(learning, "LISTED_AT_MOST", 10)
    (only,) = teacher.help("red", "en").possible
    assert (only.count, only.at_least) == (10, True)
    page = (
        fakes.parlour(fakes.FakeTable())
        .extensions["tavolo"]
        .render("learning/help.html", "en", GAME.id, help=teacher.help("red", "en"), longest_place=80)
    )
    assert "at least 10 ways" in page


def test_help_says_what_it_would_take(teacher: Teacher) -> None:
    camel = next(one for one in teacher.help("red", "de").not_now if one.what == ["Ein Kamel kaufen"])
    assert camel.needed == "Beginne deinen Zug in einem afrikanischen Ort."
    assert camel.rule is not None
    assert camel.rule.id == "camel.buy"


def test_out_of_turn_help_lists_nothing_and_says_whose_turn_it_is(teacher: Teacher) -> None:
    found = teacher.help("blue", "en")
    assert found.possible == []
    assert found.not_now[0].words == "It is red's turn, not blue's."
    assert found.not_now[0].needed == "Wait until red is done."


def test_many_actions_with_one_objection_are_named_by_kind() -> None:
    now = moment(Table(red=at("Warsaw"), blue=at("Krakow", green=["fast", "papers", "weapons", "canteen"])).state)
    (only,) = Teacher(lambda: now).help("blue", "en").not_now
    assert only.what.count("Play a green card") == 1
    assert "Play Weapons" not in only.what


@pytest.mark.parametrize("name", ["Paris", "parigi", " PARIS "])
def test_a_place_may_be_asked_about_by_its_name(teacher: Teacher, name: str) -> None:
    answer = teacher.why_not_there("red", name, "it")
    assert answer.subject == "Parigi"
    assert "al massimo 2" in answer.objections[0].words
    assert answer.objections[0].needed


def test_a_question_is_answered_as_a_question_not_as_a_deed(teacher: Teacher) -> None:
    assert "would have to go" in teacher.why_not_there("red", "Paris", "en").objections[0].words


def test_an_unknown_place_is_named(teacher: Teacher) -> None:
    with pytest.raises(Refused, match="Atlantide"):
        teacher.why_not_there("red", "Atlantide", "it")


def test_an_action_may_be_asked_about(teacher: Teacher) -> None:
    answer = teacher.why_not("red", b'{"type":"play_green","green":"fast"}', "en")
    assert answer.subject == "Play Fast move"
    assert answer.objections[0].words == "You do not hold Fast move."
    assert teacher.why_not("red", msgspec.json.encode(MoveGestapo("1807")), "en").allowed == ["Gestapo to 1807"]


@pytest.mark.parametrize("action", [b"{}", b'{"type":"teleport"}', b"\xff", b"["])
def test_nonsense_is_refused_with_words(teacher: Teacher, action: bytes) -> None:
    with pytest.raises(Refused):
        teacher.why_not("red", action, "de")


def test_before_the_game_the_teacher_says_how_to_begin() -> None:
    lobby = Teacher(lambda: moment(None, "lobby"))
    assert "seat" in lobby.lesson("red", "en").words
    assert lobby.help("red", "en").possible == []
    answer = lobby.why_not_there("red", "Paris", "en")
    assert answer.objections[0].needed == lobby.lesson("red", "en").words


def test_while_a_breach_holds_the_turn_what_is_allowed_waits_for_it_and_what_is_not_keeps_its_reason() -> None:
    now = moment(Table(red=at("Warsaw"), blue=at("Krakow")).state, ruling=Ruling(holds=True))
    near = Teacher(lambda: now).why_not("red", msgspec.json.encode(MoveGestapo("1807")), "en")
    assert near.allowed == []
    assert [(one.what, one.words) for one in near.objections] == [
        (["Gestapo to 1807"], "The board must be mended first, or the host lets it pass.")
    ]
    far = Teacher(lambda: now).why_not_there("red", "Paris", "en")
    assert "would have to go" in far.objections[0].words


def test_dice_that_are_due_are_offered_to_who_rolls_them() -> None:
    teacher = Teacher(lambda: moment(GAME.new({}, SEATS), "setup"))
    assert [deed.kind for deed in teacher.help("red", "en").possible] == ["roll"]
    assert teacher.help("blue", "en").possible == []
    assert teacher.lesson("blue", "en").words.startswith("Everybody throws two dice")


def test_a_secret_decision_is_explained_only_to_who_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    def pending(state: State) -> Pending:
        return Decision(("red",), "weapons", secret=True)

    now = moment(Table(red=at("Warsaw"), blue=at("Krakow")).state)
    monkeypatch.setattr(GAME, "pending", pending)
    assert lesson_key(now, "red") == "learn.decision.weapons"
    assert lesson_key(now, "blue") == lesson_key(now, None) == "learn.wait"


def test_the_rulebook_has_every_rule_once_in_titled_chapters(teacher: Teacher) -> None:
    book = teacher.rulebook("it")
    printed = [rule for chapter in book.chapters for rule in chapter.rules]
    assert sorted(rule.id for rule in printed) == sorted(rule.id for rule in GAME.rulebook)
    assert len({chapter.title for chapter in book.chapters}) == len(book.chapters)
    assert not any("decision" in rule.section for rule in printed)
    assert "§3 In Africa, carta 25" in {rule.section for rule in printed}
    assert ("Versione", "Semplice: le carte rosse si scoprono dal mazzo") in book.tonight
