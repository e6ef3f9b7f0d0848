"""The host's recording has what every camera at the table sees."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from companion.backstage import EyeStage
from companion.looking import Looking
from tests.waiting import eventually
from vision.recording import picture, read
from vision.sources import Frame

GAME = "casablanca_agents"


class Grey:
    """A camera that sees nothing but one grey."""

    def __init__(self, value: int) -> None:
        self.frame = Frame(0, 0.0, np.full((48, 64, 3), value, np.uint8))


def stage(data: Path, *greys: int) -> EyeStage:
    first, *further = (cast(Looking, Grey(grey)) for grey in greys)
    nobody: Any = None
    return EyeStage(
        first,
        "v4l2:0",
        lambda game: data / str(game),
        lambda: (7, GAME, {"players": ["red", "blue"]}),
        lambda: None,
        nobody,
        nobody,
        further=[(looking, f"v4l2:{number}") for number, looking in enumerate(further, 1)],
    )


@pytest.mark.parametrize("greys", [(60,), (60, 180)])
def test_what_each_camera_sees_is_recorded_and_handed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, greys: tuple[int, ...]
) -> None:
    monkeypatch.setattr("companion.backstage.RECORD_EVERY_S", 0.05)
    host = stage(tmp_path, *greys)
    host.set_recording(True)
    eventually(lambda: len(list(tmp_path.rglob("*.jpg"))) == len(greys))
    host.set_recording(False)
    packed = host.recording_zip()
    assert packed is not None
    zipfile.ZipFile(io.BytesIO(packed)).extractall(tmp_path / "taken home")
    heads = sorted((tmp_path / "taken home").rglob("recording.json"))
    seen = [round(float(picture(head.parent, read(head.parent).frames[0]).mean()) / 10) * 10 for head in heads]
    assert seen == list(greys)
    assert {read(head.parent).game for head in heads} == {GAME}
