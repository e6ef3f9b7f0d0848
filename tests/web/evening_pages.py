"""An evening with pages, for tests that look at what phones and display show of a game."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.table.evenings import Evening
from web.app import create_app

SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"


class EveningPages:
    """The pages of one evening: a phone for each seat, and what anybody may open."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.app = create_app(
            evening.service, virtual=None, host_pin="1", board_svg=lambda lang: SVG, piece_svg=lambda look: SVG
        )

    def page(self, seat: str, lang: str = "en") -> str:
        """The page of `seat` as HTML."""
        client: FlaskClient = self.app.test_client()
        client.set_cookie(f"seat_{seat}", self.evening.tokens[seat])
        reply = client.get(f"/seat/{seat}", headers={"Accept-Language": lang})
        assert reply.status_code == 200, reply.text
        return reply.text

    def open(self, path: str, lang: str = "en") -> str:
        """A page that anybody may open."""
        reply = self.app.test_client().get(path, headers={"Accept-Language": lang})
        assert reply.status_code == 200
        return reply.text
