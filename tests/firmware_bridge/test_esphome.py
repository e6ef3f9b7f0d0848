"""The wireless board of ``hardware/esphome``: its half of the wire on the host, its configuration read by ESPHome."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.conversation import Conversation, Stage
from firmware_bridge.messages import Get, Key, Value
from firmware_bridge.wire import cells_listed, message_of, payload

ESPHOME = Path(__file__).parents[2] / "hardware" / "esphome"
ENVIRONMENT = Path(__file__).parents[2] / ".venv-esphome" / "bin" / "esphome"


class HostBoard:
    """The board's program, spoken to through its input and output."""

    def __init__(self, program: Path) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lights: dict[int, tuple[int, ...]] = {}

    def tell(self, line: str) -> list[bytes]:
        """What the board says to a line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        said: list[bytes] = []
        while (answer := self.process.stdout.readline().strip()) != ".":
            assert answer, "the board has crashed"
            if answer.startswith("light"):
                lamp, *rgb = map(int, answer.split()[1:])
                self.lights[lamp] = tuple(rgb)
            else:
                said.append(bytes.fromhex(answer))
        return said


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler (sudo apt install g++)")
    out = tmp_path_factory.mktemp("esphome") / "board"
    source = Path(__file__).with_name("esphome_host.cpp")
    wary = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined"]
    subprocess.run([compiler, *wary, f"-I{ESPHOME}", str(source), "-o", str(out)], check=True)
    return out


@pytest.fixture
def board(program: Path) -> Iterator[HostBoard]:
    board = HostBoard(program)
    yield board
    board.process.kill()


def settle(talk: Conversation, board: HostBoard) -> None:
    """Question and answer until nothing is asked any more."""
    while sent := talk.to_send(0.0):
        for one in sent:
            for said in board.tell(one.hex()):
                talk.received(said, 0.0)


def test_the_wireless_board_is_greeted_felt_and_lit(board: HostBoard) -> None:
    talk = Conversation(0.0)
    settle(talk, board)
    assert talk.stage is Stage.LIVE
    assert talk.hello is not None
    assert (talk.hello.uid, talk.hello.cells, talk.hello.lights) == (b"ESPHOST1", 32, 32)
    for said in board.tell("set 5 1"):
        talk.received(said, 0.0)
    assert talk.felt is not None
    assert talk.felt.taken == {5}
    talk.show(bytes(range(96)))
    settle(talk, board)
    assert board.lights[31] == (93, 94, 95)


def test_changes_that_were_not_heard_are_made_good(board: HostBoard) -> None:
    talk, luck, taken = Conversation(0.0), random.Random(3), set()
    settle(talk, board)
    for _ in range(300):
        cell = luck.randrange(32)
        taken ^= {cell}
        for said in board.tell(f"set {cell} {int(cell in taken)}"):
            if luck.random() < 0.6:
                talk.received(said, 0.0)
        if luck.random() < 0.1:
            settle(talk, board)
    talk.torn(0.0)
    settle(talk, board)
    assert talk.felt is not None
    assert talk.felt.taken == taken


def test_its_lights_lie_under_its_cells(board: HostBoard) -> None:
    (answer,) = board.tell(payload(Get(Key.LAMPS, b"\0\0"), 9).hex())
    value = message_of(answer)[1]
    assert isinstance(value, Value)
    assert cells_listed(value.value) == (0, tuple(range(32)))


def test_hostile_payloads_do_not_stop_it(board: HostBoard) -> None:
    luck = random.Random(5)
    for _ in range(400):
        board.tell((bytes((1, luck.randrange(0x40, 0x49))) + luck.randbytes(luck.randrange(30))).hex())
    assert board.tell("014101")


def test_a_board_has_one_uid_in_its_configuration() -> None:
    text = (ESPHOME / "tavolo-board.yaml").read_text()
    (uid,) = re.findall(r'^  uid: "([0-9a-f]{16})"', text, re.MULTILINE)
    assert text.count(uid) == 1
    assert 'tavolo::Board(tavolo::uid_of("${uid}")' in text
    assert not re.search(r"\\x[0-9a-f]{2}", text), "its bytes are written once more"


def test_esphome_accepts_the_configuration(tmp_path: Path) -> None:
    found = str(ENVIRONMENT) if ENVIRONMENT.exists() else shutil.which("esphome")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("CI has to read hardware/esphome with ESPHome, and `make esphome` has not brought it")
        pytest.skip("ESPHome is not installed here; `make esphome` brings it into an environment of its own")
    for file in ESPHOME.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    shutil.copy(ESPHOME / "secrets.example.yaml", tmp_path / "secrets.yaml")
    done = subprocess.run([found, "config", "tavolo-board.yaml"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
