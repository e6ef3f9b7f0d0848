"""How long it takes from a camera's frame to evidence, beside decoding that same JPEG."""

from __future__ import annotations

import random
import time

import cv2
import numpy as np
import platformdirs
from numpy.typing import NDArray

from companion.board_eye import model_of
from companion.measures.sample import Summary, summary
from companion.paper.raster import raster_faces
from companion.pictures import board_picture
from engines import registry
from engines.options import chosen
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

Picture = NDArray[np.uint8]

JPEG_QUALITY = 90
FACE_PX = 128
AIMS = {"frame_first": "<= 6", "frame_unchanged": "<= 0.5", "frame_one_move": "<= 1.5"}


def measure_seeing(game_id: str, samples: int) -> dict[str, Summary]:
    """Ratio of `Eye.look` to ``cv2.imdecode`` of the same 1920×1080 JPEG: first look, nothing changed, one move."""
    model, film = _film(game_id, samples)
    ratios: dict[str, list[float]] = {}
    for before, again, after in film:
        eye = Eye(model)
        for name, jpeg, t in (
            ("frame_first", before, 0.0),
            ("frame_unchanged", again, 1.0),
            ("frame_one_move", after, 2.0),
        ):
            began = time.perf_counter()
            image = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
            decoded = time.perf_counter()
            eye.look(image, t)
            seen = time.perf_counter()
            ratios.setdefault(name, []).append((seen - decoded) / (decoded - began))
    return {f"{name}_to_decode": summary(found, "ratio", AIMS[name]) for name, found in ratios.items()}


def _film(game_id: str, moves: int) -> tuple[BoardModel, list[tuple[Picture, Picture, Picture]]]:
    """What an eye knows of the board, and for each move three JPEGs: before, again with other noise, after."""
    game = registry.find(game_id)
    options = chosen(game.options, {})
    cache = platformdirs.user_cache_path("tavolo")
    pieces, board = game.pieces(options), game.board(options)
    kit = Kit.of(board, board_picture(board, cache), pieces, raster_faces(pieces, FACE_PX))
    shutter = Shutter(kit, seed=1)
    rng = random.Random(1)
    land = sorted(cell for cell in board.cells if board.terrain(cell) != "sea")
    top = TableTop(kit.geometry, kit.looks)
    film = []
    for _ in range(moves):
        looks = game.supply(game.seats[:4])
        top = top.laid_out({cell: (look,) for cell, look in zip(rng.sample(land, len(looks)), looks, strict=True)}, rng)
        before, again = (_jpeg(shutter.take(top.resting(), Faults(), t)) for t in (0.0, 1.0))
        moving = rng.choice([lying.piece for lying in top.resting()])
        top = top.moved(moving.id, *board.places[rng.choice(land)].centre)
        film.append((before, again, _jpeg(shutter.take(top.resting(), Faults(), 2.0))))
    return model_of(game, options, cache), film


def _jpeg(image: Picture) -> Picture:
    done, data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))
    if not done:
        raise RuntimeError("a rendered picture cannot be written as JPEG")
    return np.asarray(data, np.uint8)
