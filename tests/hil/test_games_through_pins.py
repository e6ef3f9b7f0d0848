"""Games on a board of switches: hands close the pins of the emulated chip, the table's own link and fingers follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.readings import Agrees, Breach, InHand, Moved
from companion.sensors.cell_map import CellMap
from companion.sensors.light_picture import BELONGS_HERE, CAME_FROM, MAY_GO, WRONG_HERE, LightPicture
from engines import registry
from engines.casablanca_escape.actions import MoveFugitive, MoveGestapo
from engines.game import Intent
from firmware_bridge.lamps import Lamps
from firmware_bridge.lights import Glow
from tests.firmware_bridge.touching import TouchedEvening
from tests.firmware_bridge.written_games import play_on, written
from tests.hil.conftest import BoardMaker
from tests.hil.linked import LinkedBoard
from tests.waiting import eventually

AGENTS = registry.find("casablanca_agents")
ESCAPE = registry.find("casablanca_escape")
RESET_AT = (12, 30)
"""Entries after which somebody presses the reset button."""


class PinnedEvening(TouchedEvening):
    """An evening whose switches are those of an emulated board; what the link tells is what the fingers feel."""

    def pinned(self, board: LinkedBoard, places: dict[int, str]) -> PinnedEvening:
        """`places` by the number of the switch below."""
        self.linked = board
        uid = board.link.hello.uid if board.link.hello else b""
        self.map = CellMap(self.game.id, "", uid.hex(), places)
        return self

    def switch_places(self) -> list[str]:
        return sorted(self.map.cells)

    def lift(self, look: str) -> str:
        """From where there is a switch; the marker of the same colour stays on its track."""
        cell = next(cell for cell in self.map.cells if look in self.hands.get(cell, ()))
        self.hands[cell].remove(look)
        self.switched()
        return cell

    def switched(self) -> None:
        number = self.map.cells
        lying = {number[cell] for cell, looks in self.hands.items() if looks and cell in number}
        self.linked.lay(lying)
        self.linked.is_felt()
        felt = self.linked.ear.felt
        assert felt is not None
        self.fingers.feel(self.map.touch(felt), self.known, self.clock.t)


@pytest.fixture
def linked(new_board: BoardMaker, tmp_path: Path) -> Iterator[LinkedBoard]:
    one = LinkedBoard(new_board("uno-matrix"), tmp_path)
    yield one
    one.close()


def test_a_whole_game_of_the_agents_is_followed_through_the_pins_to_its_end(
    linked: LinkedBoard, tmp_path: Path
) -> None:
    game, how = written("brought"), Counter[str]()
    evening = PinnedEvening(tmp_path, game.seats, AGENTS, {**game.options, "first": "chosen"})
    houses = sorted(AGENTS.board(evening.table.moment.row.options).places, key=int)
    evening.pinned(linked, dict(enumerate(houses))).begin_touched()
    resets = iter(RESET_AT)
    reset_at = next(resets)
    for entries in play_on(evening, game, how):
        if entries > reset_at:
            linked.board.reset()
            reset_at = next(resets, len(game.play))
    assert how["felt"]
    assert how["asked"]


COLUMNS, ROWS = range(16, 30), range(16)
"""The part of the escape's map that has switches, holding boxes too: Warsaw and Munich, as much as a Mega feels."""


@pytest.fixture
def warsaw(new_board: BoardMaker, tmp_path: Path) -> Iterator[PinnedEvening]:
    """Red and blue stand on their starts, red moves first, and the board's lights shine."""
    linked = LinkedBoard(new_board("mega-chain"), tmp_path)
    evening = PinnedEvening(tmp_path, ("red", "blue"), ESCAPE)
    board = evening.table.moment.board
    hexes = {f"{column:02}{row:02}" for column in COLUMNS for row in ROWS}
    switches = dict(enumerate(sorted(place for place in board.places if board.home(place) in hexes)))
    assert len(switches) <= linked.board.inputs
    evening.service.begin("en")  # the tracks beside the map have no switches: the host says that all is set up
    evening.pinned(linked, switches).begin_touched()
    evening.service.roll("red", [6, 6], "roll red", "en")
    evening.service.roll("blue", [1, 2], "roll blue", "en")
    evening.mend()
    picture = LightPicture(lambda: evening.table.moment, lambda: evening.map.cells, buzzer=False)
    lamps = Lamps(linked.link, picture, brightness=1.0)
    lamps.start()
    yield evening
    lamps.close()
    linked.close()


def _shines(evening: PinnedEvening, place: str, glow: Glow) -> None:
    """Waits until the light under `place` has the colour of `glow`, at whatever strength its pattern has just then."""
    number = evening.map.cells[place]

    def has_colour() -> bool:
        rgb = evening.linked.board.strip().rgb[number]
        strength = max(rgb) / max(glow.rgb)
        return max(rgb) > 0 and all(abs(part - wanted * strength) <= 2 for part, wanted in zip(rgb, glow.rgb))

    eventually(has_colour)


def test_the_opening_of_the_escape_is_felt_and_the_lights_say_where_a_piece_may_go(warsaw: PinnedEvening) -> None:
    warsaw.lift("square:red")  # out of a box that holds blue's too: its switch stays closed
    warsaw.feel()
    warsaw.put("square:red", "2010")
    assert warsaw.feel().reading == Moved((Intent("red", MoveGestapo("2010")),))
    start = warsaw.lift("disc:red")
    assert isinstance(warsaw.feel().reading, InHand)
    _shines(warsaw, start, CAME_FROM)
    _shines(warsaw, "2702", MAY_GO)
    warsaw.put("disc:red", "2702")
    assert warsaw.feel().reading == Moved((Intent("red", MoveFugitive("2702")),))
    red = warsaw.state.players[0]
    assert (red.gestapo, red.fugitive) == ("2010", "2702")


def test_a_breach_blinks_where_the_piece_is_and_where_it_belongs(warsaw: PinnedEvening) -> None:
    start = warsaw.lift("disc:red")
    warsaw.feel()
    warsaw.put("disc:red", "1800")
    warsaw.feel(seconds=3)
    assert any(isinstance(item.reading, Breach) for item in warsaw.table.moment.ruling.standing)
    _shines(warsaw, "1800", WRONG_HERE)
    _shines(warsaw, start, BELONGS_HERE)
    warsaw.lift("disc:red")
    warsaw.put("disc:red", start)
    assert warsaw.feel().reading == Agrees()
    eventually(lambda: warsaw.linked.board.strip().rgb[warsaw.map.cells["1800"]] == bytes(3))
