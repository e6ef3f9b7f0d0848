"""Cape Horn at a whole table: tiles are laid and ships sail before a camera, and what was meant is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.logfile import log_lines
from companion.readings import Agrees, Breach, Moved, Repair, TakenBack
from engines.cape_horn.actions import Draw, Enough, Ignore, Lay, Sail, Stay, Twice
from engines.cape_horn.game import GAME
from engines.cape_horn.waters import FACING
from engines.game import Intent
from tests.table.evenings import Evening

SEATS = ("blue", "white", "black")
REAL = {"hands": "table"}


def evening_of(folder: Path, options: dict[str, str]) -> tuple[Evening, str, str]:
    """A game before a camera, who begins, and the start square of that ship."""
    evening = Evening(folder, SEATS, GAME, options).watched()
    mover = evening.state.seats[evening.state.mover]
    return evening, mover, evening.state.captain(mover).ship


@pytest.fixture
def real(tmp_path: Path) -> tuple[Evening, str, str]:
    return evening_of(tmp_path, REAL)


def with_pieces(evening: Evening, **pieces: str | None) -> dict[str, list[str]]:
    """The engine's board with more on it: ``1501="tile:b:south"``; a ship leaves where it was."""
    cells = {cell: list(looks) for cell, looks in evening.table.moment.placement.items()}
    for at, look in pieces.items():
        cell = at.removeprefix("at_")
        assert look is not None
        if look.startswith("ship:"):
            for looks in cells.values():
                if look in looks:
                    looks.remove(look)
        if look.startswith("tile:"):
            cells[cell] = [other for other in cells.get(cell, ()) if not other.startswith("tile:")]
        cells.setdefault(cell, []).append(look)
    return {cell: looks for cell, looks in cells.items() if looks}


def test_a_tile_that_is_laid_is_read_with_its_design(real: tuple[Evening, str, str]) -> None:
    evening, mover, _ = real
    found = evening.settle(with_pieces(evening, at_1501="tile:c:south"))
    assert found.reading == Moved((Intent(mover, Lay("c", "1501", "south")),))
    assert evening.state.captain(mover).hand.count == 2
    assert evening.settle(evening.board()).reading == Agrees()


def test_a_tile_that_was_laid_and_is_taken_up_again_is_taken_back(real: tuple[Evening, str, str]) -> None:
    evening, mover, _ = real
    before = evening.board()
    evening.settle(with_pieces(evening, at_1501="tile:c:south"))
    laid = len(evening.entries) - 1
    assert evening.settle(before).reading == TakenBack((laid,))
    assert evening.state.captain(mover).hand.count == 3
    assert evening.settle(before).reading == Agrees()


def test_a_tile_turned_wrong_is_a_breach_and_the_table_says_how_to_turn_it(real: tuple[Evening, str, str]) -> None:
    evening, mover, _ = real
    found = evening.settle(with_pieces(evening, at_1501="tile:c:west"))
    assert isinstance(found.reading, Breach)
    assert found.reading.violations[0].rule == "lay.facing"
    assert found.reading.repairs == (Repair("turn", "tile:c:south", "1501", "1501"),)
    found = evening.settle(with_pieces(evening, at_1501="tile:c:south"))
    assert found.reading == Moved((Intent(mover, Lay("c", "1501", "south")),))


def test_a_tile_laid_alone_in_the_sea_is_to_be_taken_off(real: tuple[Evening, str, str]) -> None:
    evening, _, _ = real
    found = evening.settle(with_pieces(evening, at_0511="tile:c:west"))
    assert isinstance(found.reading, Breach)
    assert found.reading.violations[0].rule == "lay.beside"
    assert found.reading.repairs == (Repair("take_off", "tile:c:west", "0511", None),)


def test_a_breach_that_the_host_lets_pass_is_told_as_that_and_as_nothing_else(real: tuple[Evening, str, str]) -> None:
    evening, _, _ = real
    evening.service.host_set("mode", "strict", "en")
    evening.settle(with_pieces(evening, at_0511="tile:c:west"))
    told = evening.service.snapshot(None, "en").story
    evening.service.let_pass(evening.key(), "en")
    assert evening.service.snapshot(None, "en").story == [*told, "The host let it pass."]


def test_tiles_and_the_ship_in_one_glance(real: tuple[Evening, str, str]) -> None:
    evening, mover, start = real
    below = f"{start[:2]}01"
    board = with_pieces(evening, **{f"at_{below}": "tile:d:south", f"at_{start[:2]}02": "tile:b:south"})
    board[start].remove(f"ship:{mover}")
    board = {cell: looks for cell, looks in board.items() if looks}
    board.setdefault(below, []).append(f"ship:{mover}")
    found = evening.settle(board)
    assert isinstance(found.reading, Moved)
    assert {type(step.action) for step in found.reading.actions} == {Lay, Sail}
    assert evening.state.captain(mover).ship == below


def test_a_ship_moved_twice_in_one_go_is_read_with_its_price(real: tuple[Evening, str, str]) -> None:
    evening, mover, start = real
    column = start[:2]
    evening.table.edit({f"{mover}.points": 8, "tiles": f"{column}01:b {column}03:f"}, "edit 1")
    evening.stands()
    found = evening.settle(with_pieces(evening, **{f"at_{column}03": f"ship:{mover}"}))
    assert found.reading == Moved((Intent(mover, Twice(f"{column}01", f"{column}03")),))
    assert evening.state.captain(mover).points == 3


def test_a_ship_beside_its_wind_is_read_as_ignoring_it(real: tuple[Evening, str, str]) -> None:
    evening, mover, start = real
    beside = {"11": "12", "12": "13", "13": "14", "14": "13", "15": "14"}[start[:2]]
    evening.table.edit({"tiles": f"{beside}01:b"}, "edit 1")
    evening.stands()
    found = evening.settle(with_pieces(evening, **{f"at_{beside}01": f"ship:{mover}"}))
    assert found.reading == Moved((Intent(mover, Ignore(f"{beside}01")),))
    assert evening.state.captain(mover).points == 1


def test_a_ship_put_back_takes_its_course_back(real: tuple[Evening, str, str]) -> None:
    evening, mover, start = real
    evening.table.edit({"tiles": f"{start[:2]}01:b"}, "edit 1")
    evening.stands()
    before = evening.board()
    evening.settle(with_pieces(evening, **{f"at_{start[:2]}01": f"ship:{mover}"}))
    assert evening.state.captain(mover).ship == f"{start[:2]}01"
    assert isinstance(evening.settle(before).reading, TakenBack)
    assert evening.state.captain(mover).ship == start


def test_with_real_hands_the_next_tile_says_that_the_one_before_is_done(real: tuple[Evening, str, str]) -> None:
    evening, mover, _ = real
    evening.settle(with_pieces(evening, at_1501="tile:c:south"))
    evening.act(mover, Stay())
    later = evening.state.seats[(evening.state.seats.index(mover) + 1) % 3]
    found = evening.settle(with_pieces(evening, at_1401="tile:f:south"))
    assert isinstance(found.reading, Moved)
    assert [type(step.action) for step in found.reading.actions] == [Draw, Enough, Lay]
    assert found.reading.actions[-1].seat == later


def test_two_ships_of_which_one_is_not_asked_is_a_breach(real: tuple[Evening, str, str]) -> None:
    evening, mover, _ = real
    other = next(seat for seat in SEATS if seat != mover)
    evening.table.edit({"tiles": "1501:b 1401:b 1301:b"}, "edit 1")
    evening.stands()
    to = f"{evening.state.captain(other).ship[:2]}01"
    found = evening.settle(with_pieces(evening, **{f"at_{to}": f"ship:{other}"}))
    assert isinstance(found.reading, Breach)


def test_phones_deal_and_a_tile_that_is_not_held_is_told_to_its_player_only(tmp_path: Path) -> None:
    evening, mover, start = evening_of(tmp_path, {"hands": "phone"})
    own = evening.service.snapshot(mover, "en").view["own"]
    design = next(letter for letter in "abcdefgh" if letter not in own)
    at = f"{start[:2]}01"
    found = evening.settle(with_pieces(evening, **{f"at_{at}": f"tile:{design}:{FACING[at]}"}))
    assert isinstance(found.reading, Breach)
    assert found.reading.violations[0].audience == (mover,)
    told = evening.service.snapshot(mover, "en").warnings[0]
    others = evening.service.snapshot(next(seat for seat in SEATS if seat != mover), "en").warnings[0]
    assert "You do not hold" in told.words[0]
    assert "You do not hold" not in others.words[0]
    assert evening.settle(with_pieces(evening, **{f"at_{at}": f"tile:{own[0]}:south"})).reading == Moved(
        (Intent(mover, Lay(own[0], at, "south")),)
    )


def test_nobody_elses_tiles_stand_in_a_story_or_in_the_public_log(tmp_path: Path) -> None:
    evening, mover, _ = evening_of(tmp_path, {"hands": "phone"})
    evening.act(mover, Stay())
    evening.act(mover, Draw())
    for seat in SEATS:
        story = " ".join(evening.service.snapshot(seat, "en").story)
        assert story.count("You have drawn") == (2 if seat == mover else 1)
    assert "You have drawn" not in " ".join(evening.service.snapshot(None, "en").story)
    moment = evening.table.moment
    public = b"".join(log_lines(moment.row, moment.journal, whole=False)).decode()
    assert '"stay"' in public
    assert '"tiles"' not in public, "how the tiles were mixed"
