"""Pictures in a folder: those that are there, and those that are dropped into it."""

from __future__ import annotations

import os
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

from tests.waiting import comes_true
from vision.sources import LIVE, NO_DEVICE, NO_PICTURES
from vision.sources.folder import FolderOpener, listing, newest_settled
from vision.sources.live import LiveSource
from vision.sources.reasons import Reason

from .fakes import write_picture

until = partial(comes_true, within_s=8.0)


def test_pictures_of_a_folder_come_in_order_and_the_last_one_stays(tmp_path: Path) -> None:
    for number, value in enumerate((10, 20, 30)):
        write_picture(tmp_path / f"{number}.png", value)
    (tmp_path / "notes.txt").write_text("no picture")
    with closing(LiveSource(FolderOpener(tmp_path, shown_s=0.03, look_s=0.01), notices_frozen=False)) as source:
        seen = []
        after = 0
        while len(seen) < 5:
            frame = source.newest(after, 2.0)
            assert frame is not None
            after = frame.number
            seen.append(int(frame.image[0, 0, 0]))
    assert seen == sorted(seen)
    assert seen[-1] == 30


def test_picture_dropped_into_a_folder_is_shown_at_once(tmp_path: Path) -> None:
    with closing(LiveSource(FolderOpener(tmp_path, shown_s=9.0, look_s=0.01), notices_frozen=False)) as source:
        assert source.newest(0, 0.05) is None
        write_picture(tmp_path / "b.png", 77)
        frame = source.newest(0, 5.0)
        assert frame is not None
        assert frame.image[0, 0, 0] == 77
        write_picture(tmp_path / "a.png", 99)
        frame = source.newest(frame.number, 5.0)
        assert frame is not None
        assert frame.image[0, 0, 0] == 99, "the newest wins, whatever its name"


def test_picture_that_is_still_being_written_is_not_read() -> None:
    old, grown = (100, 5), (200, 6)
    assert newest_settled({}, {"a.jpg": old}, {}) is None
    assert newest_settled({"a.jpg": old}, {"a.jpg": grown}, {}) is None
    assert newest_settled({"a.jpg": grown}, {"a.jpg": grown}, {}) == "a.jpg"
    assert newest_settled({"a.jpg": grown}, {"a.jpg": grown}, {"a.jpg": grown}) is None


def test_picture_that_arrives_while_another_is_shown_is_shown_next(tmp_path: Path) -> None:
    now = 1_700_000_000
    capture = FolderOpener(tmp_path, look_s=0.001)(threading.Event())
    for number, name in enumerate(("early.png", "late.png")):
        write_picture(tmp_path / name, 50 + number)
        os.utime(tmp_path / name, (now + number, now + number))
    capture._seen = {"early.png": listing(tmp_path)["early.png"]}
    assert [capture.read()[0, 0, 0] for _ in range(2)] == [50, 51]


def test_half_a_picture_in_a_folder_is_not_shown(tmp_path: Path) -> None:
    with closing(LiveSource(FolderOpener(tmp_path, shown_s=9.0, look_s=0.01), notices_frozen=False)) as source:
        write_picture(tmp_path / "a.jpg", 77)
        frame = source.newest(0, 5.0)
        assert frame is not None
        (tmp_path / "b.jpg").write_bytes((tmp_path / "a.jpg").read_bytes()[:-40])
        write_picture(tmp_path / "c.jpg", 120)
        assert until(lambda: (new := source.newest(0, 1.0)) is not None and abs(int(new.image[0, 0, 0]) - 120) < 3)


def test_a_dropped_file_that_is_no_picture_is_told_until_one_that_is_comes_or_it_is_gone(tmp_path: Path) -> None:
    with closing(LiveSource(FolderOpener(tmp_path, shown_s=9.0, look_s=0.01), notices_frozen=False)) as source:
        write_picture(tmp_path / "a.png", 77)
        assert source.newest(0, 5.0) is not None
        assert source.detail == ""
        whole = (tmp_path / "a.png").read_bytes()
        for mend in (lambda: write_picture(tmp_path / "c.png", 120), (tmp_path / "b.png").unlink):
            (tmp_path / "b.png").write_bytes(whole[:-40])
            assert until(lambda: source.detail == Reason.of("bad_file", file=tmp_path / "b.png"))
            assert source.status == LIVE, "the picture before it still counts"
            mend()
            assert until(lambda: source.detail == "")


def test_of_several_dropped_pictures_the_newest_wins() -> None:
    both = {"a.jpg": (100, 9), "b.jpg": (100, 5)}
    assert newest_settled(both, both, {}) == "a.jpg"


def test_a_folder_of_nothing_but_what_cannot_be_read_names_it_and_shows_what_can_be_as_soon_as_it_comes(
    tmp_path: Path,
) -> None:
    (tmp_path / "board.jpg").write_text("<html>not found</html>")
    with closing(LiveSource(FolderOpener(tmp_path, shown_s=9.0, look_s=0.01), notices_frozen=False)) as source:
        assert until(lambda: source.status == NO_PICTURES)
        assert source.detail == Reason.of("bad_file", file=tmp_path / "board.jpg")
        write_picture(tmp_path / "later.png", 77)
        frame = source.newest(0, 8.0)
        assert frame is not None
        assert frame.image[0, 0, 0] == 77


def test_folder_that_was_lost_for_a_while_shows_its_newest_picture(tmp_path: Path) -> None:
    opener = FolderOpener(tmp_path, shown_s=0.0, look_s=0.001)
    for number, value in enumerate((10, 20, 30)):
        write_picture(tmp_path / f"{number}.png", value)
    os.utime(tmp_path / "1.png", (2_000_000_000, 2_000_000_000))
    assert [opener(threading.Event()).read()[0, 0, 0] for _ in range(2)] == [10, 20]


def test_folder_that_vanishes_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    with closing(LiveSource(FolderOpener(folder, look_s=0.01), notices_frozen=False)) as source:
        folder.rmdir()
        assert until(lambda: source.status == NO_DEVICE)
        assert str(folder) in source.detail
