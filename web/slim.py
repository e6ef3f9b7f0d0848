"""Drawings made light for the wire: paths in steps from point to point, which a packer folds far better than places.

Every hex of a board is then the same few steps. What is drawn stays the same to a twentieth of a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PATH = re.compile(r'(<path\b[^>]*? d=")([^"]+)"')
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
LONG = re.compile(r"(?<=\d)(\.\d\d)\d+")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""Numbers that each command takes."""
DIGITS = 1
"""Decimals that are kept: a tenth of a millimetre of the board."""


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


def _relative(tokens: list[str]) -> Iterator[str]:
    x = y = start_x = start_y = 0.0  # where the pen truly is after what was written so far
    true_x = true_y = 0.0
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        kind, is_relative = command.upper(), command.islower()
        count = TAKES[kind]
        numbers = [float(token) for token in tokens[at : at + count]]
        if len(numbers) < count:
            raise IndexError(f"{command} lacks numbers")
        at += count
        if kind == "Z":
            x, y = true_x, true_y = start_x, start_y
            yield "z"
            continue
        base_x, base_y = (true_x, true_y) if is_relative else (0.0, 0.0)
        if kind == "H":
            true_x = numbers[0] + base_x
            written = [true_x - x]
        elif kind == "V":
            true_y = numbers[0] + base_y
            written = [true_y - y]
        elif kind == "A":
            true_x, true_y = numbers[5] + base_x, numbers[6] + base_y
            written = [*numbers[:5], true_x - x, true_y - y]
        else:
            written = [number + (base_x, base_y)[place % 2] - (x, y)[place % 2] for place, number in enumerate(numbers)]
            true_x, true_y = numbers[-2] + base_x, numbers[-1] + base_y
        rounded = [round(number, DIGITS) + 0.0 for number in written]
        yield kind.lower() + " ".join(f"{number:g}" for number in rounded)
        if kind == "H":
            x = round(x + rounded[0], DIGITS)
        elif kind == "V":
            y = round(y + rounded[0], DIGITS)
        else:
            x, y = round(x + rounded[-2], DIGITS), round(y + rounded[-1], DIGITS)
        if kind == "M":
            start_x, start_y = x, y
            command = "l" if is_relative else "L"
