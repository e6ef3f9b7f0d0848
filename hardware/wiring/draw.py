"""Draws the wiring diagrams from ``hardware/wiring.toml``: ``python hardware/wiring/draw.py`` writes the SVG files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
WIRING = HERE.parent / "wiring.toml"

INK, PALE, PAPER = "#1d2733", "#8a94a0", "#ffffff"
BOARD, CHIP, STRIP = "#dfeee9", "#e6e9f5", "#f6ecd8"
ROW, COLUMN, LIGHT, SOUND, SUPPLY, GROUND = "#b3261e", "#1f5fa8", "#2e7d32", "#7b3fa0", "#d06a00", "#444c55"
"""Every net has a colour, and its name stands beside it too."""
SHOWN = 4
"""Rows and columns, or registers, that are drawn; the rest is said in words."""


class Page:
    """An SVG that grows."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'font-family="sans-serif" font-size="13" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
        ]
        self.text(24, 36, title, size=19, bold=True)

    def line(self, *points: tuple[float, float], colour: str = INK, width: float = 1.8) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>')

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" stroke="{INK}"/>'
        )

    def dot(self, x: float, y: float, colour: str, radius: float = 3.4) -> None:
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        end: str = "start",
        bold: bool = False,
        fill: str = INK,
    ) -> None:
        weight = ' font-weight="700"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{end}"{weight} fill="{fill}">'
            f"{escape(words)}</text>"
        )

    def svg(self) -> str:
        return "\n".join([*self._parts, "</svg>", ""])


def switch(page: Page, x: float, y: float, step: float) -> None:
    """Between a column and the row below it: a reed switch, then a diode whose ring points to the row."""
    page.dot(x, y, COLUMN)
    tip = (x + step * 0.62, y + step * 0.30)
    page.line((x, y), (x + step * 0.18, y))
    page.line((x + step * 0.18, y), (x + step * 0.38, y - step * 0.10))
    page.line((x + step * 0.38, y), (tip[0], y), tip)
    page.line((tip[0] - 6, tip[1]), (tip[0] + 6, tip[1]), (tip[0], tip[1] + 9), (tip[0] - 6, tip[1]), width=1.3)
    page.line((tip[0] - 6, tip[1] + 9), (tip[0] + 6, tip[1] + 9), width=2.2)
    page.line((tip[0], tip[1] + 9), (tip[0], y + step * 0.62))
    page.dot(tip[0], y + step * 0.62, ROW)


def label(pin: str, labels: Mapping[str, str]) -> str:
    """How the pin is printed on the board, and what the chip's data sheet calls it."""
    return f"{labels[pin]} (P{pin})"


def outputs(page: Page, wiring: Mapping[str, Any], labels: Mapping[str, str], x: float, y: float) -> None:
    """Lights, buzzer and supply, below everything else."""
    page.line((x, y), (x + 120, y), colour=LIGHT)
    page.box(x + 120, y - 10, 60, 20, PAPER)
    page.text(x + 150, y + 5, "330 Ω", end="middle", size=12)
    page.line((x + 180, y), (x + 270, y), colour=LIGHT)
    page.text(x + 8, y - 7, f"lights {label(wiring['lights'], labels)}", fill=LIGHT)
    page.box(x + 270, y - 34, 230, 96, STRIP)
    page.text(x + 280, y + 4, f"DIN   WS2812, up to {wiring['most_lights']}")
    page.text(x + 280, y + 28, "5 V")
    page.text(x + 280, y + 52, "GND")
    page.line((x + 560, y + 24), (x + 500, y + 24), colour=SUPPLY)
    page.line((x + 560, y + 48), (x + 500, y + 48), colour=GROUND)
    page.box(x + 560, y + 6, 210, 60, PAPER)
    page.text(x + 572, y + 29, "5 V supply, 3 A")
    page.text(x + 572, y + 52, "1000 µF across it", fill=PALE)
    page.text(x + 560, y + 88, "its GND also goes to the board's GND;", fill=PALE)
    page.text(x + 560, y + 106, "up to 15 lights shine from USB alone", fill=PALE)
    page.line((x, y + 60), (x + 120, y + 60), colour=SOUND)
    page.box(x + 120, y + 50, 60, 20, PAPER)
    page.text(x + 150, y + 65, "100 Ω", end="middle", size=12)
    page.line((x + 180, y + 60), (x + 215, y + 60), (x + 215, y + 84), colour=SOUND)
    page.text(x + 8, y + 53, f"buzzer {label(wiring['buzzer'], labels)}", fill=SOUND)
    page.box(x + 150, y + 84, 130, 30, STRIP)
    page.text(x + 215, y + 104, "passive piezo", end="middle")
    page.line((x + 215, y + 114), (x + 215, y + 134), colour=GROUND)
    page.text(x + 224, y + 133, "GND", fill=GROUND)


def draw_matrix(wiring: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    """A matrix: the first columns and rows with their switches, and the list of all pins."""
    rows, columns, step = wiring["rows"], wiring["columns"], 104.0
    page = Page(1130, 900, wiring["title"])
    page.box(24, 64, 210, 812, BOARD)
    page.text(129, 92, "Arduino", end="middle", bold=True)
    left, top = 380.0, 200.0
    for number, pin in enumerate(columns[:SHOWN]):
        x, y = left + step * number, 112 + 17 * number
        page.line((234, y), (x, y), (x, top + step * SHOWN - 30), colour=COLUMN)
        page.text(x, top + step * SHOWN - 14, f"column {number}", end="middle", fill=COLUMN)
        page.text(226, y + 5, label(pin, labels), end="end", fill=COLUMN)
    for number, pin in enumerate(rows[:SHOWN]):
        y = top + step * number + step * 0.62
        page.line((234, y), (left + step * SHOWN, y), colour=ROW)
        page.text(226, y + 4, label(pin, labels), end="end", fill=ROW)
        page.text(242, y - 6, f"row {number}", fill=ROW)
        for column in range(SHOWN):
            switch(page, left + step * column, top + step * number, step)
    for at, (what, pins, colour) in enumerate((("Columns", columns, COLUMN), ("Rows", rows, ROW))):
        x = 830 + 140 * at
        page.text(x, 118, what, bold=True, fill=colour)
        for number, pin in enumerate(pins):
            page.text(x, 142 + 21 * number, f"{number:2}  {label(pin, labels)}", fill=colour)
    words = (
        f"Switch {len(columns)} × row + column; a piece's magnet closes it. The diode (1N4148) lets current flow from",
        "column to row only: its ring points to the row. Columns have the chip's own pull-ups. Where a house has",
        "no switch, leave its place out. With a diode at every switch, tell the board so (docs/sensor-board.md).",
    )
    for number, line in enumerate(words):
        page.text(262, 644 + 20 * number, line)
    outputs(page, wiring, labels, 234, 742)
    return page.svg()


def draw_chain(wiring: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    """A chain of shift registers: the first ones, each with its eight switches."""
    page = Page(1130, 880, wiring["title"])
    page.box(24, 64, 210, 780, BOARD)
    page.text(129, 92, "Arduino", end="middle", bold=True)
    shown, left, wide = 3, 350.0, 250.0
    nets = (("load", "SH/LD", 130.0, ROW), ("clock", "CLK", 160.0, COLUMN), ("data", "QH", 190.0, LIGHT))
    for net, _, y, colour in nets:
        page.text(226, y + 4, f"{net} {label(wiring[net], labels)}", end="end", fill=colour)
        for number in range(shown):
            x = left + wide * number
            if net == "data":
                if number:
                    page.line((x - wide + 150, y + 26), (x - 50, y + 26), (x - 50, y), (x, y), colour=colour)
                else:
                    page.line((234.0, y), (x, y), colour=colour)
            else:
                page.line((234.0 if number == 0 else x - wide, y), (x, y), colour=colour)
                page.dot(x, y, colour)
    for number in range(shown):
        x = left + wide * number
        page.box(x, 112, 150, 250, CHIP)
        page.text(x + 75, 104, f"74HC165 number {number}", end="middle", bold=True)
        for (_, pin_name, y, _colour), chip_pin in zip(nets, (1, 2, 9)):
            page.text(x + 8, y + 4, f"{pin_name} ({chip_pin})")
        page.text(x + 142, 220, "SER (10)", end="end")
        page.text(x + 8, 244, "CLK INH (15), GND (8): GND", size=10, fill=GROUND)
        page.text(x + 8, 262, "VCC (16): 5 V, 100 nF to GND", size=10, fill=SUPPLY)
        for pin in range(8):
            at = x + 12 + 18 * pin
            page.line((at, 362), (at, 392))
            page.text(at, 352, "ABCDEFGH"[pin], end="middle", size=11)
            page.line((at, 392), (at + 7, 412), width=1.3)
            page.line((at, 414), (at, 432))
        page.line((x + 6, 432), (x + 146, 432), colour=GROUND)
        page.text(x + 75, 452, f"switches {8 * number} to {8 * number + 7}", end="middle")
        page.text(x + 75, 470, "to GND", end="middle", fill=GROUND)
        page.text(x + 75, 330, "10 kΩ from each to 5 V", end="middle", size=10, fill=SUPPLY)
    x = left + wide * (shown - 1) + 150
    page.line((x, 216), (x + 40, 216), colour=LIGHT)
    page.text(x + 46, 208, "to the next", fill=LIGHT)
    page.text(x + 46, 226, "one's QH;", fill=LIGHT)
    page.text(x + 46, 244, "the last", fill=LIGHT)
    page.text(x + 46, 262, "SER: 5 V", fill=LIGHT)
    words = (
        f"Up to {wiring['registers']} registers, {8 * wiring['registers']} switches. Switch 8 × register + pin "
        "(A = 0 … H = 7). Each input is pulled up by 10 kΩ (a network of",
        "eight, 9 pins, per register) and closed to GND by the piece's magnet. QH of number 0 goes to the Arduino's "
        "data pin; QH of every other",
        "register goes to SER of the one before it. A switch on a line of its own cannot be a ghost: "
        "no diodes are needed.",
        "Inputs of a register that lie under no house stay on their pull-up.",
    )
    for number, line in enumerate(words):
        page.text(262, 530 + 20 * number, line, size=12)
    outputs(page, wiring, labels, 234, 686)
    return page.svg()


def drawings() -> Iterator[tuple[Path, str]]:
    """Every picture: its file and what belongs into it."""
    data = tomllib.loads(WIRING.read_text())
    for name, wiring in data["boards"].items():
        draw = draw_matrix if "rows" in wiring else draw_chain
        yield HERE / f"{name}.svg", draw(wiring, data["labels"][wiring["kind"]])


if __name__ == "__main__":
    for path, svg in drawings():
        path.write_text(svg)
        print(path)
