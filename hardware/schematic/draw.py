"""Writes the KiCad schematics of the board for 25 houses: ``python hardware/schematic/draw.py`` makes them beside it.

One has the switches in a matrix, as the bill of materials has it, the other as a chain of four 74HC165. Every pin that
is used bears a label; pins with the same label are connected. Pins of the Nano are those of ``hardware/wiring.toml``.
"""

from __future__ import annotations

import tomllib
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).parent
WIRING = tomllib.loads((HERE.parent / "wiring.toml").read_text())
REGISTERS = 4
HOUSES = 25
ACROSS = 5
"""Houses in a row of the matrix: rows and columns 0 to 4 of the eight that there are."""
STEP = 2.54
"""mm between two pins; KiCad's grid."""
NAMES = uuid.UUID("7b0b7a0e-3c55-4f0e-9c65-2f3a6a1f5a10")
"""So that the same drawing has the same identifiers each time it is made."""

Pins = Sequence[tuple[str, str]]
"""(number, name) of the pins of a symbol, from top to bottom."""

NANO_LABELS = (*(f"D{number}" for number in range(2, 14)), *(f"A{number}" for number in range(6)), "5V", "GND")
NANO: Pins = [(label, label) for label in NANO_LABELS]
REGISTER: Pins = [
    ("1", "SH/~{LD}"),
    ("2", "CLK"),
    ("15", "CLK_INH"),
    ("10", "SER"),
    ("9", "QH"),
    ("7", "~{QH}"),
    *zip(("11", "12", "13", "14", "3", "4", "5", "6"), "ABCDEFGH"),
    ("16", "VCC"),
    ("8", "GND"),
]
TWO: Pins = [("1", "1"), ("2", "2")]
NETWORK: Pins = [("1", "common"), *((str(pin), str(pin)) for pin in range(2, 10))]
STRIP: Pins = [("1", "5V"), ("2", "DIN"), ("3", "GND")]

SYMBOLS: Mapping[str, tuple[str, Pins]] = {
    "Nano": ("A", NANO),
    "74HC165": ("U", REGISTER),
    "Reed": ("S", TWO),
    "Diode": ("D", [("1", "ring"), ("2", "anode")]),
    "Resistor": ("R", TWO),
    "Capacitor": ("C", TWO),
    "Network": ("RN", NETWORK),
    "Piezo": ("BZ", TWO),
    "Strip": ("J", STRIP),
    "Supply": ("J", TWO),
}


def identifier(*what: object) -> str:
    """The same for the same thing."""
    return str(uuid.uuid5(NAMES, " ".join(map(str, what))))


def text_size() -> str:
    return "(effects (font (size 1.27 1.27)))"


def library_symbol(name: str) -> str:
    """A box with its pins on the left."""
    prefix, pins = SYMBOLS[name]
    bottom = -STEP * len(pins)
    drawn = "\n".join(
        f'        (pin passive line (at -5.08 {-STEP * row:g} 0) (length 2.54) (name "{label}" {text_size()}) '
        f'(number "{number}" {text_size()}))'
        for row, (number, label) in enumerate(pins)
    )
    return f"""    (symbol "tavolo:{name}" (pin_names (offset 1.016)) (in_bom yes) (on_board yes)
      (property "Reference" "{prefix}" (id 0) (at 0 5.08 0) {text_size()})
      (property "Value" "{name}" (id 1) (at 0 2.54 0) {text_size()})
      (property "Footprint" "" (id 2) (at 0 0 0) (effects (font (size 1.27 1.27)) hide))
      (property "Datasheet" "" (id 3) (at 0 0 0) (effects (font (size 1.27 1.27)) hide))
      (symbol "{name}_0_1"
        (rectangle (start -2.54 1.27) (end 12.7 {bottom + 1.27:g}) (stroke (width 0.254)) (fill (type background))))
      (symbol "{name}_1_1"
{drawn}))"""


def placed(name: str, number: int, value: str, at: tuple[float, float], nets: Mapping[str, str]) -> Iterator[str]:
    """A part, and a label at each pin that `nets` names by number; the others are marked as not connected."""
    prefix, pins = SYMBOLS[name]
    reference, (x, y) = f"{prefix}{number}", at
    yield f"""  (symbol (lib_id "tavolo:{name}") (at {x:g} {y:g} 0) (unit 1) (in_bom yes) (on_board yes)
    (uuid {identifier(reference)})
    (property "Reference" "{reference}" (id 0) (at {x:g} {y - 5.08:g} 0) {text_size()})
    (property "Value" "{value}" (id 1) (at {x + 5.08:g} {y - 2.54:g} 0) {text_size()})
    (property "Footprint" "" (id 2) (at {x:g} {y:g} 0) (effects (font (size 1.27 1.27)) hide))
    (property "Datasheet" "" (id 3) (at {x:g} {y:g} 0) (effects (font (size 1.27 1.27)) hide))
{chr(10).join(f'    (pin "{pin}" (uuid {identifier(reference, pin)}))' for pin, _ in pins)})"""
    for row, (pin, _) in enumerate(pins):
        end = f"(at {x - 5.08:g} {y + STEP * row:g}"
        if pin in nets:
            yield (
                f'  (global_label "{nets[pin]}" (shape passive) {end} 180) '
                f"(effects (font (size 1.27 1.27)) (justify right)) (uuid {identifier(reference, pin, 'net')}))"
            )
        else:
            yield f"  (no_connect {end}) (uuid {identifier(reference, pin, 'open')}))"


def nano_nets(build: str) -> dict[str, str]:
    """Nets by the label on the Nano, from the wiring table."""
    wiring, labels = WIRING["boards"][build], WIRING["labels"]["uno"]
    nets = {labels[wiring[net]]: net.upper() for net in ("load", "clock", "data", "lights", "buzzer") if net in wiring}
    for net in ("rows", "columns"):
        nets |= {labels[pin]: f"{net[:-1].upper()}{at}" for at, pin in enumerate(wiring.get(net, [])[:ACROSS])}
    return nets | ({"5V": "5V_USB", "GND": "GND"} if "load" in wiring else {"GND": "GND"})


def outputs(build: str) -> Iterator[str]:
    """The Nano, lights, buzzer and supply."""
    yield from placed("Nano", 1, "Arduino Nano", (30.48, 30.48), nano_nets(build))
    yield from placed("Strip", 1, "WS2812, 25 lights", (30.48, 96.52), {"1": "5V", "2": "LIGHTS_330", "3": "GND"})
    yield from placed("Resistor", 1, "330", (30.48, 116.84), {"1": "LIGHTS", "2": "LIGHTS_330"})
    yield from placed("Supply", 2, "5 V, 3 A", (30.48, 134.62), {"1": "5V", "2": "GND"})
    yield from placed("Capacitor", 1, "1000 uF", (30.48, 152.4), {"1": "5V", "2": "GND"})
    yield from placed("Resistor", 2, "100", (30.48, 170.18), {"1": "BUZZER", "2": "BUZZER_100"})
    yield from placed("Piezo", 1, "passive", (30.48, 187.96), {"1": "BUZZER_100", "2": "GND"})


def matrix() -> Iterator[str]:
    """25 switches, each with its diode from column to row."""
    for house in range(HOUSES):
        row, column = divmod(house, ACROSS)
        x, y = 81.28 + 60.96 * column, 30.48 + 45.72 * row
        between = f"HOUSE{house}"
        yield from placed("Reed", house + 1, f"house {house}", (x, y), {"1": f"COLUMN{column}", "2": between})
        yield from placed("Diode", house + 1, "1N4148", (x, y + 20.32), {"1": f"ROW{row}", "2": between})


def chain() -> Iterator[str]:
    """Four shift registers in a row, with pull-ups and switches."""
    for number in range(REGISTERS):
        x = 81.28 + 76.2 * number
        inputs = {pin: f"S{8 * number + bit}" for bit, (pin, _) in enumerate(REGISTER[6:14])}
        chain = {
            "9": f"QH{number}" if number else "DATA",
            "10": f"QH{number + 1}" if number + 1 < REGISTERS else "5V_USB",
        }
        fixed = {"1": "LOAD", "2": "CLOCK", "15": "GND", "16": "5V_USB", "8": "GND"}
        yield from placed("74HC165", number + 1, "74HC165", (x, 30.48), fixed | chain | inputs)
        pulled = {str(bit + 2): f"S{8 * number + bit}" for bit in range(8)}
        yield from placed("Network", number + 1, "8 x 10k", (x, 83.82), {"1": "5V_USB"} | pulled)
        yield from placed("Capacitor", number + 2, "100 nF", (x, 119.38), {"1": "5V_USB", "2": "GND"})
        for bit in range(8):
            house = 8 * number + bit
            if house < HOUSES:
                at = (x + 33.02 * (bit % 2), 137.16 + 15.24 * (bit // 2))
                yield from placed("Reed", house + 1, f"house {house}", at, {"1": f"S{house}", "2": "GND"})


def schematic(build: str, parts: Iterator[str]) -> str:
    """The whole file."""
    library = "\n".join(library_symbol(name) for name in SYMBOLS)
    return f"""(kicad_sch (version 20211123) (generator tavolo)
  (uuid {identifier(build)})
  (paper "A3")
  (title_block (title "Tavolo: sensor board for 25 houses") (comment 1 "made by hardware/schematic/draw.py"))
  (lib_symbols
{library}
  )
{chr(10).join([*outputs(build), *parts])}
  (sheet_instances (path "/" (page "1")))
)
"""


def drawings() -> Iterator[tuple[Path, str]]:
    """Every schematic: its file and what belongs into it."""
    yield HERE / "agents-matrix.kicad_sch", schematic("uno-matrix", matrix())
    yield HERE / "agents-chain.kicad_sch", schematic("uno-chain", chain())


if __name__ == "__main__":
    for path, text in drawings():
        path.write_text(text)
        print(path)
