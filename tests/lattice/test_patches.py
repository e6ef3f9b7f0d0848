"""What patches show of a lattice is worked out once, and turned in phase where the lattice moves a little."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.lattice.following import Near
from vision.lattice.patches import Patches, Shares

SIDE, PITCH = 48, 12.0
ORDERS = ((1.0, 0.0), (0.0, 1.0), (2.0, 1.0), (1.0, -2.0))


class Counted(Patches):
    """Patches that count of how many it was worked out what they show."""

    asked = 0

    def shares(
        self, chosen: NDArray[np.intp], steps: NDArray[np.float64], orders: Sequence[tuple[float, float]]
    ) -> NDArray[np.complex128]:
        self.asked += len(chosen)
        return super().shares(chosen, steps, orders)


def squares() -> Counted:
    """Patches of a picture of squares under noise."""
    y, x = np.mgrid[:240, :320] * 2 * np.pi / PITCH
    noise = np.random.default_rng(4).standard_normal(x.shape)
    return Counted((np.cos(x) + np.cos(y) + np.cos(x + y) + noise).astype(np.float32), SIDE)


def near(patches: Patches, moved: float, stretched: float = 1.0) -> Near:
    """The lattice as it is in all patches, but `moved` by so many cells, and so many times as fine."""
    fine = stretched / PITCH
    return Near(patches.centres * fine + moved, np.broadcast_to(np.eye(2) * fine, (len(patches), 2, 2)))


def test_each_patch_is_asked_once_while_a_lattice_moves_and_says_the_same() -> None:
    patches = squares()
    every, shares = np.arange(len(patches)), Shares(patches, ORDERS)
    for moved, stretched in ((0.0, 1.0), (0.2, 1.0), (-0.1, 1.001)):
        where = near(patches, moved, stretched)
        seen = shares.at(every, where)
        assert np.abs(seen - Patches.harmonics(squares(), every, where, ORDERS)).max() < 0.1
    assert patches.asked == len(patches)


def test_patches_in_which_a_lattice_was_turned_or_stretched_are_asked_again() -> None:
    patches = squares()
    every, shares = np.arange(len(patches)), Shares(patches, ORDERS)
    shares.at(every, near(patches, 0.0))
    there = near(patches, 0.0, 1.1)
    half = every < len(patches) // 2
    steps = np.where(half[:, None, None], there.steps, near(patches, 0.0).steps)
    seen = shares.at(every, Near(there.at, steps))
    assert patches.asked == len(patches) + half.sum()
    np.testing.assert_allclose(seen[half], squares().harmonics(every, there, ORDERS)[half], atol=1e-5)
