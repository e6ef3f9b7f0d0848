"""The virtual table as the pages and the eye use it: moved from any thread, seen through a live camera."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.waiting import comes_true
from vision.sources.pulse import Pulse
from vision.sources.source import CLOSED, FROZEN, LIVE, NO_PICTURES, OPENING, Frame, Source
from vision.virtual.faults import FAULTS
from vision.virtual.table import VirtualTable
from web.service import VirtualTop

from .toyboard import SIZE_PX, geometry, kit

SUPPLY = ["disc:red", "disc:blue", "square:white"]


@pytest.fixture
def table() -> Iterator[VirtualTable]:
    made = VirtualTable(kit(), SUPPLY, size=SIZE_PX, seed=4)
    yield made
    made.close()


def newest(table: VirtualTable, after: int = 0) -> Frame:
    frame = table.newest(after, 5.0)
    assert frame is not None, f"{table.status}: {table.detail}"
    return frame


until = partial(comes_true, within_s=5.0)


def redness(frame: Frame) -> NDArray[np.bool_]:
    """Pixels that are as red as a red piece."""
    image = frame.image.astype(int)
    red: NDArray[np.bool_] = (image[:, :, 2] > 110) & (image[:, :, 2] > 2.5 * image[:, :, :2].max(2))
    return red


@pytest.mark.parametrize("protocol", [VirtualTop, Source])
def test_virtual_table_offers_what_pages_and_eye_ask_for(protocol: type) -> None:
    for name, method in inspect.getmembers(protocol, inspect.isfunction):
        if not name.startswith("_"):
            ours = inspect.signature(getattr(VirtualTable, name))
            assert list(ours.parameters) == list(inspect.signature(method).parameters), name


def test_moved_piece_is_seen_where_it_was_put(table: VirtualTable) -> None:
    before = newest(table)
    table.move("disc-red-1", *geometry().centres["0201"])
    assert until(lambda: redness(newest(table)).sum() > redness(before).sum() + 100)
    assert table.placement() == {"0201": ("disc:red",)}


def test_camera_goes_on_while_nothing_moves(table: VirtualTable) -> None:
    one = newest(table)
    other = newest(table, one.number)
    assert other.number > one.number
    assert not np.array_equal(one.image, other.image)
    assert table.status == LIVE


def test_pieces_are_told_with_place_look_and_angle(table: VirtualTable) -> None:
    table.move("disc-red-1", 60.0, 70.0)
    table.move("square-white-1", 62.0, 70.0)
    told = {piece["id"]: piece for piece in table.pieces()}
    assert set(told) == {"disc-red-1", "disc-blue-1", "square-white-1"}
    assert (told["disc-red-1"]["x"], told["disc-red-1"]["y"], told["disc-red-1"]["look"]) == (60.0, 70.0, "disc:red")
    assert (told["disc-red-1"]["level"], told["square-white-1"]["level"]) == (0, 1)
    assert 0 <= told["disc-red-1"]["angle"] < 360


def test_set_up_is_laid_out_and_turned_pieces_too(table: VirtualTable) -> None:
    table.lay_out({"0000": ["disc:red:back"], "box": ["disc:blue", "square:white"]})
    assert table.placement() == {"0000": ("disc:red:back",), "box": ("disc:blue", "square:white")}
    table.flip("disc-red-1")
    assert table.placement()["0000"] == ("disc:red",)


def test_faults_are_set_by_name(table: VirtualTable) -> None:
    table.set_fault("glare", 0.5)
    assert table.faults() == dict.fromkeys(FAULTS, 0.0) | {"glare": 0.5}
    with pytest.raises(KeyError):
        table.set_fault("earthquake", 0.5)


def test_frozen_camera_sends_the_same_picture_again(table: VirtualTable) -> None:
    newest(table)
    table.set_fault("frozen", 1.0)
    under_way = newest(table, newest(table).number)
    frozen = newest(table, under_way.number)
    table.move("disc-red-1", *geometry().centres["0201"])
    after = newest(table, newest(table, frozen.number).number)
    assert after.number > frozen.number
    assert np.array_equal(after.image, frozen.image)
    table.set_fault("frozen", 0.0)
    assert until(lambda: not np.array_equal(newest(table).image, after.image))


def test_frozen_camera_is_noticed_and_comes_back() -> None:
    with closing(VirtualTable(kit(), SUPPLY, size=SIZE_PX, pulse=Pulse(frozen_s=0.3))) as table:
        last = newest(table)
        table.set_fault("frozen", 1.0)
        assert until(lambda: table.status == FROZEN)
        assert table.newest(last.number, 0.0) is None
        table.set_fault("frozen", 0.0)
        assert until(lambda: table.status == LIVE)
        assert newest(table).number > last.number


def test_camera_that_drops_every_frame_delivers_none(table: VirtualTable) -> None:
    newest(table)
    table.set_fault("dropped", 1.0)
    time.sleep(0.25)  # what was under way arrives
    last = table.newest(0, 0.0)
    assert last is not None
    assert table.newest(last.number, 0.4) is None
    assert table.status in (LIVE, NO_PICTURES)


def test_table_is_moved_from_many_threads_at_once(table: VirtualTable) -> None:
    spots = list(geometry().centres.values())

    def play(piece: str, seed: int) -> None:
        for turn in range(25):
            table.move(piece, *spots[(turn * 7 + seed) % len(spots)])

    players = [threading.Thread(target=play, args=(piece["id"], n)) for n, piece in enumerate(table.pieces())]
    for player in players:
        player.start()
    for player in players:
        player.join(10)
    assert sorted(piece["id"] for piece in table.pieces()) == ["disc-blue-1", "disc-red-1", "square-white-1"]
    assert sum(len(looks) for looks in table.placement().values()) == 3
    assert newest(table).image.shape == (360, 640, 3)


def test_closed_table_ends_at_once_and_keeps_its_pieces() -> None:
    table = VirtualTable(kit(), SUPPLY, size=SIZE_PX)
    assert table.status in (OPENING, LIVE)
    newest(table)
    started = time.monotonic()
    table.close()
    assert time.monotonic() - started < 1.0
    assert table.status == CLOSED
    assert table.newest(0, 0.0) is None
    assert len(table.pieces()) == 3
