"""A sensor board whose chip is emulated: switches are closed, time passes on command, and the wire is spoken to it.

>>> board = EmulatedBoard("uno-matrix")
>>> board.close(5)
>>> board.run(ms=20)
>>> board.heard()
[Event(number=1, time_ms=120, cell=5, kind=1, tag=b'')]
"""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from firmware_bridge.felt import Felt
from firmware_bridge.framing import Unframer, framed
from firmware_bridge.messages import Hello, Look, Message, Part, Question, Snapshot, Telling
from firmware_bridge.wire import message_of, payload
from tests.hil import tools

BOARDS = tomllib.loads((tools.ROOT / "hardware" / "wiring.toml").read_text())["boards"]
STARTED_MS = 250
"""The chip has found its identity, felt what lies on it, and said hello."""
ANSWER_MS = 400


class Strip(msgspec.Struct, frozen=True):
    """What the strip of lights shows: `rgb` of every light, and what its timing was like, in cycles of 62.5 ns."""

    pictures: int
    odd_pulses: int
    odd_bits: int
    zero_high: tuple[int, int]
    one_high: tuple[int, int]
    rgb: tuple[bytes, ...]


class EmulatedBoard:
    """One board; everything is deterministic unless it is `live`."""

    def __init__(self, name: str) -> None:
        wiring = BOARDS[name]
        self.name = name
        self.inputs = len(wiring["rows"]) * len(wiring["columns"]) if "rows" in wiring else 8 * wiring["registers"]
        self.columns = len(wiring["columns"]) if "rows" in wiring else 0
        self.lights_count = wiring["most_lights"]
        switches = (
            ["matrix", ",".join(wiring["rows"]), ",".join(wiring["columns"])]
            if "rows" in wiring
            else ["chain", ",".join((wiring["load"], wiring["clock"], wiring["data"])), str(wiring["registers"])]
        )
        elf = tools.BUILT / f"tavolo-{name}.elf"
        self._emulator = subprocess.Popen(
            [tools.EMULATOR_BUILT / "emulator", elf, wiring["mcu"], *switches, wiring["lights"], wiring["buzzer"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._unframer = Unframer()
        self._seq = 0
        self.longest_body = 0
        """Of a question that the board takes; known when it has started."""
        self.bad_frames = 0
        """Frames from the chip that could not be read."""

    def stop(self) -> None:
        """Ends the emulator."""
        self._emulator.communicate()

    def tell(self, command: str) -> str:
        """Gives the emulator a command; answers what it says to it."""
        return self.tell_all([command])[0]

    def tell_all(self, commands: Iterable[str]) -> list[str]:
        """As `tell`, for several at once."""
        assert self._emulator.stdin is not None
        assert self._emulator.stdout is not None
        lines = [command.encode() + b"\n" for command in commands]
        try:
            self._emulator.stdin.write(b"".join(lines))
            self._emulator.stdin.flush()
            answers = [self._emulator.stdout.readline().decode() for _ in lines]
        except BrokenPipeError:
            answers = [""]
        if not all(answer.startswith("ok") for answer in answers):
            code = self._emulator.wait(timeout=30)
            said = self._emulator.stderr.read().decode() if self._emulator.stderr else ""
            raise AssertionError(f"the emulator ended with {code}: {said}")
        return [answer.removeprefix("ok").strip() for answer in answers]

    # Time and the world

    def run(self, ms: float) -> None:
        """Lets so much of the chip's time pass."""
        self.tell(f"run {round(ms * 1000)}")

    def start(self) -> Hello:
        """Runs until the board has said hello."""
        self.run(STARTED_MS)
        hello = self.heard()[0]
        assert isinstance(hello, Hello)
        self.longest_body = hello.longest_body
        return hello

    def close(self, *inputs: int) -> None:
        """Closes switches."""
        self.tell("close " + " ".join(map(str, inputs)))

    def open(self, *inputs: int) -> None:
        """Opens switches."""
        self.tell("open " + " ".join(map(str, inputs)))

    def has_diodes(self, diodes: bool) -> None:
        """Whether every switch of the matrix stands beside a diode."""
        self.tell(f"diodes {int(diodes)}")

    def reset(self) -> None:
        """Presses the reset button."""
        self._unframer = Unframer()
        self.tell("reset")

    def cut_power(self, seed: int = 1) -> None:
        """Takes the power away for a moment; memory is noise afterwards."""
        self._unframer = Unframer()
        self.tell(f"cut {seed}")

    def hang(self, ms: float) -> None:
        """Lets the program turn on the spot for so long, as if it had lost its way."""
        self.tell(f"hang {round(ms * 1000)}")

    # The line

    def send(self, data: bytes) -> None:
        """Puts bytes on the line to the chip."""
        if data:
            self.tell(f"send {data.hex()}")

    def raw(self) -> bytes:
        """The bytes that the chip has sent since it was asked last."""
        return bytes.fromhex(self.tell("heard"))

    def heard(self) -> list[Telling | Question]:
        """The messages that the chip has sent since it was asked last."""
        return [message for _, message in self.heard_numbered()]

    def heard_numbered(self) -> list[tuple[int, Message]]:
        """As `heard`, each with its `seq`."""
        heard = self._unframer.feed(self.raw())
        self.bad_frames += heard.bad
        return [message_of(data) for data in heard.payloads]

    def ask(self, question: Question) -> list[Message]:
        """Sends a question and answers all that is heard until its answer is there (or would have been)."""
        seq = self.put(question)
        said: list[tuple[int, Message]] = []
        for _ in range(ANSWER_MS):
            self.tell("frame 20000")
            said += self.heard_numbered()
            if any(number == seq and _ends(message) for number, message in said):
                break
        return [message for number, message in said]

    def felt(self) -> Felt:
        """What the board says lies on it."""
        return Felt.of(part for part in self.ask(Look()) if isinstance(part, Snapshot))

    def put(self, question: Question, seq: int | None = None) -> int:
        """Puts a question on the line; answers its number."""
        if seq is None:
            seq = self._seq = self._seq % 255 + 1
        self.send(framed(payload(question, seq)))
        return seq

    # What can be seen and heard

    def strip(self) -> Strip:
        """The strip, half a millisecond later."""
        self.run(ms=0.5)
        return self._shown()

    def shines(self, light: int) -> bool:
        """Whether a light shines at this moment."""
        shown = self._shown().rgb
        return light < len(shown) and any(shown[light])

    def pictures(self) -> int:
        """How many pictures the strip has been shown."""
        return self._shown().pictures

    def _shown(self) -> Strip:
        *numbers, colours = self.tell("lights").split()
        pictures, odd_pulses, odd_bits, *widths = map(int, numbers)
        grb = b"" if colours == "-" else bytes.fromhex(colours)
        rgb = tuple(bytes((grb[i + 1], grb[i], grb[i + 2])) for i in range(0, len(grb), 3))
        return Strip(pictures, odd_pulses, odd_bits, (widths[0], widths[1]), (widths[2], widths[3]), rgb)

    def tone_hz(self) -> int:
        """The pitch of the buzzer; 0 is silence."""
        return int(self.tell("tone"))

    def faults(self) -> tuple[int, int]:
        """Bytes that the chip's receiver lost, and pins that were used as no wiring bears."""
        overruns, shorts = self.tell("faults").split()
        return int(overruns), int(shorts)

    def store(self) -> bytes:
        """What outlives a cut of power."""
        return bytes.fromhex(self.tell("store"))

    def poke(self, at: int, data: bytes) -> None:
        """Changes the store behind the firmware's back."""
        self.tell(f"poke {at} {data.hex()}")

    # The plug

    def plug(self, path: Path) -> None:
        """Plugs the board in: programs open it at `path`."""
        self.tell(f"plug {path}")

    def pull(self) -> None:
        """Pulls the plug out: the port vanishes and the chip has no power."""
        self.tell("pull")

    def live(self, on: bool) -> None:
        """Whether the chip keeps pace with the clock on the wall."""
        self.tell("live" if on else "still")


def _ends(answer: Message) -> bool:
    return not isinstance(answer, Snapshot) or Part.LAST in answer.flags
