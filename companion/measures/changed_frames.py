"""How right the eye stays when the frames of recordings are blurred, darkened, tinted, turned, shaken, or reduced.

``python -m companion.measures.changed_frames tests/recordings dark blur`` judges every recording under two changes.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.accuracy import Tier, as_markdown, recordings_in, tier_of
from companion.measures.unseen import sum_of
from companion.seeing import see
from vision import recording as recordings

Light: TypeAlias = NDArray[np.float32]
Change: TypeAlias = Callable[[Light, int, np.random.Generator], Light]
"""Changes a picture (H × W × 3, BGR, 0…255), the so many-th of its recording."""

QUALITY, POOR_QUALITY = 90, 30
"""Percent, of the JPEGs that are written, and of those of the change ``jpeg``."""
POOR = "jpeg"
EXPOSURES = (1.0, 0.8, 1.15, 0.7, 1.05, 0.9)
"""Factors on the light of one picture after the other, of a camera that cannot make up its mind."""
WHITES = ((1.0, 1.0, 1.0), (0.9, 1.0, 1.1), (1.1, 1.0, 0.9), (1.0, 1.05, 1.0), (0.85, 1.0, 1.1), (1.1, 1.0, 0.95))
"""The same of each channel (BGR)."""
SHAKES = ((0, 0), (9, -5), (-6, 8), (3, 12), (14, -9), (-11, 2))
"""Shifts of one picture after the other, px of one that is 1280 wide."""


def changes() -> Mapping[str, Change]:
    """Every change by its name; ``same`` only writes the pictures anew."""
    return {
        "same": lambda light, number, luck: light,
        "dark": lambda light, number, luck: noisy(0.35 * light, 3, luck),
        "contrast": lambda light, number, luck: 255 * np.float32(1 / 255**1.5) * light**1.5,
        "flat": lambda light, number, luck: 0.6 * light + 60,
        "warm": lambda light, number, luck: tinted(light, (0.57, 0.86, 1.05)),
        "cold": lambda light, number, luck: tinted(light, (1.05, 0.9, 0.67)),
        "blur": lambda light, number, luck: cv2.GaussianBlur(light, (0, 0), 1.0 * light.shape[1] / 1280),
        "motion": lambda light, number, luck: cv2.blur(light, (5, 1)),
        "noise": lambda light, number, luck: noisy(light, 10, luck),
        "small": lambda light, number, luck: reduced(light, 0.75),
        "vignette": vignetted,
        "side": lambda light, number, luck: light * np.linspace(0.6, 1.4, light.shape[1], dtype=np.float32)[:, None],
        "exposure": lambda light, number, luck: EXPOSURES[number % len(EXPOSURES)] * light,
        "white": lambda light, number, luck: tinted(0.9 * light, WHITES[number % len(WHITES)]),
        "shake": lambda light, number, luck: shifted(light, SHAKES[number % len(SHAKES)]),
        "turned": lambda light, number, luck: np.rot90(light),
        "upside_down": lambda light, number, luck: np.rot90(light, 2),
        POOR: lambda light, number, luck: light,
    }


def noisy(light: Light, spread: float, luck: np.random.Generator) -> Light:
    """A picture with noise of that standard deviation."""
    return np.asarray(light + luck.normal(0, spread, light.shape), np.float32)


def tinted(light: Light, white: tuple[float, float, float]) -> Light:
    """A picture in light of another colour (BGR)."""
    return np.asarray(light * np.array(white, np.float32), np.float32)


def reduced(light: Light, part: float) -> Light:
    """A picture with `part` of its width and height."""
    return np.asarray(cv2.resize(light, None, fx=part, fy=part, interpolation=cv2.INTER_AREA), np.float32)


def shifted(light: Light, by: tuple[int, int]) -> Light:
    """A picture shifted by px of one that is 1280 wide."""
    scale = light.shape[1] / 1280
    move = np.array([[1, 0, by[0] * scale], [0, 1, by[1] * scale]], np.float32)
    return np.asarray(cv2.warpAffine(light, move, light.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.float32)


def vignetted(light: Light, number: int, luck: np.random.Generator) -> Light:
    """A picture that is darker towards its corners, down to two fifths."""
    y, x = np.mgrid[-1 : 1 : light.shape[0] * 1j, -1 : 1 : light.shape[1] * 1j].astype(np.float32)
    return np.asarray(light * (1 - 0.3 * (x**2 + y**2))[..., None], np.float32)


def changed(recording: Path, name: str, folder: Path) -> Path:
    """Writes `recording` under the change of that name into `folder`, with its board, and answers it."""
    change, luck = changes()[name], np.random.default_rng(0)
    original = recordings.read(recording)
    (folder / "frames").mkdir(parents=True)
    frames = []
    for number, frame in enumerate(original.frames):
        light = change(recordings.picture(recording, frame).astype(np.float32), number, luck)
        file, quality = f"frames/{number:04}.jpg", POOR_QUALITY if name == POOR else QUALITY
        picture = np.clip(np.round(light), 0, 255).astype(np.uint8)
        cv2.imwrite(str(folder / file), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        frames.append(msgspec.structs.replace(frame, file=file))
    board = None
    if original.board is not None:
        board = "board"
        shutil.copytree(recording / original.board, folder / board)
    whole = msgspec.structs.replace(original, frames=frames, board=board)
    (folder / "recording.json").write_bytes(msgspec.json.encode(whole))
    return folder


def measure(folder: Path, name: str) -> Tier:
    """Scores of all recordings in `folder` under the change of that name, together."""
    found = []
    for recording in recordings_in(folder):
        with tempfile.TemporaryDirectory() as room:
            written = changed(recording, name, Path(room))
            found.append(tier_of(written, see(written)))
    return sum_of(found)


def main() -> None:
    """Prints a row for every change, or for those named."""
    parser = argparse.ArgumentParser(description="How right the eye stays when the frames of recordings are changed.")
    parser.add_argument("folder", type=Path, help="a folder of recordings")
    parser.add_argument("changes", nargs="*", help="some of the changes, else all of them")
    wanted = parser.parse_args()
    print(as_markdown({name: measure(wanted.folder, name) for name in wanted.changes or changes()}))


if __name__ == "__main__":
    main()
