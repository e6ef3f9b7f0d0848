"""A whole evening with the virtual sensor board: through a real pseudo-terminal, with lights, faults, and a broker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.evening import Evening
from companion.evening_settings import EveningSettings
from companion.readings import Blind
from companion.sensors.specs import UnknownBoard, as_typed, open_link, parted, shown
from companion.store import Store
from companion.table import Table
from engines import registry
from engines.casablanca_agents.actions import Bribe, First, LetStand, Move, Settle
from engines.casablanca_agents.tabletop import agent_look
from firmware_bridge.lamps import BRIGHTNESS
from tests.firmware_bridge.mosquitto import OPEN, Mosquitto
from tests.firmware_bridge.test_mqtt_link import kept
from tests.table.evenings import Clock
from tests.waiting import eventually

AGENTS = registry.find("casablanca_agents")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Red and blue play the agents on the virtual sensor board; bleu stands alone in 22, and red is to act."""
    data = tmp_path_factory.mktemp("evening")
    settings = EveningSettings(
        AGENTS, {"first": "chosen"}, ("red", "blue"), "", "127.0.0.1", 0, data, boards=("sensor:virtual",)
    )
    evening = Evening(settings)
    evening.start()
    for seat in ("red", "blue"):
        evening.service.claim(seat, seat, f"share of {seat}", "en")
    evening.service.begin("en")
    assert evening.top is not None
    evening.top.lay_out(evening.table.moment.placement)
    eventually(lambda: evening.table.moment.phase == "playing")
    act(evening, "red", First("red"))
    for seat in ("red", "blue"):
        for agent in ("bleu", "gray", "sheela"):
            act(evening, seat, Bribe(agent, 300))
        act(evening, seat, Settle())
    act(evening, "red", Move("bleu", "22"))
    act(evening, "blue", LetStand())
    evening.top.lay_out(evening.table.moment.placement)
    act(evening, "blue", Bribe("bleu", 100))
    act(evening, "blue", Settle())
    eventually(lambda: evening.table.situation().lying.get("22") == (agent_look("bleu"),))
    yield evening
    evening.close()


def act(evening: Evening, seat: str, action: object) -> None:
    journal = evening.table.moment.journal
    count = len(journal.entries) if journal else 0
    evening.service.act(seat, msgspec.json.encode(action), f"{seat} {count}", 0, "en")


def lit(evening: Evening) -> set[str]:
    """Places whose light shines."""
    assert evening.boards.virtual is not None
    shown = evening.boards.virtual.board.shown
    cells = evening.boards.virtual_cells()
    return {place for place, cell in cells.items() if any(shown[cell * 3 : cell * 3 + 3])}


def test_a_move_is_lit_felt_and_committed(evening: Evening) -> None:
    assert evening.top is not None
    piece = next(str(one["id"]) for one in evening.top.pieces() if one["look"] == agent_look("bleu"))
    _, _, right, bottom = evening.top.bounds_mm
    evening.top.move(piece, right - 15, bottom - 15)
    eventually(lambda: {"17", "21", "23"} <= lit(evening))
    page = evening.app.test_client()
    assert {"17", "21", "23"} <= page.get("/virtual/lights.json").json.keys()
    # no light of the table is ever brighter than BRIGHTNESS: on the page it would be too dim to see
    eventually(lambda: max(map(max, page.get("/virtual/lights.json").json.values())) > 255 * BRIGHTNESS)
    evening.top.move(piece, *evening.table.moment.board.places["23"].centre)
    eventually(lambda: evening.table.moment.placement.get("23") == (agent_look("bleu"),))


def test_a_cable_that_is_pulled_blinds_the_table_until_it_is_in_again(evening: Evening) -> None:
    assert evening.top is not None
    evening.top.set_fault("board_unplugged", 1.0)
    eventually(lambda: any(isinstance(item.reading, Blind) for item in evening.table.moment.ruling.standing))
    assert evening.boards.states()[0].status != "live"
    assert "sensor:virtual" in evening.service.backstage.eye_words("en")
    evening.top.set_fault("board_unplugged", 0.0)
    eventually(lambda: evening.boards.states()[0].status == "live")
    eventually(lambda: not any(isinstance(item.reading, Blind) for item in evening.table.moment.ruling.standing))


def test_eyes_and_boards_are_told_apart_and_nonsense_is_named() -> None:
    assert parted(("v4l2:0", "serial", "mqtt:h")) == (("v4l2:0",), ("serial", "mqtt:h"))
    for nonsense in ("sensor:real", "mqtt:http://h", "mqtts:h"):
        with pytest.raises(UnknownBoard, match=nonsense.partition(":")[0]):
            parted((nonsense,))


def test_a_simulated_board_is_taught_where_it_is_simulated() -> None:
    with pytest.raises(UnknownBoard, match="tavolo play --eye sensor:virtual"):
        open_link("sensor:virtual")


def test_nothing_is_named_as_right_that_is_refused() -> None:
    with pytest.raises(UnknownBoard) as refused:
        open_link("x")
    assert "mqtt:URL" in str(refused.value)
    assert "sensor:virtual" not in str(refused.value)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("serial:/dev/ttyACM0", "serial:/dev/ttyACM0"),
        ("mqtt:anna:se@cret@broker.local/games?board=54", "mqtt:anna:…@broker.local/games?board=54"),
        ("mqtts://anna:secret@broker.local:8884", "mqtts://anna:…@broker.local:8884"),
        ("mqtt:mqtt://anna:secret@broker.local", "mqtt:mqtt://anna:…@broker.local"),
        ("mqtt:broker.local:1884?ca=/etc/b@c.pem", "mqtt:broker.local:1884?ca=/etc/b@c.pem"),
    ],
)
def test_a_board_is_told_as_play_takes_it_without_its_password(spec: str, told: str) -> None:
    assert as_typed(spec) == told
    assert parted((told,)) == ((), (told,))


def test_a_broker_may_be_named_by_its_address_alone() -> None:
    addresses = ("mqtt://anna:secret@broker.local/games", "mqtts://broker.local:8884")
    assert parted(addresses) == ((), addresses)
    assert [shown(one) for one in addresses] == [shown(f"mqtt:{one}") for one in addresses]
    assert "secret" not in shown(addresses[0])


def test_a_broker_is_told_what_everybody_may_know_and_home_assistant_how_to_show_it(tmp_path: Path) -> None:
    from companion.sensors.boards import Boards

    broker = Mosquitto(tmp_path, OPEN).start()
    table = Table.open(Store.open("sqlite://"), AGENTS, {"first": "chosen"}, clock=Clock())
    address = f"mqtt:mqtt://127.0.0.1:{broker.port}?discovery=yes"
    boards = Boards((address,), table, lambda spec: table, tmp_path)
    boards.start()
    state = json.loads(kept(broker.port, "tavolo/table/state"))
    assert state == {"game": "casablanca_agents", "phase": "lobby", "turn": [], "warnings": []}
    turn = json.loads(kept(broker.port, "homeassistant/sensor/+/turn/config"))
    assert turn["state_topic"] == "tavolo/table/state"
    boards.close()
    assert kept(broker.port, "tavolo/table/status") == b"offline"
    broker.stop()
