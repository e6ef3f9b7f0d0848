"""How long until the table answers for somebody: counted down on the phones, and telling nothing that is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import registry
from engines.casablanca_agents.actions import Bribe, First, LetStand, Move, Settle
from tests.table.absent import Absent, NoDefault, Secret
from tests.toys.chase import MoveHunter

AGENTS = registry.find("casablanca_agents")


def left(evening: Absent, seat: str | None = None) -> float | None:
    """What a phone is told."""
    return evening.service.snapshot(seat, "en").answers_in_s


@pytest.fixture
def playing(tmp_path: Path) -> Absent:
    evening = Absent(tmp_path)
    evening.begin()
    evening.evenings.set_patience(30, "en")
    return evening


def test_every_phone_sees_how_long_the_table_still_waits(playing: Absent) -> None:
    playing.table.tick()
    playing.clock.t += 12
    assert [left(playing, seat) for seat in ("red", "blue", None)] == [18, 18, 18]
    playing.act("red", MoveHunter("0100"))
    assert left(playing) == 30


def test_where_the_table_waits_for_ever_nothing_is_counted(tmp_path: Path, playing: Absent) -> None:
    playing.evenings.set_patience(0, "en")
    assert left(playing) is None
    (tmp_path / "other").mkdir()
    other = Absent(tmp_path / "other", game=NoDefault())
    other.begin()
    other.evenings.set_patience(30, "en")
    assert left(other) is None, "red is asked, and the rulebook has no answer for who sleeps"


def test_what_is_asked_in_secret_is_not_counted_down(tmp_path: Path) -> None:
    evening = Absent(tmp_path, game=Secret())
    evening.begin()
    evening.evenings.set_patience(30, "en")
    assert left(evening, "red") is None


@pytest.fixture
def announced(tmp_path: Path) -> Absent:
    """Red of three has announced a move, and blue is heard first."""
    evening = Absent(tmp_path, ("red", "blue", "green"), AGENTS, {"first": "chosen"})
    evening.begin()
    evening.act("red", First("red"))
    for seat in ("red", "blue", "green"):
        for agent in ("bleu", "gray", "sheela"):
            evening.act(seat, Bribe(agent, 100))
        evening.act(seat, Settle())
    evening.act("red", Move("bleu", "22"))
    evening.evenings.set_patience(30, "en")
    evening.table.tick()
    return evening


def test_an_early_answer_that_nobody_sees_does_not_begin_the_time_anew(announced: Absent) -> None:
    announced.clock.t += 20
    announced.table.tick()
    announced.act("green", LetStand())
    announced.table.tick()
    assert left(announced, "blue") == 10


def test_an_answer_that_all_see_begins_it_anew(announced: Absent) -> None:
    announced.clock.t += 20
    announced.table.tick()
    announced.act("blue", LetStand())
    assert left(announced, "green") == 30
