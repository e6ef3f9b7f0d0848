"""``find_lattice``: the printed lattice of a picture, or None where there is none to be sure of."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.lattice.averaged import averaged_candidates, combed_candidates, placed
from vision.lattice.candidates import Candidate, seen_px
from vision.lattice.closeup import close_up
from vision.lattice.edges import Fit
from vision.lattice.evened import evened
from vision.lattice.exposure import well_lit
from vision.lattice.flattening import flattened
from vision.lattice.grown import grown
from vision.lattice.hint import corners_of, pointed_at
from vision.lattice.homography import even_homography_of, through
from vision.lattice.lines import LEAST_SIDE, Values
from vision.lattice.lone import lone
from vision.lattice.noise import is_noise
from vision.lattice.patches import Matrix
from vision.lattice.quick import is_large, plain
from vision.lattice.reducing import enlarging, grey, grey8, smaller, times_of
from vision.lattice.result import Lattice, plane_of
from vision.lattice.search import (
    by_seams,
    candidates,
    clearer,
    dotted_candidates,
    enclosed_candidates,
    flat_candidates,
    seen_through,
)
from vision.lattice.sheet import part_of_sheet, sheet
from vision.lattice.sights import Seams, Sights, never
from vision.lattice.steady import steadied

WORKING_PX = 1920
"""Longest side of a picture that is looked at; larger ones are reduced."""
SMALL_PX, MUCH_SMALLER = 960, 1.3
"""Longest side of the picture in which what is plain is looked for first, and how many times as large the whole one
must be for that to save time."""
FEW = 6
"""Lattices of cells that lines enclose in that small picture that are looked at: walls and keyboards have dozens."""
LARGER = 1.5
"""Pictures this many times as large are looked at again, twice as fine, where nothing is found."""
FOUND = 0.7
"""Confidence from which a lattice counts as found."""
FOUND_HINTED = 0.35
"""The same where a person has pointed at the board."""
SURE = 0.9983
"""Confidence from which no other lattice is looked for."""
ENOUGH = 0.975
"""Confidence from which no other size of the picture is looked at, nor its lines laid flat."""
SETTLED, OUTRIGHT = 0.9975, 2.0
"""Confidence from which seams are not asked about a lattice of lines: those that are seen in one part only may lie
askew beyond. And how many times as much must speak for a lattice of seams, then, as for that of lines."""
FARTHER = 3.0
"""Times as many cells in which a lattice of seams must be seen to be believed where it goes on as one of lines does."""
DRAWN_ANEW = 0.0
"""Reduction that is told of a picture whose px are not those of its file: no lattice is that of its JPEG blocks."""
LEVELS_COARSE, LEVELS_FINE = (1, 2, 3, 0), (0, 1)
LARGE, FLAT_AT, SEAMS_FLAT_AT = (8,), (2, 4), (4,)
"""Times that a picture is reduced whose lines and seams are laid flat first, for cells of which few are in view; and
those whose lines, and seams, are in the end."""
LEAST_OF_SHEET = 0.45
"""Part of a sheet in which a lattice must be seen that a part of a large picture showed."""
SHEET_PX, SHEET_AT = 1440, (2, 4, 8)
"""Longest side, px, of a sheet that its sides laid flat, and times that it is reduced then."""
BROAD, THIN = 1, 0
"""Times that a picture is halved whose lines are laid flat for large cells, which are broader, and for all others."""
SEAMS_AT = (1, 0)
"""The sizes of the picture in which seams are looked at as they are, besides laid flat."""
COMBED_AT = (0, 1, 2)
"""The sizes of the picture in which all frequencies of a lattice are asked for together."""


def find_lattice(
    image: NDArray[np.uint8], hint: ArrayLike | None = None, is_time_up: Callable[[], bool] = never
) -> Lattice | None:
    """The printed lattice of hexes or squares in a picture (H×W×3 BGR or H×W grey), None where there is none.

    `hint`: four points (px) near the corners of the board, in any order. Once `is_time_up` says so, no more is looked
    at, and what was found until then is answered: it is asked every few hundredths of a second, after what takes
    longest a second. Raises `BadHint` where the hint is none, and `ValueError` for what is no picture.
    """
    if image.ndim not in (2, 3) or image.size == 0:
        raise ValueError(f"a picture has rows and columns of pixels, this has the shape {image.shape}")
    image = image[:, :, 0] if image.ndim == 3 and image.shape[2] < 3 else image[:, :, :3] if image.ndim == 3 else image
    size = image.shape[1], image.shape[0]
    corners = None if hint is None else corners_of(np.asarray(hint, np.float64), size)
    scale = max(1.0, max(size) / WORKING_PX)
    found = _at_once(image, is_time_up)
    if found is None and is_noise(grey8(image)):
        return None
    if found is None and scale >= LARGER:
        found = _in_a_part(image, is_time_up)
    if found is None or not (corners is None or pointed_at(found, corners)):
        found = _found(image, scale, corners, LEVELS_COARSE, is_time_up)
    if found is None and scale >= LARGER and not is_time_up():
        found = _found(image, scale / 2 if scale >= 2 else 1.0, corners, LEVELS_FINE, is_time_up)
    return found


def _at_once(image: NDArray[np.uint8], is_time_up: Callable[[], bool]) -> Lattice | None:
    """The lattice that a picture reduced to `SMALL_PX` shows plainly, or by large cells that lines enclose there.

    In px of the whole one; None where it shows none so, or would hardly be smaller.
    """
    scale = max(image.shape[:2]) / SMALL_PX
    if scale < MUCH_SMALLER or min(image.shape[:2]) / scale < LEAST_SIDE:
        return None
    small = smaller(image, scale)
    there = times_of(image, small)

    def closer(low: NDArray[np.intp], high: NDArray[np.intp]) -> Values:
        (left, top), (right, bottom) = (np.round(one * there).astype(int) for one in (low, high))
        size = [int(one) for one in 2 * (high - low)]
        part = cv2.resize(image[top:bottom, left:right], size, interpolation=cv2.INTER_AREA)
        return well_lit(grey8(np.asarray(part, np.uint8)))

    sights = Sights(well_lit(grey8(small)), scale, is_time_up)
    best = plain(sights, closer)
    if best is None:
        enclosed = _clearest(sights, itertools.islice(enclosed_candidates(sights), FEW), ENOUGH)
        best = enclosed if enclosed is not None and enclosed.confidence >= ENOUGH and is_large(enclosed.fit) else None
    best = None if best is None else steadied(sights, best)
    return None if best is None else _lattice(best, image)


def _in_a_part(image: NDArray[np.uint8], is_time_up: Callable[[], bool]) -> Lattice | None:
    """The lattice of small cells that a part of a large picture shows plainly at its full size, in px of the whole.

    None where it goes on in little of a sheet: where a lens bends the rest lies a third of the pitch elsewhere.
    """
    seen = close_up(grey8(image), is_time_up)
    best = None if seen is None or seen[1].confidence < ENOUGH else steadied(*seen)
    if best is None:
        return None
    small = smaller(image, max(image.shape[:2]) / SMALL_PX)
    shown = (seen_px(best.fit) + 0.5) * (np.array(small.shape[1::-1]) / best.fit.view.size) - 0.5
    return None if part_of_sheet(well_lit(small), shown) < LEAST_OF_SHEET else _lattice(best, image)


def _found(
    image: NDArray[np.uint8],
    scale: float,
    corners: Matrix | None,
    order: tuple[int, ...],
    is_time_up: Callable[[], bool],
) -> Lattice | None:
    """The lattice of a picture reduced `scale` times, in px of the whole picture."""
    reduced = smaller(image, scale)
    if min(reduced.shape[:2]) < LEAST_SIDE:
        return None
    lit = well_lit(reduced)
    sights = Sights(grey(lit), scale, is_time_up)
    seams = Seams(lit, sights)
    soon = _soon(sights, seams, order)

    def looked() -> Iterator[Candidate | None]:
        if corners is not None:
            yield soon.best if _is_sure(soon.best, ENOUGH) else None
            there = through(enlarging(times_of(reduced, image)), corners)
            yield _from_above(lit, sights, there, order, FOUND_HINTED)
        elif order == LEVELS_COARSE and not _is_sure(soon.best, ENOUGH):
            yield _on_a_sheet(image, lit, sights)
        yield _looked(sights, seams, order, FOUND if corners is None else FOUND_HINTED, soon)

    steady = (steadied(sights, grown(sights, placed(sights, seams, one))) for one in looked() if one is not None)
    every = (_lattice(one, image) for one in steady if one is not None)
    return next((one for one in every if corners is None or pointed_at(one, corners)), None)


def _lattice(best: Candidate, image: NDArray[np.uint8]) -> Lattice:
    """What was found in a reduced picture, in px of the whole one."""
    fit = best.fit
    there: Matrix = np.array([image.shape[1], image.shape[0]]) / fit.view.size
    seen = fit.view.picture(fit.seen @ plane_of(fit.kind)[:2, :2].T)
    homography = enlarging(there) @ _straight(fit, seen)
    return Lattice(
        fit.kind,
        homography / homography[2, 2],
        best.confidence,
        through(enlarging(there), seen),
        float(np.median(fit.view.pitch_px(seen)) * there.mean()),
        fit.view.enlarged(there, (image.shape[1], image.shape[0])),
    )


class _Soon(msgspec.Struct, frozen=True):
    """What is found in little time: by `lines` or seams of `fields` that enclose cells, by the `mean` of all cells."""

    lines: Candidate | None
    fields: Candidate | None = None
    mean: Candidate | None = None

    @property
    def best(self) -> Candidate | None:
        """That for which most speaks."""
        return _better(_better(self.lines, self.fields), self.mean)


def _soon(sights: Sights, seams: Seams, order: tuple[int, ...]) -> _Soon:
    """What is found in little time, one after the other until one is sure."""
    lines = _clearest(sights, enclosed_candidates(sights), ENOUGH)
    if _is_sure(lines, ENOUGH):
        return _Soon(lines)
    mean = _averaged(sights, seams, order[:1])
    if _is_sure(mean, ENOUGH):
        return _Soon(lines, None, mean)
    return _Soon(lines, _clearest(seams, enclosed_candidates(seams), SETTLED), mean)


def _looked(sights: Sights, seams: Seams, order: tuple[int, ...], enough: float, soon: _Soon) -> Candidate | None:
    """The lattice that was found `soon`, else of large cells, of thin lines, of dots, of the seams of colours.

    None where none is sure `enough`. What costs little is looked at before what costs much, and the first size of the
    picture before the others: of 49 photographs of maps of which nothing was plain those showed none that it had not.
    """
    lines, fields = soon.lines, soon.fields
    if _is_sure(fields, SETTLED):
        return fields
    if _is_sure(soon.mean, ENOUGH):
        return soon.mean
    if not _is_sure(lines, ENOUGH):
        lines = _better(_better(lines, soon.mean), _clearest(sights, flat_candidates(sights, LARGE, BROAD)))
    if not _is_sure(lines, ENOUGH):
        fields = _better(fields, _clearest(seams, flat_candidates(seams, LARGE, BROAD)))
    if not (_is_sure(lines, ENOUGH) or _is_sure(fields, ENOUGH)):
        lines = _better(lines, _best(sights, order[:1]))
    if not (_is_sure(lines, ENOUGH) or _is_sure(fields, ENOUGH)):
        mean = _averaged(sights, seams, order[1:])
        if _is_sure(mean, ENOUGH):
            return mean
        lines = _better(_better(lines, mean), _dotted(sights, order))
    if not (_is_sure(lines, ENOUGH) or _is_sure(fields, ENOUGH)):
        lines = _better(lines, _best(sights, order[1:]))
    if not (_is_sure(lines, ENOUGH) or _is_sure(fields, ENOUGH)):
        lines = _better(lines, _combed(sights, seams))
    if _is_sure(lines, SETTLED) or (sights.is_time_up() and fields is None):
        return lines if _is_sure(lines, enough) else None
    if not (_is_sure(lines, ENOUGH) or _is_sure(fields, ENOUGH)):
        lines = _better(lines, _clearest(sights, flat_candidates(sights, FLAT_AT, THIN)))
    if lines is not None and _is_sure(lines, ENOUGH):
        fields = fields if sights.is_time_up() else _better(fields, by_seams(lines, seams))
    elif not _is_sure(fields, ENOUGH):
        fields = _better(fields, _best(seams, SEAMS_AT))
        fields = _better(fields, _clearest(seams, flat_candidates(seams, SEAMS_FLAT_AT, THIN)))
    best = lines
    if not _is_sure(lines, enough) or (lines and fields and _overrules(fields, lines, enough)):
        best = fields
    return best if _is_sure(best, enough) else None


def _overrules(fields: Candidate, lines: Candidate, enough: float) -> bool:
    """Whether a lattice of seams is believed rather than one of lines or dots.

    It is where it shows outright, or goes on as that other one beyond the part of the board in which that is seen: dots
    that only a corner of it shows say little of the rest.
    """
    if fields.worth > OUTRIGHT * lines.worth:
        return True
    goes_on = len(fields.fit.seen) > FARTHER * len(lines.fit.seen) and lines.is_same(fields)
    return goes_on and _is_sure(fields, enough)


def _is_sure(one: Candidate | None, enough: float) -> bool:
    return one is not None and one.confidence >= enough


def _better(one: Candidate | None, other: Candidate | None) -> Candidate | None:
    if one is None or other is None:
        return one or other
    return other if other.clearer_than(one) else one


def _from_above(
    image: Values, sights: Sights, corners: Matrix, order: tuple[int, ...], enough: float
) -> Candidate | None:
    """The lattice of the board between `corners`, looked for as from above and then where it is."""
    flat, onto = flattened(image, corners)
    if min(flat.shape[:2]) < LEAST_SIDE:
        return None
    above = Sights(grey(flat), DRAWN_ANEW, sights.is_time_up)
    seams = Seams(flat, above)
    found = _looked(above, seams, order, enough, _soon(above, seams, order))
    if found is None:
        return None
    moved = seen_through(found, onto, sights)
    return None if moved.confidence < enough else moved


def _on_a_sheet(image: NDArray[np.uint8], lit: Values, sights: Sights) -> Candidate | None:
    """The lattice of a sheet that lies wholly in a picture, looked for as from above: its sides tell how it is tilted.

    `lit`, and `sights`, are of the picture reduced; the sheet is shown as large as it is in the whole one.
    """
    corners = sheet(lit)
    if corners is None:
        return None
    longest = float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).max())
    large = smaller(image, max(1.0, longest / SHEET_PX * image.shape[1] / lit.shape[1]))
    to_large = enlarging(times_of(large, lit))
    flat, onto = flattened(large, through(to_large, corners))
    flat = well_lit(np.asarray(flat, np.uint8))
    if min(flat.shape[:2]) < LEAST_SIDE:
        return None
    above = Sights(grey(flat), DRAWN_ANEW, sights.is_time_up)
    seams = Seams(flat, above)
    best = _averaged(above, seams, LEVELS_COARSE[:1])
    for one in (above, seams):
        if not _is_sure(best, ENOUGH):
            best = _better(best, _clearest(one, flat_candidates(one, SHEET_AT, THIN, is_flat=True), ENOUGH))
    if not _is_sure(best, ENOUGH):
        best = _better(best, _first_sure([combed_candidates(above, seams, 0)]))
    if best is None or not _is_sure(best, FOUND_HINTED):
        return None
    moved = seen_through(best, onto @ to_large, sights)
    return moved if _is_sure(moved, ENOUGH) else None


def _best(sights: Sights, order: tuple[int, ...]) -> Candidate | None:
    """The lattice for which most speaks, of the sizes of a picture in an `order`; the first that is clear enough."""
    best: Candidate | None = None
    for number in order:
        best = _better(best, _clearest(sights, candidates(sights, number)))
        if best is not None and best.confidence >= ENOUGH:
            break
    return best


def _averaged(sights: Sights, seams: Seams, order: tuple[int, ...]) -> Candidate | None:
    """The lattice that the mean of all cells shows, of the sizes of a picture in an `order`; the first clear enough."""
    return _first_sure(averaged_candidates(sights, seams, number) for number in order)


def _combed(sights: Sights, seams: Seams) -> Candidate | None:
    """The same of what all frequencies of a lattice show together: it takes a second where there is none."""
    return _first_sure(combed_candidates(sights, seams, number) for number in COMBED_AT)


def _first_sure(found: Iterable[Iterable[Candidate]]) -> Candidate | None:
    """The candidate for which most speaks; the first that is sure enough."""
    best: Candidate | None = None
    for one in itertools.chain.from_iterable(found):
        best = _better(best, one)
        if _is_sure(best, ENOUGH):
            break
    return best


def _clearest(sights: Sights, found: Iterable[Candidate], enough: float = SURE) -> Candidate | None:
    """The one of those `found` for which most speaks; the first that is sure `enough`."""
    best: Candidate | None = None
    for one in found:
        is_known = best is not None and one.is_moved(best) and not one.clearer_than(best)
        if not is_known:
            best = _better(best, _judged(sights, one))
        if best is not None and best.confidence >= enough:
            break
    return best


def _judged(sights: Sights, one: Candidate) -> Candidate:
    """The same lattice where it is clearer, by the mean of its cells as well; or as it is where that refuses it."""
    alone = lone(sights, one)
    if one.confidence >= SURE or alone.worth == 0 < one.worth:
        return alone
    return lone(sights, evened(sights, clearer(sights, alone)))


def _dotted(sights: Sights, order: tuple[int, ...]) -> Candidate | None:
    """The lattice for which most speaks of those that dots may show."""
    every = [one for number in sorted(order) for one in dotted_candidates(sights, number)]
    return max(every, key=lambda one: one.worth, default=None)


def _straight(fit: Fit, points: Matrix) -> Matrix:
    """The plane → px of a homography that is nowhere far off at `points` (n×2 px), whatever the lens bends there."""
    if not fit.view.bend:
        return np.asarray(np.linalg.inv(fit.view.to_plane), np.float64)
    return np.asarray(np.linalg.inv(even_homography_of(points, fit.view.plane(points))), np.float64)
