"""The agents at a whole table: hands move agents before a camera, phones answer, nobody learns what is not theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.journal import Journal
from companion.logfile import log_lines
from companion.readings import Agrees, Ambiguous, Breach, Moved, Owes, Repair, TakenBack
from companion.snapshots import snapshot
from engines import registry
from engines.casablanca_agents.actions import (
    Accept,
    Bid,
    Bribe,
    First,
    GiveUp,
    LetStand,
    Move,
    Object,
    Pass,
    RubOut,
    Settle,
    Strike,
    Withdraw,
)
from engines.entries import Act, Undo
from engines.game import Intent
from tests.table.evenings import Evening

AGENTS = registry.find("casablanca_agents")
SEATS = ("red", "blue", "green")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Everybody has bribed in the first turn; red is to act, and the camera sees the board."""
    evening = Evening(tmp_path, SEATS, AGENTS, {"first": "chosen"}).watched()
    evening.act("red", First("red"))
    for seat, amounts in (("red", (1500, 300, 200)), ("blue", (2500, 300, 100)), ("green", (100, 100, 100))):
        for agent, amount in zip(("bleu", "gray", "sheela"), amounts):
            evening.act(seat, Bribe(agent, amount))
        evening.act(seat, Settle())
    return evening.stands()


def slide(evening: Evening, **moves: str | None) -> dict[str, list[str]]:
    """The engine's board with pieces moved by hand: ``slide(bleu="22")``; ``case`` is the case."""
    looks = {"case": "case:black"}
    return evening.board(**{looks.get(name, f"agent:{name}").replace(":", "_"): to for name, to in moves.items()})


def test_sliding_an_agent_announces_its_move_and_asks_the_others(evening: Evening) -> None:
    found = evening.settle(slide(evening, bleu="22"))
    assert found.reading == Moved((Intent("red", Move("bleu", "22")),))
    assert evening.service.snapshot("blue", "en").my_turn
    assert evening.service.snapshot("green", "en").my_turn
    assert not evening.service.snapshot("red", "en").my_turn


def test_a_move_that_stands_needs_nothing_more_on_the_board(evening: Evening) -> None:
    board = slide(evening, bleu="22")
    evening.settle(board)
    evening.act("blue", LetStand())
    evening.act("green", LetStand())
    assert evening.settle(board).reading == Agrees()
    assert evening.service.snapshot("blue", "en").my_turn


def test_after_an_objection_that_won_the_table_asks_for_the_agent_back_and_waits(evening: Evening) -> None:
    board = slide(evening, bleu="22")
    evening.settle(board)
    evening.act("blue", Object())
    evening.act("red", Accept())
    evening.act("blue", Bid(1600))
    evening.act("red", Pass())
    assert evening.settle(board).reading == Owes((Repair("move", "agent:bleu", "22", "21"),))
    assert evening.settle(evening.board()).reading == Agrees()
    assert evening.settle(slide(evening, gray="24")).reading == Moved((Intent("red", Move("gray", "24")),))


@pytest.mark.parametrize("hand", ["is back already", "holds the agent", "is over both houses"])
def test_an_agent_laid_while_the_objection_is_won_goes_back_and_is_nobodys_move(evening: Evening, hand: str) -> None:
    before, laid = evening.board(), slide(evening, bleu="22")
    evening.act("red", Move("bleu", "22"))
    evening.settle(before)
    if hand == "holds the agent":
        evening.settle(slide(evening, bleu=None))
    elif hand == "is over both houses":
        evening.look(before, hidden=("21", "22"))
    evening.act("blue", Object())
    evening.act("red", Accept())
    evening.act("blue", Bid(1600))
    evening.act("red", Pass())
    evening.act("red", GiveUp())
    assert evening.service.snapshot("blue", "en").my_turn
    assert evening.settle(laid).reading == Owes((Repair("move", "agent:bleu", "22", "21"),))
    assert evening.settle(before).reading == Agrees()
    assert evening.settle(laid).reading == Moved((Intent("blue", Move("bleu", "22")),)), "now it is Blue's"


def test_an_agent_that_comes_late_does_not_hide_the_next_players_move(evening: Evening) -> None:
    before, laid = evening.board(), slide(evening, bleu="22")
    evening.act("red", Move("bleu", "22"))
    evening.settle(before)
    evening.act("blue", Object())
    evening.act("red", Accept())
    evening.act("blue", Bid(1600))
    evening.act("red", Pass())
    evening.act("red", GiveUp())
    evening.settle(laid)
    both = slide(evening, gray="24", bleu="22")
    assert evening.settle(both).reading == Moved((Intent("blue", Move("gray", "24")),))
    evening.act("green", LetStand())
    evening.act("red", LetStand())
    assert Owes((Repair("move", "agent:bleu", "22", "21"),)) in evening.settle(both).all


def test_a_move_announced_on_the_phone_may_be_made_before_or_after_the_answers(evening: Evening) -> None:
    before = evening.board()
    evening.act("red", Move("bleu", "22"))
    assert evening.settle(before).reading == Agrees()
    assert evening.settle(slide(evening, bleu="22")).reading == Agrees()
    evening.settle(before)
    evening.act("blue", LetStand())
    evening.act("green", LetStand())
    assert evening.settle(before).reading == Owes((Repair("move", "agent:bleu", "21", "22"),))


def test_an_agent_that_slides_away_with_the_case_carries_it(evening: Evening) -> None:
    evening.service.edit({"bleu.house": "13"}, evening.key(), "en")
    evening.stands()
    found = evening.settle(slide(evening, bleu="14", case="14"))
    assert found.reading == Moved((Intent("red", Move("bleu", "14", case=True)),))


def test_whether_the_case_stays_is_asked_until_it_is_seen_to_follow(evening: Evening) -> None:
    evening.service.edit({"bleu.house": "13"}, evening.key(), "en")
    evening.stands()
    asked = evening.settle(slide(evening, bleu="14"))
    assert isinstance(asked.reading, Ambiguous)
    assert asked.reading.seat == "red"
    assert evening.service.snapshot("blue", "en").warnings == []
    found = evening.settle(slide(evening, bleu="14", case="14"))
    assert found.reading == Moved((Intent("red", Move("bleu", "14", case=True)),))


def test_that_the_case_stays_is_said_on_the_phone(evening: Evening) -> None:
    evening.service.edit({"bleu.house": "13"}, evening.key(), "en")
    evening.stands()
    asked = evening.settle(slide(evening, bleu="14")).reading
    assert isinstance(asked, Ambiguous)
    number = [story[0].action.case for story in asked.choices].index(False)
    evening.service.act("red", b'{"type":"explain","number":%d}' % number, evening.key(), 0, "en")
    announced = AGENTS.view(evening.state, None).announced
    assert (announced.agent, announced.to, announced.case) == ("bleu", "14", False)


def test_a_case_that_follows_after_all_is_announced_anew(evening: Evening) -> None:
    evening.service.edit({"bleu.house": "13"}, evening.key(), "en")
    evening.stands()
    evening.act("red", Move("bleu", "14"))
    found = evening.settle(slide(evening, case="14"))
    assert isinstance(found.reading, Moved)
    assert found.reading.actions == (Intent("red", Move("bleu", "14", case=True)),)
    assert len(found.reading.undone) == 1


def test_the_case_slid_away_from_two_agents_is_asked_about(evening: Evening) -> None:
    evening.service.edit({"bleu.house": "13", "gray.house": "13"}, evening.key(), "en")
    evening.stands()
    found = evening.settle(slide(evening, case="14"))
    assert isinstance(found.reading, Ambiguous)
    assert found.reading.seat == "red"
    assert {story[0].action.agent for story in found.reading.choices} == {"bleu", "gray"}


def test_a_move_along_no_street_is_a_breach_with_its_rule(evening: Evening) -> None:
    found = evening.settle(slide(evening, bleu="18"))
    assert isinstance(found.reading, Breach)
    assert {violation.rule for violation in found.reading.violations} == {"move.street"}


def test_what_is_pencilled_does_not_change_what_is_said_about_the_board(evening: Evening) -> None:
    evening.act("red", Bribe("bleu", 500))
    assert evening.settle(slide(evening, bleu="22")).reading == Moved((Intent("red", Move("bleu", "22")),))


def test_a_struck_agent_is_owed_until_it_is_taken_off(evening: Evening) -> None:
    board = evening.board()
    evening.act("red", Strike("bleu", "blanco"))
    assert evening.settle(board).reading == Agrees()
    evening.act("blue", LetStand())
    evening.act("green", LetStand())
    assert evening.settle(board).reading == Owes((Repair("take_off", "agent:blanco", "21", None),))
    assert evening.settle(evening.board()).reading == Agrees()


def test_taking_an_unanswered_agent_back_is_seen_on_the_board_or_undone_on_the_phone(evening: Evening) -> None:
    evening.act("red", Move("bleu", "22"))
    assert evening.service.snapshot("red", "en").undo
    evening.act("green", LetStand())
    assert evening.service.snapshot("red", "en").undo, "that green has answered early is told to nobody"
    assert not evening.service.snapshot("green", "en").undo
    evening.act("blue", LetStand())
    assert not evening.service.snapshot("red", "en").undo


def test_early_answers_and_pencilled_bribes_reach_no_other_phone(evening: Evening) -> None:
    numbers = {seat: evening.service.number(seat) for seat in (*SEATS, None)}
    evening.act("red", Bribe("bleu", 500))
    evening.act("red", RubOut())
    assert all(evening.service.number(seat) == numbers[seat] for seat in ("blue", "green", None))
    evening.act("red", Move("bleu", "22"))
    numbers = {seat: evening.service.number(seat) for seat in (*SEATS, None)}
    evening.act("green", Object())
    evening.act("green", LetStand())
    assert all(evening.service.number(seat) == numbers[seat] for seat in ("red", "blue", None))
    assert evening.service.number("green") > numbers["green"]


def _story(amounts: tuple[int, ...], extra: tuple[Any, ...], early: str) -> list[Any]:
    """Red bribes three agents with `amounts` (and pencils `extra`); then a move, with green's early answer."""
    entries: list[Any] = [Act("red", First("red"))]
    entries += (action if isinstance(action, Undo) else Act("red", action) for action in extra)
    entries += (Act("red", Bribe(agent, amount)) for agent, amount in zip(("bleu", "gray", "sheela"), amounts))
    entries.append(Act("red", Settle()))
    for seat in ("blue", "green"):
        entries += (Act(seat, Bribe(agent, 100)) for agent in ("bleu", "gray", "sheela"))
        entries.append(Act(seat, Settle()))
    entries.append(Act("red", Move("bleu", "22")))
    if early:
        entries.append(Act("green", Object() if early == "object" else LetStand()))
    return entries


def _moment(evening: Evening, entries: list[Any]) -> Any:
    """The table after `entries`, with the lots and seals that fall in between."""
    moment = evening.table.moment
    journal = Journal.new(AGENTS, moment.row.options, SEATS)
    t = 0.0
    for entry in entries:
        journal = evening.table._shuffled(journal.extended([(t, entry)]), t)
    return msgspec.structs.replace(moment, journal=journal, phase="playing")


def _without_seals(data: bytes) -> Any:
    """What was sent, without the salted hashes, which are as random as the salt."""
    value = msgspec.json.decode(data)

    def bare(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: bare(one) for key, one in part.items() if key not in ("seal", "chain", "published")}
        return [bare(one) for one in part] if isinstance(part, list) else part

    return bare(value)


OTHERWISE = [
    ((300, 400, 500), (), ""),
    ((9800, 100, 100), (), "let_stand"),
    ((100, 100, 100), (Bribe("blanco", 5000), RubOut(), Bribe("gray", 100), Undo(3, "red")), "object"),
]


@pytest.mark.parametrize(("amounts", "extra", "early"), OTHERWISE)
def test_two_evenings_that_differ_only_in_secrets_look_the_same_byte_for_byte(
    tmp_path: Path, amounts: tuple[int, ...], extra: tuple[Any, ...], early: str
) -> None:
    evening = Evening(tmp_path, SEATS, AGENTS, {"first": "chosen"}).begin()
    one = _moment(evening, _story((700, 200, 100), (), ""))
    two = _moment(evening, _story(amounts, extra, early))
    for seat in ("blue", None):
        faults: dict[str, Exception] = {}
        sent = [msgspec.json.encode(snapshot(moment, seat, "en", (), faults)) for moment in (one, two)]
        assert not faults
        assert _without_seals(sent[0]) == _without_seals(sent[1])
        assert len(sent[0]) == len(sent[1])
    logs = [[*log_lines(moment.row, moment.journal, whole=False)] for moment in (one, two)]
    assert [_without_seals(line) for line in logs[0]] == [_without_seals(line) for line in logs[1]]
    assert [len(line) for line in logs[0]] == [len(line) for line in logs[1]]


def test_a_bribe_stands_nowhere_on_another_phone_until_the_end(evening: Evening) -> None:
    for seat in ("green", None):
        sent = msgspec.json.encode(evening.service.snapshot(seat, "en"))
        for amount in (b"1500", b"2500"):
            assert amount not in sent
    assert b"1500" not in b"".join(evening.service.log())


def test_taking_a_bluff_for_true_is_one_tap(evening: Evening) -> None:
    evening.act("red", Move("bleu", "22"))
    evening.act("blue", LetStand())
    evening.act("green", Object())
    evening.act("red", Withdraw())
    assert AGENTS.view(evening.state, None).tried[0].agent == "bleu"


def test_an_announcement_pulled_back_and_another_agent_slid_is_another_announcement(evening: Evening) -> None:
    evening.settle(slide(evening, bleu="22"))
    found = evening.settle(slide(evening, bleu="21", gray="24"))
    assert isinstance(found.reading, Moved | TakenBack)
    assert AGENTS.view(evening.state, None).announced.agent == "gray"
