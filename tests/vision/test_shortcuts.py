"""What is computed a shorter way says the same as the long way: parts of fields, masks in bands, sums made once."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision import toytable
from vision import priors, weighing
from vision.belief import Belief
from vision.board_model import Body
from vision.bodies import roomier
from vision.evidence import CellEvidence
from vision.floor import deviation
from vision.light import brightness, spread
from vision.palette import Palette, Places
from vision.texture import Comparison, detail_of
from vision.traffic import Traffic

RNG = np.random.default_rng(7)


def test_a_part_of_a_field_is_the_same_as_of_the_whole() -> None:
    field = RNG.normal(0, 1, (9, 13, 3)).astype(np.float32)
    whole = cv2.resize(field, (130, 90), interpolation=cv2.INTER_LINEAR)
    assert np.allclose(spread(field, (130, 90), (17, 5, 101, 88)), whole[5:88, 17:101], atol=0.02)


def test_a_mask_is_given_room_even_where_nothing_of_it_is_left() -> None:
    mask = RNG.random((5, 7)).astype(np.float32)
    assert np.array_equal(roomier(mask, 2, -1.0), np.pad(mask, 2, constant_values=-1.0))
    assert roomier(mask[:0], 3).shape == (6, 13)


def test_only_what_is_darker_is_explained_by_a_shadow() -> None:
    floor = np.full((1, 2, 3), 4.0, np.float32)
    seen = floor + np.array([[[0.5] * 3, [-0.5] * 3]], np.float32)
    lighter, darker = deviation(seen, floor, np.zeros((1, 2), np.float32))[0]
    assert lighter > 5 * darker > 20


def test_a_drawing_is_found_and_on_a_thing_that_hides_it_is_missing() -> None:
    drawn = np.full((80, 120, 3), 4.5, np.float32)
    drawn[::6] -= 0.3
    seen = drawn.copy()
    seen[20:60, 30:80] = 4.5
    one, other = detail_of(brightness(seen), 0.6), detail_of(brightness(drawn), 0.6)
    texture = Comparison(one, other, 0.6).texture(one.bright, other.bright)
    assert texture.missing[40, 55] > 0.9 > 0.1 > texture.missing[40, 105]
    assert texture.found[40, 105] > 0.9 > 0.1 > texture.found[40, 55]


def test_a_burnt_out_floor_misses_no_drawing() -> None:
    drawn = np.full((80, 120, 3), 4.5, np.float32)
    drawn[::6] -= 0.3
    burnt = np.full_like(drawn, np.log(255 + 16.0))
    one, other = detail_of(brightness(burnt), 0.6), detail_of(brightness(drawn), 0.6)
    assert not Comparison(one, other, 0.6).texture(one.bright, other.bright).missing.any()


def test_a_colour_that_is_learnt_counts_at_once() -> None:
    palette = Palette({"disc:red": Body("disc:red", "disc", 14.0, 4.0, (200, 30, 30))})
    here = Places(palette.printed, np.zeros(2))
    before = palette.expected(here).copy()
    palette.learn((200, 30, 30), palette.printed[0] + 0.2, here)
    assert (palette.expected(here) > before + 0.1).all()


def test_what_may_lie_in_empty_places_is_weighed_once_for_a_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    board, empty = toytable.model(), Belief((), 0.99, ())
    absent = {look: -1.0 - number for number, look in enumerate(toytable.LOOKS)}
    places = [CellEvidence(f"{number:04}", (), absent) for number in range(200)]
    weighed, change = [], Traffic.change
    monkeypatch.setattr(Traffic, "change", lambda *those, **more: weighed.append(those) or change(*those, **more))
    judged = [weighing.judged(place, board, empty) for place in places]
    assert len(weighed) < 4 * len(places), "and not once for each look"
    monkeypatch.setattr(priors, "_priors_anywhere", priors._priors_here)
    assert judged == [weighing.judged(place, board, empty) for place in places]
