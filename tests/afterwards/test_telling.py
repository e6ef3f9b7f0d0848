"""The tale of a toy evening: what is told to everybody during play, and to those who were there at the end."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.afterwards.telling import Telling, telling
from engines import registry
from engines.afterwards import Series, plan_of
from engines.data import DataError
from engines.texts import LANGUAGES
from tests.table.evenings import Evening
from tests.toys.chase import GAME, GOAL, EndTurn, Gamble, MoveHunter, MoveRunner, Swap


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).begin()


def told(evening: Evening, lang: str = "en", kept: tuple[int, ...] = ()) -> Telling:
    return telling(evening.table.moment, lang, kept)


def sentences(evening: Evening) -> list[str]:
    return [line.words for step in told(evening).tale.steps for line in step.lines]


def caught_on_the_way(evening: Evening) -> Evening:
    """Red's hunter catches blue's runner, brought before it by the host, a minute after the first move."""
    evening.act("red", MoveHunter("0100"))
    evening.clock.t += 60
    evening.act("red", MoveRunner("0603"))
    evening.act("blue", EndTurn())
    evening.service.edit({"runner.blue": "0200"}, evening.key(), "en")
    evening.act("red", MoveHunter("0200"))
    return evening


def finished(evening: Evening) -> Evening:
    """Red's runner, brought before the goal by the host, reaches it."""
    evening.service.edit({"runner.red": "0600"}, evening.key(), "en")
    evening.act("red", MoveRunner(GOAL))
    assert evening.table.moment.phase == "over"
    return evening


def test_every_move_is_a_step_with_its_sentence_and_what_changed_on_the_board(evening: Evening) -> None:
    evening.act("red", MoveHunter("0100"))
    (step,) = told(evening).tale.steps
    assert [line.words for line in step.lines] == ["Red: hunter to 0100"]
    assert step.changes == {"0000": ("square:blue",), "0100": ("square:red",)}
    assert step.seat == "red"


def test_an_action_without_news_is_told_as_the_player_chose_it(evening: Evening) -> None:
    evening.act("red", EndTurn())
    assert sentences(evening) == ["Red: End the turn"]


def test_the_boards_of_the_steps_lead_to_the_board_on_the_table(evening: Evening) -> None:
    caught_on_the_way(evening)
    tale = told(evening).tale
    board = dict(tale.first)
    for step in tale.steps:
        board |= step.changes
    assert {cell: looks for cell, looks in board.items() if looks} == dict(evening.table.moment.placement)


def test_a_swap_in_secret_is_not_even_counted_during_play(evening: Evening) -> None:
    evening.act("red", MoveHunter("0100"))
    before = msgspec.json.encode(told(evening).tale)
    evening.act("red", Swap(8))
    assert msgspec.json.encode(told(evening).tale) == before
    evening.act("red", MoveRunner("0603"))
    assert [step.number for step in told(evening).tale.steps] == [0, 1]


def test_at_the_end_everything_is_told_with_who_alone_knew_it(evening: Evening) -> None:
    evening.act("red", Swap(8))
    finished(evening)
    secret = [line for step in told(evening).tale.steps for line in step.lines if line.knew]
    assert [(line.words, line.knew) for line in secret] == [("You hold 8 now", ("red",))]


def test_who_caught_whom_is_counted(evening: Evening) -> None:
    (met,) = told(caught_on_the_way(evening)).tale.meetings
    assert met.title == "Who caught whom"
    assert met.times == {"red": {"blue": 1}}


def test_the_numbers_of_each_seat_are_told_where_they_change(evening: Evening) -> None:
    tale = told(caught_on_the_way(evening)).tale
    (series,) = tale.series
    last = len(tale.steps) - 1
    assert series.values == {"red": [(0, 0)], "blue": [(0, 0), (last, 1)]}
    assert series.top == 3


def test_chapters_begin_with_their_news_and_hold_every_step(evening: Evening) -> None:
    tale = told(caught_on_the_way(evening)).tale
    assert [chapter.title for chapter in tale.chapters] == ["The start", "Later"]
    assert tale.chapters[0].last + 1 == tale.chapters[1].first
    assert tale.chapters[1].last == len(tale.steps) - 1


def test_moments_are_those_that_the_game_names(evening: Evening) -> None:
    caught_on_the_way(evening)
    moments = [line.words for step in told(evening).tale.steps for line in step.moments]
    assert moments == ["Red caught Blue"]


def test_dice_are_counted_face_by_face_and_real_ones_apart(evening: Evening) -> None:
    evening.act("red", Gamble())
    evening.service.roll("red", [5], evening.key(), "en")
    evening.act("red", Gamble())
    evening.service.roll("red", [2], evening.key(), "en")
    (dice,) = told(evening).tale.dice
    assert (dice.seat, dice.faces, dice.typed, dice.count, dice.mean) == ("red", (0, 1, 0, 0, 1, 0), 2, 2, 3.5)


def test_a_move_taken_back_is_told_once_as_that(evening: Evening) -> None:
    evening.act("red", MoveHunter("0100"))
    evening.service.undo("red", evening.key(), "en")
    tale = told(evening).tale
    assert [line.words for step in tale.steps for line in step.lines] == ["Red took back: Red: hunter to 0100"]
    assert tale.steps[0].changes == {}


def test_time_is_told_since_the_first_move(evening: Evening) -> None:
    tale = told(caught_on_the_way(evening)).tale
    assert [step.t_s for step in tale.steps][:2] == [0.0, 60.0]
    assert tale.lasted_s >= 60


def test_the_ending_says_who_won(evening: Evening) -> None:
    tale = told(finished(evening)).tale
    assert (tale.ending, tale.winners, tale.phase) == ("Red reached the goal", ("red",), "over")


def test_before_the_first_move_there_is_nothing_to_tell(tmp_path: Path) -> None:
    lobby = Evening(tmp_path)
    assert told(lobby).tale.steps == []
    assert told(lobby.begin()).tale.steps == []


def test_a_picture_belongs_to_the_step_it_was_taken_after(evening: Evening) -> None:
    evening.act("red", MoveHunter("0100"))
    evening.act("red", Swap(8))
    evening.act("red", MoveRunner("0603"))
    hunter, runner = told(evening).entries
    swap = hunter + 1
    assert [step.picture for step in told(evening, kept=(swap,)).tale.steps] == [True, False]
    assert [step.picture for step in told(evening, kept=(runner,)).tale.steps] == [False, True]


@pytest.mark.parametrize("name", registry.names())
def test_every_game_declares_what_is_told_of_it_in_words_that_it_has(name: str) -> None:
    plan = plan_of(registry.find(name))
    for lang in LANGUAGES:
        for series in plan.series:
            assert registry.find(name).texts.say(lang, f"tale.series.{series.name}")


def test_a_plan_that_names_unknown_news_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engines import afterwards

    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "afterwards.toml").write_text('moments = ["nobody_says_this"]')
    monkeypatch.setattr("tests.toys.chase.__file__", str(tmp_path / "chase.py"))
    afterwards.plan_of.cache_clear()
    with pytest.raises(DataError, match=r"moments: the game's texts have no news\.nobody_says_this"):
        plan_of(GAME)
    afterwards.plan_of.cache_clear()


def test_only_numbers_are_charted() -> None:
    series = Series("level", "players", "level")
    view = {"players": [{"seat": "red", "level": 2}, {"seat": "blue", "level": None}, {"seat": "green", "level": True}]}
    assert series.values(view) == {"red": 2}
