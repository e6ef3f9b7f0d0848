"""A broker of MQTT 5 that lets everybody in and then sends whatever a test wants, byte by byte."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

CONNECT, PUBLISH, SUBSCRIBE = 1, 3, 8
LET_IN = b"\x20\x03\0\0\0"


def packet(head: int, body: bytes) -> bytes:
    """A packet of fewer than 128 bytes."""
    return bytes((head, len(body))) + body


def told(topic: bytes, payload: bytes) -> bytes:
    """A message of quality 0."""
    return packet(0x30, struct.pack(">H", len(topic)) + topic + b"\0" + payload)


class RudeBroker:
    """Sends to the first connection what stands first in `sent`, to the second what stands second, once each listens.

    `comers` counts the connections, `heard` holds every topic that was published.
    """

    def __init__(self, *sent: Sequence[bytes]) -> None:
        self._sent = sent
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self.comers = 0
        self.heard: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Takes no more connections."""
        self._door.close()

    def _serve(self) -> None:
        try:
            while True:
                comer, _ = self._door.accept()
                self.comers += 1
                threading.Thread(target=self._talk, args=(comer, self.comers), daemon=True).start()
        except OSError:
            return

    def _talk(self, comer: socket.socket, number: int) -> None:
        # who gives up a connection may hang up without a word
        with suppress(ConnectionError), comer, comer.makefile("rb") as stream:
            while head := stream.read(1):
                body = stream.read(_length(stream.read))
                kind = head[0] >> 4
                if kind == CONNECT:
                    comer.sendall(LET_IN)
                elif kind == SUBSCRIBE:
                    comer.sendall(packet(0x90, body[:2] + b"\0\1\1"))
                    for one in self._sent[number - 1] if number <= len(self._sent) else ():
                        comer.sendall(one)
                elif kind == PUBLISH:
                    (size,) = struct.unpack_from(">H", body)
                    self.heard.append(body[2 : 2 + size])
                    comer.sendall(packet(0x40, body[2 + size : 4 + size]))


def _length(read: Callable[[int], bytes]) -> int:
    """Seven bits a byte, the lowest first; the last byte has no eighth."""
    length, shift = 0, 0
    while part := read(1):
        length |= (part[0] & 0x7F) << shift
        shift += 7
        if part[0] < 0x80:
            break
    return length
