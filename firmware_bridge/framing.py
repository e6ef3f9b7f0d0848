"""Cuts a stream of bytes into frames and back; knows COBS and the checksum, not what a frame says, and no port."""

from __future__ import annotations

from binascii import crc_hqx

import msgspec

from firmware_bridge import cobs

SHORTEST_PAYLOAD = 3
LONGEST_PAYLOAD = 243
"""Version, type, number and a body of 240 bytes."""
LONGEST_FRAME = LONGEST_PAYLOAD + 2 + 1
"""A payload with its checksum, stuffed; without the zero that ends it."""


def crc16(payload: bytes) -> int:
    """CRC-16/CCITT-FALSE.

    >>> hex(crc16(b"123456789"))
    '0x29b1'
    """
    return crc_hqx(payload, 0xFFFF)


def framed(payload: bytes) -> bytes:
    """The frame that carries `payload`, with the zero that ends it."""
    return cobs.encode(payload + crc16(payload).to_bytes(2, "big")) + b"\0"


class Heard(msgspec.Struct, frozen=True):
    """Payloads of whole frames, in order, and how many frames were thrown away between them."""

    payloads: tuple[bytes, ...] = ()
    bad: int = 0


class Unframer:
    """Takes bytes as they come, in pieces of any length, and answers the payloads that became whole.

    >>> Unframer().feed(framed(b"abc") + b"torn" + framed(b"def"))
    Heard(payloads=(b'abc',), bad=1)
    """

    def __init__(self) -> None:
        self._open = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Heard:
        """What became whole with `data`. Never raises, whatever the bytes, and keeps one frame at most."""
        payloads: list[bytes] = []
        bad = 0
        *ended, rest = data.split(b"\0")
        for part in ended:
            self._keep(part)
            if self._too_long:
                bad += 1
            elif self._open:
                payload = unpacked(bytes(self._open))
                if payload is None:
                    bad += 1
                else:
                    payloads.append(payload)
            self._open.clear()
            self._too_long = False
        self._keep(rest)
        return Heard(tuple(payloads), bad)

    def _keep(self, part: bytes) -> None:
        if len(self._open) + len(part) > LONGEST_FRAME:
            self._too_long = True
            self._open.clear()
        if not self._too_long:
            self._open += part


def unpacked(frame: bytes) -> bytes | None:
    """The payload of a frame (without its zero); None where it does not unpack or its checksum is wrong."""
    try:
        data = cobs.decode(frame)
    except cobs.CobsError:
        return None
    payload, checksum = data[:-2], data[-2:]
    if len(payload) < SHORTEST_PAYLOAD or crc16(payload) != int.from_bytes(checksum, "big"):
        return None
    return payload
