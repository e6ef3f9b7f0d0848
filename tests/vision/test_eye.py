"""An eye at a table: what it says of pieces, and what it leaves open."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from vision.eye import NO_FRAME, Eye
from vision.registration import NO_BOARD
from vision.seeing import Seer
from vision.virtual.camera import Viewpoint
from vision.virtual.faults import Faults

from .toytable import COLOURS, LOOKS, SIZE_PX, Camera, Picture, centres, model

SETTING = {
    "0101": ("disc:red",),
    "0303": ("square:blue",),
    "0503": ("disc:green",),
    "0705": ("square:white",),
    "0901": ("disc:black",),
    "0306": ("tag:7",),
    "0706": ("disc:yellow",),
}


class Evening:
    """An eye that was shown the empty board and the set-up."""

    def __init__(self, grid: str = "hex-pointy", view: Viewpoint | None = None) -> None:
        self.camera = Camera(grid, view)
        self.eye, self.seer = Eye(model(grid)), Seer(model(grid))
        self.t = 0.0
        self.show(self.camera.take({}))
        self.know({})

    def show(self, image: Picture, later_s: float = 1.5) -> None:
        self.t += later_s
        self.observation = self.eye.look(image, self.t)
        self.seer.revise(self.observation)

    def know(self, placement: dict[str, tuple[str, ...]]) -> None:
        self.seer.know(placement, self.eye.learn(placement))

    @property
    def seen(self) -> dict[str, tuple[str, ...]]:
        return {cell: belief.contents for cell, belief in self.seer.seen.items()}


@pytest.mark.parametrize("grid", ["hex-pointy", "hex-flat", "square"])
def test_pieces_on_every_grid_are_seen_where_they_lie(grid: str) -> None:
    evening = Evening(grid)
    evening.show(evening.camera.take(SETTING))
    assert evening.seen == SETTING
    assert not evening.seer.unsure


def test_board_that_was_never_seen_empty_is_read_by_its_art() -> None:
    eye, seer = Eye(model()), Seer(model())
    seer.revise(eye.look(Camera().take(SETTING), 0.0))
    assert {cell: belief.contents for cell, belief in seer.seen.items()} == SETTING


def test_after_one_move_only_the_cells_concerned_are_told() -> None:
    evening = Evening()
    evening.show(evening.camera.take(SETTING))
    evening.know(SETTING)
    moved = {**{cell: looks for cell, looks in SETTING.items() if cell != "0101"}, "0102": ("disc:red",)}
    image = evening.camera.take(SETTING)
    evening.show(image)
    evening.show(image)
    assert not evening.observation.evidence
    evening.show(evening.camera.take(moved))
    assert evening.seen == moved
    assert len(evening.observation.evidence) < len(model().order)


@pytest.mark.parametrize("light", [1.0, 0.4])
def test_place_is_looked_at_again_though_a_pale_thing_and_its_dark_shadow_together_are_as_bright_as_the_floor(
    light: float,
) -> None:
    evening = Evening()
    image = evening.camera.take({}) * light
    at = evening.eye.centres()
    assert at is not None
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    x, y = at[model().order.index("0503")]
    away_px = np.hypot(columns - x, rows - y)
    pale, dark = (away_px >= 1.5) & (away_px < 4.5), (away_px < 1.5) | ((away_px >= 4.5) & (away_px < 6))
    off = light * np.where(pale, 60.0, np.where(dark, -60.0 * pale.sum() / dark.sum(), 0.0))
    evening.show(image.astype(np.uint8))
    evening.show(np.clip(image + off[..., None], 0, 255).astype(np.uint8))
    assert "0503" in evening.observation.evidence


def test_piece_that_is_turned_over_looks_different() -> None:
    evening = Evening()
    evening.show(evening.camera.take({"0303": ("disc:red",)}))
    assert evening.seen == {"0303": ("disc:red",)}
    evening.show(evening.camera.take({"0303": ("disc:red:back",)}))
    assert evening.seen == {"0303": ("disc:red:back",)}


def test_two_tags_of_one_colour_are_told_apart() -> None:
    evening = Evening()
    evening.show(evening.camera.take({"0202": ("tag:7",), "0604": ("tag:9",)}))
    assert evening.seen == {"0202": ("tag:7",), "0604": ("tag:9",)}


def test_piece_that_a_hand_has_changed_for_another_teaches_no_colour() -> None:
    """The table confirms what it knows, and a hand may be quicker: green lies where red is known."""
    evening = Evening()
    evening.show(evening.camera.take(SETTING))
    evening.know(SETTING)
    changed = {**SETTING, "0101": ("disc:green",)}
    evening.show(evening.camera.take(changed))
    evening.eye.learn(SETTING)
    evening.show(evening.camera.take({**changed, "0604": ("disc:red",)}))
    assert evening.seen == {**changed, "0604": ("disc:red",)}


def test_slanting_view_puts_pieces_in_the_cell_of_their_foot() -> None:
    evening = Evening(view=Viewpoint(azimuth_deg=35, elevation_deg=46))
    evening.show(evening.camera.take(SETTING))
    assert all(SETTING.get(cell) == looks for cell, looks in evening.seen.items())
    assert len(evening.seen) >= len(SETTING) - 1


def test_dusk_and_warm_lamp_change_no_piece() -> None:
    evening = Evening()
    evening.show(evening.camera.take(SETTING))
    evening.know(SETTING)
    for faults in (Faults(dusk=0.4), Faults(warm_lamp=0.6)):
        evening.show(evening.camera.take(SETTING, faults))
        wrong = {cell for cell, looks in evening.seen.items() if SETTING.get(cell) != looks}
        assert not wrong
        assert len(evening.seer.unsure & SETTING.keys()) <= 1


def test_arm_hides_cells_and_the_others_are_still_read() -> None:
    evening = Evening()
    evening.show(evening.camera.take(SETTING))
    evening.know(SETTING)
    evening.show(evening.camera.take(SETTING, Faults(hand=1.0), t=1.0))
    assert evening.observation.hidden
    assert len(evening.observation.hidden) < len(model().order) / 2
    assert all(SETTING.get(cell) == looks for cell, looks in evening.seen.items())
    evening.show(evening.camera.take(SETTING))
    assert evening.seen == SETTING


def test_what_moves_is_hidden_until_it_rests() -> None:
    evening = Evening()
    evening.show(evening.camera.take({"0303": ("disc:red",)}))
    image = evening.camera.take({"0404": ("disc:red",)})
    evening.show(image, later_s=0.1)
    assert {"0303", "0404"} <= evening.observation.hidden
    evening.show(image, later_s=0.1)
    assert evening.seen == {"0404": ("disc:red",)}


def test_nudged_camera_is_found_again() -> None:
    evening = Evening()
    evening.show(evening.camera.take(SETTING))
    evening.know(SETTING)
    before = evening.eye.pose
    evening.show(evening.camera.take(SETTING, Faults(nudge=1.0)))
    assert before is not None
    assert evening.eye.pose is not None
    assert np.abs(before - evening.eye.pose).max() > 1e-3
    assert evening.seen == SETTING


def test_while_the_camera_moves_nothing_is_looked_at_closely_and_at_rest_all_is_right_at_once() -> None:
    evening = Evening()
    evening.show(evening.camera.take(SETTING))
    evening.know(SETTING)
    moving = [evening.camera.take(SETTING, Faults(nudge=nudge)) for nudge in (0.5, 1.0)]
    for image in moving:
        evening.show(image, later_s=0.1)
        assert evening.observation.hidden == frozenset(evening.eye.model.order)
        assert "things" not in evening.eye.stages_ms
    evening.show(moving[-1], later_s=0.1)
    assert evening.seen == SETTING
    assert not evening.observation.hidden


def test_picture_without_a_board_says_so() -> None:
    eye = Eye(model())
    assert eye.look(np.full((*SIZE_PX[::-1], 3), 90, np.uint8), 0.0).blind == NO_BOARD
    assert eye.look(np.zeros((0, 0, 3), np.uint8), 1.0).blind == NO_FRAME
    assert eye.pose is None


def test_overlay_marks_occupied_cells_on_a_copy() -> None:
    evening = Evening()
    image = evening.camera.take(SETTING)
    evening.show(image)
    kept = image.copy()
    drawn = evening.eye.overlay(image)
    assert np.array_equal(image, kept)
    assert not np.array_equal(drawn, image)


def test_claims_are_as_often_right_as_they_say() -> None:
    luck = random.Random(11)
    places = sorted(centres("hex-pointy"))
    evening = Evening(view=Viewpoint(elevation_deg=48))
    looks = [look for look in LOOKS if not look.startswith("tag:") and not look.endswith(":back")]
    claims: dict[float, list[bool]] = {0.99: [], 0.95: []}
    for number in range(3):
        cells = luck.sample(places, 14)
        placement = {cell: (luck.choice(looks),) for cell in cells}
        evening.show(evening.camera.take(placement, Faults(dusk=0.15 * number)))
        for cell, belief in evening.seer.seen.items():
            for least, right in claims.items():
                if belief.p >= least:
                    right.append(placement.get(cell, ()) == belief.contents)
        evening.know(placement)
    assert len(claims[0.95]) > 30
    for least, right in claims.items():
        assert sum(right) >= math.floor(least * len(right))


def test_no_cell_claims_more_than_its_limit() -> None:
    evening = Evening()
    evening.show(evening.camera.take({"0303": ("disc:red",)}))
    evidence = evening.eye.evidence["0303"]
    values = [evidence.loglik(contents) for contents in ((), ("disc:red",), *((f"square:{name}",) for name in COLOURS))]
    assert max(values) == pytest.approx(0.0)
    assert -12.0 <= min(values) <= -8.0
