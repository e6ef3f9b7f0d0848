"""Pictures of the board and its pieces, as the game draws them, under addresses that change with their content."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from web.files import Bytes, digest, packed

SVG = "image/svg+xml"


class Drawings:
    """The board's mirror and the looks on it; drawn again only when what is drawn has changed."""

    def __init__(self, board_svg: Callable[[], str], piece_svg: Callable[[str], str]) -> None:
        """`board_svg` answers today's board and is asked often, so it should remember its drawing.

        `piece_svg` answers the picture of one look and raises `KeyError` for an unknown one.
        """
        self._board_svg = board_svg
        self._piece_svg = piece_svg
        self._drawn = ""
        self._board = Bytes(b"", None, SVG)
        self._name = ""
        self._lock = Lock()

    def _refresh(self) -> None:
        svg = self._board_svg()
        if svg != self._drawn:
            body = svg.encode()
            self._drawn, self._name, self._board = svg, digest((body,)), packed(body, SVG)

    def name(self) -> str:
        """Digest of the board's picture, part of its address."""
        with self._lock:
            self._refresh()
            return self._name

    def board(self) -> Bytes:
        """The board's picture."""
        with self._lock:
            self._refresh()
            return self._board

    def piece(self, look: str) -> Bytes | None:
        """The picture of `look`, None for an unknown one."""
        try:
            return packed(self._piece_svg(look).encode(), SVG)
        except KeyError:
            return None
