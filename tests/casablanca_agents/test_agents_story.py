"""The story of an evening of the agents: nothing of the sheets during play, everything when it is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.afterwards.kept import KeptPictures
from companion.afterwards.service import Afterwards
from engines import registry
from engines.data import load_toml
from engines.money import dollars
from tests.casablanca_agents.golden_games import FOLDER, WrittenGame, written_action
from tests.table.evenings import Evening
from web.app import create_app

AGENTS = registry.find("casablanca_agents")
BRIBES = 16
"""Lines of the written game until everybody has bribed."""


@pytest.mark.parametrize("lang", ["en", "it", "de"])
def test_the_story_tells_the_sheets_only_when_it_is_over(tmp_path: Path, lang: str) -> None:
    game = load_toml(FOLDER / "shared.toml", WrittenGame)
    evening = Evening(tmp_path, game.seats, AGENTS, game.options).begin()
    app = create_app(
        evening.service,
        virtual=None,
        host_pin="1",
        board_svg=lambda lang: "<svg/>",
        piece_svg=lambda look: "<svg/>",
        afterwards_service=Afterwards(lambda: evening.table.moment, KeptPictures(tmp_path / "pictures")),
    )
    guest = app.test_client()
    guest.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    lines = [line for line in game.play.strip().splitlines() if not line.startswith("#")]
    for number, line in enumerate(lines):
        seat, _, deed = line.partition(": ")
        evening.act(seat, written_action(deed.split()))
        if number == BRIBES:
            reply = guest.get("/story/")
            assert reply.status_code == 200
            assert "400" not in reply.text
    assert evening.table.moment.phase == "over"
    reply = guest.get("/story/1")
    assert reply.status_code == 200
    assert dollars(400, lang) in reply.text
    assert guest.get("/story/1/proof").status_code == 200
