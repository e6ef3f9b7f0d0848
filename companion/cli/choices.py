"""Options that several commands share, and reading ``--option key=value``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import platformdirs
import rich_click as click

from engines.options import OptionError

DAY_S = 86_400.0


class Amount(click.FloatRange):
    """How much of something: a number within limits. What is written nan is none, though no limit is above or below."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


game_options = click.option(
    "--option",
    multiple=True,
    metavar="KEY=VALUE",
    help="A house option, as `tavolo games` lists them; players=red,blue takes seats. May be given several times.",
)

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(platformdirs.user_data_path("tavolo")),
    show_default="your data folder",
    help="Folder that keeps games, pictures, lenses and recordings.",
)


def option_values(given: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """(options, players) from ``KEY=VALUE`` texts; raises `OptionError` for one of another form or given twice."""
    values: dict[str, str] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise OptionError(f"--option {text!r}: write KEY=VALUE, for example version=simple")
        if key in values:
            raise OptionError(f"--option {key} is given twice")
        values[key] = value
    players = values.pop("players", "")
    return values, tuple(seat.strip() for seat in players.split(",") if seat.strip())
