"""How long it takes from a camera's frame to evidence, beside decoding that same JPEG."""

from __future__ import annotations

import random
from collections.abc import Mapping

import cv2

from companion.board_eye import kit_of, model_of
from companion.measures.sample import Summary, summary
from companion.memory import give_back_early
from engines import registry
from engines.options import chosen
from vision.board_model import BoardModel
from vision.measure import Scene, look_times
from vision.virtual.faults import Faults
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

JPEG_QUALITY = 90
PICTURE, STILL = (1920, 1080), (4000, 3000)
"""Sizes of a camera's picture and of a photograph of 12 megapixels, px."""
AIMS = {"first": "<= 6", "unchanged": "<= 0.5", "one_move": "<= 1.5"}
STILL_AIM = "< 1.5"


def measure_seeing(game_id: str, samples: int) -> dict[str, Summary]:
    """Ratio of `Eye.look` to ``cv2.imdecode`` of the same 1920×1080 JPEG: first look, the first of a board at rest,
    nothing changed, one move."""
    return _named("frame", _ratios(game_id, samples, PICTURE), AIMS)


def measure_crowd_seen(frames: int, stills: int) -> dict[str, Summary]:
    """The same ratios of the board with most cells and pieces, all of which lie on it, and those of photographs of 12
    megapixels, in which one hex changed after the first look."""
    sheets = {game_id: registry.find(game_id) for game_id in registry.names()}
    fullest = max(sheets, key=lambda game_id: len(sheets[game_id].supply({}, sheets[game_id].seats)))
    seen = _named(f"{fullest}_frame", _ratios(fullest, frames, PICTURE), AIMS)
    large = _ratios(fullest, stills, STILL)
    return seen | _named("still", {name: large[name] for name in ("first", "one_move")}, {"one_move": STILL_AIM})


def _ratios(game_id: str, samples: int, size: tuple[int, int]) -> dict[str, list[float]]:
    """The ratios of each kind of look at some scenes, memory being given back as a running table does it."""
    give_back_early()
    model, film = _film(game_id, samples, size)
    times = [look_times(model, scene, rounds=1) for scene in film]
    return {
        "first": [ratio for one in times for ratio in one.first],
        "settling": [ratio for one in times for ratio in one.settling],
        "unchanged": [ratio for one in times for ratio in one.unchanged],
        "one_move": [ratio for one in times for ratio in one.one_move],
    }


def _named(what: str, found: Mapping[str, list[float]], aims: Mapping[str, str]) -> dict[str, Summary]:
    return {f"{what}_{name}_to_decode": summary(ratios, "ratio", aims.get(name, "")) for name, ratios in found.items()}


def _film(game_id: str, moves: int, size: tuple[int, int]) -> tuple[BoardModel, list[Scene]]:
    """What an eye knows of the board, and a scene for each move: four players' pieces anywhere, one of them moved."""
    game = registry.find(game_id)
    options = chosen(game.options, {})
    board, kit = game.board(options), kit_of(game, options)
    shutter = Shutter(kit, size=size, seed=1)
    rng = random.Random(1)
    land = sorted(cell for cell in board.cells if board.terrain(cell) != "sea")
    top = TableTop(kit.geometry, kit.looks)
    empty = _jpeg(shutter, top, 0.0)
    film = []
    for number in range(moves):
        looks = game.supply(options, game.seats[:4])
        placement = {cell: (look,) for cell, look in zip(rng.sample(land, len(looks)), looks, strict=True)}
        top = top.laid_out(placement, rng)
        before = _jpeg(shutter, top, number + 0.2)
        moving = rng.choice([lying.piece for lying in top.resting()])
        top = top.moved(moving.id, *board.places[rng.choice(land)].centre)
        film.append(Scene(empty, before, placement, _jpeg(shutter, top, number + 0.6)))
    return model_of(game, options), film


def _jpeg(shutter: Shutter, top: TableTop, t: float) -> bytes:
    done, data = cv2.imencode(
        ".jpg", shutter.take(top.resting(), Faults(), t), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    )
    if not done:
        raise RuntimeError("a rendered picture cannot be written as JPEG")
    return data.tobytes()
