"""Every switch of every board is felt, alone and beside every other, bouncing or not, and none is imagined."""

from __future__ import annotations

import itertools
import os
import random

import pytest

from firmware_bridge.felt import Felt
from firmware_bridge.messages import Ack, Event, Key, Kind, Set
from tests.hil.conftest import BoardMaker
from tests.hil.emulated import BOARDS, EmulatedBoard

SETTLED_MS = 7
"""Longer than the 5 ms that a switch has to stand still, and the scan that sees it."""
EVERYTHING = bool(os.environ.get("TAVOLO_HIL_ALL"))
"""Every pair of the Mega's 256 inputs takes a minute; else those that share a row or column, and some more."""


def _events(board: EmulatedBoard) -> list[tuple[int, int]]:
    return [(event.cell, event.kind) for event in board.heard() if isinstance(event, Event)]


@pytest.mark.parametrize("name", BOARDS)
def test_every_switch_is_felt_when_a_piece_comes_and_when_it_goes(new_board: BoardMaker, name: str) -> None:
    board = new_board(name)
    board.start()
    for cell in range(board.inputs):
        board.close(cell)
        board.run(SETTLED_MS)
        board.open(cell)
        board.run(SETTLED_MS)
    board.run(ms=20)
    assert _events(board) == [(cell, kind) for cell in range(board.inputs) for kind in (Kind.TAKEN, Kind.EMPTIED)]
    assert board.faults() == (0, 0)


def _pairs_that_share_a_line(board: EmulatedBoard) -> list[tuple[int, int]]:
    pairs = itertools.combinations(range(board.inputs), 2)
    return [(a, b) for a, b in pairs if a // board.columns == b // board.columns or (a - b) % board.columns == 0]


@pytest.mark.parametrize("name", ["uno-matrix", "mega-matrix"])
def test_two_pieces_are_never_taken_for_others_wherever_they_stand(new_board: BoardMaker, name: str) -> None:
    board = new_board(name)
    board.start()
    board.ask(Set(Key.DEBOUNCE, b"\x01"))
    board.heard()
    pairs = list(itertools.combinations(range(board.inputs), 2))
    if board.inputs > 64 and not EVERYTHING:
        pairs = random.Random(1).sample(_pairs_that_share_a_line(board), 500) + random.Random(2).sample(pairs, 700)
    felt, before = Felt(), set[int]()
    for first, second in sorted(pairs):
        now = {first, second}
        board.tell_all(
            [
                "open " + " ".join(map(str, before - now)),
                "close " + " ".join(map(str, now - before)),
                f"run {round(1000 * (3.2 + 1.5 * len(now ^ before)))}",
            ]
        )
        for event in board.heard():
            if isinstance(event, Event):
                felt = felt.after(event)
        assert (felt.taken, felt.doubtful) == (now, set()), f"{first} and {second}"
        before = now


@pytest.mark.parametrize("name", BOARDS)
def test_any_crowd_of_pieces_is_read_right_where_switches_have_their_diodes(new_board: BoardMaker, name: str) -> None:
    board = new_board(name)
    board.has_diodes(True)
    board.start()
    if board.columns:
        assert board.ask(Set(Key.MATRIX, b"\x01"))[-1] == Ack()
    luck = random.Random(name)
    crowds = [{cell for cell in range(board.inputs) if cell >> bit & 1} for bit in range(8)]
    crowds += [{cell for cell in range(board.inputs) if luck.random() < 0.5} for _ in range(8)]
    crowds += [set(range(board.inputs)), set()]
    before = set[int]()
    for crowd in crowds:
        board.open(*before - crowd)
        board.close(*crowd - before)
        board.run(ms=SETTLED_MS + 1.6 * len(before ^ crowd))
        felt = board.felt()
        assert (felt.taken, felt.doubtful) == (crowd, set())
        before = crowd
    assert board.faults() == (0, 0)


def test_three_corners_of_a_rectangle_make_all_four_doubtful_until_one_goes(uno: EmulatedBoard) -> None:
    uno.close(0, 3, 16)
    uno.run(ms=40)
    assert uno.felt() == Felt(uno.felt().number, frozenset(), frozenset({0, 3, 16, 19}))
    uno.heard()
    uno.open(16)
    uno.run(ms=40)
    told = _events(uno)
    assert set(told) == {
        *((cell, Kind.CERTAIN) for cell in (0, 3, 16, 19)),
        *((cell, Kind.TAKEN) for cell in (0, 3)),
        *((cell, Kind.EMPTIED) for cell in (16, 19)),
    }
    assert all(told.index((cell, Kind.CERTAIN)) < told.index((cell, Kind.TAKEN)) for cell in (0, 3))
    assert uno.felt().taken == {0, 3}


def test_ghosts_that_reach_around_several_corners_are_doubted_too(mega: EmulatedBoard) -> None:
    staircase = (0, 1, 17, 18, 34, 35)
    mega.close(*staircase)
    mega.run(ms=80)
    felt = mega.felt()
    assert felt.taken == set()
    assert felt.doubtful == {row * 16 + column for row in range(3) for column in range(4)}


def test_a_contact_that_bounces_is_one_arrival(uno: EmulatedBoard) -> None:
    luck = random.Random(7)
    for cell in range(0, 64, 9):
        for level in (1, 0):
            for _ in range(luck.randrange(3, 12)):
                flicker = " ".join(f"{cell} {n % 2 ^ level}" for n in range(2))
                uno.tell(f"change {flicker} every {luck.randrange(150, 2400)}")
            (uno.close if level else uno.open)(cell)
            uno.run(ms=10)
    uno.run(ms=10)
    assert _events(uno) == [(cell, kind) for cell in range(0, 64, 9) for kind in (Kind.TAKEN, Kind.EMPTIED)]


def test_a_flicker_shorter_than_the_debounce_time_is_nothing(uno: EmulatedBoard) -> None:
    for length_ms in (0.5, 1, 2, 3, 4):
        uno.close(12)
        uno.run(length_ms)
        uno.open(12)
        uno.run(ms=20)
    assert _events(uno) == []


def test_a_longer_debounce_time_is_waited_for(uno: EmulatedBoard) -> None:
    uno.ask(Set(Key.DEBOUNCE, bytes([60])))
    uno.close(12)
    uno.run(ms=55)
    assert _events(uno) == []
    uno.run(ms=10)
    assert _events(uno) == [(12, Kind.TAKEN)]


def test_pieces_that_stand_on_the_board_when_it_starts_are_no_arrivals(new_board: BoardMaker) -> None:
    board = new_board("mega-chain")
    board.close(3, 77, 255)
    hello = board.start()
    assert hello.last_event == 0
    assert _events(board) == []
    assert board.felt().taken == {3, 77, 255}
