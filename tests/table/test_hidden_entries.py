"""What one does in secret while others look on: nothing that they see, hear or are offered changes, nor its number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.readings import Ambiguous, TakenBack
from companion.sensors.herald import public_state
from companion.sensors.light_picture import LightPicture
from engines import registry
from engines.casablanca_agents.actions import Bribe, ChooseHeadquarters, First, Move, Object, Settle
from engines.entries import Act, Undo
from engines.game import Violation
from engines.pending import Decision
from tests.table.absent import Absent, NoDefault, Wandering
from tests.table.evenings import Evening
from tests.toys.chase import Action, Chase, State, Swap

AGENTS = registry.find("casablanca_agents")
SEATS = ("red", "blue", "green")


def seen(evening: Evening, *seats: str | None) -> list[object]:
    """All that the phones of `seats` are told, and a broker, with the numbers of changes."""
    phones = [(evening.service.snapshot(seat, "en"), evening.service.number(seat)) for seat in seats]
    return [phones, public_state(evening.table.moment)]


class Whispering(Chase):
    """The chase in which everybody may swap numbers in secret, also when it is another's turn."""

    def judge(self, state: State, seat: str, action: Action) -> tuple[Violation, ...]:
        return super().judge(_turned_to(state, seat) if isinstance(action, Swap) else state, seat, action)

    def apply(self, state: State, entry: Any) -> Any:
        if isinstance(entry, Act) and isinstance(entry.action, Swap):
            step = super().apply(_turned_to(state, entry.seat), entry)
            return msgspec.structs.replace(step, state=msgspec.structs.replace(step.state, turn=state.turn))
        return super().apply(state, entry)


class Sleepy(Whispering, Wandering):
    """There the rulebook has no default for red, and all the lot can draw for red is a move of the hunter."""


def _turned_to(state: State, seat: str) -> State:
    return msgspec.structs.replace(state, turn=state.seats.index(seat))


@pytest.fixture
def announced(tmp_path: Path) -> Evening:
    """Red has announced a move before the camera; blue is heard first, green may answer early."""
    evening = Evening(tmp_path, SEATS, AGENTS, {"first": "chosen"}).watched()
    evening.act("red", First("red"))
    for seat in SEATS:
        for agent in ("bleu", "gray", "sheela"):
            evening.act(seat, Bribe(agent, 300))
        evening.act(seat, Settle())
    evening.stands().act("red", Move("bleu", "22"))
    return evening.stands()


def test_a_warning_stays_as_it_is_when_somebody_answers_early_in_secret(announced: Evening) -> None:
    wrong = announced.board(agent_astaire="9")
    announced.settle(wrong, seconds=2)
    buzzer = LightPicture(lambda: announced.table.moment, dict)
    assert buzzer.tone() is not None
    before = seen(announced, "red", "blue", None)
    assert [warning.reading for warning in announced.service.snapshot(None, "en").warnings] == ["Breach"]
    announced.act("green", Object())
    assert seen(announced, "red", "blue", None) == before
    for _ in range(8):
        announced.look(wrong)
        assert seen(announced, "red", "blue", None) == before
        assert buzzer.tone() is None, "what was said once is not said again"


def test_the_host_may_still_let_a_breach_pass_after_a_secret_answer(announced: Evening) -> None:
    wrong = announced.board(agent_astaire="9")
    announced.settle(wrong, seconds=2)
    announced.act("green", Object())
    announced.service.let_pass("k", "en")
    announced.settle(wrong, seconds=2)
    assert "Breach" not in [warning.reading for warning in announced.service.snapshot(None, "en").warnings]


def test_an_offer_to_draw_lots_stays_when_who_is_asked_does_something_in_secret(tmp_path: Path) -> None:
    evening = Absent(tmp_path, game=NoDefault())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    evening.wait(16)
    before = seen(evening, "blue", None)
    assert evening.service.snapshot("blue", "en").overdue == ["red"]
    evening.act("red", Swap(8))
    assert seen(evening, "blue", None) == before
    evening.wait(1)
    assert seen(evening, "blue", None) == before


def test_an_offer_after_a_lot_stays_when_another_does_something_in_secret(tmp_path: Path) -> None:
    evening = Absent(tmp_path, game=Sleepy())
    evening.begin()
    evening.evenings.set_patience(15, "en")
    evening.wait(16)
    evening.evenings.answer_overdue("red", "blue", "k", "en")
    evening.wait(1)
    before = seen(evening, "red", None)
    assert evening.service.snapshot("blue", "en").overdue == ["red"]
    evening.act("blue", Swap(8))
    assert seen(evening, "red", None) == before
    evening.wait(1)
    assert seen(evening, "red", None) == before


def test_a_question_stays_as_it_is_when_another_does_something_in_secret(tmp_path: Path) -> None:
    evening = Evening(tmp_path, game=Whispering()).watched()
    evening.service.edit({"runner.red": "0302"}, "k", "en")
    evening.stands()
    board = evening.board()
    board["0302"] = ["disc:red:back"]
    evening.settle(board)
    assert any(isinstance(reading, Ambiguous) for reading in evening.table.moment.ruling.warnings)
    before = seen(evening, "red", None)
    evening.act("blue", Swap(8))
    assert seen(evening, "red", None) == before
    evening.settle(board)
    assert seen(evening, "red", None) == before


def test_what_is_done_in_secret_does_not_begin_the_time_anew(tmp_path: Path) -> None:
    evening = Absent(tmp_path)
    evening.begin()
    evening.evenings.set_patience(30, "en")
    evening.table.tick()
    evening.clock.t += 20
    evening.act("red", Swap(8))
    evening.table.tick()
    assert evening.service.snapshot("blue", "en").answers_in_s == 10


def test_what_may_be_taken_back_stays_when_the_next_one_pencils_a_bribe(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, AGENTS, {"first": "chosen"}).begin()
    evening.act("red", First("blue"))
    before = seen(evening, "red", "green", None)
    assert evening.service.snapshot("red", "en").undo
    evening.act("blue", Bribe("bleu", 100))
    assert seen(evening, "red", "green", None) == before
    evening.service.undo("red", "k", "en")
    assert isinstance(evening.entries[-1], Undo)
    evening.act("red", First("green"))
    assert evening.service.snapshot("green", "en").my_turn


def test_the_last_headquarters_may_be_taken_back_after_a_bribe_in_pencil(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, AGENTS, {"rules": "variant"}).begin()
    last = ""
    while isinstance(pending := AGENTS.pending(evening.state), Decision):
        action = next(iter(AGENTS.legal(evening.state, pending.seats[0])))
        if not isinstance(action, ChooseHeadquarters):
            break
        last = pending.seats[0]
        evening.act(last, action)
    assert pending.seats != (last,)
    before = seen(evening, last, None)
    assert evening.service.snapshot(last, "en").undo
    evening.act(pending.seats[0], Bribe("bleu", 100))
    assert seen(evening, last, None) == before
    evening.service.undo(last, "k", "en")
    assert AGENTS.pending(evening.state).seats == (last,)


def test_what_another_may_take_back_ends_with_what_all_see(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, AGENTS, {"first": "chosen"}).begin()
    evening.act("red", First("blue"))
    for agent in ("bleu", "gray", "sheela"):
        evening.act("blue", Bribe(agent, 100))
    evening.act("blue", Settle())
    assert not evening.service.snapshot("red", "en").undo


def test_a_move_is_taken_back_on_the_board_as_before_when_something_secret_came_after_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path).watched()
    start = evening.board()
    evening.settle(evening.board(square_red="0200"))
    evening.act("red", Swap(8))
    assert isinstance(evening.settle(start).reading, TakenBack)
