"""Keeps a board's picture between evenings: drawing it takes seconds and much memory, reading it a blink.

Drawing happens in a process of its own, so that its memory goes when it is done.
"""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.boards.board import Board
from vision.whole_file import write_whole

WORKING_WIDTH_PX = 2400
"""Width of the picture that the virtual camera looks at: finer than a 1080p camera sees the board, 12 MB in memory."""
DRAWING_S = 120.0
"""Longest wait for a drawing; 2 s on a desktop, some 10 s on a Pi."""

DRAWING = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
from companion.pictures import draw
draw()
"""
"""What that process runs. Ctrl-C ends it at once: where that came amid an import, NumPy told of a bad install. One
that came while Python was starting has waited until then (`_begun`)."""

_drawing = threading.Lock()


class DrawingStopped(RuntimeError):
    """Ctrl-C came while the board was drawn: whoever pressed it knows why, and the drawing begins anew next time."""


def board_picture(board: Board, cache: Path, width_px: int = WORKING_WIDTH_PX) -> NDArray[np.uint8]:
    """The printed board as a BGR picture of `width_px`, from folder `cache` where it was drawn before.

    The file's name holds a digest of the drawing, so a changed board is drawn anew. Raises `RuntimeError` where it
    cannot be drawn.
    """
    svg = board.svg().encode()
    path = cache / f"board-{hashlib.sha256(svg).hexdigest()[:16]}-{width_px}.png"
    with _drawing:  # two who need the same picture draw it once
        if not path.is_file():
            _draw_apart(svg, width_px, path)
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        path.unlink(missing_ok=True)
        raise RuntimeError(f"{path} was damaged and is removed; start again to draw it anew")
    return np.asarray(picture, np.uint8)


def _draw_apart(svg: bytes, width_px: int, path: Path) -> None:
    with _begun(width_px) as drawing:
        try:
            picture, told = drawing.communicate(svg, timeout=DRAWING_S)
        finally:
            drawing.kill()  # of one that is done nothing is left to end
    if drawing.returncode == -signal.SIGINT:
        raise DrawingStopped("the board's drawing was stopped")
    if drawing.returncode:
        raise RuntimeError(f"the board cannot be drawn: {told.decode(errors='replace').strip()}")
    write_whole(path, picture)


def _begun(width_px: int) -> subprocess.Popen[bytes]:
    """The drawing's process, to which Ctrl-C does not come before it asks for it.

    A process inherits which signals are held back. A Python that is still starting makes an exception of Ctrl-C, and
    now and then that ends in a callback of the import machinery, which swallows it: the drawing went on.
    """
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return subprocess.Popen(
            [sys.executable, "-c", DRAWING, str(width_px)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def draw() -> None:
    """Reads an SVG from standard input and writes it as PNG of the width given to standard output."""
    from companion.paper.raster import raster_png

    sys.stdout.buffer.write(raster_png(sys.stdin.read(), int(sys.argv[1])))
