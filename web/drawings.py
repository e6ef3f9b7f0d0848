"""Pictures of the board and its pieces, as the game draws them, under addresses that change with their content."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from threading import Lock, Thread

from web.files import Bytes, digest, packed
from web.slim import slim

SVG = "image/svg+xml"
KEPT_BOARDS = 6
"""Boards remembered: three languages, today's sheet and yesterday's."""


class Drawings:
    """The board's mirror in every language, and the looks on it."""

    def __init__(self, board_svg: Callable[[str], str], piece_svg: Callable[[str], str]) -> None:
        """`board_svg` answers today's board in a language and is asked often, so it should remember its drawings.

        `piece_svg` answers the picture of one look and raises `KeyError` for an unknown one.
        """
        self._board_svg = board_svg
        self._piece_svg = piece_svg
        self._names: dict[str, tuple[str, str]] = {}
        self._boards: OrderedDict[str, Bytes] = OrderedDict()
        self._lock = Lock()
        self._drawing: defaultdict[str, Lock] = defaultdict(Lock)

    def name(self, lang: str) -> str:
        """Digest of today's board in `lang`, part of its address."""
        with self._lock:
            drawing = self._drawing[lang]
        with drawing:  # whoever comes second waits for the first instead of drawing too
            svg = self._board_svg(lang)
            with self._lock:
                drawn, name = self._names.get(lang, ("", ""))
            return name if svg == drawn else self._draw(lang, svg)

    def draw_ahead(self, lang: str) -> None:
        """Draws today's board in `lang` beside whatever else goes on, for somebody who will soon ask for it."""
        if not self._drawing[lang].locked():
            Thread(target=self.name, args=(lang,), name="drawing", daemon=True).start()

    def _draw(self, lang: str, svg: str) -> str:
        body = slim(svg).encode()
        name, content = digest((body,)), packed(body, SVG)
        with self._lock:
            self._names[lang] = (svg, name)
            self._boards[name] = content
            if len(self._boards) > KEPT_BOARDS:
                self._boards.popitem(last=False)
        return name

    def board(self, name: str) -> Bytes | None:
        """The picture of that name, None where it is forgotten."""
        with self._lock:
            return self._boards.get(name)

    def is_today(self, name: str) -> bool:
        """Whether `name` is that of today's board in some language."""
        langs = [lang for lang, (_, known) in list(self._names.items()) if known == name]
        return any(self.name(lang) == name for lang in langs)

    def piece(self, look: str) -> Bytes | None:
        """The picture of `look`, None for an unknown one."""
        try:
            return packed(self._piece_svg(look).encode(), SVG)
        except KeyError:
            return None
