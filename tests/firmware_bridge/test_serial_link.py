"""A board on a line that breaks, tears and stammers: what lies on it is known again, and nothing is missed."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from firmware_bridge.conversation import Manners
from firmware_bridge.framing import Unframer, framed
from firmware_bridge.link import BUSY, LIVE, LOST, NO_ANSWER, NO_DEVICE, Link, NoAnswer
from firmware_bridge.messages import Ack, Error, Get, Key, Set, Value
from firmware_bridge.serial_link import PortError, SerialLink, opened
from firmware_bridge.simulated import Model, SimulatedBoard
from firmware_bridge.virtual_port import VirtualPort
from tests.firmware_bridge.conftest import Ear
from tests.waiting import eventually


def test_a_piece_that_is_put_down_and_lifted_is_felt(board: VirtualPort, link: Link, ear: Ear) -> None:
    board.put(17)
    ear.feels(17)
    board.put(3)
    board.lift(17)
    ear.feels(3)
    assert link.status == LIVE
    assert link.hello is not None
    assert link.hello.name == "virtual"


def test_what_changes_while_the_cable_is_out_is_known_when_it_is_in_again(
    board: VirtualPort, link: Link, ear: Ear
) -> None:
    board.put(1)
    ear.feels(1)
    board.set_fault("unplugged", 1.0)
    ear.wait(lambda: ear.felt is None)
    assert link.status in (LOST, NO_DEVICE)
    board.lift(1)
    board.put(2)
    board.set_fault("unplugged", 0.0)
    ear.feels(2)
    assert link.status == LIVE


def test_a_board_that_hangs_is_noticed_and_heard_again(board: VirtualPort, ear: Ear) -> None:
    link = SerialLink(board.path, manners=Manners(answer_s=0.1, silence_s=1.5))
    link.start(ear)
    ear.feels()
    board.set_fault("deaf", 1.0)
    ear.wait(lambda: ear.felt is None)
    board.put(9)
    board.set_fault("deaf", 0.0)
    ear.feels(9)
    link.close()


def test_torn_frames_hide_no_change(board: VirtualPort, link: Link, ear: Ear) -> None:
    board.set_fault("torn", 0.6)
    for cell in range(20):
        board.put(cell)
    for cell in range(0, 20, 2):
        board.lift(cell)
    board.set_fault("torn", 0.2)
    ear.feels(*range(1, 20, 2))


def test_forgotten_events_are_made_good_by_a_snapshot(board: VirtualPort, link: Link, ear: Ear) -> None:
    board.set_fault("lost", 1.0)
    for cell in range(12):
        board.put(cell)
    ear.feels(*range(12))


def test_bouncing_contacts_settle(board: VirtualPort, link: Link, ear: Ear) -> None:
    board.set_fault("bounce", 0.5)
    board.put(40)
    ear.wait(lambda: len(ear.told) >= 8)
    ear.feels(40)


def test_a_switch_that_sticks_says_nothing_until_it_is_free(board: VirtualPort, link: Link, ear: Ear) -> None:
    board.set_fault("stuck", 1.0)
    board.put(5)
    board.set_fault("stuck", 0.0)
    ear.feels(5)


def test_a_matrix_without_diodes_says_what_it_cannot_tell(board: VirtualPort, link: Link, ear: Ear) -> None:
    board.set_fault("ghost", 1.0)
    for cell in (0, 1, 8):
        board.put(cell)
    ear.wait(lambda: ear.felt is not None and ear.felt.doubtful == {0, 1, 8, 9})
    board.lift(8)
    ear.wait(lambda: ear.felt is not None and not ear.felt.doubtful and ear.felt.taken == {0, 1})


def test_tags_come_and_go(ear: Ear) -> None:
    board = VirtualPort(Model(cells=4, tags=True))
    board.bring(2, b"\x04\xa1")
    link = SerialLink(board.path)
    link.start(ear)
    ear.wait(lambda: ear.felt is not None and ear.felt.tags == {2: (b"\x04\xa1",)})
    board.bring(2, b"\x01")
    board.take(2, b"\x04\xa1")
    ear.wait(lambda: ear.felt is not None and ear.felt.tags == {2: (b"\x01",)})
    link.close()
    board.close()


def test_lights_shine_and_shine_again_after_the_cable_was_out(board: VirtualPort, link: Link, ear: Ear) -> None:
    picture = bytes(range(192))
    link.show(picture)
    eventually(lambda: board.board.shown == picture)
    board.unplug()
    ear.wait(lambda: ear.felt is None)
    board.plug()
    eventually(lambda: board.board.shown == picture)


def test_a_picture_larger_than_a_message_is_cut(ear: Ear) -> None:
    board = VirtualPort(Model(cells=8, lights=300, longest_body=64))
    link = SerialLink(board.path)
    link.start(ear)
    picture = bytes(number % 251 for number in range(900))
    link.show(picture)
    eventually(lambda: board.board.shown == picture)
    link.close()
    board.close()


def test_tones_sound(board: VirtualPort, link: Link) -> None:
    link.beep(880, 120)
    eventually(lambda: [beep.tone_hz for beep in board.board.tones] == [880])


def test_settings_are_asked_and_refused_by_name(board: VirtualPort, link: Link) -> None:
    assert link.ask(Set(Key.DEBOUNCE, b"\x0a")) == Ack()
    assert link.ask(Get(Key.DEBOUNCE)) == Value(Key.DEBOUNCE, b"\x0a")
    assert link.ask(Set(Key.DEBOUNCE, b"\x00")) == Error(5, 0)
    board.unplug()
    with pytest.raises(NoAnswer):
        link.ask(Get(Key.NAME), timeout_s=0.3)


def test_the_board_is_found_among_ports_where_nobody_answers(board: VirtualPort, ear: Ear) -> None:
    mute = VirtualPort()
    mute.set_fault("deaf", 1.0)
    quick = Manners(answer_s=0.05, greeting_tries=3)
    link = SerialLink(ports=lambda: ("/dev/there-is-none", mute.path, board.path), manners=quick)
    link.start(ear)
    ear.wait(lambda: ear.felt is not None)
    assert link.port == board.path
    assert {told.reason for told in ear.told} >= {NO_DEVICE, NO_ANSWER}
    link.close()
    mute.close()


def test_a_port_that_another_table_uses_is_left_alone(board: VirtualPort, link: Link) -> None:
    with pytest.raises(PortError, match="another program") as refused:
        opened(board.path)
    assert refused.value.status == BUSY


def test_a_board_behind_a_socket_is_spoken_to_by_its_url(ear: Ear) -> None:
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        line, _ = server.accept()
        board = SimulatedBoard(Model(cells=16))
        board.put(7)
        unframer = Unframer()
        with line:
            while data := line.recv(1024):
                for payload in unframer.feed(data).payloads:
                    for answer in board.answers(payload):
                        line.sendall(framed(answer))

    threading.Thread(target=serve, daemon=True).start()
    link = SerialLink(f"socket://127.0.0.1:{server.getsockname()[1]}")
    link.start(ear)
    ear.feels(7)
    link.close()
    server.close()


def test_a_url_that_pyserial_does_not_know_is_named(ear: Ear) -> None:
    with pytest.raises(PortError, match="telepathy"):
        opened("telepathy://board")


def test_a_port_that_is_not_there_is_said_to_be_so_once(tmp_path: Path) -> None:
    with pytest.raises(PortError) as refused:
        opened(str(tmp_path / "ttyUSB9"))
    assert str(refused.value) == f"there is no {tmp_path / 'ttyUSB9'}"
