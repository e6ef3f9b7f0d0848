"""Keeps a board's lights and buzzer as somebody above wants them; knows cells and patterns, not what they mean."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from firmware_bridge.lights import Glow, frame
from firmware_bridge.link import LIVE, Link, NoAnswer
from firmware_bridge.messages import MOST_CELLS, Capability, Get, Hello, Key, Value
from firmware_bridge.wire import WireError, cells_listed

EVERY_S = 0.04
"""s between two looks at what should shine, for patterns to move; a change above is answered at once."""
BRIGHTNESS = 0.4
"""Of what WS2812 lights can: more dazzles in a living room, and 64 white ones draw 1.5 A at this."""

log = logging.getLogger(__name__)


class Shining(Protocol):
    """What should shine and sound, as the table above knows it."""

    def glows(self) -> Mapping[int, Glow]:
        """What shines under which cell of the board."""
        ...

    def tone(self) -> tuple[int, int] | None:
        """(Hz, ms) of a tone that is due now, once."""
        ...


class Lamps:
    """A thread that shows `shining` on the board behind `link`, until `close`."""

    def __init__(
        self,
        link: Link,
        shining: Shining,
        *,
        brightness: float = BRIGHTNESS,
        clock: Callable[[], float] = time.monotonic,
        changed: Callable[[float], object] | None = None,
    ) -> None:
        """`changed` waits for so many seconds at most, less where something else is to shine."""
        self._link, self._shining, self._brightness, self._clock = link, shining, brightness, clock
        self._lamp_of: dict[int, int] = {}
        self._asked: tuple[bytes, int] | None = None
        self._instead: Callable[[], Mapping[int, Glow]] | None = None
        self._over = threading.Event()
        self._changed = changed or self._over.wait
        self._thread = threading.Thread(target=self._shine_on, name="lamps", daemon=True)

    def start(self) -> None:
        """Begins to shine."""
        self._thread.start()

    def close(self) -> None:
        """Ends; the lights go out where the board still listens."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    @property
    def lamp_of(self) -> Mapping[int, int]:
        """Which light shines under which cell, as far as the board has been asked."""
        return self._lamp_of

    def show_instead(self, glows: Callable[[], Mapping[int, Glow]] | None) -> None:
        """Shows `glows`, by light, instead of what shines under cells; None ends that, and the board is asked anew."""
        self._instead = glows
        if glows is None:
            self._asked = None

    def _shine_on(self) -> None:
        while not self._over.is_set():
            self._changed(EVERY_S)
            hello = self._link.hello
            if hello is None or self._link.status != LIVE:
                continue
            try:
                self._step(hello)
            except NoAnswer as error:
                log.info("lights have to wait: %s", error)
            except Exception:  # whatever one picture does, the next one is shown
                log.exception("the lights could not be shown")
                self._over.wait(1.0)
        if (hello := self._link.hello) is not None:
            self._link.show(bytes(hello.lights * 3))

    def _step(self, hello: Hello) -> None:
        tone = self._shining.tone()
        if tone is not None and Capability.BUZZER in hello.capabilities:
            self._link.beep(*tone)
        if Capability.LIGHTS not in hello.capabilities or not hello.lights:
            return
        if self._asked != (hello.uid, hello.boot):
            self._lamp_of = lamps_of(self._link, hello)
            self._asked = (hello.uid, hello.boot)
        lit = self._instead() if self._instead is not None else self._by_light()
        self._link.show(frame(lit, hello.lights, self._clock(), self._brightness))

    def _by_light(self) -> dict[int, Glow]:
        return {self._lamp_of[cell]: glow for cell, glow in self._shining.glows().items() if cell in self._lamp_of}


def lamps_of(link: Link, hello: Hello) -> dict[int, int]:
    """Which light shines under which cell, as the board keeps it; raises `NoAnswer`."""
    lamp_of: dict[int, int] = {}
    first = 0
    while first < hello.lights:
        answer = link.ask(Get(Key.LAMPS, first.to_bytes(2, "big")))
        if not isinstance(answer, Value):
            break
        try:
            first, cells = cells_listed(answer.value)
        except WireError:
            break
        if not cells:
            break
        lamp_of |= {cell: first + number for number, cell in enumerate(cells) if cell < MOST_CELLS}
        first += len(cells)
    return lamp_of or {number: number for number in range(hello.lights)}
