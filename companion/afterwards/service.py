"""Looking back as the pages need it: `web.afterwards_service.AfterwardsService` on top of a table and its store."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cache

from companion.afterwards.kept import KeptPictures
from companion.afterwards.openings import openings
from companion.afterwards.proof import proof
from companion.afterwards.telling import Telling, picture_of, telling
from companion.logfile import log_lines
from companion.moment import Moment
from companion.words import own_texts
from engines.boards.board import Board
from engines.boards.drawing.pieces import piece_document
from engines.openings import Opening
from engines.texts import LANGUAGES
from web.afterwards_service import Proof, Tale
from web.service import Refused

TALES_KEPT = 6
"""Tales remembered: three languages of the game on the table and of one before it."""

Shelf = Callable[[int], Moment | None]
"""Answers an earlier game of this table as a moment, by its number; ``None`` where there is none."""


class Afterwards:
    """Implements `web.afterwards_service.AfterwardsService`."""

    def __init__(self, now: Callable[[], Moment], kept: KeptPictures | None = None, shelf: Shelf | None = None) -> None:
        """`now` answers the table's present moment; `kept` has the pictures, `shelf` the games played before."""
        self._now = now
        self._kept = kept
        self._shelf = shelf
        self._told: OrderedDict[tuple[object, ...], Telling] = OrderedDict()
        self._lock = threading.Lock()

    def tale(self, lang: str, game: int | None = None) -> Tale:
        """The tale of a game."""
        return self._telling(self._moment(game, lang), lang).tale

    def picture(self, step: int, game: int | None = None) -> bytes | None:
        """The newest picture that was kept between this step of the tale and the next."""
        moment = self._moment(game, LANGUAGES[0])
        entries = self._telling(moment, LANGUAGES[0]).entries
        if self._kept is None or not 0 <= step < len(entries):
            return None
        kept = self._kept.entries(moment.row.id)
        seq = picture_of(sorted(kept), entries, step)
        return self._kept.picture(moment.row.id, seq) if seq is not None else None

    def proof(self, lang: str, game: int | None = None) -> Proof:
        """Whether all chance was fair, step by step."""
        return proof(self._moment(game, lang), _known(lang))

    def log(self, game: int | None = None) -> Iterator[bytes]:
        """The log as JSON lines: whole when the game is over."""
        moment = self._moment(game, LANGUAGES[0])
        return log_lines(moment.row, moment.journal, whole=moment.phase == "over")

    def opened(self, game: int | None = None) -> tuple[Opening, ...]:
        """What was published during the game, and what it was made of; empty before its end."""
        return openings(self._moment(game, LANGUAGES[0]))

    def board_svg(self, lang: str, game: int | None = None) -> str:
        """The mirror of the board that the game was played on."""
        return _mirror_of(self._moment(game, lang).board, _known(lang))

    def piece_svg(self, look: str, game: int | None = None) -> str:
        """The picture of one look; raises `KeyError` for an unknown one."""
        moment = self._moment(game, LANGUAGES[0])
        return piece_document(look, moment.game.pieces(moment.row.options)[look].untagged)

    def _moment(self, game: int | None, lang: str) -> Moment:
        now = self._now()
        if game is None or game == now.row.id:
            return now
        found = self._shelf(game) if self._shelf is not None else None
        if found is None:
            raise Refused(own_texts().say(lang, "refused.no_such_tale", {"number": game}), 404)
        return found

    def _telling(self, moment: Moment, lang: str) -> Telling:
        """The tale, told once for each language until something happens. Entries, and pictures of them, only grow."""
        lang = _known(lang)
        kept = sorted(self._kept.entries(moment.row.id)) if self._kept is not None else []
        entries = moment.journal.entries if moment.journal is not None else ()
        key = (moment.row.id, len(entries), moment.phase, lang, len(kept), tuple(moment.players))
        with self._lock:
            told = self._told.get(key)
            if told is None:
                told = telling(moment, lang, kept)
                self._told[key] = told
                if len(self._told) > TALES_KEPT:
                    self._told.popitem(last=False)
            return told


def _known(lang: str) -> str:
    return lang if lang in LANGUAGES else LANGUAGES[0]


@cache
def _mirror_of(board: Board, lang: str) -> str:
    return board.mirror_svg(lang)
