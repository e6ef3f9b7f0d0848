"""After a nudge a board without markers is right again within two seconds without help; until then nothing is said
wrongly. With markers: `tests.evening.test_views`."""

from __future__ import annotations

from companion.measures.nudging import Scene, drift, recovery

SOON_S = 2.0
"""In the camera's time, five pictures a second."""


def test_by_the_print_alone_a_knock_is_soon_mended_and_a_sinking_camera_is_followed() -> None:
    scene = Scene("casablanca_escape", "print", seed=1, busy=lambda: 0.0)
    found = recovery(scene, nudge=0.6)
    assert found.wrong == 0
    assert found.right_s <= SOON_S
    sunk = drift(scene, pitches=0.24, frames=3)
    assert sunk.wrong == 0
    assert sunk.off < 0.1


def test_a_touch_is_noticed_on_a_board_whose_places_lie_far_apart() -> None:
    """The agents' houses are five pieces apart: what is nothing beside that is much beside a piece."""
    found = recovery(Scene("casablanca_agents", "print", seed=3, busy=lambda: 0.0), nudge=0.12)
    assert found.wrong == 0
    assert found.right_s <= SOON_S


def test_a_sinking_camera_shows_no_pieces_that_are_not_there() -> None:
    """Beside a number that is a millimetre elsewhere than it was thought, white clues were seen on the spy's rings."""
    sunk = drift(Scene("fifth_column", "print", seed=5, busy=lambda: 0.0), pitches=0.2, frames=6)
    assert sunk.wrong == 0
    assert sunk.off < 0.03
