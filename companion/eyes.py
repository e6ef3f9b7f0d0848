"""Makes the eyes of one table: each looks for the board that lies there as its camera was shown and taught it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.board_eye import model_of
from companion.own_designs import FOLDER as OWN_DESIGNS
from companion.own_designs import OwnDesigns
from companion.own_prints import FOLDER as OWN_PRINTS
from companion.own_prints import OwnPrint, OwnPrints
from companion.shown_corners import FOLDER as SHOWN_CORNERS
from companion.shown_corners import ShownCorners
from companion.table import Table
from engines.data import DataError
from vision.board_model import BoardModel
from vision.eye import Eye
from vision.lens import Lens, lens_path, load_lens
from vision.sources.addresses import unshown, without_password

VIRTUAL = "virtual"
PICTURES = "pictures"
LENSES = "lenses"

log = logging.getLogger(__name__)


class Eyes:
    """What is known of a table's cameras and of its board, from which their eyes are made."""

    def __init__(self, table: Table, data: Path, eyes: Sequence[str], *, markers_beside: bool) -> None:
        """`eyes` are the cameras. Each may be shown the board's corners and print, the first is taught tiles, too.

        What they learn is kept in `data`.
        """
        self._table, self._data, self._markers_beside = table, data, markers_beside
        self._first = eyes[0]
        self._told: set[str] = set()
        self._prints = {eye: OwnPrints(data / OWN_PRINTS, eye) for eye in eyes}
        self._shown = {eye: ShownCorners(data / SHOWN_CORNERS, eye, self._board) for eye in eyes}
        self.designs = OwnDesigns(data / OWN_DESIGNS, self._first)

    def own_print(self, eye: str) -> OwnPrint:
        """The print of the board on the table as the camera `eye` learnt it."""
        return OwnPrint(self._prints[eye], self._board)

    def shown(self, eye: str) -> ShownCorners:
        """Where the camera `eye` was shown the corners of the board on the table."""
        return self._shown[eye]

    def make(self, eye: str) -> Eye:
        """The eye of the camera `eye` for the board on the table."""
        model = self.model(eye)
        if eye == self._first:
            model = self.designs.apply(model, self._table.moment.row.game)
        fresh = Eye(model, self.lens(eye))
        self._shown[eye].tell(fresh)
        return fresh

    def model(self, eye: str) -> BoardModel:
        """The board on the table, with its owner's print if the camera `eye` learnt one."""
        game, options = self._board()
        model = model_of(self._table.moment.game, options, self._data / PICTURES, markers_beside=self._markers_beside)
        return self._prints[eye].apply(model, game, options)

    def lens(self, eye: str) -> Lens | None:
        """What is known of a camera's lens: nothing where its file is damaged, which is told once."""
        if eye == VIRTUAL:
            return None
        try:
            kept = lens_file(self._data, eye)
            return load_lens(kept) if kept.exists() else None
        except (DataError, OSError) as error:
            if (told := str(error)) not in self._told:
                self._told.add(told)
                log.warning("the camera's lens is not known: %s; measure it anew with `tavolo calibrate`", told)
            return None

    def lenses(self) -> tuple[tuple[str, Path], ...]:
        """The cameras whose lens is kept, each with its file."""
        files = ((eye, lens_file(self._data, eye)) for eye in self._prints if eye and eye != VIRTUAL)
        return tuple((eye, file) for eye, file in files if file.exists())

    def looked_for(self, eye: str) -> object:
        """Changes when the eye of a camera must be made anew: another board or other pieces are on the table, or it
        was taught another print or other tiles."""
        taught = self.designs.version if eye == self._first else 0
        return on_the_table(self._table), self._prints[eye].version, taught

    def _board(self) -> tuple[str, Mapping[str, str]]:
        """Game and options of the board on the table."""
        return self._table.moment.row.game, self._table.moment.row.options


def lens_file(data: Path, eye: str) -> Path:
    """Where in `data` the lens of the camera `eye` is kept: the name tells nothing secret of its address.

    Raises `ValueError` where `eye` names no camera.
    """
    secret = unshown(eye)
    apart = f" {hashlib.sha256(secret.encode()).hexdigest()[:16]}" if secret else ""
    return lens_path(data / LENSES, without_password(eye) + apart)


def on_the_table(table: Table) -> object:
    """Changes when other pieces or another board come onto the table."""
    row = table.moment.row
    return row.game, row.options, row.seats
