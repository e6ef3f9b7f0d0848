"""A wireless board behind a real broker: passwords, access lists, TLS, a broker that dies, and what waits meanwhile."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from firmware_bridge.broker_url import BrokerUrl, BrokerUrlError
from firmware_bridge.link import LIVE, LOST, NO_ANSWER, NO_DEVICE, REFUSED, QueueFull
from firmware_bridge.messages import Get, Key, Value
from firmware_bridge.mqtt_link import MqttLink
from tests.firmware_bridge.conftest import Ear
from tests.firmware_bridge.mosquitto import OPEN, Mosquitto
from tests.firmware_bridge.rude_broker import RudeBroker, told
from tests.firmware_bridge.wireless_board import WirelessBoard
from tests.waiting import eventually

Linked = Callable[..., MqttLink]


@pytest.fixture
def linked(ear: Ear) -> Iterator[Linked]:
    """Makes links that are closed at the end."""
    links: list[MqttLink] = []

    def make(address: str) -> MqttLink:
        link = MqttLink(BrokerUrl.parse(address), name=f"table {len(links)}")
        links.append(link)
        link.start(ear)
        return link

    yield make
    for link in links:
        link.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path, OPEN).start()
    yield broker
    broker.stop()


@pytest.fixture
def board(broker: Mosquitto) -> Iterator[WirelessBoard]:
    board = WirelessBoard(broker.port)
    yield board
    board.close()


def kept(port: int, topic: str) -> bytes:
    """What the broker keeps of a topic."""
    found: list[bytes] = []
    client = mqtt.Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda one, two, message: found.append(message.payload)
    client.connect("127.0.0.1", port)
    client.loop_start()
    client.subscribe(topic, 1)
    eventually(lambda: bool(found))
    client.disconnect()
    client.loop_stop()
    return found[0]


def test_a_wireless_board_is_found_felt_lit_and_asked(
    broker: Mosquitto, board: WirelessBoard, linked: Linked, ear: Ear
) -> None:
    board.put(7)
    link = linked(f"mqtt://127.0.0.1:{broker.port}")
    ear.feels(7)
    board.put(9)
    board.lift(7)
    ear.feels(9)
    assert link.version == 5
    link.show(bytes(range(192)))
    eventually(lambda: board.board.shown == bytes(range(192)))
    assert link.ask(Get(Key.DEBOUNCE)) == Value(Key.DEBOUNCE, b"\5")


def test_a_board_whose_battery_dies_is_missed_by_its_last_will(
    broker: Mosquitto, board: WirelessBoard, linked: Linked, ear: Ear
) -> None:
    link = linked(f"mqtt://127.0.0.1:{broker.port}")
    ear.feels()
    board.lost()
    ear.wait(lambda: ear.felt is None)
    assert link.status == LOST
    assert kept(broker.port, f"{board.name}/status") == b"offline"


def test_a_broker_that_dies_is_waited_for_and_nothing_is_missed(
    broker: Mosquitto, board: WirelessBoard, linked: Linked, ear: Ear
) -> None:
    link = linked(f"mqtt://127.0.0.1:{broker.port}")
    link.keep("tavolo/table/state", b"before")
    ear.feels()
    broker.kill()
    ear.wait(lambda: ear.felt is None)
    for cell in (3, 4, 5):
        board.put(cell)
    board.lift(4)
    link.keep("tavolo/table/state", b"meanwhile")
    link.keep("tavolo/table/state", b"newest")
    broker.start()
    ear.feels(3, 5)
    assert link.status == LIVE
    assert kept(broker.port, "tavolo/table/state") == b"newest"


def test_more_than_may_wait_for_a_broker_that_hangs_is_refused_and_said(
    broker: Mosquitto, linked: Linked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("firmware_bridge.mqtt_link.MOST_QUEUED", 5)
    link = linked(f"mqtt://127.0.0.1:{broker.port}")
    eventually(lambda: link.is_connected)
    assert broker.process is not None
    broker.process.send_signal(signal.SIGSTOP)

    def tell_much() -> None:
        for number in range(50):
            link.keep(f"tavolo/table/{number}", b"told")

    with pytest.raises(QueueFull, match="5 messages wait"):
        tell_much()
    assert "was not taken" in caplog.text
    broker.process.send_signal(signal.SIGCONT)
    assert kept(broker.port, "tavolo/table/0") == b"told"


def test_what_a_board_tells_while_the_table_is_away_is_known_when_it_comes(
    broker: Mosquitto, board: WirelessBoard, linked: Linked, ear: Ear
) -> None:
    board.put(1)
    first = linked(f"mqtt://127.0.0.1:{broker.port}")
    ear.feels(1)
    first.close()
    assert kept(broker.port, "tavolo/table/status") == b"offline"
    board.put(2)
    linked(f"mqtt://127.0.0.1:{broker.port}")
    ear.feels(1, 2)


def test_of_two_boards_the_one_that_is_named_is_listened_to(broker: Mosquitto, linked: Linked, ear: Ear) -> None:
    one, other = WirelessBoard(broker.port, uid="aa"), WirelessBoard(broker.port, uid="bb")
    one.put(1)
    other.put(2)
    linked(f"mqtt://127.0.0.1:{broker.port}?board=bb")
    ear.feels(2)
    one.close()
    other.close()


def test_a_broker_of_3_1_1_is_spoken_to_as_it_speaks(
    broker: Mosquitto, board: WirelessBoard, linked: Linked, ear: Ear
) -> None:
    board.put(7)
    link = linked(f"mqtt://127.0.0.1:{broker.port}?version=3.1.1")
    ear.feels(7)
    assert link.version == 4


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker with a password for board, table and guest, of whom the guest may do nothing."""
    users, rights = tmp_path / "users", tmp_path / "rights"
    users.write_text("board:one\ntable:two\nguest:three\n")
    broker = Mosquitto(tmp_path, "allow_anonymous false", f"password_file {users}", f"acl_file {rights}")
    subprocess.run([broker.path.replace("/sbin/", "/bin/") + "_passwd", "-U", str(users)], check=True)
    rights.write_text(
        "user board\ntopic write tavolo/+/status\ntopic write tavolo/+/up\ntopic read tavolo/+/down\n"
        "user table\ntopic read tavolo/+/status\ntopic read tavolo/+/up\ntopic write tavolo/+/down\n"
        "topic write tavolo/table/#\n"
    )
    yield broker.start()
    broker.stop()


def test_the_right_password_lets_the_table_in(guarded: Mosquitto, linked: Linked, ear: Ear) -> None:
    board = WirelessBoard(guarded.port, user="board", password="one")
    board.put(5)
    linked(f"mqtt://table:two@127.0.0.1:{guarded.port}")
    ear.feels(5)
    board.close()


def test_a_wrong_password_is_told_and_never_shown(guarded: Mosquitto, linked: Linked) -> None:
    link = linked(f"mqtt://table:wrong-one@127.0.0.1:{guarded.port}")
    eventually(lambda: link.status == REFUSED)
    assert "wrong-one" not in link.detail
    assert "table@127.0.0.1" in link.detail


def test_a_table_that_may_not_write_gets_no_answer_and_says_so(guarded: Mosquitto, linked: Linked, ear: Ear) -> None:
    board = WirelessBoard(guarded.port, user="board", password="one")
    link = linked(f"mqtt://guest:three@127.0.0.1:{guarded.port}")
    eventually(lambda: link.status == REFUSED)
    assert "ACL" in link.detail
    assert ear.felt is None
    board.close()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate for 127.0.0.1 that vouches for itself."""
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=tavolo test", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", str(folder / "key.pem"), "-out", str(folder / "ca.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    (folder / "key.pem").chmod(0o644)
    return folder


@pytest.fixture
def sealed(tmp_path: Path, authority: Path) -> Iterator[Mosquitto]:
    """A broker that speaks TLS only."""
    tls = f"certfile {authority / 'ca.pem'}", f"keyfile {authority / 'key.pem'}"
    broker = Mosquitto(tmp_path, *tls, OPEN).start()
    yield broker
    broker.stop()


def test_a_broker_with_a_certificate_is_trusted_by_its_authority(
    sealed: Mosquitto, authority: Path, linked: Linked
) -> None:
    link = linked(f"mqtts://127.0.0.1:{sealed.port}?ca={authority / 'ca.pem'}")
    eventually(lambda: link.is_connected)


def test_a_broker_whose_certificate_nobody_vouches_for_is_not_trusted(sealed: Mosquitto, linked: Linked) -> None:
    link = linked(f"mqtts://127.0.0.1:{sealed.port}")
    eventually(lambda: link.status == REFUSED)
    assert not link.is_connected
    assert "its certificate is not trusted" in link.detail


def test_a_board_is_heard_after_a_message_whose_topic_is_no_text(linked: Linked) -> None:
    broker = RudeBroker([told(b"tavolo/\xff\xfe/up", b"x"), told(b"tavolo/aa/status", b"online")])
    linked(f"mqtt://127.0.0.1:{broker.port}")
    eventually(lambda: b"tavolo/aa/down" in broker.heard)
    assert broker.comers == 1
    broker.close()


def test_a_fault_while_the_broker_is_listened_to_costs_one_connection(
    linked: Linked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hear, faults = MqttLink._board_is, [ZeroDivisionError()]

    def stumble_once(link: MqttLink, uid: str, online: bool) -> None:
        if faults:
            raise faults.pop()
        hear(link, uid, online)

    monkeypatch.setattr(MqttLink, "_board_is", stumble_once)
    online = told(b"tavolo/aa/status", b"online")
    broker = RudeBroker([online], [online])
    linked(f"mqtt://127.0.0.1:{broker.port}")
    eventually(lambda: b"tavolo/aa/down" in broker.heard)
    assert broker.comers == 2
    assert "is given up" in caplog.text
    broker.close()


def test_a_broker_without_a_board_is_told(broker: Mosquitto, linked: Linked) -> None:
    link = linked(f"mqtt://127.0.0.1:{broker.port}/cellar")
    eventually(lambda: link.status == NO_ANSWER)
    assert "cellar" in link.detail


def test_where_no_broker_is_the_table_says_where_it_looked(linked: Linked) -> None:
    link = linked("mqtt://127.0.0.1:1")
    eventually(lambda: link.status == NO_DEVICE)
    assert link.detail == "mqtt://127.0.0.1:1/tavolo: no broker listens there"


def test_a_certificate_file_that_is_not_there_is_told_and_looked_for_again(
    sealed: Mosquitto, authority: Path, linked: Linked, tmp_path: Path
) -> None:
    late = tmp_path / "late.pem"
    link = linked(f"mqtts://127.0.0.1:{sealed.port}?ca={late}")
    eventually(lambda: link.status == REFUSED)
    assert "a file that the address names (ca, cert or key) is not there" in link.detail
    late.write_bytes((authority / "ca.pem").read_bytes())
    eventually(lambda: link.is_connected)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("http://broker", "http"), ("mqtt://", "host"), ("mqtt://h?bord=1", "bord"), ("mqtt://h/a%2B+", "prefix"),
     ("mqtt://h:70000", "70000"), ("mqtt://h?version=4", "version")],
)  # fmt: skip
def test_an_address_that_cannot_be_is_refused_by_name(text: str, wrong: str) -> None:
    with pytest.raises(BrokerUrlError, match=wrong):
        BrokerUrl.parse(text)
