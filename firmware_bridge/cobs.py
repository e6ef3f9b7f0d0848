"""Consistent Overhead Byte Stuffing: bytes written without a zero, so that a zero can end a frame.

Cheshire and Baker, *Consistent Overhead Byte Stuffing*, IEEE/ACM Transactions on Networking 7(2), 1999.
"""

from __future__ import annotations

LONGEST_RUN = 254
"""Bytes without a zero that one code byte can stand before."""


class CobsError(ValueError):
    """These bytes are not the encoding of anything."""


def encode(data: bytes) -> bytes:
    """`data` without zeros, one byte in 254 longer.

    >>> encode(bytes([1, 0, 2])).hex()
    '02010202'
    """
    out = bytearray()
    runs = data.split(b"\0")
    for number, run in enumerate(runs):
        last = number == len(runs) - 1
        while len(run) >= LONGEST_RUN:
            out.append(0xFF)
            out += run[:LONGEST_RUN]
            run = run[LONGEST_RUN:]
            if last and not run:
                return bytes(out)
        out.append(len(run) + 1)
        out += run
    return bytes(out)


def decode(data: bytes) -> bytes:
    """What `data` is the encoding of; raises `CobsError` where it is none."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        end = at + code
        if code == 0 or end > len(data):
            raise CobsError(f"code {code} at byte {at} of {len(data)} leads past the end" if code else "a zero inside")
        out += data[at + 1 : end]
        at = end
        if code != 0xFF and at < len(data):
            out.append(0)
    if 0 in data:
        raise CobsError("a zero inside")
    return bytes(out)
