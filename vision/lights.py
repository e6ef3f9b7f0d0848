"""The lights that a board may be in, and which of them what is seen is taken to be in.

A light is fitted to all that is seen, an arm and a lamp's mirror image among it. So others are tried beside it, one
after another: the first that explains clearly more is believed, and taken for the present one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.light import Tone
from vision.pieced_light import BARED_SHADE, pieced
from vision.view import View

EXPLAINED_BY_LIGHT = 0.7
"""Part of what was strange that may be left under another light for that to be believed: a lamp's mirror image goes
almost wholly, of an arm that is taken for light its rim and its shadow."""
CLEARLY_LESS = 0.95
"""Part of what is strange in one light, up to which that in another is: where that was worth something it was 0.8 to
0.94, where it made things worse more than 0.99."""
BARED, LEAST_BARED = 5.0, 0.005
"""How many times as much must be bared by another light as is covered by it, and the part of what is seen, for that to
be believed: an arm throws a shadow, and its colours into it; a sleeve as pale as the board would be taken for light."""
LEAST_UNCOVERED = 0.001
"""Part of what is seen that light as it was before must uncover: where white pieces lie in deep shade nothing was."""

See = Callable[[Tone], View]
"""What the same part of the board looks like in another light over its tiles."""


class Tried(msgspec.Struct, frozen=True):
    """A light that was tried: its `gain` over the board's tiles (rows × columns × 3 tones), and the `view` in it.

    `believed`: whether it explains enough more than the present one. `overhung`: where something hung over the board
    when it was fitted (coarse; None: as for the present one). `after`: the light of the next look, for this one holds
    for a single look (None: it stays).
    """

    gain: Tone
    view: View
    believed: bool
    overhung: NDArray[np.bool_] | None = None
    after: Tone | None = None


class Lights:
    """The lights of one board, each over its tiles (rows × columns × 3 tones beside the reference's light).

    `present`; `bare`: the last that was fitted while nothing hung over the board; `overhung`: where something did when
    the present one was fitted (coarse). `after`: the light of the next look, if the present one holds for this alone.
    """

    def __init__(self, tiles: tuple[int, int], shape: tuple[int, int]) -> None:
        columns, rows = tiles
        self.present: Tone = np.zeros((rows, columns, 3), np.float32)
        self.bare = self.present
        self.overhung = np.zeros(shape, np.bool_)
        self.after: Tone | None = None

    @property
    def is_bare(self) -> bool:
        """Whether the present light is the last that was fitted while nothing hung over the board."""
        return self.present is self.bare

    def begin(self) -> None:
        """Another look begins: a light that held for the last one alone is no more."""
        if self.after is not None:
            self.present, self.after = self.after, None

    def fitted(self, overhung: NDArray[np.bool_]) -> None:
        """The present light, which stays, was fitted to a board over which something hung where it is `overhung`."""
        self.overhung, self.after = overhung, None
        if not overhung.any():
            self.bare = self.present

    def choose(self, view: View, tries: Iterable[Tried]) -> View:
        """What is seen: in the first of `tries` that is believed, which is the present light then; else `view`, in the
        present one. None is asked for after that."""
        held = self.present
        taken = next((each for each in tries if each.believed), None)
        if taken is None:
            self.present = held
            return view
        self.present = taken.gain if taken.after is None else taken.after
        if taken.overhung is not None:
            self.fitted(taken.overhung)
        self.present, self.after = taken.gain, taken.after
        return taken.view

    def beside_fitted(self, view: View, see: See) -> Iterator[Tried]:
        """Lights beside the present one, which was fitted below a hand to what `view` shows: one that is pieced
        together of it and the last bare one, and that."""
        fitted, before = self.present, self.bare
        as_before = see(before)
        mixed = pieced((before, as_before), (fitted, view), self.overhung.shape)
        both = see(mixed)
        limit = CLEARLY_LESS * _strange(view)
        bare = np.zeros_like(self.overhung)
        yield Tried(mixed, both, _strange(both) <= min(limit, _strange(as_before)), bare, after=before)
        yield Tried(before, as_before, _strange(as_before) <= limit, bare)

    def beside_held(
        self, view: View, fit: Callable[[], Tone], see: See, overhung: Callable[[View], NDArray[np.bool_]], under: bool
    ) -> Iterator[Tried]:
        """Lights beside the present one, which was held since it was fitted: one that `fit` fits to what is seen now,
        one that is pieced together of both, and where it was fitted `under` a hand the last bare one. `overhung`:
        where something hangs over the board by what is seen of it."""
        held = self.present
        anew = fit()
        again = see(anew)
        explained = _strange(again) <= EXPLAINED_BY_LIGHT * _strange(view)
        yield Tried(anew, again, explained or (under and not again.cover.any), overhung(again))
        mixed = pieced((held, view), (anew, again), self.overhung.shape)
        both = see(mixed)
        yield Tried(mixed, both, _bares(both, view), after=held)
        if under:
            before = see(self.bare)
            yield Tried(self.bare, before, _strange(before) < _strange(view), np.zeros_like(self.overhung))


def _strange(view: View) -> int:
    """Pixels that are not floor in this light."""
    return int(np.count_nonzero(view.odd))


def _bares(light: View, before: View) -> bool:
    """Whether another `light` bares much that seemed covered, and was darker than the board, and covers hardly any."""
    bared, covered = light.cover.mask < before.cover.mask, light.cover.mask > before.cover.mask
    enough = np.count_nonzero(bared) > max(BARED * np.count_nonzero(covered), LEAST_BARED * bared.size)
    return bool(enough and before.shade[bared].mean() > BARED_SHADE)


def uncovers(lit: View, before: View) -> bool:
    """Whether what is `partly_lit` shows floor where something seemed to cover it `before`, and makes hardly any
    strange."""
    gone, new = lit.odd < before.odd, lit.odd > before.odd
    uncovered = np.count_nonzero(lit.cover.mask < before.cover.mask) > LEAST_UNCOVERED * lit.odd.size
    return bool(uncovered and np.count_nonzero(gone) > BARED * np.count_nonzero(new))
