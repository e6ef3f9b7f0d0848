"""Pictures, bill and schematics of the hardware are those of their data, and the build guide says the same."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from engines import registry
from tests.hil.tools import ROOT

HARDWARE = ROOT / "hardware"
GUIDE = (ROOT / "docs" / "sensor-board.md").read_text()
BILL = tomllib.loads((HARDWARE / "bill" / "bill.toml").read_text())
TABLE = runpy.run_path(str(HARDWARE / "bill" / "table.py"))


@pytest.mark.parametrize("folder", ["wiring", "schematic"])
def test_pictures_are_those_of_the_wiring_table(folder: str) -> None:
    for path, text in runpy.run_path(str(HARDWARE / folder / "draw.py"))["drawings"]():
        assert path.read_text() == text, f"python hardware/{folder}/draw.py"


def test_wiring_diagrams_are_pictures() -> None:
    for path in (HARDWARE / "wiring").glob("*.svg"):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_the_bill_is_added_up_and_its_boards_have_a_switch_for_every_place() -> None:
    assert (HARDWARE / "bill" / "README.md").read_text() == TABLE["text"](), "python hardware/bill/table.py"
    for game, board in BILL["boards"].items():
        assert board["places"] == board["parts"]["reed"] == len(registry.find(game).board({}).places)
    for game, board in BILL["not_sensible"].items():
        assert board["places"] == len(registry.find(game).board({}).places)


def test_the_guide_gives_the_costs_and_hours_of_the_bill() -> None:
    for board in BILL["boards"].values():
        cost = round(TABLE["cost"](board, BILL["parts"]))
        assert re.search(rf"\| {board['places']} \|.*\| {cost} € \| {board['hours']} hours \|", GUIDE), board["title"]


def _expression(text: str) -> Any:
    """A symbolic expression as nested lists; fails where brackets do not match."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r'"[^"]*"|[()]|[^\s()]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token.strip('"'))
    assert len(stack) == 1, "a bracket is not closed"
    assert len(stack[0]) == 1
    return stack[0][0]


@pytest.mark.parametrize("name", ["agents-matrix", "agents-chain"])
def test_a_schematic_names_only_symbols_that_it_brings_and_no_net_ends_nowhere(name: str) -> None:
    sheet = _expression((HARDWARE / "schematic" / f"{name}.kicad_sch").read_text())
    assert sheet[0] == "kicad_sch"
    brought = {part[1] for item in sheet if item[0] == "lib_symbols" for part in item[1:]}
    used = [item[1][1] for item in sheet if item[0] == "symbol"]
    assert set(used) <= brought
    assert used.count("tavolo:Reed") == 25
    nets = Counter(item[1] for item in sheet if item[0] == "global_label")
    assert [net for net, pins in nets.items() if pins < 2 and not re.fullmatch(r"S(2[5-9]|3[01])", net)] == []
