"""Pieces are told apart by body, drawing, colour and, without colour, by a sign."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from companion.paper.raster import raster_face
from engines.boards.drawing.pieces import piece_document, piece_svg
from engines.pieces import PieceLook

COLOURS = {
    "red": (190, 28, 34),
    "blue": (26, 66, 165),
    "green": (24, 122, 56),
    "yellow": (240, 196, 24),
    "violet": (104, 46, 138),
    "orange": (234, 112, 22),
    "black": (26, 26, 28),
    "white": (234, 231, 222),
}


def body(shape: str, colour: str, pictogram: str = "") -> PieceLook:
    return PieceLook(shape, 16.0, 4.0, COLOURS[colour], pictogram)


def without_colour(svg: str) -> str:
    return re.sub(r'"#[0-9a-f]{6}"', '""', svg)


def test_eight_colours_bear_eight_signs() -> None:
    signs = {without_colour(piece_svg(f"disc:{colour}", body("disc", colour), plain=True)) for colour in COLOURS}
    assert len(signs) == 8


def test_a_man_a_camel_an_agent_and_a_marker_look_different_without_colour() -> None:
    looks = [
        piece_svg("disc:red", body("disc", "red", "man")),
        piece_svg("disc:red:back", body("disc", "red", "camel")),
        piece_svg("disc:red", body("disc", "red", "man"), plain=True),
        piece_svg("square:red", body("square", "red")),
    ]
    assert len({without_colour(look) for look in looks}) == 4


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("shape", ["disc", "square"])
def test_a_piece_is_mostly_of_its_colour(colour: str, shape: str) -> None:
    face = raster_face(f"{shape}:{colour}", body(shape, colour, "man" if shape == "disc" else ""), 96)
    solid = face[face[..., 3] == 255][:, 2::-1].astype(int)
    near = abs(solid - COLOURS[colour]).max(axis=1) < 40
    assert near.mean() > 0.45
    assert (abs(solid - COLOURS[colour]).max(axis=1) > 90).mean() > 0.05, "its drawing can be seen"


def test_the_face_of_a_disc_is_round_and_that_of_a_square_is_not() -> None:
    assert raster_face("disc:red", body("disc", "red", "man"), 64)[2, 2, 3] == 0
    assert raster_face("square:red", body("square", "red"), 64)[4, 4, 3] == 255


def test_a_piece_alone_is_drawn_at_true_size() -> None:
    drawing = ET.fromstring(piece_document("disc:red", body("disc", "red", "man")))
    assert drawing.get("width") == "16mm"
    assert drawing.get("viewBox") == "-8 -8 16 16"
