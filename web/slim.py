"""Drawings made light for the wire: paths in steps from point to point, which a packer folds far better than places.

Every hex of a board is then the same few steps. What is drawn stays the same to a twentieth of a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

PATH = re.compile(r'(<path\b[^>]*? d=")([^"]+)"')
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
LONG = re.compile(r"(?<=\d)(\.\d\d)\d+")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""Numbers that each command takes."""
FINENESS = 10
"""Steps of the pen in a unit: a tenth of a millimetre of the board. Places are counted in them, so that no rounding
adds up."""


def slim(svg: str) -> str:
    """`svg` with its paths in steps and its numbers at most two decimals long.

    >>> slim('<path d="M10,10L20.04,10L20,20Z" fill="red"/>')
    '<path d="m10 10l10 0l0 10z" fill="red"/>'
    """
    return LONG.sub(r"\1", PATH.sub(lambda found: f'{found[1]}{steps(found[2])}"', svg))


def steps(data: str) -> str:
    """Path data in steps; unchanged where it uses what this does not read."""
    tokens = TOKEN.findall(data)
    try:
        return "".join(_relative(tokens))
    except (IndexError, KeyError, ValueError):
        return data


@cache
def _written(count: int) -> str:
    """So many steps of the pen as a number; a board has a few hundred different ones."""
    return f"{count / FINENESS:g}"


def _relative(tokens: list[str]) -> Iterator[str]:
    pen = [0, 0]  # where the pen is after what was written so far, in its steps
    start = (0, 0)
    true_x = true_y = start_x = start_y = 0.0  # where it should be, in units
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        kind = command.upper()
        count = TAKES[kind]
        if kind == "Z":
            pen[:], true_x, true_y = start, start_x, start_y
            yield "z"
            continue
        numbers = [float(token) for token in tokens[at : at + count]]
        if len(numbers) < count:
            raise IndexError(f"{command} lacks numbers")
        at += count
        base_x, base_y = (true_x, true_y) if command.islower() else (0.0, 0.0)
        shape = ""
        if kind == "H":
            true_x = base_x + numbers[0]
            ends = [round(true_x * FINENESS), pen[1]]
            written = _written(ends[0] - pen[0])
        elif kind == "V":
            true_y = base_y + numbers[0]
            ends = [pen[0], round(true_y * FINENESS)]
            written = _written(ends[1] - pen[1])
        else:
            if kind == "A":
                shape = "".join(f"{number:g} " for number in (round(value, 1) for value in numbers[:5]))
                numbers = numbers[5:]
            across = [round((number + base_x) * FINENESS) for number in numbers[::2]]
            down = [round((number + base_y) * FINENESS) for number in numbers[1::2]]
            true_x, true_y = base_x + numbers[-2], base_y + numbers[-1]
            ends = [across[-1], down[-1]]
            written = " ".join(f"{_written(x - pen[0])} {_written(y - pen[1])}" for x, y in zip(across, down))
        yield f"{kind.lower()}{shape}{written}"
        pen[:] = ends
        if kind == "M":
            start, start_x, start_y = (pen[0], pen[1]), true_x, true_y
            command = "l" if command.islower() else "L"
