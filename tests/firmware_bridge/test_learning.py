"""Teaching a board: one piece on each house, tags piece by piece, from a terminal or from the host's phone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.evening import Evening
from companion.evening_settings import EveningSettings
from companion.sensors.cell_map import CellMap, map_path, read_map
from companion.sensors.learning import Learner, NotThere, keep_lamps
from companion.sensors.lesson import Lesson, houses_in_order, map_after
from engines import registry
from engines.data import DataError
from engines.options import chosen
from firmware_bridge.felt import Felt
from firmware_bridge.lamps import lamps_of
from firmware_bridge.serial_link import SerialLink
from firmware_bridge.simulated import Model
from firmware_bridge.virtual_port import VirtualPort
from tests.conftest import Called
from tests.waiting import eventually

AGENTS = registry.find("casablanca_agents")
BOARD = AGENTS.board(chosen(AGENTS.options, {}))
HOUSES = houses_in_order(BOARD)


def never() -> bool:
    return False


def always() -> bool:
    return True


def test_a_board_learns_its_houses_and_lights(board: VirtualPort, tmp_path: Path) -> None:
    learner = Learner(SerialLink(board.path), AGENTS.id, BOARD, tmp_path)
    hello = learner.meet(30)
    lights = learner.begin("lights", ("0", "1", "2"))
    for cell in (9, 8, 7):
        board.put(cell)
        learner.wait(lights, never)
        board.lift(cell)
    learner.keep(lights)
    assert learner._lamp_of == {9: 0, 8: 1, 7: 2}
    houses = learner.begin("houses", HOUSES[:4])
    for cell in (20, 21, None, 22):
        if cell is not None:
            board.put(cell)
        learner.wait(houses, never if cell is not None else always)
    path = learner.keep(houses)
    learner.close()
    kept = read_map(map_path(tmp_path, AGENTS.id, BOARD, hello.uid))
    assert kept is not None
    assert kept.places == {20: HOUSES[0], 21: HOUSES[1], 22: HOUSES[3]}
    assert path is not None
    assert path.parent == tmp_path / "sensors"


def test_a_board_that_takes_short_lists_only_is_told_its_lights_in_more_of_them(tmp_path: Path) -> None:
    port = VirtualPort(Model(cells=128, lights=96, longest_body=120, uid=b"LIKEUNO1"))
    learner = Learner(SerialLink(port.path), AGENTS.id, BOARD, tmp_path)
    hello = learner.meet(30)
    lesson = Lesson("lights", ("0", "95"), Felt())
    lesson.feel(Felt(1, frozenset({127})))
    lesson.feel(Felt(2, frozenset({5})))
    assert keep_lamps(learner._link, lesson, hello) == {127: 0, 5: 95} == lamps_of(learner._link, hello)
    learner.close()
    port.close()


def test_who_taught_a_board_reads_how_to_start_with_it(
    board: VirtualPort, tavolo: Called, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * len(HOUSES)))
    spec = f"serial:{board.path}"
    code, out, _ = tavolo("sensors", "learn", "casablanca_agents", "--board", spec, "--data", str(tmp_path / "kept"))
    assert code == 0
    assert out.splitlines()[-1].endswith(f"Start with --eye {spec}")


def test_tags_are_told_piece_by_piece_and_alike_pieces_have_one_each() -> None:
    lesson = Lesson("tags", ("disc:red", "square:white", "square:white"), Felt(0, frozenset(), frozenset()))
    assert lesson.feel(Felt(1, tags={5: (b"\x01",)}))
    assert not lesson.feel(Felt(2)), "a piece that goes is no answer"
    assert not lesson.feel(Felt(3, tags={6: (b"\x01",)}))
    assert lesson.repeated, "the first piece again, though another was asked for"
    assert lesson.feel(Felt(4, tags={6: (b"\x01", b"\x02")}))
    lesson.back()
    assert lesson.question == "square:white"
    assert lesson.feel(Felt(5, tags={6: (b"\x03",)}))
    lesson.skip()
    assert lesson.question is None
    before = CellMap("g", "b", "", {5: "1"}, {"02": "square:white", "07": "square:white", "08": "disc:red"})
    kept = map_after(lesson, before, {"disc:red": 1, "square:white": 2})
    assert kept.tags == {"01": "disc:red", "03": "square:white", "02": "square:white"}
    assert kept.readers == {5, 6}


def test_a_house_taught_anew_is_forgotten_where_it_was() -> None:
    lesson = Lesson("houses", ("1", "2"), Felt())
    lesson.feel(Felt(1, frozenset({9})))
    lesson.skip()
    kept = map_after(lesson, CellMap("g", "b", "", {4: "1", 5: "2"}))
    assert kept.places == {9: "1", 5: "2"}


def test_where_no_board_answers_nothing_is_taught(tmp_path: Path) -> None:
    learner = Learner(SerialLink("/dev/there-is-none"), AGENTS.id, BOARD, tmp_path)
    with pytest.raises(NotThere, match="there-is-none"):
        learner.meet(0.5)
    learner.close()


def test_a_damaged_map_is_named(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text('{"game": 3}')
    with pytest.raises(DataError, match=r"map\.json"):
        read_map(path)


# From the host's phone


@pytest.fixture(scope="module")
def reading() -> Iterator[VirtualPort]:
    """A board of 40 tag readers with lights."""
    port = VirtualPort(Model(cells=40, lights=40, tags=True, uid=b"READERS1"))
    yield port
    port.close()


@pytest.fixture(scope="module")
def evening(reading: VirtualPort, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The agents on that board, which knows nothing yet; the host has typed the PIN."""
    data = tmp_path_factory.mktemp("taught")
    spec = f"serial:{reading.path}"
    evening = Evening(EveningSettings(AGENTS, {}, ("red", "blue"), "", "127.0.0.1", 0, data, boards=(spec,)))
    evening.start()
    eventually(lambda: evening.boards.states()[0].unlearnt)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def phone(evening: Evening) -> Any:
    client = evening.app.test_client()
    client.environ_base["HTTP_ORIGIN"] = "http://localhost"
    assert client.get("/sensors").location == "/host/", "the PIN is asked for first"
    assert client.post("/sensors/begin", json={"board": 0, "subject": "houses"}).status_code == 403
    client.post("/host/login", data={"pin": evening.pin})
    return client


def asks(phone: Any, words: str) -> None:
    """Waits until the phone says so."""
    eventually(lambda: words in phone.get("/sensors/lesson").text)


def test_the_hosts_phone_teaches_houses_and_tags_and_the_table_knows_who_lies_where(
    reading: VirtualPort, evening: Evening, phone: Any
) -> None:
    assert "Teach the sensor board" in phone.get("/sensors/card").text
    assert phone.post("/sensors/begin", json={"board": 3, "subject": "houses"}).status_code == 409
    assert phone.post("/sensors/skip", json={}).status_code == 409
    phone.post("/sensors/begin", json={"board": 0, "subject": "houses"})
    houses = houses_in_order(evening.table.moment.board)
    asks(phone, f"1 of {len(houses)}")
    for cell, house in enumerate(houses):
        asks(phone, f'data-cell="{house}"')
        reading.bring(cell, b"\x99")
        asks(phone, f"(cell {cell})")
        reading.take(cell, b"\x99")
    assert phone.post("/sensors/keep", json={}).status_code == 200
    eventually(lambda: not evening.boards.states()[0].unlearnt)
    phone.post("/sensors/begin", json={"board": 0, "subject": "tags"})
    asks(phone, "Put this piece on any reader")
    supply = sorted(AGENTS.supply({}, ("red", "blue")))
    for number in range(len(supply)):
        reading.bring(0, bytes((number,)))
        asks(phone, f"(tag {number:02x})")
        reading.take(0, bytes((number,)))
    phone.post("/sensors/keep", json={})
    for seat in ("red", "blue"):
        evening.service.claim(seat, seat, f"share of {seat}", "en")
    evening.service.begin("en")
    tag_of = {look: bytes((number,)) for number, look in enumerate(supply)}
    for house, looks in evening.table.moment.placement.items():
        for look in looks:
            reading.bring(houses.index(house), tag_of[look])
    eventually(lambda: evening.table.moment.phase == "playing")
    eventually(lambda: evening.table.situation().lying == evening.table.moment.placement)
