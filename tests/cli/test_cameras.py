"""What the command line says of cameras and sensor boards: those that are not there, and what is recorded of others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.conftest import Called
from vision.calibration import Sheet


def test_the_terminal_says_that_the_camera_is_not_there(tmp_path: Path) -> None:
    asked = ("play", "fifth_column", "--eye", "v4l2:77", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", "from companion.cli import main; main()", *asked],
        env={**os.environ, "COLUMNS": "120", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as table:
        assert table.stdout is not None
        give_up = threading.Timer(60, table.kill)
        give_up.start()
        told = next((line for line in table.stdout if "v4l2:77" in line), "")
        table.send_signal(signal.SIGINT)
        rest = table.stdout.read()
        give_up.cancel()
    assert told == "Camera v4l2:77: not there: there is no /dev/video77; is the camera plugged in?\n"
    assert (table.returncode, rest) == (0, "")


def test_a_camera_that_is_not_there_is_told_by_who_measures_its_lens(tavolo: Called, tmp_path: Path) -> None:
    code, _, err = tavolo("calibrate", "v4l2:77", "--seconds", "1", "--data", str(tmp_path))
    assert code == 3
    assert "no picture came from v4l2:77" in err
    assert "plugged in" in " ".join(err.split())


def test_how_a_camera_fares_is_told_in_words_while_its_lens_is_measured(tavolo: Called, tmp_path: Path) -> None:
    _, out, _ = tavolo("calibrate", "v4l2:77", "--seconds", "2", "--data", str(tmp_path))
    assert "(camera: not there: there is no /dev/video77; is the camera plugged in?)" in " ".join(out.split())


def test_what_measuring_a_lens_says_into_a_file_ends_with_a_line_break(tavolo: Called, tmp_path: Path) -> None:
    _, out, _ = tavolo("calibrate", "v4l2:77", "--seconds", "1", "--data", str(tmp_path))
    assert "Next:" in out
    assert out.endswith("\n")
    assert not out.endswith("\n\n")


@pytest.mark.parametrize("command", [("calibrate",), ("record", "corteo", "--out", "evening", "--eye")])
def test_the_password_of_a_camera_that_does_not_answer_is_not_printed(
    tavolo: Called, command: tuple[str, ...], tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path)) if command[0] == "calibrate" else ()
    code, out, err = tavolo(*command, "http://anna:pa55word@127.0.0.1:9/still.jpg", "--seconds", "1", *data)
    assert (code, "pa55word" in out + err) == (3, False)
    assert "http://127.0.0.1:9/still.jpg" in err


def test_a_picture_that_changes_its_size_does_not_end_the_measuring_of_a_lens(tavolo: Called, tmp_path: Path) -> None:
    (tmp_path / "camera").mkdir()
    sheet = cv2.copyMakeBorder(Sheet().board().generateImage((1000, 700)), 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=9)
    for number, size in enumerate(((1160, 860), (580, 430))):
        cv2.imwrite(str(tmp_path / "camera" / f"{number}.png"), cv2.resize(sheet, size))
    code, _, err = tavolo("calibrate", str(tmp_path / "camera"), "--seconds", "4", "--data", str(tmp_path))
    told = " ".join(err.split())
    assert code == 3
    assert "not enough was seen in 4 s" in told
    assert "The pictures are 580×430 px now; kept until their size is back: 1 view of 1160×860 px" in told


def test_a_sensor_board_that_is_not_there_is_told_in_words_and_with_what_helps(
    tavolo: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.sensors.FOUND_S", 0.5)
    board = ("--board", "serial:/dev/there-is-none", "--data", str(tmp_path))
    code, _, err = tavolo("sensors", "learn", "casablanca_agents", *board)
    assert code == 3
    assert "serial:/dev/there-is-none is not there." in err
    assert "Plug the board in" in err
    assert "no_device" not in err


def test_a_broker_that_is_not_there_is_told_in_words_and_nothing_is_to_be_plugged_in(
    tavolo: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.sensors.FOUND_S", 1.0)
    board = ("--board", "mqtt://127.0.0.1:1", "--data", str(tmp_path))
    code, _, err = tavolo("sensors", "learn", "casablanca_agents", *board)
    told = " ".join(err.split())
    assert code == 3
    assert "mqtt://127.0.0.1:1/tavolo is not there. (mqtt://127.0.0.1:1/tavolo: no broker listens there)" in told
    assert "Start the broker, or look whether its address is right" in told
    assert ("Errno" in told, "Plug" in told) == (False, False)


def test_a_camera_that_is_not_there_is_told_by_who_records_it_and_leaves_no_recording(
    tavolo: Called, tmp_path: Path
) -> None:
    out = tmp_path / "evening"
    for _ in range(2):  # who has plugged it in tries the same again
        code, _, err = tavolo("record", "casablanca_escape", "--eye", "v4l2:77", "--seconds", "1", "--out", str(out))
        assert code == 3
        assert "plugged in" in " ".join(err.split())
        assert not out.exists()


def test_what_a_camera_shows_is_recorded_as_often_as_wanted(tavolo: Called, tmp_path: Path) -> None:
    pictures, out = tmp_path / "pictures", tmp_path / "evening"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "one.png"), np.full((48, 64, 3), 120, np.uint8))
    often = ("--seconds", "2", "--every", "0.1")
    code, told, _ = tavolo("record", "casablanca_escape", "--eye", str(pictures), *often, "--out", str(out))
    assert code == 0
    frames = len(list(out.glob("frames/*.jpg")))
    assert frames > 2
    assert told.startswith(f"{frames} frames in")


def test_of_several_cameras_each_is_recorded_and_one_that_shows_nothing_is_named(
    tavolo: Called, tmp_path: Path
) -> None:
    out, eyes = tmp_path / "evening", ("left", "dark", "right")
    for grey, name in ((60, "left"), (180, "right")):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "one.png"), np.full((48, 64, 3), grey, np.uint8))
    (tmp_path / "dark").mkdir()
    asked = [part for eye in eyes for part in ("--eye", str(tmp_path / eye))]
    code, told, err = tavolo("record", "casablanca_escape", *asked, "--seconds", "1.5", "--out", str(out))
    assert code == 3
    assert "dark showed no picture" in " ".join(err.split())
    greys = {name: cv2.imread(str(out / name / "frames" / "0000.jpg")).mean() for name in ("camera-1", "camera-3")}
    assert {name: round(grey, -1) for name, grey in greys.items()} == {"camera-1": 60, "camera-3": 180}
    assert sorted(path.name for path in out.iterdir()) == ["camera-1", "camera-3"]
    assert "camera-2" not in told


@pytest.mark.parametrize("command", [("calibrate",), ("record", "corteo", "--out", "out", "--eye")])
def test_a_folder_without_pictures_is_told_as_that(tavolo: Called, command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    data = ("--data", str(tmp_path)) if command == ("calibrate",) else ()
    code, _, err = tavolo(*command, "empty", "--seconds", "1", *data)
    assert code == 3
    assert "a folder without pictures, perhaps" in " ".join(err.split())
