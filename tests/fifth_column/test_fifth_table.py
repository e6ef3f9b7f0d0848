"""The hunt at a whole table: hands move hunters before a camera, and no reading of the board tells where the spy is."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from fifth_positions import GAME

from companion.logfile import log_lines
from companion.readings import Agrees, Breach, Moved, Owes, Repair
from engines.fifth_column.actions import Arrest, Ask, Done, First, Play, Ready, Walk
from engines.game import Intent
from tests.table.evenings import Evening

SEATS = ("red", "blue", "green")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Red is the spy and has gone somewhere; the camera sees the board, and the hunters are to act."""
    evening = Evening(tmp_path, SEATS, GAME, {"first": "chosen"}).watched()
    evening.act("red", First("red"))
    evening.act("red", next(one for one in GAME.legal(evening.state, "red") if isinstance(one, Play)))
    return evening.stands()


def slid(evening: Evening, start: str, to: str, look: str = "cup:gold") -> dict[str, list[str]]:
    """The engine's board with one piece moved from `start` (empty: the box) to `to`."""
    cells = {cell: list(looks) for cell, looks in evening.table.moment.placement.items()}
    if start:
        cells[start].remove(look)
    cells.setdefault(to, []).append(look)
    return {cell: looks for cell, looks in cells.items() if looks}


def a_walk(evening: Evening) -> Walk:
    """A walk of hunter 1 to a house where nothing lies."""
    lying = evening.table.moment.placement
    ground = evening.state.ground
    return Walk(1, next(cell for cell in ground.reach(evening.state.hunt.hunters[0]) if cell not in lying))


def test_the_set_up_assistant_says_where_each_of_the_24_washers_goes(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME, {"first": "chosen"})
    evening.service.begin("en")
    found = evening.settle({})
    assert isinstance(found.reading, Owes)
    washers = {repair.to for repair in found.reading.repairs if repair.look == "washer:steel"}
    assert washers == set(evening.state.hunt.blocked)
    assert len(washers) == 24


def test_the_next_hunts_map_is_set_up_like_the_first(evening: Evening) -> None:
    spot = evening.state.hunt.spot
    evening.table.edit({"hunter.1": spot}, "host-moves-a-hunter")
    evening.act("blue", Arrest(1, spot))
    last = evening.table.moment.placement
    evening.act("blue", Ready())
    found = evening.settle(last)
    assert evening.table.moment.phase == "setup"
    assert not evening.table.moment.laid_again
    assert isinstance(found.reading, Owes)
    washers = {repair.to for repair in found.reading.repairs if repair.look == "washer:steel"}
    assert washers == set(evening.state.hunt.blocked) - {
        cell for cell, looks in last.items() if "washer:steel" in looks
    }
    evening.stands()
    assert evening.table.moment.phase == "playing"
    assert not evening.table.moment.ruling.warnings


def test_sliding_a_hunter_is_its_walk(evening: Evening) -> None:
    walk = a_walk(evening)
    found = evening.settle(slid(evening, evening.state.hunt.hunters[0], walk.to))
    assert found.reading == Moved((Intent("blue", walk),))
    assert evening.state.hunt.hunters[0] == walk.to


def test_of_two_hunters_in_one_house_nobody_is_asked_which_has_walked(evening: Evening) -> None:
    start = evening.state.hunt.hunters[0]
    evening.table.edit({"hunter.2": start}, "two-in-one-house")
    evening.stands()
    lying = evening.table.moment.placement
    first, second = [cell for cell in evening.state.ground.reach(start) if cell not in lying][:2]
    assert evening.settle(slid(evening, start, first)).reading == Moved((Intent("blue", Walk(1, first)),))
    assert evening.settle(slid(evening, start, second)).reading == Moved((Intent("blue", Walk(2, second)),))


def test_nobody_is_asked_which_of_two_hunters_went_where_when_either_could_have(evening: Evening) -> None:
    start = evening.state.hunt.hunters[0]
    beside = next(cell for cell in evening.state.ground.near(start) if cell not in evening.table.moment.placement)
    evening.table.edit({"hunter.2": beside}, "side-by-side")
    evening.stands()
    lying, reach = evening.table.moment.placement, evening.state.ground.reach
    one, other = [cell for cell in reach(start) if cell in reach(beside) and cell not in lying][:2]
    board = slid(evening, start, one)
    board[other] = board.pop(beside)
    found = evening.settle(board)
    assert isinstance(found.reading, Moved)
    assert sorted(evening.state.hunt.hunters[:2]) == sorted((one, other))


def test_of_two_hunters_in_one_house_it_matters_which_has_asked_already(evening: Evening) -> None:
    start = evening.state.hunt.hunters[0]
    evening.table.edit({"hunter.2": start}, "two-in-one-house")
    evening.act("blue", Ask(1, evening.state.ground.near(start)[0]))
    evening.stands()
    lying = evening.table.moment.placement
    to = next(cell for cell in evening.state.ground.reach(start) if cell not in lying)
    assert evening.settle(slid(evening, start, to)).reading == Moved((Intent("blue", Walk(2, to)),))


def test_sliding_a_hunter_too_far_is_a_breach_with_its_rule(evening: Evening) -> None:
    hunt, ground = evening.state.hunt, evening.state.ground
    lying = evening.table.moment.placement
    reached = {cell for start in hunt.hunters for cell in ground.reach(start)}
    far = next(cell for cell in ground.free if cell not in reached and cell not in lying)
    found = evening.settle(slid(evening, hunt.hunters[0], far))
    assert isinstance(found.reading, Breach)
    assert {violation.rule for violation in found.reading.violations} == {"hunters.steps"}


def test_an_answer_is_owed_its_marker_until_it_lies_there(evening: Evening) -> None:
    hunt, ground = evening.state.hunt, evening.state.ground
    board = evening.board()
    at = ground.near(hunt.hunters[0])[0]
    evening.act("blue", Ask(1, at))
    look = "clue:violet" if evening.state.hunt.clues[0].passed else "clue:white"
    assert evening.settle(board).reading == Owes((Repair("put", look, None, at),))
    assert evening.settle(evening.board()).reading == Agrees()


def test_laying_a_marker_down_asks_nothing_and_tells_nothing(evening: Evening) -> None:
    hunt, ground = evening.state.hunt, evening.state.ground
    lying = evening.table.moment.placement
    kinds = set()
    for look in ("clue:violet", "clue:white"):
        for at in [cell for cell in ground.near(hunt.hunters[0]) if cell not in lying][:2]:
            reading = evening.settle(slid(evening, "", at, look)).reading
            kinds.add((type(reading), getattr(reading, "actions", ())))
            evening.settle(evening.board())
    assert len(kinds) == 1, "a true marker and a false one are read alike"
    assert evening.state.hunt.clues == ()


def test_the_public_log_and_the_numbers_of_the_phones_do_not_count_what_the_spy_does_in_secret(
    evening: Evening,
) -> None:
    evening.act("blue", Done())
    plays = [one for one in GAME.legal(evening.state, "red") if isinstance(one, Play)]
    evening.act("red", plays[-1])
    moment = evening.table.moment
    told = b"".join(log_lines(moment.row, moment.journal, whole=False))
    assert b'"play"' not in told
    for secret in ("hideout", "salt", "deck"):
        assert b'"chance":"%s"' % secret.encode() not in told
    whole = b"".join(log_lines(moment.row, moment.journal, whole=True))
    assert b'"play"' in whole
    assert msgspec.json.decode(told.splitlines()[0])["published"] == GAME.published(evening.state)
