"""Where one board lies from picture to picture: found by markers or print, held while it rests, found again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board_model import BoardModel
from vision.drift import DriftWatch
from vision.lens import Lens
from vision.markers import Quad
from vision.memory import give_back
from vision.pose import Pose
from vision.pyramid import Pyramid
from vision.recognition import Recogniser
from vision.registration import MIRRORED, Refused, Registrar
from vision.squares import SquareWatch
from vision.witnesses import Verdict, heard, with_lattice

CONTRADICTION = "contradiction"
"""Reason for being blind: more witnesses speak against the pose than for it."""
HELD_PX, SLID_PX = 1.0, 0.5
"""Markers this near to where they were have not moved; the second where the print seems to have slid, for from 0.7 px
on pieces were seen that are not there. A camera's noise in the dusk moves markers as far, but not the print."""
HELD_LIKENESS = 0.2
"""Part of the board that must look like the art for a pose to be held while nothing better is known."""
KEPT = 0.75
"""Part of the likeness at which the board was found from which it has not moved; moved by 3 mm it has a half."""
NEARBY = 0.35
"""Pitches by which a board may have moved for its print to be followed: from further off the next cell looks alike."""
STILL = 0.02
"""Part of a board's detail below which it has not moved."""
RETRY_S = (0.4, 0.4, 0.8, 2.0, 4.0, 8.0, 16.0, 32.0)
"""s after each failed attempt in a row to recognise the print, which takes half a second: a hand that nudged the board
is soon gone, but a picture of something else is no board whatever is tried."""
CLEAR = 0.55
"""Likeness from which a print that was recognised is no mirror image: where hexes lie alike that has up to 0.47; with
two fifths hidden a board has 0.4 to 0.6."""
ASK_MIRROR = 1
"""Failed attempts after which the print is looked for in the mirrored picture, to tell why it is not found."""
THOROUGH = 3
"""Failed attempts after which views of the print from the sides are tried too; they take seconds to make, once."""


class Locator:
    """Finds one board. `lens`: the camera's, if it was calibrated. Not for use from two threads at once."""

    def __init__(self, model: BoardModel, lens: Lens | None = None) -> None:
        self.pose: Pose | None = None
        self.verdict = Verdict()
        self._model = model
        self._registrar = Registrar(model, lens)
        self._squares = SquareWatch(model)
        self._recogniser = Recogniser(model)
        self._drift = DriftWatch()
        self._lattice_asked = False
        self._found_likeness = 0.0
        self._failures = 0
        self._retry_at = -np.inf
        self._is_mirrored = False
        self._hint: NDArray[np.float64] | None = None
        self._expected: NDArray[np.float64] | None = None
        size = np.array(model.size_mm)
        self._markers_apart = any(bool(((at < 0) | (at > size)).any()) for at in model.markers.values())

    @property
    def squares(self) -> list[tuple[int, Quad]]:
        """The ArUco squares of the picture that was read last."""
        return self._squares.squares

    def hint(self, corners_px: NDArray[np.float64]) -> None:
        """Somebody says where the corners are (4 × 2, px, clockwise from any): the next look begins there."""
        self._hint = corners_px

    def expect(self, corners: NDArray[np.float64]) -> None:
        """Somebody said once where the corners are (4 × 2, parts of the picture's sides, clockwise from any): tried
        wherever the board is not found by itself."""
        self._expected = corners

    def forget(self) -> None:
        """The board may be anywhere."""
        self.pose = None
        self.verdict = Verdict()

    def locate(self, pyramid: Pyramid, t: float, doubtful: bool, wide: bool = False) -> bool:
        """Finds the board in a picture taken at `t` s, if it is `doubtful` that it lies where it did.

        `wide`: something changed in many places at once. True if it is elsewhere than before. Raises `Refused`.
        """
        if self._hint is not None:
            corners, self._hint = self._hint, None
            self._squares.read(pyramid)
            self._take(pyramid, self._registrar.by_corners(pyramid, corners))
            return True
        held = self.pose is not None and self.pose.picture_size == pyramid.size
        slid = held and self._drift.has_slid(pyramid, t, at_once=wide or doubtful)
        if self.pose is not None and not doubtful and not slid:
            return False
        within_px = SLID_PX if slid else HELD_PX
        if held and self._markers_speak and self._squares.stay(pyramid, within_px):
            return False
        self._squares.read(pyramid)
        if held and self.pose is not None:
            error = self._squares.off_px() if self._markers_speak else None
            if error is not None and error < within_px:
                return False
            if error is None and (moved := self._followed(pyramid, self.pose, t, slid)) is not None:
                return moved
        self._take(pyramid, self._found(pyramid, t))
        return True

    def rest(self, pyramid: Pyramid) -> None:
        """Nothing happens in this picture: time to ask the lattice, once for each pose, if it had not to decide before.

        Raises `Refused` where the pose does not stand any more.
        """
        if self.pose is None or self._lattice_asked:
            return
        self._lattice_asked = True
        self.verdict = with_lattice(self.verdict, pyramid, self.pose)
        give_back()
        if not self.verdict.stands:
            raise Refused(CONTRADICTION)

    @property
    def _markers_speak(self) -> bool:
        """Whether markers at rest tell that the board rests: not where they lie beside it, or in wrong places."""
        return not self._markers_apart and not any(one.name == "markers" for one in self.verdict.disbelieved)

    def _take(self, pyramid: Pyramid, pose: Pose) -> None:
        """Believes `pose` unless more witnesses speak against it than for it; raises `Refused`."""
        likeness = self._registrar.likeness(pyramid, pose)
        self.verdict = heard(likeness, pose, self._squares.squares)
        self._lattice_asked = not self.verdict.settled
        if self._lattice_asked:
            self.verdict = with_lattice(self.verdict, pyramid, pose)
        if not self.verdict.stands:
            raise Refused(CONTRADICTION)
        self.pose = pose
        self._found_likeness = likeness
        self._squares.hold()
        self._drift.hold(pyramid, pose)

    def _followed(self, pyramid: Pyramid, pose: Pose, t: float, slid: bool) -> bool | None:
        """Whether a board without markers has moved a little; None if it must be looked for."""
        likeness = self._registrar.likeness(pyramid, pose)
        if not slid and likeness > max(HELD_LIKENESS, KEPT * self._found_likeness):
            return False
        try:
            near = self._registrar.refine(pyramid, pose)
        except Refused:
            near = None
        if near is not None:
            away = near.to_picture(self._model.centres) - pose.to_picture(self._model.centres)
            moved_mm = float(np.median(np.hypot(*away.T))) / pose.px_mm
            if moved_mm < STILL * self._model.detail_mm:
                self._drift.hold(pyramid, pose)
                return False
            if moved_mm < NEARBY * self._model.pitch_mm:
                self._take(pyramid, near)
                return True
        return False if likeness > HELD_LIKENESS and t < self._retry_at else None

    def _found(self, pyramid: Pyramid, t: float) -> Pose:
        """The pose that the markers say and the print bears out; else the one in which the print is recognised."""
        try:
            rough = self._registrar.by_markers(self._squares.squares, pyramid.size)
            return self._registrar.refine(pyramid, rough)
        except Refused:
            pose = self._recognised(pyramid, t)
            if pose is None and self._is_mirrored:
                raise Refused(MIRRORED) from None
            if pose is None:
                raise
            return pose

    def _recognised(self, pyramid: Pyramid, t: float) -> Pose | None:
        """The pose in which the print is recognised; None too where that was tried in vain a moment ago."""
        if t < self._retry_at:
            return None
        pose = self._by_features(pyramid) or self._as_expected(pyramid)
        if pose is not None:
            self._failures, self._is_mirrored = 0, False
            return pose
        self._retry_at = t + RETRY_S[min(self._failures, len(RETRY_S) - 1)]
        self._failures += 1
        return None

    def _by_features(self, pyramid: Pyramid) -> Pose | None:
        """The pose in which the print's features are recognised; notices where they are those of a mirror image."""
        pose = None
        if (plane := self._recogniser.plane(pyramid, thorough=self._failures >= THOROUGH)) is not None:
            try:
                pose = self._registrar.by_print(pyramid, plane)
            except Refused as refused:
                self._is_mirrored |= refused.reason == MIRRORED
        if any(number in self._model.markers for number, _ in self.squares):
            return pose  # a mirrored marker is not read
        if pose is not None and (likeness := self._registrar.likeness(pyramid, pose)) < CLEAR:
            self._is_mirrored = self._mirrored_likeness(pyramid) > likeness
            return None if self._is_mirrored else pose
        if pose is None and self._failures == ASK_MIRROR:
            self._is_mirrored |= self._mirrored_likeness(pyramid) > 0
        return pose

    def _mirrored_likeness(self, pyramid: Pyramid) -> float:
        """Part of the print that is recognised in the mirrored picture, 0 where it is not."""
        mirrored = Pyramid(np.ascontiguousarray(pyramid.image[:, ::-1]))
        plane = self._recogniser.plane(mirrored, thorough=False)
        if plane is None:
            return 0.0
        try:
            return self._registrar.likeness(mirrored, self._registrar.by_print(mirrored, plane))
        except Refused:
            return 0.0

    def _as_expected(self, pyramid: Pyramid) -> Pose | None:
        """The pose of a board that lies where its corners were shown once."""
        if self._expected is None:
            return None
        try:
            return self._registrar.by_corners(pyramid, self._expected * pyramid.size)
        except Refused:
            return None
