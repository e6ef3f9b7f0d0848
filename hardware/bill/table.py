"""Adds up ``bill.toml``: ``python hardware/bill/table.py`` writes the tables of README.md beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
README = HERE / "README.md"


def cost(board: Mapping[str, Any], parts: Mapping[str, Any]) -> float:
    """Euros for all parts of a board."""
    return round(sum(count * parts[part]["price"] for part, count in board["parts"].items()), 2)


def text() -> str:
    """The whole README of this folder."""
    bill = tomllib.loads((HERE / "bill.toml").read_text())
    parts, boards = bill["parts"], bill["boards"]
    lines = ["# Bill of materials", "", "Made from `bill.toml` by `table.py`: change that, then run it.", ""]
    lines += ["| part | € each |" + "".join(f" {board['title']} |" for board in boards.values())]
    lines += ["|---|---:|" + "---:|" * len(boards)]
    for key, part in parts.items():
        counts = [board["parts"].get(key, 0) for board in boards.values()]
        if any(counts):
            lines.append(
                f"| {part['name']} | {part['price']:.2f} |" + "".join(f" {count or '–'} |" for count in counts)
            )
    lines.append("| **parts, €** | |" + "".join(f" **{cost(board, parts):.0f}** |" for board in boards.values()))
    lines.append("| **work, hours** | |" + "".join(f" **{board['hours']}** |" for board in boards.values()))
    lines.append("| firmware | |" + "".join(f" `tavolo-{board['build']}.hex` |" for board in boards.values()))
    lines += ["", *(f"{board['title']}: {board['note']}" for board in boards.values() if "note" in board)]
    lines += [
        "",
        "A board without lights needs neither lights nor the supply: the agents' then cost "
        f"{cost_without_lights(boards['casablanca_agents'], parts):.0f} €. Tools: soldering iron, drill with 4 mm and "
        "10 mm bits, hot glue, and for the bases a 3D printer (or a friend who has one).",
        "",
        "## Boards that should not be built",
        "",
        *(
            f"* **{board['title']}** ({board['places']:,} places). {board['why']}"
            for board in bill["not_sensible"].values()
        ),
    ]
    return "\n".join([*lines, ""])


def cost_without_lights(board: Mapping[str, Any], parts: Mapping[str, Any]) -> float:
    """Euros for a board that only feels."""
    dark = {part: count for part, count in board["parts"].items() if part not in ("light", "supply")}
    return cost({"parts": dark}, parts)


if __name__ == "__main__":
    README.write_text(text())
    print(README)
