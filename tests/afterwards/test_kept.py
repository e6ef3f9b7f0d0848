"""Pictures of the board are kept only if asked for, small, bounded, and forgotten with their game."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.afterwards import kept as keeping
from companion.afterwards.kept import WIDTH_PX, KeptPictures, PictureKeeper
from companion.afterwards.service import Afterwards
from tests.table.evenings import Evening
from tests.toys.chase import MoveHunter, MoveRunner, Swap
from tests.waiting import eventually

FRAME = np.full((1080, 1920, 3), 90, np.uint8)


def test_a_kept_picture_is_small_and_comes_back(tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path)
    assert kept.keep(3, 17, FRAME)
    data = kept.picture(3, 17)
    assert data is not None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (450, WIDTH_PX, 3)
    assert kept.entries(3) == {17}


def test_a_game_keeps_no_more_than_its_share(tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path, most_bytes=len(_jpeg(tmp_path)) * 2 + 10)
    assert [kept.keep(1, seq, FRAME) for seq in range(3)] == [True, True, False]
    assert KeptPictures(tmp_path, most_bytes=1).keep(2, 0, FRAME) is False


def _jpeg(folder: Path) -> bytes:
    probe = KeptPictures(folder / "probe")
    probe.keep(1, 0, FRAME)
    return probe.picture(1, 0) or b""


def test_forgetting_a_game_takes_its_pictures_and_no_others(tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path)
    kept.keep(1, 0, FRAME)
    kept.keep(2, 0, FRAME)
    kept.forget(1)
    assert kept.entries(1) == frozenset()
    assert kept.picture(1, 0) is None
    assert kept.entries(2) == {0}


def test_a_picture_that_was_never_kept_is_not_there(tmp_path: Path) -> None:
    assert KeptPictures(tmp_path).picture(1, 5) is None


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr(keeping, "AFTER_S", 0.01)
    return Evening(tmp_path).begin()


_wait = partial(eventually, within_s=5.0)


def test_after_each_commit_the_newest_picture_is_kept(evening: Evening, tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path / "pictures")
    keeper = PictureKeeper(evening.table, kept, lambda: FRAME, lambda: True)
    keeper.start()
    evening.act("red", MoveHunter("0100"))
    _wait(lambda: len(kept.entries(1)) == 1)
    evening.act("red", MoveRunner("0603"))
    _wait(lambda: len(kept.entries(1)) == 2)
    keeper.close()
    assert kept.entries(1) == {1, 2}  # entry 0 is the deal


def test_what_is_done_in_secret_makes_no_picture_that_could_be_counted(evening: Evening, tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path / "pictures")
    keeper = PictureKeeper(evening.table, kept, lambda: FRAME, lambda: True)
    keeper.start()
    evening.act("red", MoveHunter("0100"))
    _wait(lambda: len(kept.entries(1)) == 1)
    evening.act("red", Swap(8))
    time.sleep(0.1)
    assert kept.entries(1) == {1}
    evening.act("red", MoveRunner("0603"))
    _wait(lambda: len(kept.entries(1)) == 2)
    keeper.close()
    assert kept.entries(1) == {1, 3}


def test_nothing_is_kept_unless_asked_for(evening: Evening, tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path / "pictures")
    wanted = [False]
    keeper = PictureKeeper(evening.table, kept, lambda: FRAME, lambda: wanted[0])
    keeper.start()
    evening.act("red", MoveHunter("0100"))
    time.sleep(0.1)
    wanted[0] = True
    evening.act("red", MoveRunner("0603"))
    _wait(lambda: kept.entries(1))
    keeper.close()
    assert kept.entries(1) == {2}


def test_the_pages_get_a_picture_by_the_step_never_by_the_entry(evening: Evening, tmp_path: Path) -> None:
    kept = KeptPictures(tmp_path / "pictures")
    afterwards = Afterwards(lambda: evening.table.moment, kept)
    evening.act("red", MoveHunter("0100"))
    evening.act("red", Swap(8))
    evening.act("red", MoveRunner("0603"))
    kept.keep(1, 3, FRAME)
    assert [step.picture for step in afterwards.tale("en").steps] == [False, True]
    assert afterwards.picture(0) is None
    assert afterwards.picture(1) is not None
    assert afterwards.picture(3) is None
