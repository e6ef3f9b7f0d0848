"""The eye's thread outlives what goes wrong around it: a disk that is full, a file that is damaged."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np
import pytest

from companion import looking
from companion.looking import Looking
from engines.data import DataError
from engines.physical import Observation
from tests.table.drawn import Sees
from vision.sources import LIVE, NO_PICTURES
from vision.sources.pulse import Pulse
from vision.sources.pushed import PushedSource
from vision.witnesses import Verdict

PICTURE = cv2.imencode(".png", np.zeros((24, 32, 3), np.uint8))[1].tobytes()
BRIGHT = cv2.imencode(".png", np.full((24, 32, 3), 200, np.uint8))[1].tobytes()
LONGEST_S = 60.0
SILENT_S = 2.0


class DrawnEye:
    """Sees a red disc in every picture."""

    model: Any = None
    whole_pose = None
    verdict = Verdict()
    stages_ms: Mapping[str, float] = {}

    def look(self, image: object, t: float) -> Observation:
        return Observation(t, {"0000": Sees(("disc:red",))})


class SlowEye(DrawnEye):
    """Takes its time with every picture after the first until it may go on."""

    def __init__(self) -> None:
        self.looks, self.waits, self.may_go_on = 0, threading.Event(), threading.Event()

    def look(self, image: object, t: float) -> Observation:
        self.looks += 1
        if self.looks > 1:
            self.waits.set()
            assert self.may_go_on.wait(LONGEST_S)
        return super().look(image, t)

    def overlay(self, image: Any) -> Any:
        return image


class HearingTable:
    """Remembers what it is told, and cannot take it while its disk is full."""

    def __init__(self) -> None:
        self.full = False
        self.told: list[Observation] = []
        self.refused = 0
        self._news = threading.Condition()

    def observe(self, observation: Observation) -> None:
        with self._news:
            self._news.notify_all()
            if self.full:
                self.refused += 1
                raise OSError("no space left on device")
            self.told.append(observation)

    def refine(self, observation: Observation) -> None:
        raise AssertionError("nothing is confirmed")

    def confirmed(self) -> None:
        return None

    def wait(self, holds: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(holds, LONGEST_S), self.told[-3:]


@pytest.fixture
def source() -> PushedSource:
    return PushedSource(pulse=Pulse(silent_s=SILENT_S))


@pytest.fixture
def table() -> HearingTable:
    return HearingTable()


@pytest.fixture
def look(
    source: PushedSource, table: HearingTable, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Looking]]:
    monkeypatch.setattr(looking, "AFTER_ERROR_S", 0.01)
    begun: list[Looking] = []

    def begin(eye: Callable[[], Any], board: Callable[[], object] = lambda: "board") -> Looking:
        begun.append(Looking(source, eye, board, table))
        begun[-1].start()
        return begun[-1]

    yield begin
    for each in begun:
        each.close()


def test_after_a_disk_was_full_the_table_sees_again(
    source: PushedSource, table: HearingTable, look: Callable[..., Looking]
) -> None:
    table.full = True
    look(DrawnEye)
    source.push(PICTURE, "stream", LONGEST_S)
    table.wait(lambda: table.refused > 0)
    table.full = False
    source.push(PICTURE, "stream", LONGEST_S)
    table.wait(lambda: any(told.evidence for told in table.told))


def test_a_table_whose_eye_cannot_be_made_is_told_so_and_sees_as_soon_as_it_can(
    source: PushedSource, table: HearingTable, look: Callable[..., Looking]
) -> None:
    damaged = threading.Event()
    damaged.set()
    board = ["first"]

    def eye() -> DrawnEye:
        if damaged.is_set() and board == ["second"]:
            raise DataError("lens.json", "", "is damaged")
        return DrawnEye()

    looks = look(eye, lambda: tuple(board))
    source.push(PICTURE, "stream", LONGEST_S)
    table.wait(lambda: any(told.evidence for told in table.told))
    board[:] = ["second"]
    table.wait(lambda: table.told[-1].blind == "error")
    assert looks.view is None, "what was seen last was another board"
    damaged.clear()
    source.push(PICTURE, "stream", LONGEST_S)
    table.wait(lambda: bool(table.told[-1].evidence))


def test_a_slow_camera_is_not_called_blind_between_its_pictures_and_a_silent_one_is(
    source: PushedSource, table: HearingTable, look: Callable[..., Looking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "NO_FRAME_S", 0.05)
    looks = look(DrawnEye)
    for _ in range(3):
        source.push(PICTURE, "stream", LONGEST_S)
        time.sleep(0.5)
    assert looks.status == LIVE, "the machine was too slow for this test"
    first = next(at for at, told in enumerate(table.told) if told.evidence)
    assert [told.blind for told in table.told[first:]] == [""] * 3
    table.wait(lambda: table.told[-1].blind == "no_frame")
    assert looks.status == NO_PICTURES


def test_the_picture_that_is_shown_is_the_one_of_which_it_is_said_where_the_board_lies(
    source: PushedSource, table: HearingTable, look: Callable[..., Looking]
) -> None:
    eye = SlowEye()
    looks = look(lambda: eye)
    source.push(PICTURE, "stream", LONGEST_S)
    table.wait(lambda: any(told.evidence for told in table.told))
    shown = looks.picture(cells=False)
    threading.Thread(target=lambda: source.push(BRIGHT, "stream", LONGEST_S), daemon=True).start()
    assert eye.waits.wait(LONGEST_S)
    assert looks.picture(cells=False) == shown, "nothing is known yet of where the board lies in the next"
    eye.may_go_on.set()
    table.wait(lambda: len([told for told in table.told if told.evidence]) > 1)
    assert looks.picture(cells=False) != shown
