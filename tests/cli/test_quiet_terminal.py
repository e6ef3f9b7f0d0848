"""Nothing stands on the terminal but what Tavolo says: no lines of OpenCV's, no trace after Ctrl-C."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion import pictures
from companion.virtual_top import LateTable
from engines import registry
from vision.virtual.table import VirtualTable

NOBODY_ANSWERS = "rtsp://127.0.0.1:9/none"


def test_a_stream_that_does_not_answer_is_told_in_our_words_only(tmp_path: Path) -> None:
    plain: Mapping[str, str] = {name: value for name, value in os.environ.items() if not name.startswith("OPENCV_")}
    asked = ("record", "corteo", "--eye", NOBODY_ANSWERS, "--seconds", "2", "--out", str(tmp_path / "evening"))
    done = subprocess.run(
        [sys.executable, "-c", "from companion.cli import main; main()", *asked],
        env=plain,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 3
    assert "showed no picture" in done.stderr
    assert "WARN" not in done.stderr + done.stdout


@pytest.mark.parametrize("pause_s", [0.0, 0.01, 0.02, 0.04, 0.3])
def test_ctrl_c_while_the_board_is_drawn_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, pause_s: float
) -> None:
    """Whether Python has begun to draw by then, or is still starting."""
    drawn = subprocess.Popen

    class Pressed(drawn):  # type: ignore[misc, valid-type]
        """The drawing, to which Ctrl-C comes so long after its start."""

        def communicate(self, *given: object, **named: object) -> tuple[bytes, bytes]:
            time.sleep(pause_s)
            self.send_signal(signal.SIGINT)
            return super().communicate(*given, **named)

    monkeypatch.setattr(subprocess, "Popen", Pressed)
    # what a shell starts beside itself is deaf to Ctrl-C, and so is what that starts
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    board = registry.find("fifth_column").board({})

    def make() -> VirtualTable:
        pictures.board_picture(board, tmp_path)
        raise AssertionError("the drawing was not stopped")

    try:
        with caplog.at_level(logging.INFO):
            late = LateTable(make, lambda: "tonight")
            with pytest.raises(RuntimeError, match="drawing was stopped"):
                late.pieces()
            late.close()
    finally:
        signal.signal(signal.SIGINT, heard)
    assert caplog.text == ""
    assert not list(tmp_path.glob("board-*.png"))


def _called(encoding: str, *asked: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from companion.cli import main; main()", *asked],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        encoding=encoding,
        timeout=60,
    )


def test_a_terminal_that_is_not_utf8_shows_what_it_can() -> None:
    listed = _called("ascii", "games")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "Cape Horn, 3?5 players" in listed.stdout


def test_programs_read_the_same_whatever_the_encoding() -> None:
    plain, whole = (json.loads(_called(each, "rules", "corteo", "--json").stdout) for each in ("ascii", "utf-8"))
    assert plain == whole


def test_a_table_begins_without_a_code_where_the_terminal_cannot_draw_it(tmp_path: Path) -> None:
    asked = ("play", "fifth_column", "--eye", "v4l2:77", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", "from companion.cli import main; main()", *asked],
        env={**os.environ, "COLUMNS": "120", "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "latin-1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="latin-1",
    ) as table:
        assert table.stdout is not None
        give_up = threading.Timer(60, table.kill)
        give_up.start()
        told = []
        for line in table.stdout:
            told.append(line)
            if "Ctrl-C" in line:
                break
        table.send_signal(signal.SIGINT)
        table.stdout.read()
        give_up.cancel()
    assert table.returncode == 0
    assert told[1].startswith("Tavolo is ready. Open http://")
    assert "?" not in "".join(told)
