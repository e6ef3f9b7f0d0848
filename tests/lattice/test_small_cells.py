"""Maps of small cells whose faint lines no two frequencies tell are found by all of them together."""

from __future__ import annotations

import math

import cv2
import numpy as np

from companion.measures.finding import CLOSE, offsets
from companion.measures.photographs import photograph
from companion.measures.printed_maps import corners, whole
from vision.lattice import find_lattice
from vision.lattice.bases import reduced
from vision.lattice.combing import combed
from vision.lattice.lines import Level


def test_a_map_of_small_hexes_seen_at_a_slant_is_found_to_its_edges() -> None:
    map_of_14_to_31_px = photograph(220034, "hex")
    lattice = find_lattice(map_of_14_to_31_px.image)
    assert lattice is not None
    assert offsets(lattice, "hex", map_of_14_to_31_px.centres).max() < CLOSE


def test_hexes_in_one_part_of_a_noisy_picture_are_told_about_a_place_there() -> None:
    width, height, pitch = 512, 448, 20.0
    i, j = np.meshgrid(np.arange(12), np.arange(26))
    centres = np.column_stack([((i + j % 2 / 2) * pitch).ravel() + width / 2, (j * pitch * math.sqrt(3) / 2).ravel()])
    drawn = np.zeros((height, width), np.float32)
    for outline in corners("hex", centres, pitch):
        cv2.polylines(drawn, [whole(outline)], True, -1.0, 1)
    noise = np.random.default_rng(3).standard_normal(drawn.shape)
    found = combed(Level(np.asarray(drawn + noise, np.float32), 1.0), 1)[0]
    assert found.kind == "hex"
    assert found.place[0] > width / 2
    steps = np.linalg.inv(reduced(found.steps) @ found.steps)
    assert np.allclose(np.hypot(*steps), pitch, rtol=0.05)
