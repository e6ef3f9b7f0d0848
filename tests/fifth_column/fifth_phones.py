"""A table of the hunt with pages, for tests that look at what phones and display show."""

from __future__ import annotations

from pathlib import Path

from fifth_positions import GAME
from flask.testing import FlaskClient

from engines.fifth_column.actions import Ask, Discard, First, Play
from tests.table.evenings import Evening
from web.app import create_app

SEATS = ("red", "blue", "green")
SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"


class Phones:
    """A table with pages, a phone for each seat; red is the spy."""

    def __init__(self, folder: Path, **options: str) -> None:
        folder.mkdir(exist_ok=True)
        self.evening = Evening(folder, SEATS, GAME, {"first": "chosen", **options}).begin()
        self.evening.act("blue", First("red"))
        self.app = create_app(
            self.evening.service, virtual=None, host_pin="1", board_svg=lambda lang: SVG, piece_svg=lambda look: SVG
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

    def act(self, seat: str, *actions: object) -> Phones:
        for action in actions:
            self.evening.act(seat, action)
        return self

    def spy_goes(self, number: int = 0) -> Phones:
        """The spy plays one of what may be played."""
        choices = [one for one in GAME.legal(self.evening.state, "red") if isinstance(one, Play | Discard)]
        return self.act("red", choices[number % len(choices)])

    def ask(self, hunter: int) -> Phones:
        """That hunter asks about a house beside it."""
        state = self.evening.state
        return self.act("blue", Ask(hunter, state.ground.near(state.hunt.hunters[hunter - 1])[0]))
