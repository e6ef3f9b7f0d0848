"""A wide lens bends the board: calibrated, it is read as right as through a good one."""

from __future__ import annotations

import cv2
import numpy as np

from vision.eye import Eye
from vision.lens import Lens
from vision.markers import find_squares
from vision.pyramid import Pyramid
from vision.registration import Registrar

from .toytable import SIZE_PX, Camera, Picture, model

WIDE = Lens(
    np.array([[760.0, 0, 650.0], [0, 760.0, 355.0], [0, 0, 1]]),
    np.array([-0.3, 0.09, 0.001, -0.001, 0.0]),
    SIZE_PX,
    0.2,
)
"""The picture's corners are bent by about 120 px."""


def bent(straight: Picture) -> Picture:
    """The picture as the wide lens would show it."""
    width, height = SIZE_PX
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    places = WIDE.undistorted(np.column_stack([x.ravel(), y.ravel()])).reshape(height, width, 2).astype(np.float32)
    return cv2.remap(straight, places[..., 0], places[..., 1], cv2.INTER_LINEAR).astype(np.uint8)


def test_there_and_back_through_a_lens_is_the_same_place() -> None:
    places = np.array([(3.0, 4.0), (640.0, 360.0), (1270.0, 30.0), (900.0, 700.0)])
    assert np.abs(WIDE.distorted(WIDE.undistorted(places)) - places).max() < 0.05


def test_what_lies_far_beyond_the_picture_is_not_folded_back_into_it() -> None:
    beyond = WIDE.distorted(np.array([(-9000.0, 300.0), (9000.0, 9000.0)]))
    assert beyond[0, 0] < 0
    assert (beyond[1] > SIZE_PX).all()


def test_pieces_are_read_through_a_calibrated_wide_lens() -> None:
    placement = {"0303": ("square:blue",), "0503": ("disc:green",), "0901": ("disc:black",), "0706": ("disc:yellow",)}
    camera, eye = Camera(), Eye(model(), WIDE)
    eye.look(bent(camera.take({})), 0.0)
    eye.learn({})
    seen = eye.look(bent(camera.take(placement)), 1.5)
    assert not seen.blind
    for cell, contents in placement.items():
        assert seen.evidence[cell].loglik(contents) > seen.evidence[cell].loglik(()) + 3


def test_cells_lie_where_the_lens_puts_them_even_with_two_markers() -> None:
    straight = Camera().take({})
    plain = Registrar(model()).find(straight)
    pyramid = Pyramid(bent(straight))
    squares = [square for square in find_squares(pyramid.grey) if square[0] in (0, 1)]
    registrar = Registrar(model(), WIDE)
    pose = registrar.refine(pyramid, registrar.by_markers(squares, SIZE_PX))
    wanted = WIDE.distorted(plain.to_picture(model().centres))
    assert np.abs(pose.to_picture(model().centres) - wanted).max() < 2.0
