"""Teaching the camera a table's own tiles from the host's phone: implements `web.tiles_service.TilesService`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, Protocol

from companion.looking import View
from companion.moment import Moment
from companion.own_designs import OwnDesigns
from companion.words import Words
from engines.physical import Cell
from vision.board_model import BoardModel
from vision.designs import teaching
from vision.designs.prints import FACINGS
from vision.lens import Lens
from vision.registration import Refused as NotFound
from web.service import Refused
from web.tiles_service import DesignSays, TilesSay


class Looks(Protocol):
    """As much of the looking thread as teaching asks for."""

    @property
    def view(self) -> View | None: ...


class TileLesson:
    """Each design has a place of its own on the board; one picture teaches all that lie there. For any thread."""

    def __init__(
        self,
        looks: Looks,
        moment: Callable[[], Moment],
        designs: OwnDesigns,
        lens: Callable[[], Lens | None],
        model: Callable[[], BoardModel],
    ) -> None:
        """`model` is the board on the table with its pieces, before anything was learnt; it may take a while."""
        self._looks, self._moment, self._designs, self._lens, self._model = looks, moment, designs, lens, model
        self._lock = Lock()
        self._placed: tuple[object, Mapping[str, Cell]] = (None, {})
        self._last: tuple[str, Mapping[str, Any]] = ("", {})

    def are_read(self) -> bool:
        """As `TilesService.are_read`."""
        moment = self._moment()
        pieces = moment.game.pieces(moment.row.options)
        return any(body.shape == "tile" and look.endswith(f":{FACINGS[0]}") for look, body in pieces.items())

    def says(self, lang: str) -> TilesSay:
        """As `TilesService.says`."""
        moment, places = self._moment(), self._places()
        words = Words(moment.game, moment.board, lang)
        known = self._designs.known(moment.row.game, places)
        said = [DesignSays(_north(piece), words.place(cell), cell, piece in known) for piece, cell in places.items()]
        missing = next((each for each in said if not each.known), None)
        asked = (
            words.say("own_tiles.all")
            if missing is None
            else words.say("own_tiles.ask", {"place": missing.place, "tile": words.piece(missing.look)})
        )
        key, facts = self._last
        last = words.say(key, facts) if key else ""
        return TilesSay(said, asked, last, "" if missing is None else missing.cell, missing is None and bool(said))

    def learn(self, lang: str) -> None:
        """As `TilesService.learn`."""
        moment, view, places = self._moment(), self._looks.view, self._places()
        words = Words(moment.game, moment.board, lang)
        if moment.phase == "playing":
            raise Refused(words.say("own_tiles.not_now"), 409)
        if view is None:
            raise Refused(words.say("camera.no_picture", {}), 409)
        with self._lock:
            try:
                seen = teaching.shown(view.frame.image, self._model(), places.values(), self._lens())
            except NotFound as error:
                raise Refused(words.say("camera.not_found", {}), 409) from error
            faces = {piece: seen[cell].face for piece, cell in places.items() if cell in seen and seen[cell].clear}
            doubtful = ", ".join(words.place(cell) for cell in places.values() if cell in seen and not seen[cell].clear)
            if not faces:
                said = words.say("own_tiles.doubtful", {"places": doubtful}) if doubtful else None
                raise Refused(said or words.say("own_tiles.nothing"), 422)
            try:
                self._designs.learn(moment.row.game, faces)
            except OSError as error:
                raise Refused(words.say("own_tiles.not_kept", {"problem": str(error)}), 500) from error
            facts = {"count": len(faces), "places": doubtful}
            self._last = "own_tiles.learnt_in_part" if doubtful else "own_tiles.learnt", facts

    def forget(self) -> None:
        """As `TilesService.forget`."""
        self._designs.forget(self._moment().row.game)
        self._last = "", {}

    def face(self, number: int) -> bytes | None:
        """As `TilesService.face`."""
        pieces = list(self._places())
        return self._designs.picture(self._moment().row.game, pieces[number]) if number < len(pieces) else None

    def _places(self) -> Mapping[str, Cell]:
        """Where each design is shown on the board that is on the table."""
        row = self._moment().row
        which = row.game, tuple(sorted(row.options.items()))
        with self._lock:
            if self._placed[0] != which:
                model = self._model()
                pieces = teaching.designs(model)
                self._placed = which, dict(zip(pieces, teaching.places(model, len(pieces))))
            return self._placed[1]


def _north(piece: str) -> str:
    return f"{piece}:{FACINGS[0]}"
