"""A sensor board on a serial line: found by itself, opened for this table alone, found again after unplugging."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence

import serial

from firmware_bridge.conversation import Manners
from firmware_bridge.framing import Unframer, framed
from firmware_bridge.link import BUSY, CLOSED, LOST, NO_ANSWER, NO_DEVICE, REFUSED, SILENT, Listener, TalkingLink
from firmware_bridge.ports import found_ports
from firmware_bridge.reasons import Reason

BAUD = 115_200
READ_S = 0.02
"""Longest sleep in a read, s; bytes that come and pictures that are to be shown end it early."""
WRITE_S = 1.0
RETRY_S = 0.25
"""s between two looks for the board while it is away: it is to be live 3 s after it was plugged in again."""
CLOSING_S = 2.0

log = logging.getLogger(__name__)


class PortError(Exception):
    """A port cannot be opened: `status` is the short key, `reason` says what was wrong with which."""

    def __init__(self, status: str, reason: Reason) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def usual_ports() -> Sequence[str]:
    """Ports to try where none is named, the likeliest first."""
    return tuple(port.device for port in found_ports())


class SerialLink(TalkingLink):
    """A `Link` over a serial port, or over anything that pyserial has a URL for.

    >>> link = SerialLink("/dev/ttyACM0")
    >>> link.start(lambda sensed: print(sensed.felt))
    """

    def __init__(
        self,
        port: str = "",
        *,
        ports: Callable[[], Sequence[str]] = usual_ports,
        manners: Manners | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`port`: a device or URL; empty: whichever of `ports` a board answers on."""
        super().__init__(clock)
        self._named = port
        self._ports = ports
        self._manners = manners
        self._last = ""
        self._open: serial.Serial | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep_open, name="sensor board", daemon=True)

    @property
    def port(self) -> str:
        """The port that the board is on, or was on last."""
        return self._last or self._named

    def start(self, listener: Listener) -> None:
        self._listener = listener
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(timeout=CLOSING_S)

    def _wake(self) -> None:
        port = self._open
        if port is not None and hasattr(port, "cancel_read"):
            with contextlib.suppress(Exception):  # it is being closed at this moment
                port.cancel_read()

    def _keep_open(self) -> None:
        while not self._over.is_set():
            self._try_ports()
            self._over.wait(RETRY_S)
        self._closed(CLOSED)

    def _candidates(self) -> Sequence[str]:
        if self._named:
            return (self._named,)
        found = self._ports()
        return sorted(found, key=lambda port: port != self._last)

    def _try_ports(self) -> None:
        """Talks on the first port on which a board answers, until it is gone; tells why where there is none."""
        candidates = self._candidates()
        if not candidates:
            self._closed(NO_DEVICE, Reason.of("no_port"))
        for name in candidates:
            if self._over.is_set():
                return
            try:
                port = opened(name)
            except PortError as error:
                self._closed(error.status, error.reason)
                continue
            try:
                if self._talk_on(name, port):
                    return
            finally:
                self._open = None
                with contextlib.suppress(Exception):  # what is unplugged need not be closed politely
                    port.close()

    def _talk_on(self, name: str, port: serial.Serial) -> bool:
        """Talks until the line breaks or the board is gone; whether there was a board."""
        self._open = port
        self._opened(self._manners)
        unframer = Unframer()
        met = False
        try:
            port.write(b"\0")
            while not self._over.is_set():
                for payload in self._due():
                    port.write(framed(payload))
                heard = unframer.feed(port.read(max(1, port.in_waiting)))
                if heard.payloads or heard.bad:
                    self._take(heard.payloads, heard.bad)
                    if not met and self._met():
                        met, self._last = True, name
                if reason := self._gone:
                    silent = reason == SILENT and not met
                    self._closed(NO_ANSWER if silent else reason, name)
                    return met
        except (serial.SerialException, OSError, TypeError) as error:
            # in_waiting of an unplugged port raises a bare OSError, a read of a port closed under it a TypeError
            log.info("%s: %s", name, error)
            self._closed(LOST, name)
        return met

    def _met(self) -> bool:
        with self._lock:
            return self._talk is not None and self._talk.hello is not None


def opened(name: str) -> serial.Serial:
    """The port `name` (device or URL), for this program alone; raises `PortError`."""
    try:
        return serial.serial_for_url(
            name, baudrate=BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=None if "://" in name else True
        )
    except ValueError as error:
        raise PortError(NO_DEVICE, Reason.of("at", place=name, why=error)) from error
    except (serial.SerialException, OSError) as error:
        number = getattr(error, "errno", None)
        if number in (errno.EBUSY, errno.EWOULDBLOCK) or "exclusively" in str(error):
            raise PortError(BUSY, Reason.of("port_used", port=name)) from error
        if number == errno.EACCES:
            raise PortError(REFUSED, Reason.of("port_forbidden", port=name)) from error
        if number == errno.ENOENT:
            raise PortError(NO_DEVICE, Reason.of("port_missing", port=name)) from error
        why = os.strerror(number) if number else error
        raise PortError(NO_DEVICE, Reason.of("at", place=name, why=why)) from error
