"""How surely known boards are recognised by their print alone: oblique views, two fifths hidden, no marker in sight."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import groupby

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.board_eye import kit_of, model_of
from companion.measures.sample import Summary, rates, summary
from engines import registry
from engines.options import chosen
from vision.board_model import BoardModel
from vision.locating import Locator
from vision.pose import Pose
from vision.pyramid import Pyramid
from vision.recognition import Recogniser
from vision.registration import Refused, Registrar
from vision.virtual.camera import Camera, Viewpoint
from vision.virtual.faults import Faults
from vision.virtual.shutter import Shutter

LONG_S = 100.0
"""Between two pictures in which a board is looked for: no eye has given up meanwhile."""
PICTURE_PX = (1920, 1080)
JPEG_QUALITY = 85
CLOSE = 0.1
"""Cells by which the worst place of the board may be off."""
HIDDEN_PART = 0.4
"""Part of the board that arms and papers hide."""
LOWEST_DEG, HIGHEST_DEG = 40.0, 88.0
"""Elevations from which the camera looks: 40° above the table is a tilt of 50°."""
COLOURS = ((132, 164, 214), (104, 66, 50), (226, 230, 232), (60, 60, 66), (70, 100, 60))
"""BGR of what hides a board: skin, sleeves, paper, a dark book, a cushion."""

Picture = NDArray[np.uint8]


class Mistaken(msgspec.Struct, frozen=True):
    """Whether the board of game `name` was `taken` to be seen where that of another `lies`; processor seconds."""

    name: str
    lies: str
    seed: int
    covered: bool
    taken: bool
    seconds: float


class Sight(msgspec.Struct, frozen=True):
    """A board photographed with much of it hidden, and where its cells' centres truly are (N × 2, px)."""

    image: Picture
    centres: NDArray[np.float64]
    elevation_deg: float


class Recognised(msgspec.Struct, frozen=True):
    """What became of one picture: how far the worst place is off (cells; inf: not recognised), processor seconds."""

    worst: float
    seconds: float

    @property
    def right(self) -> bool:
        return self.worst < CLOSE


def sights(game_id: str, seeds: Iterable[int], covered: bool = True) -> Iterator[Sight]:
    """Pictures of the empty board of a game, each from another place and in other light; not `covered`, nothing lies
    on the board and its markers are seen.
    """
    game = registry.find(game_id)
    options = chosen(game.options, {})
    kit, model = kit_of(game, options), model_of(game, options)
    for seed in seeds:
        rng = np.random.default_rng(seed)
        view = Viewpoint(
            azimuth_deg=float(rng.uniform(0, 360)),
            elevation_deg=float(rng.uniform(LOWEST_DEG, HIGHEST_DEG)),
            roll_deg=float(rng.normal(0, 4)),
            fill=float(rng.uniform(0.75, 1.0)),
            fov_deg=float(rng.uniform(50, 75)),
        )
        shutter = Shutter(kit, size=PICTURE_PX, seed=seed, view=view, jpeg_quality=JPEG_QUALITY)
        some = [name for name in ("glare", "dusk", "warm_lamp", "shadow") if rng.random() < 0.3]
        image = shutter.take([], Faults(**{name: float(rng.uniform(0.2, 0.6)) for name in some}), 0.0)
        camera = shutter.painter.camera
        if covered:
            hide(rng, image, model, camera)
        centres = camera.project(np.column_stack([model.centres, np.zeros(len(model.centres))]))
        yield Sight(image, centres, view.elevation_deg)


def hide(rng: np.random.Generator, image: Picture, model: BoardModel, camera: Camera) -> None:
    """Lays papers over the markers, then arms and papers anywhere, until `HIDDEN_PART` of the board is hidden."""
    width, height = model.size_mm
    covered = np.zeros((200, 200), np.uint8)
    to_covered = np.diag((200 / width, 200 / height))

    def lay(shape_mm: NDArray[np.float64], colour: tuple[int, int, int]) -> None:
        seen = camera.project(np.column_stack([shape_mm, np.zeros(len(shape_mm))]))
        cv2.fillPoly(image, [np.round(seen).astype(np.int32)], colour, cv2.LINE_AA)
        cv2.fillPoly(covered, [np.round(shape_mm @ to_covered).astype(np.int32)], 1)

    for marker in model.markers.values():
        middle = marker.mean(axis=0)
        lay(middle + 1.3 * (marker - middle), COLOURS[int(rng.integers(2, len(COLOURS)))])
    while covered.mean() < HIDDEN_PART:
        middle, turn = rng.random(2) * model.size_mm, rng.uniform(0, math.pi)
        along = np.array([math.cos(turn), math.sin(turn)])
        across = np.array([-along[1], along[0]])
        long, wide = (width, 0.09 * width) if rng.random() < 0.5 else (0.16 * width, 0.12 * width)
        corners = [(-long, -wide), (long, -wide * 0.8), (long, wide * 0.8), (-long, wide)]
        lay(np.array([middle + x / 2 * along + y / 2 * across for x, y in corners]), _colour(rng))


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    red, green, blue = COLOURS[int(rng.integers(len(COLOURS)))]
    return red, green, blue


def recognised(sight: Sight, recogniser: Recogniser, registrar: Registrar) -> Recognised:
    """How the print alone is recognised in one picture, as an eye does it that has lost the board."""
    began = time.process_time()
    pose = _pose(sight, recogniser, registrar)
    took = time.process_time() - began
    if pose is None:
        return Recognised(math.inf, took)
    model = recogniser.model
    back = pose.to_board(sight.centres)
    return Recognised(float(np.hypot(*(back - model.centres).T).max()) / model.pitch_mm, took)


def _pose(sight: Sight, recogniser: Recogniser, registrar: Registrar) -> Pose | None:
    pyramid = Pyramid(sight.image)
    plane = recogniser.plane(pyramid)
    if plane is None:
        return None
    try:
        return registrar.by_print(pyramid, plane)
    except Refused:
        return None


def swept(game_id: str, seeds: Iterable[int]) -> list[tuple[float, Recognised]]:
    """Every picture's elevation and what became of it."""
    game = registry.find(game_id)
    model = model_of(game, chosen(game.options, {}))
    recogniser, registrar = Recogniser(model), Registrar(model)
    return [(sight.elevation_deg, recognised(sight, recogniser, registrar)) for sight in sights(game_id, seeds)]


def mistaken(game_ids: Iterable[str], seeds: Iterable[int]) -> Iterator[Mistaken]:
    """Whether each game's board is found in pictures of the other games' boards, picture by picture as they are looked
    at: of every other board one picture per seed, then the next seed.

    Half of the pictures are `covered`; in the others the markers are seen, which all boards have alike.
    """
    games = {name: registry.find(name) for name in game_ids}
    models = {name: model_of(game, chosen(game.options, {})) for name, game in games.items()}
    locators = {name: Locator(model) for name, model in models.items()}
    t = 0.0
    for seed in seeds:
        for lies in models:
            for covered in (True, False):
                (sight,) = sights(lies, [seed], covered)
                pyramid = Pyramid(sight.image)
                for name in models.keys() - {lies}:
                    t += LONG_S
                    began = time.process_time()
                    taken = _is_taken(locators[name], pyramid, t)
                    yield Mistaken(name, lies, seed, covered, taken, time.process_time() - began)


def _is_taken(locator: Locator, pyramid: Pyramid, t: float) -> bool:
    locator.forget()
    try:
        return locator.locate(pyramid, t, doubtful=True)
    except Refused:
        return False


def measure_recognising(pictures: int) -> dict[str, Summary]:
    """Rate of boards recognised to within `CLOSE` of a cell everywhere, over all games, and processor time; how often
    another game's board was taken for one.
    """
    found = [one for name in registry.names() for _, one in swept(name, range(pictures))]
    asked = list(mistaken(registry.names(), range(max(1, pictures // 2))))
    return {
        "boards_mistaken": summary([sum(one.taken for one in asked)], "boards", "<= 0"),
        "boards_recognised": rates([100.0 * sum(one.right for one in found) / len(found)], "%", ">= 99"),
        "board_recognised_s": summary([one.seconds for one in found], "s of processor", "< 2"),
    }


def _print_mistaken(asked: Iterable[Mistaken]) -> None:
    """Every board that is taken for another as it happens, after each picture how it stands; what was seen last holds
    when it is stopped.
    """
    pictures, taken, seconds = 0, 0, 0.0
    for (seed, lies, covered), some in groupby(asked, key=lambda one: (one.seed, one.lies, one.covered)):
        for one in some:
            pictures, taken, seconds = pictures + 1, taken + one.taken, seconds + one.seconds
            if one.taken:
                print(f"  {one.name} is taken to be seen", flush=True)
        how = "two fifths hidden" if covered else "nothing hidden"
        print(f"seed {seed}, {lies}, {how}: so far {taken} of {pictures} wrong, {seconds:.0f} s", flush=True)


def main() -> None:
    """``python -m companion.measures.recognising FIRST COUNT [GAME…|others]``: each board's rate from seed FIRST on, or
    how often it is found where another lies.
    """
    first, count = (int(one) for one in (*sys.argv[1:3], "100", "20")[:2])
    if sys.argv[3:] == ["others"]:
        _print_mistaken(mistaken(registry.names(), range(first, first + count)))
        return
    for name in sys.argv[3:] or registry.names():
        found = swept(name, range(first, first + count))
        right, lost = sum(one.right for _, one in found), sum(math.isinf(one.worst) for _, one in found)
        took = sorted(one.seconds for _, one in found)
        print(
            f"{name}: {right} of {count} right, {lost} lost, {took[len(took) // 2]:.2f} s, at worst {took[-1]:.2f} s",
            flush=True,
        )
        for seed, (elevation, one) in enumerate(found, first):
            if not one.right:
                print(f"  seed {seed}: elevation {elevation:.0f}°, {one.worst:.2f} cells off, {one.seconds:.1f} s")


if __name__ == "__main__":
    main()
