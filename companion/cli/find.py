"""``tavolo find``: the printed lattice of hexes or squares in one picture, with no markers and no help."""

from __future__ import annotations

import errno
import math
import os
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import rich_click as click
from numpy.typing import NDArray
from rich.markup import escape

from companion.cli.choices import DAY_S, Amount
from companion.cli.outcome import as_json, console, print_json
from engines.data import DataError
from vision.lattice import BadHint, Lattice, drawn_over, find_lattice

KINDS = {"hex": "hexes", "square": "squares"}
SECONDS = 10.0
"""Processor time after which no more is looked at: what is found at all was found by then in nearly all pictures."""


class Budget:
    """So many `seconds` of processor time from now on; `was_up` tells whether they were not enough."""

    def __init__(self, seconds: float) -> None:
        self.until = time.process_time() + seconds
        self.was_up = False

    def is_up(self) -> bool:
        """Whether they are over."""
        self.was_up = self.was_up or time.process_time() > self.until
        return self.was_up


@click.command()
@click.argument("image", type=click.Path(path_type=Path))
@click.option(
    "--hint",
    nargs=4,
    metavar="X,Y X,Y X,Y X,Y",
    help="Roughly the board's four corners in the picture, px, in any order.",
)
@click.option(
    "--draw",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the picture with the lattice drawn over it here (PNG or JPEG, by the name's ending).",
)
@click.option(
    "--seconds",
    type=Amount(0.1, DAY_S),
    default=SECONDS,
    show_default=True,
    help='Processor time after which no more is looked at, about; then "time_up" is true.',
)
@as_json
def find(image: Path, hint: tuple[str, str, str, str] | None, draw: Path | None, seconds: float, json: bool) -> None:
    """Find the printed hexes or squares in the picture IMAGE: no markers, no setting up.

    The homography takes (i + j/2, j·√3/2) to the centre of a hex, (i, j) to that of a square, in px, for whole i, j.
    Px count in the picture as it is shown: a phone's that was held upright stands upright.
    Where the lens bends straight lines, "lens" has the homography of the straight picture, and what bends it.
    Exit 0 also where there is no lattice: that is an answer.
    """
    picture = _picture(image)
    if draw is not None:
        _writable(draw)
    corners = None if hint is None else _corners(hint, picture)
    began, budget = time.perf_counter(), Budget(seconds)
    try:
        lattice = find_lattice(picture, corners, budget.is_up)
    except BadHint as error:
        raise click.UsageError(f"--hint: {error}") from error
    ms = (time.perf_counter() - began) * 1000
    if draw is not None:
        _write(draw, picture if lattice is None else drawn_over(picture, lattice))
    if json:
        print_json(_answer(lattice, ms, budget.was_up))
    else:
        console.print(
            _words(lattice, ms, budget.was_up, hinted=corners is not None)
            + (f"\nwrote {escape(str(draw))}" if draw else "")
        )


def _picture(path: Path) -> NDArray[np.uint8]:
    """The picture in a file, turned as its file says that it is shown.

    Raises `FileNotFoundError`, and `DataError` for what is no picture or too large a one.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path}: there is no such picture")
    try:
        picture = cv2.imdecode(np.frombuffer(path.read_bytes() or b"\0", np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise DataError(path, "", "too large a picture: it has more than a thousand million pixels") from error
    if picture is None:
        raise DataError(path, "", "not a picture that can be read (JPEG, PNG, WebP, TIFF, BMP …)")
    return np.asarray(picture, np.uint8)


def _corners(hint: tuple[str, ...], picture: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """The points of a hint; raises `click.UsageError` where all lie on one side beside the picture."""
    corners, (height, width) = [_point(text) for text in hint], picture.shape[:2]
    (left, top), (right, bottom) = (tuple(map(end, zip(*corners))) for end in (min, max))
    if right < 0 or bottom < 0 or left > width or top > height:
        raise click.UsageError(f"--hint: the board that it shows lies beside the picture ({width}×{height} px)")
    return corners


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError(text)
    except ValueError as error:
        raise click.UsageError(f"--hint: {text!r} is no point; a point is x,y in px, such as 120,80") from error
    return x, y


def _writable(path: Path) -> None:
    """Raises `click.UsageError` or `FileNotFoundError` where no picture can be written: a search takes seconds."""
    if not cv2.haveImageWriter(path.name if path.suffix else ".png"):
        raise click.UsageError(f"--draw {path}: pictures are written as .png or .jpg")
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def _write(path: Path, picture: NDArray[np.uint8]) -> None:
    path.write_bytes(cv2.imencode(path.suffix or ".png", picture)[1].tobytes())


def _answer(lattice: Lattice | None, ms: float, time_up: bool) -> dict[str, Any]:
    return {
        "found": lattice is not None,
        "kind": None if lattice is None else lattice.kind,
        "homography": None if lattice is None else lattice.homography.tolist(),
        "confidence": 0.0 if lattice is None else round(lattice.confidence, 4),
        "lens": None if lattice is None or lattice.bend is None else _lens(lattice),
        "time_up": time_up,
        "ms": round(ms, 1),
    }


def _lens(lattice: Lattice) -> dict[str, Any]:
    """How the lens bends the picture: a point p of the straight picture is seen at c + (p − c)·(1 + k1·|p − c|²/f²)."""
    width, height = lattice.view.size
    return {
        "k1": lattice.view.bend,
        "focal_px": width,
        "centre": [(width - 1) / 2, (height - 1) / 2],
        "homography": lattice.straight.tolist(),
    }


def _words(lattice: Lattice | None, ms: float, time_up: bool, *, hinted: bool) -> str:
    if lattice is None:
        longer = " Time was up: --seconds gives more." if time_up else ""
        where = " on most of what the four points enclose" if hinted else ""
        point = " Are they the board's corners?" if hinted else " If there is one, point at the board: --hint"
        return f"[yellow]no lattice[/] to be sure of{where} ({ms:.0f} ms).{longer}{point}"
    bend = "" if lattice.bend is None else f"\nthe lens bends straight lines: k1 {lattice.bend:+.3f}"
    return (
        f"[bold green]{KINDS[lattice.kind]}[/], about {lattice.pitch_px:.0f} px from centre to centre, "
        f"{lattice.confidence:.0%} sure ({ms:.0f} ms){bend}"
    )
