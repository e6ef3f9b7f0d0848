"""``tavolo verify`` on a spy's log: an honest one holds, and whatever was changed in one afterwards is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest
from fifth_positions import GAME

from companion.logfile import log_lines, verify_log
from engines.fifth_column.actions import Ask, Done, First, Play
from tests.table.evenings import Evening

Lines: TypeAlias = list[dict[str, Any]]


class Hunt(msgspec.Struct):
    """Logs of one hunt, downloaded during play and after it, the seal that a phone showed, and the table."""

    evening: Evening
    early: Path
    whole: Path
    seal: str

    def forged(self, folder: Path, change: Callable[[Lines], None]) -> Path:
        """The whole log as somebody changed it, without what would contradict itself: only early logs know better."""
        lines = [msgspec.json.decode(line) for line in self.whole.read_bytes().splitlines()]
        change(lines)
        path = folder / "forged.jsonl"
        path.write_bytes(b"\n".join(msgspec.json.encode(line) for line in lines) + b"\n")
        return path


@pytest.fixture(scope="module")
def hunt(tmp_path_factory: pytest.TempPathFactory) -> Hunt:
    folder = tmp_path_factory.mktemp("hunt")
    evening = Evening(folder, ("red", "blue", "green"), GAME, {"first": "chosen"}).begin()

    def written(name: str, *, whole: bool) -> Path:
        moment = evening.table.moment
        (folder / name).write_bytes(b"".join(log_lines(moment.row, moment.journal, whole=whole)))
        return folder / name

    evening.act("red", First("red"))
    evening.act("red", max(plays(evening), key=lambda one: len(one.path)))
    near = evening.state.ground.near(evening.state.hunt.hunters[0])
    evening.act("blue", Ask(1, near[0]))
    evening.act("green", Ask(2, evening.state.ground.near(evening.state.hunt.hunters[1])[0]))
    evening.act("blue", Done())
    ways = plays(evening)
    evening.act("red", next(one for one in ways if len([other for other in ways if other.card == one.card]) > 1))
    early = written("early.jsonl", whole=False)
    seal = GAME.published(evening.state)
    evening.act("blue", Done())
    return Hunt(evening, early, written("whole.jsonl", whole=True), f"{seal[:4]}-{seal[4:8]}")


def plays(evening: Evening) -> list[Play]:
    return [one for one in GAME.legal(evening.state, "red") if isinstance(one, Play)]


def of_kind(lines: Lines, kind: str) -> Lines:
    """The lines of all actions of that kind."""
    return [line for line in lines if line.get("entry", {}).get("action", {}).get("type") == kind]


def bare(lines: Lines) -> None:
    """Takes off what is told and sealed: who forges a log would forge these, too."""
    for line in lines[1:]:
        line.pop("told", None)
        line.pop("published", None)


def other_way(hunt: Hunt, lines: Lines) -> None:
    """The last move went elsewhere with the same card."""
    action = of_kind(lines, "play")[-1]["entry"]["action"]
    journal = hunt.evening.table.moment.journal
    assert journal is not None
    before = journal.standing[-2].before
    ways = [one.path for one in GAME.legal(before, "red") if isinstance(one, Play) and one.card == action["card"]]
    action["path"] = next(list(way) for way in ways if list(way) != action["path"])


def other_question(hunt: Hunt, lines: Lines) -> None:
    """The first hunter asked about another house."""
    action = of_kind(lines, "ask")[0]["entry"]["action"]
    here = hunt.evening.state.hunt.hunters[0]
    action["at"] = next(cell for cell in hunt.evening.state.ground.near(here) if cell != action["at"])


def test_an_honest_hunt_holds_against_what_was_downloaded_and_shown_during_play(hunt: Hunt) -> None:
    assert verify_log(hunt.whole, [hunt.early], [hunt.seal]) == []


@pytest.mark.legal("seal.trail")
def test_a_trail_that_was_changed_is_named_by_its_seal(hunt: Hunt, tmp_path: Path) -> None:
    forged = hunt.forged(tmp_path, lambda lines: other_way(hunt, lines))
    number = len(hunt.evening.entries) - 2
    assert any(problem.startswith(f"entry {number}: ") and "sealed" in problem for problem in verify_log(forged))


def test_whoever_rewrites_the_seals_too_is_found_by_an_early_log_and_by_a_phone(hunt: Hunt, tmp_path: Path) -> None:
    def change(lines: Lines) -> None:
        other_way(hunt, lines)
        bare(lines)

    forged = hunt.forged(tmp_path, change)
    assert verify_log(forged) == []
    assert any("a secret was changed" in problem for problem in verify_log(forged, [hunt.early]))
    assert any(hunt.seal in problem for problem in verify_log(forged, noted=[hunt.seal]))


@pytest.mark.parametrize("chance", ["salt", "hideout", "deck", "map"])
def test_chance_that_was_changed_is_named(hunt: Hunt, tmp_path: Path, chance: str) -> None:
    def change(lines: Lines) -> None:
        result = next(line["entry"]["result"] for line in lines if line.get("entry", {}).get("chance") == chance)
        result[-1], result[-2] = result[-2], result[-1]

    assert any(f"{chance!r} is not what" in problem for problem in verify_log(hunt.forged(tmp_path, change)))


def test_an_answer_that_was_changed_is_named_with_what_the_trail_says(hunt: Hunt, tmp_path: Path) -> None:
    def change(lines: Lines) -> None:
        told = of_kind(lines, "ask")[0]["told"][0]
        told["key"] = {"news.passed_here": "news.not_here", "news.not_here": "news.passed_here"}[told["key"]]

    (problem,) = verify_log(hunt.forged(tmp_path, change), [hunt.early], [hunt.seal])
    assert "news.passed_here" in problem
    assert "news.not_here" in problem


def test_a_question_that_was_exchanged_for_another_is_named(hunt: Hunt, tmp_path: Path) -> None:
    forged = hunt.forged(tmp_path, lambda lines: other_question(hunt, lines))
    assert any("all were told" in problem for problem in verify_log(forged))


def test_a_question_exchanged_with_its_answer_is_found_by_an_early_log(hunt: Hunt, tmp_path: Path) -> None:
    def change(lines: Lines) -> None:
        other_question(hunt, lines)
        bare(lines)

    forged = hunt.forged(tmp_path, change)
    assert verify_log(forged) == []
    problems = verify_log(forged, [hunt.early], [hunt.seal])
    asked = of_kind([msgspec.json.decode(line) for line in hunt.whole.read_bytes().splitlines()], "ask")[0]
    assert any(str(hunt.early) in one and f'"at":"{asked["entry"]["action"]["at"]}"' in one for one in problems)


def test_a_marker_that_the_host_never_could_lay_is_named(hunt: Hunt, tmp_path: Path) -> None:
    def change(lines: Lines) -> None:
        at = of_kind(lines, "ask")[0]["entry"]["action"]["at"]
        lines.append({"t": 1.0, "entry": {"type": "edit", "facts": {f"clue.{at}": True}}})

    (problem,) = verify_log(hunt.forged(tmp_path, change))
    assert problem.startswith(f"entry {len(hunt.evening.entries)} cannot be replayed: “clue.")


def test_an_entry_that_all_saw_and_that_was_left_out_is_named(hunt: Hunt, tmp_path: Path) -> None:
    def change(lines: Lines) -> None:
        lines.remove(of_kind(lines, "ask")[1])
        bare(lines)

    assert any(str(hunt.early) in problem for problem in verify_log(hunt.forged(tmp_path, change), [hunt.early]))
