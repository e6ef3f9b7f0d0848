"""While a breach holds the turn, nothing in a hand can be played, and all of it can be looked at."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from engines import registry
from engines.pending import Decision, Dice
from tests.table.evenings import Evening
from tests.web import fakes
from web.app import create_app
from web.regions import PHONE, render
from web.service import Snapshot
from web.site import Site

HAND = next(region for region in PHONE.regions if region.name == "hand")


def at_turn(folder: Path, name: str, **options: str) -> tuple[Site, Snapshot]:
    """The pages of a game that has begun, and what the seat whose turn it is sees."""
    game = registry.find(name)
    evening = Evening(folder, game.seats[: max(2, game.min_seats)], game, options).begin()
    while isinstance(dice := game.pending(evening.state), Dice):
        evening.service.roll(dice.seat or game.seats[0], None, evening.key(), "en")
    if evening.table.moment.phase == "setup":
        evening.service.begin("en")
    pending = game.pending(evening.state)
    assert isinstance(pending, Decision)
    app = create_app(
        evening.service, virtual=None, host_pin=fakes.PIN, board_svg=fakes.board_svg, piece_svg=fakes.piece_svg
    )
    site: Site = app.extensions["tavolo"]
    return site, evening.service.snapshot(pending.seats[0], "en")


def buttons(site: Site, snapshot: Snapshot) -> dict[str, list[bool]]:
    """Of each kind of button in the hand whether it can be pressed, one by one."""
    found: dict[str, list[bool]] = {}
    for tag in re.findall(r"<button[^>]*>", render(site, HAND, snapshot, "en").html):
        kind = re.search(r'class="([^"]+)"', tag)
        assert kind
        found.setdefault(kind[1], []).append(not re.search(r"\bdisabled\b", tag))
    return found


@pytest.mark.parametrize(
    ("name", "kind"),
    [("cape_horn", "tile-card"), ("casablanca_escape", "play")],
)
def test_nothing_in_a_hand_can_be_played_and_all_is_shown(tmp_path: Path, name: str, kind: str) -> None:
    site, free = at_turn(tmp_path, name, **({"version": "articulated"} if name == "casablanca_escape" else {}))
    if kind == "play":
        green = free.view["own"]["green"] or ["fast"]
        free = msgspec.structs.replace(
            free,
            view={**free.view, "own": {**free.view["own"], "green": green}},
            choices=[
                *free.choices,
                msgspec.structs.replace(
                    free.choices[0], kind="play_green", action={"type": "play_green", "green": green[0]}
                ),
            ],
        )
    held = msgspec.structs.replace(free, warnings=[fakes.a_breach()])
    before, now = buttons(site, free), buttons(site, held)
    assert all(before[kind])
    assert before[kind]
    assert {name: len(each) for name, each in now.items()} == {name: len(each) for name, each in before.items()}
    assert not any(now[kind])
    assert all(all(each) for other, each in now.items() if other != kind)
