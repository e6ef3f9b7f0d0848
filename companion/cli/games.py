"""Commands about games as such: which there are, their rules with their tests, their boards as pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import rich_click as click
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from companion.cli.choices import game_options, option_values
from companion.cli.outcome import as_json, console, print_json
from companion.rule_coverage import coverage, unknown_marks
from engines import registry
from engines.game import Game
from engines.options import Option, chosen
from engines.texts import LANGUAGES

TESTS = Path(__file__).resolve().parents[2] / "tests"


@click.command()
@as_json
def games(json: bool) -> None:
    """List the games that Tavolo referees."""
    found = [registry.find(name) for name in registry.names()]
    if json:
        print_json(
            [
                {
                    "id": game.id,
                    "name": {lang: _said(game, "game.name", game.id, lang) for lang in LANGUAGES},
                    "seats": [game.min_seats, game.max_seats],
                    "colours": game.seats,
                    "options": {option.key: option.choices for option in game.options},
                }
                for game in found
            ]
        )
        return
    for game in found:
        seats = str(game.min_seats) if game.min_seats == game.max_seats else f"{game.min_seats}–{game.max_seats}"
        name = _said(game, "game.name", game.id)
        console.print(f"[bold]{game.id}[/]  {name}, {seats} players", highlight=False)
        listed = Table(box=None, show_header=False, padding=(0, 0, 0, 2))
        listed.add_column(width=CHOICES_WIDTH)
        listed.add_column()
        for option in game.options:
            listed.add_row(_choices(option), _said(game, f"option.{option.key}", option.key))
        console.print(listed, highlight=False)
        console.print()
    console.print("Choose with --option KEY=VALUE; what stands first holds where nothing is chosen.", highlight=False)
    console.print(
        "What each means stands in the lobby on the host's page, and in docs/house-rules.md.", highlight=False
    )


CHOICES_WIDTH = 40
"""Characters of a terminal's 80 for an option's choices; longer ones go on in another line, none is cut or parted."""


def _said(game: Game[Any, Any], key: str, default: str, lang: str = "en") -> str:
    """The game's sentence for `key`; `default` where it has none, as a game that is being made may not."""
    return game.texts.say(lang, key) if game.texts.has(key) else default


def _choices(option: Option) -> str:
    others = [choice for choice in option.choices if choice != option.default]
    lines = [f"{option.key}={option.default}"]
    for choice in others:
        if len(lines[-1]) + len(choice) + 1 > CHOICES_WIDTH:
            lines.append("")
        lines[-1] += f"|{choice}"
    return "\n".join(lines)


@click.command()
@click.argument("game")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the rules.")
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=TESTS if TESTS.is_dir() else None,
    help="Folder with the tests. Default: those of this checkout.",
)
@as_json
def rules(game: str, lang: str, tests: Path | None, json: bool) -> None:
    """Print every rule of GAME with the tests that show it kept and broken.

    Exit 1 where one is missing, or where a test names a rule that GAME does not have.
    """
    if tests is None:
        raise click.UsageError("the tests are not installed with the program; name their folder with --tests")
    found = registry.find(game)
    covered, unknown = coverage(found, tests, lang), unknown_marks(found, tests)
    if json:
        print_json(covered)
    else:
        for rule in covered:
            console.print(f"[bold]{rule.id}[/]  {escape(rule.section)}", highlight=False)
            console.print(Padding(escape(rule.text), (0, 0, 0, 2), expand=False), highlight=False)
            for kind, shown, ran in (("legal", "kept", rule.legal_tests), ("illegal", "broken", rule.illegal_tests)):
                for test in ran or [rule.excluded.get(kind, "[bold red]no test[/]")]:
                    console.print(f"  {shown:7}{test}", highlight=False, soft_wrap=True)
            console.print()
    gaps = [f"{rule.id} ({', '.join(rule.gaps)})" for rule in covered if rule.gaps]
    if gaps:
        print(f"tavolo: {len(gaps)} of {len(covered)} rules lack a test: {', '.join(gaps)}", file=sys.stderr)
    for mark in unknown:
        print(f"tavolo: {mark} is no rule of {found.id}", file=sys.stderr)
    if gaps or unknown:
        sys.exit(1)


@click.group()
def board() -> None:
    """Boards as pictures and data."""


@board.command()
@click.argument("game")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder to write into.")
@click.option(
    "--markers-beside", is_flag=True, help="In board.json the markers lie beside the board, not in its corners."
)
@game_options
def export(game: str, out: Path, markers_beside: bool, option: tuple[str, ...]) -> None:
    """Write the board of GAME as board.json, board.png and board.svg, with a ChArUco sheet for the lens beside it."""
    from companion.paper.export import export_board

    found = registry.find(game)
    values, players = option_values(option)
    found.check_known(players)
    options = chosen(found.options, values)
    for path in export_board(found, options, out, markers_beside=markers_beside):
        console.print(f"wrote {escape(str(path))}", soft_wrap=True)
