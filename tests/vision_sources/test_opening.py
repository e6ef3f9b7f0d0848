"""Every kind of camera that a text can name: devices, network cameras, folders of pictures, recordings."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from engines.data import DataError
from tests.waiting import comes_true
from vision.recording import RecordedFrame, Recording
from vision.sources import ENDED, LIVE, NO_ANSWER, NO_DEVICE, NO_PICTURES, SourceError, UnknownSource, open_source
from vision.sources.addresses import without_password
from vision.sources.folder import FolderOpener, listing, newest_settled
from vision.sources.live import LiveSource
from vision.sources.opencv import OpenCvCapture, StreamOpener, V4l2Opener
from vision.sources.playback import PlaybackOpener
from vision.sources.reasons import Reason

from .mjpeg import network_camera

until = partial(comes_true, within_s=8.0)


def write_picture(path: Path, value: int) -> None:
    cv2.imwrite(str(path), np.full((24, 32, 3), value, np.uint8))


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("v4l2:front", "the number of the camera, as in v4l2:0"),
        ("ftp://host/x", "'ftp' is not a kind of address"),
        ("rtsp:///board", "no host name"),
        ("no-such-folder", "neither a folder nor a camera"),
        ("a" * 300, "cannot be looked at as a camera"),
        ("http://[::1", "'http://\\[::1' is no address: a port is a number"),
        ("http://cam:99999/", "a port is a number up to 65535"),
        ("http://the cam/", "spaces in a password or a path are written"),
        ("", "no camera is named; right are: v4l2:N"),
    ],
)
def test_text_that_names_no_camera_is_refused(spec: str, problem: str) -> None:
    with pytest.raises(UnknownSource, match=problem):
        open_source(spec)


def test_a_folder_that_may_not_be_looked_into_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "is_file", refused)
    with pytest.raises(UnknownSource, match="cannot be looked at as a camera \\(Permission denied\\)"):
        open_source(str(tmp_path))


@pytest.mark.parametrize("password", ["se[cret", "se#cret", "se/cret", "se?cret"])
def test_a_password_that_is_written_wrong_is_told_how_to_write_and_not_repeated(password: str) -> None:
    with pytest.raises(UnknownSource, match="are written %5B %23") as refused:
        open_source(f"rtsp://anna:{password}@192.168.1.7/board")
    assert "cret" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_camera_that_is_not_plugged_in_is_waited_for() -> None:
    with closing(open_source("v4l2:97")) as source:
        assert until(lambda: source.status == NO_DEVICE)
        assert "/dev/video97" in source.detail
        assert source.newest(0, 0.01) is None


class FakeVideo:
    """Stands for `cv2.VideoCapture`: opens only with parameters it likes, then gives the pictures of a script."""

    def __init__(self, opens: bool, script: Sequence[bool] = ()) -> None:
        self.script, self.properties = list(script), dict[int, float]()
        self.released = False
        self.isOpened = lambda: opens

    def read(self) -> tuple[bool, object]:
        came = self.script.pop(0) if self.script else False
        return came, np.zeros((4, 4, 3), np.uint8) if came else None

    def get(self, key: int) -> float:
        return self.properties.get(key, 0.0)

    def set(self, key: int, value: float) -> bool:
        self.properties[key] = value
        return True

    def release(self) -> None:
        self.released = True


def test_webcam_is_asked_for_full_hd_mjpg_and_no_queue(tmp_path: Path) -> None:
    device = tmp_path / "video3"
    device.touch()
    asked: list[Sequence[int]] = []
    video = FakeVideo(opens=True)

    def make(number: int | str, backend: int, parameters: Sequence[int]) -> FakeVideo:
        assert (number, backend) == (3, cv2.CAP_V4L2)
        asked.append(parameters)
        return video

    V4l2Opener(3, make, device)(threading.Event())  # type: ignore[arg-type]
    wanted = dict(zip(asked[0][::2], asked[0][1::2]))
    assert wanted[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (wanted[cv2.CAP_PROP_FRAME_WIDTH], wanted[cv2.CAP_PROP_FRAME_HEIGHT]) == (1920, 1080)
    assert video.properties == {cv2.CAP_PROP_BUFFERSIZE: 1}


def test_webcam_without_full_hd_is_taken_as_it_is(tmp_path: Path) -> None:
    device = tmp_path / "video3"
    device.touch()
    videos = [FakeVideo(opens=False), FakeVideo(opens=True, script=[True])]
    made = iter(videos)
    capture = V4l2Opener(3, lambda *asked: next(made), device)(threading.Event())  # type: ignore[arg-type]
    assert capture.read().shape == (4, 4, 3)
    assert videos[0].released


def test_webcam_that_another_program_uses_says_so(tmp_path: Path) -> None:
    device = tmp_path / "video3"
    device.touch()
    opener = V4l2Opener(3, lambda *asked: FakeVideo(opens=False), device)  # type: ignore[arg-type]
    with pytest.raises(SourceError, match=r"no_answer: .*another program"):
        opener(threading.Event())


def test_webcam_may_drop_a_picture_but_not_all() -> None:
    capture = OpenCvCapture(FakeVideo(True, [False, False, True]), "camera")  # type: ignore[arg-type]
    assert capture.read().shape == (4, 4, 3)
    with pytest.raises(SourceError, match="no_pictures: camera stopped"):
        capture.read()


@pytest.mark.parametrize(("width", "height", "rate", "threads"), [(1920, 1080, 25, [1]), (3840, 2160, 25, [1, None])])
def test_a_stream_is_decoded_by_one_thread_as_each_more_shows_an_older_picture(
    width: int, height: int, rate: int, threads: list[int | None]
) -> None:
    asked: list[int | None] = []

    def make(url: str, backend: int, parameters: Sequence[int]) -> FakeVideo:
        asked.append(dict(zip(parameters[::2], parameters[1::2])).get(cv2.CAP_PROP_N_THREADS))
        video = FakeVideo(opens=True)
        video.properties = {
            cv2.CAP_PROP_FRAME_WIDTH: width,
            cv2.CAP_PROP_FRAME_HEIGHT: height,
            cv2.CAP_PROP_FPS: rate,
        }
        return video

    StreamOpener("rtsp://192.168.1.7/board", make)(threading.Event())  # type: ignore[arg-type]
    assert asked == threads, "what one core cannot decode in time would fall behind instead"


def test_password_of_a_camera_is_never_shown() -> None:
    shown = without_password("rtsp://admin:secret@192.168.1.7:554/board?token=abc")
    assert shown == "rtsp://192.168.1.7:554/board"


def test_mjpeg_camera_delivers_dies_and_is_waited_for() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/stream")) as source:
        frame = source.newest(0, 8.0)
        assert frame is not None, f"{source.status}: {source.detail}"
        assert frame.image.shape == (96, 128, 3)
        later = source.newest(frame.number, 5.0)
        assert later is not None
        assert later.number > frame.number
        camera.plugged_in = False
        assert until(lambda: source.status in (NO_PICTURES, NO_ANSWER))


@pytest.mark.parametrize("boundary", ["frame", "--frame", '"frame"'])
@pytest.mark.parametrize("says_length", [True, False])
def test_stream_is_read_however_its_camera_parts_the_pictures(boundary: str, says_length: bool) -> None:
    with network_camera() as camera:
        camera.boundary, camera.says_length = boundary, says_length
        with closing(open_source(camera.address + "/stream")) as source:
            first = source.newest(0, 8.0)
            assert first is not None, f"{source.status}: {source.detail}"
            assert first.image.shape == (96, 128, 3)
            later = source.newest(first.number, 5.0)
            assert later is not None
            assert not np.array_equal(later.image, first.image)


def test_stream_behind_a_password_is_opened_with_it() -> None:
    with network_camera() as camera:
        camera.password = "letters"
        with closing(open_source(camera.address.replace("//", "//host:letters@") + "/stream")) as source:
            assert source.newest(0, 8.0) is not None, f"{source.status}: {source.detail}"


def test_camera_of_single_pictures_is_asked_again_and_again() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/shot.jpg")) as source:
        frame = source.newest(0, 5.0)
        assert frame is not None
        camera.value = 200
        assert until(lambda: (new := source.newest(0, 1.0)) is not None and new.image.mean() > 180)
        camera.plugged_in = False
        assert until(lambda: source.status == NO_ANSWER)
        assert "refuses: 503" in source.detail


@pytest.mark.parametrize("path", ["/shot.jpg", "/stream"])
def test_a_camera_that_thinks_about_each_picture_longer_than_about_the_call_is_live(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("vision.sources.stills.CONNECT_S", 0.4)
    with network_camera() as camera:
        camera.thinks_s = 1.0
        with closing(open_source(camera.address + path)) as source:
            number = 0
            for _ in range(3):
                frame = source.newest(number, 8.0)
                assert frame is not None, source.detail
                number = frame.number
                assert (source.status, source.detail) == (LIVE, "")


def test_address_that_answers_without_a_picture_says_so() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/page.jpg")) as source:
        assert until(lambda: source.status == NO_PICTURES)
        assert "not with a picture" in source.detail


def test_address_that_sends_a_picture_is_asked_again_and_again_whatever_its_ending() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/capture")) as source:
        first = source.newest(0, 8.0)
        assert first is not None, f"{source.status}: {source.detail}"
        camera.value = 200
        assert until(lambda: (new := source.newest(0, 1.0)) is not None and new.image.mean() > 180)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/nothing", "has nothing at /nothing"),
        ("/page", "ends in /video"),
        ("/nothing.jpg", "not with a picture: this is not a picture"),
    ],
)
def test_address_where_no_camera_is_says_what_is_there(path: str, said: str) -> None:
    with network_camera() as camera, closing(open_source(camera.address + path)) as source:
        assert until(lambda: source.status in (NO_ANSWER, NO_PICTURES))
        assert said in source.detail


@pytest.mark.parametrize(("path", "says_length"), [("/shot.jpg", True), ("/stream", True), ("/stream", False)])
def test_half_a_picture_is_none_and_the_camera_is_believed_again_when_they_are_whole(
    path: str, says_length: bool
) -> None:
    with network_camera() as camera:
        camera.says_length = says_length
        with closing(open_source(camera.address + path)) as source:
            assert source.newest(0, 8.0) is not None
            camera.breaks_off = True
            assert until(lambda: source.status == NO_PICTURES)
            assert "breaks off" in source.detail
            assert source.newest(0, 0.01) is None
            camera.breaks_off = False
            assert source.newest(0, 8.0) is not None


def test_camera_that_wants_a_password_gets_the_one_of_its_address_which_is_never_shown() -> None:
    with network_camera() as camera:
        camera.password = "se cret"
        address = camera.address.replace("//", "//host:se%20cret@") + "/shot.jpg"
        with closing(open_source(address)) as source:
            assert source.newest(0, 8.0) is not None, source.detail
            camera.password = "changed"
            assert until(lambda: source.status == NO_ANSWER)
            assert "does not take that user" in source.detail
            assert "cret" not in source.detail


def test_camera_that_wants_a_password_which_its_address_has_not_says_how_to_give_it() -> None:
    with network_camera() as camera:
        camera.password = "se cret"
        with closing(open_source(camera.address + "/shot.jpg")) as source:
            assert until(lambda: source.status == NO_ANSWER)
            assert "as in http://user:password@" in source.detail


def test_stream_comes_back_after_its_camera_was_unplugged() -> None:
    with network_camera() as camera, closing(open_source(camera.address + "/stream")) as source:
        assert source.newest(0, 8.0) is not None, source.detail
        camera.plugged_in = False
        assert until(lambda: source.status == NO_ANSWER)
        assert "503" in source.detail
        camera.plugged_in = True
        assert source.newest(0, 20.0) is not None


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


def recording(folder: Path, times: Sequence[float]) -> Path:
    (folder / "frames").mkdir(parents=True)
    frames = []
    for number, t in enumerate(times):
        write_picture(folder / "frames" / f"{number}.png", 10 * (number + 1))
        frames.append(RecordedFrame(f"frames/{number}.png", t))
    (folder / "recording.json").write_bytes(msgspec.json.encode(Recording(1, None, frames)))
    return folder


def test_stepped_recording_gives_every_frame_in_its_own_time(tmp_path: Path) -> None:
    with closing(open_source(str(recording(tmp_path / "r", [0.0, 1.5, 9.0])), stepped=True)) as source:
        frames = [source.newest(after, 0.0) for after in range(3)]
        assert [(frame.number, frame.t, frame.image[0, 0, 0]) for frame in frames if frame] == [
            (1, 0.0, 10),
            (2, 1.5, 20),
            (3, 9.0, 30),
        ]
        assert source.status == LIVE
        assert source.newest(3, 0.0) is None
        assert source.status == ENDED


def test_recording_is_played_in_its_own_time(tmp_path: Path) -> None:
    now = [100.0]
    opener = PlaybackOpener(recording(tmp_path / "r", [5.0, 6.5, 8.0, 20.0]), clock=lambda: now[0])
    closing_ = threading.Event()
    closing_.set()  # no wait takes time
    capture = opener(closing_)
    shown = []
    for now[0] in (100.0, 101.0, 101.6, 103.2, 130.0, 150.0):
        shown.append(int(capture.read()[0, 0, 0]))
    assert shown == [10, 10, 20, 30, 40, 40]


def test_recording_played_twice_as_fast_skips_what_is_past(tmp_path: Path) -> None:
    now = [0.0]
    opener = PlaybackOpener(recording(tmp_path / "r", [0.0, 1.0, 2.0]), speed=2.0, clock=lambda: now[0])
    capture = opener(threading.Event())
    assert capture.read()[0, 0, 0] == 10
    now[0] = 1.0
    assert capture.read()[0, 0, 0] == 30


def test_playing_recording_is_a_live_source(tmp_path: Path) -> None:
    with closing(open_source(str(recording(tmp_path / "r", [0.0, 0.05])))) as source:
        assert until(lambda: (frame := source.newest(0, 2.0)) is not None and frame.image[0, 0, 0] == 20)
        assert source.status == LIVE


def test_damaged_recording_is_told_at_once(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r", [0.0, 1.0])
    (folder / "frames" / "1.png").unlink()
    with pytest.raises(DataError, match=r"frames\[1\].file: there is no picture"):
        open_source(str(folder))
