"""Measures what looking costs, as a ratio to decoding the very same JPEG, which every camera program must do anyway."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.physical import Cell, Contents
from vision.board_model import BoardModel
from vision.eye import Eye

T = TypeVar("T")

PICTURE_S = 1.0
"""Time between the pictures that are shown, s: long enough for nothing to count as movement."""


class Scene(msgspec.Struct, frozen=True):
    """JPEG pictures of one board and one camera: the empty board, some pieces on it, the same after one move."""

    empty: bytes
    before: bytes
    placement: Mapping[Cell, Contents]
    after: bytes


class LookTimes(msgspec.Struct, frozen=True):
    """Ratios of processor time to that of `cv2.imdecode` of the same picture, one a round.

    `settling`: the first look at a board at rest, in which the lattice is asked, once for each place of the board.
    Stages are in ms of the last round of each kind.
    """

    first: Sequence[float]
    settling: Sequence[float]
    unchanged: Sequence[float]
    one_move: Sequence[float]
    stages_ms: Mapping[str, Mapping[str, float]]


def look_times(model: BoardModel, scene: Scene, rounds: int = 7) -> LookTimes:
    """How long looks take beyond decoding: a first look, one at an unchanged board, and one after a move.

    >>> look_times(model, scene).unchanged
    [0.31, 0.3, 0.33, 0.31, 0.3, 0.3, 0.32]
    """
    ratios: dict[str, list[float]] = {"first": [], "settling": [], "unchanged": [], "one_move": []}
    stages: dict[str, Mapping[str, float]] = {}
    for _ in range(rounds):
        eye = Eye(model)
        t = 0.0

        def timed(name: str, jpeg: bytes, eye: Eye = eye) -> None:
            nonlocal t
            t += PICTURE_S
            decode_s, image = _timed(lambda: _decoded(jpeg))
            look_s, _ = _timed(lambda: eye.look(image, t))
            ratios[name].append(look_s / decode_s)
            stages[name] = dict(eye.stages_ms)

        eye.look(_decoded(scene.empty), t)
        eye.learn({})
        timed("one_move", scene.before)
        eye.learn(scene.placement)
        ratios["one_move"].pop()  # that was the whole set-up
        timed("settling", scene.before)
        timed("unchanged", scene.before)
        timed("one_move", scene.after)
        eye.forget()
        timed("first", scene.before)
    return LookTimes(ratios["first"], ratios["settling"], ratios["unchanged"], ratios["one_move"], stages)


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Processor time (s) that `work` takes, and what it answers."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def _decoded(jpeg: bytes) -> NDArray[np.uint8]:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("the scene holds a picture that is no JPEG")
    return image.astype(np.uint8, copy=False)
