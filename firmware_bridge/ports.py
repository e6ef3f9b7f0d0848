"""Which serial ports there are, and which of them a sensor board is likely to be on."""

from __future__ import annotations

import msgspec
from serial.tools import list_ports

BOARD_MAKERS = {
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x1A86: "CH340 (Arduino Nano and clones)",
    0x0403: "FTDI",
    0x10C4: "CP210x (ESP32 boards)",
    0x303A: "Espressif",
    0x2E8A: "Raspberry Pi Pico",
    0x16C0: "Teensy",
}
"""USB vendor ids of what sensor boards are made with; usb.org's list of vendors."""


class FoundPort(msgspec.Struct, frozen=True):
    """A serial port of this machine; `likely`: its USB id is that of a microcontroller board."""

    device: str
    what: str
    likely: bool


def found_ports() -> tuple[FoundPort, ...]:
    """USB serial ports, likely boards first. Built-in ports are left out: opening them may disturb a console."""
    usb = [port for port in list_ports.comports() if port.vid is not None]
    found = [
        FoundPort(port.device, BOARD_MAKERS.get(port.vid, port.description or "USB"), port.vid in BOARD_MAKERS)
        for port in usb
    ]
    return tuple(sorted(found, key=lambda port: (not port.likely, port.device)))
