"""How soon an eye is right again after a nudge, by markers and by print alone, and whether it is wrong meanwhile."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.board_eye import kit_of, model_of
from companion.measures.sample import Summary, rates, summary
from engines import registry
from engines.options import chosen
from engines.physical import Cell, Contents
from vision.board_model import BoardModel
from vision.explanations import as_contents
from vision.eye import Eye
from vision.seeing import Seer
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

FRAME_S = 0.2
"""Between two pictures; a look that takes longer misses some."""
NUDGES = {"a touch": 0.12, "a knock": 0.6, "a blow": 1.0}
"""Strength of `Faults.nudge`: of 1 the camera is 31 mm and 2° elsewhere; a touch moves the board by a few px."""
SHOVE_DEG, SHOVE_MM = 7.0, 60.0
"""How far somebody shoves the whole board."""
SHAKES = 3
"""Pictures during which the camera moves."""
ROOMY_MM2 = 500.0
"""Room of the places on which pieces are laid, where a board has enough of them."""
PATIENCE_S = 6.0
PICTURE_PX = (1280, 720)
DRIFT_PITCHES, DRIFT_FRAMES = 0.8, 24
"""How far a camera sinks, in cells, in how many pictures."""
SINKING_S = 5.0
"""Between two pictures of a sinking camera."""
NOISE = 2.0
"""Standard deviation of a picture's noise, grey values."""
PAPER = (214, 220, 222)

Picture = NDArray[np.uint8]
By = Literal["markers", "print"]


class Recovery(msgspec.Struct, frozen=True):
    """After a nudge: s until everything is right again, in the camera's time with processor time for each look (inf:
    never), and how many places were ever said wrongly.
    """

    right_s: float
    wrong: int


class Drift(msgspec.Struct, frozen=True):
    """While a camera sank: places said wrongly, the part of all pictures in which the table was blind, and by how many
    cells the board was believed elsewhere than it was, at worst in any picture.
    """

    wrong: int
    blind: float
    off: float


class Scene:
    """The board of a game with a player's pieces on it, and an eye that knows them. `by`: what the eye has to go by."""

    def __init__(self, game_id: str, by: By, seed: int, busy: Callable[[], float] = time.process_time) -> None:
        """`busy`: a clock of the time that looking takes."""
        kit, model = _furnishing(game_id)
        self._busy = busy
        game, rng = registry.find(game_id), random.Random(seed)
        looks = game.supply({}, game.seats[:4])[:16]
        roomy = [cell for cell, room in model.areas_mm2.items() if room > ROOMY_MM2]
        cells = rng.sample(roomy if len(roomy) >= len(looks) else list(model.areas_mm2), len(looks))
        top = TableTop(kit.geometry, kit.looks).with_supply(game.supply({}, game.seats[:4]))
        self._top = top.laid_out({cell: (look,) for cell, look in zip(cells, looks)}, rng)
        self._shutter, self._kit, self._seed = Shutter(kit, size=PICTURE_PX, seed=seed), kit, seed
        self._papers = list(model.markers.values()) if by == "print" else []
        self.model = model if by == "markers" else _without_markers(model)
        self.truth = {cell: as_contents(looks) for cell, looks in self._top.placement().items() if looks}
        self.eye, self.seer, self.t = Eye(self.model), Seer(self.model), 0.0
        self._look(self.picture(empty=True), {})
        still = self.picture()
        self._look(still, self.truth)
        self._look(still)

    def shove(self) -> None:
        """Somebody pushes the whole board aside."""
        self._shutter = Shutter(self._kit, size=PICTURE_PX, seed=self._seed, view=_shoved(Viewpoint()))

    def picture(self, nudge: float = 0.0, empty: bool = False) -> Picture:
        """What the camera sees after a nudge of such strength."""
        image = self._shutter.take([] if empty else self._top.resting(), Faults(nudge=nudge), self.t)
        for corners in self._papers:
            middle = corners.mean(axis=0)
            sheet = np.column_stack([middle + 1.3 * (corners - middle), np.zeros(4)])
            outline = np.round(self._shutter.painter.camera.project(sheet)).astype(np.int32)
            cv2.fillPoly(image, [outline], PAPER, cv2.LINE_AA)
        return image

    def centres(self) -> NDArray[np.float64]:
        """Where the middles of all places are in the picture that was taken last."""
        middles = np.column_stack([self.model.centres, np.zeros(len(self.model.centres))])
        return self._shutter.painter.camera.project(middles)

    def told(self, image: Picture) -> tuple[bool, int]:
        """Whether all is right and nothing left open after one more look, and how many places are said wrongly."""
        hidden, blind = self._look(image)
        if blind:
            return False, 0
        claims = {cell: belief.contents for cell, belief in self.seer.seen.items()}
        said = (claims.keys() | self.truth.keys()) - hidden - self.seer.unsure
        wrong = sum(claims.get(cell, ()) != self.truth.get(cell, ()) for cell in said)
        return not (wrong or hidden or self.truth.keys() & self.seer.unsure), wrong

    def _look(self, image: Picture, known: Mapping[Cell, Contents] | None = None) -> tuple[frozenset[Cell], bool]:
        began = self._busy()
        observation = self.eye.look(image, self.t)
        self.seer.revise(observation)
        if known is not None:
            self.seer.know(known, self.eye.learn(known))
        self.t += max(FRAME_S, self._busy() - began)
        return observation.hidden, bool(observation.blind)


@cache
def _furnishing(game_id: str) -> tuple[Kit, BoardModel]:
    game = registry.find(game_id)
    options = chosen(game.options, {})
    return kit_of(game, options), model_of(game, options)


def _without_markers(model: BoardModel) -> BoardModel:
    """The same board for an eye that has never heard of markers."""
    return BoardModel(
        model.size_mm, model.pitch_mm, model.cells, {}, model.bodies, _art_without_markers(model), model.faces
    )


def _art_without_markers(model: BoardModel) -> Picture:
    art = model.art.copy()
    for corners in model.markers.values():
        middle = corners.mean(axis=0)
        outline = np.round((middle + 1.3 * (corners - middle)) * model.scale).astype(np.int32)
        cv2.fillPoly(art, [outline], PAPER)
    return art


def _shoved(view: Viewpoint) -> Viewpoint:
    return msgspec.structs.replace(
        view, azimuth_deg=view.azimuth_deg + SHOVE_DEG, jolt_mm=(SHOVE_MM, -SHOVE_MM / 2, 0.0)
    )


def recovery(scene: Scene, nudge: float) -> Recovery:
    """What becomes of a nudge of such strength, or of a shove before this (strength 0)."""
    wrong = 0
    for number in range(1, SHAKES) if nudge else ():
        _, said = scene.told(scene.picture(nudge * number / SHAKES))
        wrong += said
    rests, began = scene.picture(nudge), scene.t
    while scene.t < began + PATIENCE_S:
        right, said = scene.told(rests)
        wrong += said
        if right:
            return Recovery(scene.t - began, wrong)
        rests = _noisy(rests, round(scene.t * 1000))
    return Recovery(float("inf"), wrong)


def drift(scene: Scene, pitches: float = DRIFT_PITCHES, frames: int = DRIFT_FRAMES) -> Drift:
    """What becomes of a camera that sinks slowly: it turns about its own middle, which moves the whole picture."""
    still = scene.picture()
    scene.told(still)
    centres = scene.centres()
    middle = scene.model.centres.mean(axis=0)
    near = np.argsort(np.hypot(*(scene.model.centres - middle).T))[:2]
    pitch_px = float(np.hypot(*(centres[near[0]] - centres[near[1]]))) / float(
        np.hypot(*(scene.model.centres[near[0]] - scene.model.centres[near[1]])) / scene.model.pitch_mm
    )
    blind, wrong, off = 0, 0, 0.0
    size = (still.shape[1], still.shape[0])
    for number in range(1, frames + 1):
        down = pitches * pitch_px * number / frames
        move = np.array([[1.0, 0, 0.4 * down], [0, 1.0, -down]])
        image = cv2.warpAffine(still, move, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        _, said = scene.told(_noisy(np.asarray(image, np.uint8), number))
        scene.t += SINKING_S
        wrong += said
        if (found := scene.eye.centres()) is None:
            blind += 1
        else:
            apart = np.hypot(*(found - centres - move[:, 2]).T)
            off = max(off, float(np.median(apart)) / pitch_px)
    return Drift(wrong, blind / frames, off)


def _noisy(image: Picture, seed: int) -> Picture:
    noise = np.random.default_rng(seed).normal(0, NOISE, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def recoveries(game_id: str, by: By, seeds: Iterable[int]) -> Iterator[tuple[str, Recovery]]:
    """Every kind of nudge and what became of it."""
    for seed in seeds:
        for name, strength in NUDGES.items():
            yield name, recovery(Scene(game_id, by, seed), strength)
        scene = Scene(game_id, by, seed)
        scene.shove()
        yield "a shove", recovery(scene, 0.0)


def measure_nudging(game_ids: Iterable[str]) -> dict[str, Summary]:
    """Seconds until all is right after a nudge, the part within 2 s, places said wrongly meanwhile and in drifts."""
    measured: dict[str, Summary] = {}
    games = list(game_ids)
    bys: tuple[By, By] = ("markers", "print")
    for by in bys:
        found = [one for game in games for _, one in recoveries(game, by, [1])]
        drifts = [drift(Scene(game, by, 1)) for game in games]
        soon = 100.0 * sum(one.right_s <= 2.0 for one in found) / len(found)
        measured[f"nudged_by_{by}_right_again"] = summary([min(one.right_s, PATIENCE_S) for one in found], "s", "<= 2")
        measured[f"nudged_by_{by}_within_2_s"] = rates([soon], "%", ">= 100")
        measured[f"nudged_by_{by}_wrong"] = summary([sum(one.wrong for one in found)], "places", "<= 0")
        measured[f"drift_by_{by}_wrong"] = summary([sum(one.wrong for one in drifts)], "places", "<= 0")
        measured[f"drift_by_{by}_off"] = summary([max(one.off for one in drifts)], "cells", "<= 0.1")
    return measured


def main() -> None:
    """``python -m companion.measures.nudging SEED [GAME…]``: every nudge and drift."""
    seed = int(sys.argv[1]) if sys.argv[1:] else 1
    bys: tuple[By, By] = ("markers", "print")
    for game in sys.argv[2:] or registry.names():
        for by in bys:
            for name, one in recoveries(game, by, [seed]):
                print(f"{game}, by {by}, {name}: right after {one.right_s:.1f} s, {one.wrong} said wrongly", flush=True)
            slow = drift(Scene(game, by, seed))
            print(
                f"{game}, by {by}, drift: {slow.wrong} said wrongly, blind in {slow.blind:.0%}, "
                f"at most {slow.off:.2f} cells off",
                flush=True,
            )


if __name__ == "__main__":
    main()
