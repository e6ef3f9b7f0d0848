"""``tavolo bench``: measures what we have aims for, and prints it; nothing here fails for being slow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import rich_click as click
from rich.progress import Progress
from rich.table import Table

from companion.cli.outcome import as_json, console, print_json, progress_console
from companion.measures.arriving import measure_arriving
from companion.measures.crowd import measure_crowd
from companion.measures.durability import measure_store
from companion.measures.feeling import measure_feeling
from companion.measures.finding import measure_finding
from companion.measures.nudging import measure_nudging
from companion.measures.phones import measure_phones
from companion.measures.play import measure_play
from companion.measures.playing import measure_playing
from companion.measures.questions import measure_questions
from companion.measures.recognising import measure_recognising
from companion.measures.reconciling import measure_reconcile
from companion.measures.sample import Summary
from companion.measures.seeing import measure_crowd_seen, measure_seeing
from companion.measures.startup import measure_startup
from companion.measures.tag_reading import measure_tags
from companion.measures.tiles import measure_tiles
from engines import registry
from engines.options import chosen

GAME = "casablanca_escape"


def _measure_games(acts: int) -> dict[str, Summary]:
    """Random play of every other game, and what an act in it costs the phones."""
    measured: dict[str, Summary] = {}
    for game_id in registry.names():
        if game_id != GAME:
            measured |= {f"{game_id}_{name}": one for name, one in measure_play(game_id, 7).items()}
            measured |= measure_playing(game_id, acts)
            measured |= measure_questions(game_id, 40)
    return measured


def _measure_tiles(boards: int) -> dict[str, Summary]:
    """How tiles are read in games that have some which point somewhere."""
    measured: dict[str, Summary] = {}
    for game_id in registry.names():
        game = registry.find(game_id)
        if any(piece.arrows for piece in game.pieces(chosen(game.options, {})).values()):
            measured |= measure_tiles(game_id, boards)
    return measured


@click.command()
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Also write the JSON here.")
@click.option(
    "--only",
    multiple=True,
    help="Measure only this part: play, seeing, tiles, tags, finding, recognising, nudging, feeling, reconciling, "
    "phones, crowd, games, arriving, startup, store.",
)
@as_json
def bench(out: Path | None, only: tuple[str, ...], json: bool) -> None:
    """Measure play, eyes, reconciling, phones, start and store: medians and 95th percentiles.

    Each part is printed, and written to the file, as soon as it is measured.
    """
    parts: dict[str, Callable[[], dict[str, Summary]]] = {
        "play": lambda: measure_play(GAME, 14),
        "seeing": lambda: measure_seeing(GAME, 16) | measure_crowd_seen(2, 1),
        "feeling": lambda: measure_feeling(12),
        "tiles": lambda: _measure_tiles(2),
        "tags": lambda: measure_tags(2),
        "finding": lambda: measure_finding(4),
        "recognising": lambda: measure_recognising(2),
        "nudging": lambda: measure_nudging([GAME]),
        "reconciling": lambda: measure_reconcile(GAME, 60),
        "phones": lambda: measure_phones(GAME, 60),
        "crowd": lambda: measure_crowd(24),
        "games": lambda: _measure_games(80),
        "arriving": lambda: measure_arriving(GAME, 3),
        "startup": lambda: measure_startup(GAME, 4),
        "store": lambda: measure_store(Path.cwd(), 20),
    }
    unknown = set(only) - parts.keys()
    if unknown:
        raise click.UsageError(f"--only {', '.join(sorted(unknown))}: there are {', '.join(parts)}")
    measured: dict[str, Summary] = {}
    wanted = only or tuple(parts)
    with Progress(console=progress_console, transient=True, disable=json) as progress:
        task = progress.add_task("", total=len(wanted))
        for name in wanted:
            progress.update(task, description=f"measuring {name}")
            rows = parts[name]()
            measured |= rows
            progress.advance(task)
            if out:
                out.write_bytes(msgspec.json.format(msgspec.json.encode(measured), indent=1))
            if not json:
                console.print(_table(name, rows))
    if json:
        print_json(measured)


def _table(title: str, rows: dict[str, Summary]) -> Table:
    table = Table("measure", "median", "p95", "unit", "aim", title=title, title_justify="left")
    for name, one in rows.items():
        table.add_row(name, f"{one.median:g}", f"{one.p95:g}", one.unit, one.aim)
    return table
