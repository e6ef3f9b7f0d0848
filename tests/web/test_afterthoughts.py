"""What a page shows better later: the newest question is thought through beside the table, all others are dropped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web import fakes
from tests.web.thinking import after_long, breaks, doubled, how_likely_it_is_ended
from tests.web.wire import Stream
from web import regions, streams
from web.afterthoughts import Afterthought, Afterthoughts, Later
from web.server import Server

PATIENCE_S = 20.0


@pytest.fixture
def thoughts() -> Iterator[Afterthoughts]:
    thoughts = Afterthoughts()
    yield thoughts
    thoughts.of(None)
    until(lambda: not fakes.thoughts_now())


def until(met: Callable[[], bool]) -> None:
    """Waits until `met`."""
    fakes.wait_until(met, within_s=PATIENCE_S)


def test_it_is_being_thought_about_until_it_has_an_answer_which_is_remembered(thoughts: Afterthoughts) -> None:
    assert thoughts.of(Afterthought(doubled, 4)) == Later(None, True)
    until(lambda: thoughts.ended == 1)
    assert thoughts.of(Afterthought(doubled, 4)) == Later(8, False)
    assert thoughts.of(None) == Later(None, False)
    assert thoughts.of(Afterthought(doubled, 4)) == Later(8, False)
    assert not fakes.thoughts_now()


def test_however_many_ask_the_same_is_thought_about_once(thoughts: Afterthoughts) -> None:
    for _ in range(5):
        thoughts.of(Afterthought(after_long, 1))
    assert fakes.thoughts_now() == 1


def test_a_question_that_has_gone_by_is_dropped_for_the_newest(thoughts: Afterthoughts) -> None:
    thoughts.of(Afterthought(after_long, 1))
    thoughts.of(Afterthought(doubled, 2))
    until(lambda: thoughts.ended == 1)
    assert thoughts.of(Afterthought(doubled, 2)) == Later(4, False)
    until(lambda: not fakes.thoughts_now())
    assert thoughts.ended == 1


def test_when_nothing_is_asked_any_more_nothing_is_thought_about(thoughts: Afterthoughts) -> None:
    thoughts.of(Afterthought(after_long, 1))
    assert thoughts.of(None) == Later(None, False)
    until(lambda: not fakes.thoughts_now())
    assert thoughts.ended == 0


def test_a_page_that_is_still_open_when_the_table_closes_begins_nothing_more(thoughts: Afterthoughts) -> None:
    thoughts.of(Afterthought(after_long, 1))
    thoughts.close()
    assert thoughts.of(Afterthought(after_long, 1)) == Later(None, False)
    until(lambda: not fakes.thoughts_now())


def test_a_thought_that_breaks_leaves_what_there_was_and_is_not_begun_again(thoughts: Afterthoughts) -> None:
    thoughts.of(Afterthought(breaks, 1))
    until(lambda: thoughts.ended == 1)
    assert thoughts.of(Afterthought(breaks, 1)) == Later(None, False)


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="only Linux chooses by that")
def test_where_memory_runs_out_it_is_ended_before_the_table(thoughts: Afterthoughts) -> None:
    thoughts.of(Afterthought(how_likely_it_is_ended, 1))
    until(lambda: thoughts.ended == 1)
    assert thoughts.of(Afterthought(how_likely_it_is_ended, 1)).answer > how_likely_it_is_ended(1)


def test_a_machine_that_has_no_room_for_another_process_shows_what_there_is(
    thoughts: Afterthoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert thoughts.of(Afterthought(doubled, 1)) == Later(None, False)
    assert thoughts.of(Afterthought(doubled, 1)) == Later(None, False)


def think_about(monkeypatch: pytest.MonkeyPatch, table: fakes.FakeTable, function: Callable[[int], int]) -> None:
    """The parlour's standing becomes better by `function` of how many lines its story has."""
    monkeypatch.setattr(regions, "late_parts_of", lambda game: frozenset({"standing"}))
    monkeypatch.setattr(regions, "afterthought_of", lambda game, view: Afterthought(function, len(table.story)))
    monkeypatch.setattr(streams, "SLICE_S", 0.05)
    table.begin_playing("red")


def test_a_page_hears_what_is_there_at_once_and_what_was_thought_through_later(
    table: fakes.FakeTable, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_about(monkeypatch, table, doubled)
    with Stream(server.port, "/events/page/watch") as stream:
        first, second, third = (stream.next(PATIENCE_S) for _ in range(3))
    assert "ask" in first.data["html"]
    assert set(second.data["html"]) == set(third.data["html"]) == {"standing"}
    assert [one.id.endswith(".part") for one in (first, second, third)] == [True, True, False]
    with Stream(server.port, "/events/page/watch", last_id=third.id) as stream:
        assert stream.next().kind == "beat"


def test_who_was_away_meanwhile_is_told_the_better_when_it_comes_back(
    table: fakes.FakeTable, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_about(monkeypatch, table, after_long)
    monkeypatch.setattr(streams, "HEARTBEAT_S", 0.1)
    with Stream(server.port, "/events/page/watch") as stream:
        while (last := stream.next()).kind != "beat":
            pass
    with Stream(server.port, "/events/page/watch", last_id=last.id) as stream:
        assert "ask" in stream.next().data["html"]
    server.stop()
    until(lambda: not fakes.thoughts_now())


def test_a_table_that_closes_thinks_no_more(
    table: fakes.FakeTable, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_about(monkeypatch, table, after_long)
    with Stream(server.port, "/events/page/watch") as stream:
        stream.next()
        stream.next()
        assert fakes.thoughts_now() == 1
    server.stop()
    until(lambda: not fakes.thoughts_now())
