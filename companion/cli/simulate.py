"""``tavolo simulate``: random legal games to their end, over several processes, looking for dead ends."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec
import rich_click as click
from rich.progress import Progress

from companion.cli.choices import game_options, option_values
from companion.cli.outcome import as_json, console, counted, print_json, progress_console
from companion.logfile import simulated_log_lines
from engines import registry
from engines.entries import Seat
from engines.game import Game
from engines.options import OptionError, chosen
from engines.simulation import play_random

CHUNK = 10
"""Games per piece of work: small enough for a moving progress bar, large enough to hide the hand-over."""


class Tally(msgspec.Struct):
    """What became of a number of games; times are summed over processes."""

    games: int = 0
    entries: int = 0
    dead_ends: int = 0
    unfinished: int = 0

    def add(self, other: Tally) -> None:
        """Counts `other` in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Task(msgspec.Struct, frozen=True):
    """Games `first` to `first + count - 1` of a simulation; game number n plays with seed ``(seed, n)``."""

    game: str
    options: Mapping[str, str]
    seats: Sequence[Seat]
    seed: int
    first: int
    count: int
    max_entries: int
    audit: bool
    dump: str


def play(task: Task) -> Tally:
    """Plays the games of `task`; one that did not end is written into folder `task.dump`, if any, as a log."""
    game = registry.find(task.game)
    tally = Tally()
    for number in range(task.first, task.first + task.count):
        rng = random.Random(f"{task.seed}/{number}")
        played = play_random(game, task.options, task.seats, rng, max_entries=task.max_entries, audit=task.audit)
        tally.add(Tally(1, len(played.entries), int(played.dead_end), int(not played.dead_end and played.over is None)))
        if task.dump and played.over is None:
            path = Path(task.dump) / f"{task.game}-{task.seed}-{number}.jsonl"
            path.write_bytes(b"".join(simulated_log_lines(game, task.options, task.seats, played.entries)))
    return tally


def play_all(tasks: Sequence[Task], jobs: int, progress: Progress | None = None) -> Tally:
    """The tally of all `tasks` over `jobs` processes (1: in this one)."""
    total = Tally()
    bar = progress.add_task("playing", total=sum(task.count for task in tasks)) if progress else None
    for tally in _results(tasks, jobs):
        total.add(tally)
        if progress is not None and bar is not None:
            progress.advance(bar, tally.games)
    return total


def _results(tasks: Sequence[Task], jobs: int) -> Iterable[Tally]:
    if jobs == 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(play, task) for task in tasks]):
            yield done.result()


def _can_play(game: Game[Any, Any], options: Mapping[str, str], count: int) -> bool:
    """Whether so many can play under `options`."""
    try:
        game.new(options, game.seats[:count])
    except OptionError:
        return False
    return True


def _tables(
    game: Game[Any, Any], options: Mapping[str, str], seats: int | None, players: tuple[Seat, ...]
) -> list[tuple[Seat, ...]]:
    """Who sits at the tables: `players`, else as many as `seats` says, else every number that can play."""
    if players:
        if seats not in (None, len(players)):
            raise OptionError(f"--seats {seats} contradicts players={','.join(players)}")
        game.check_seats(players)
        return [players]
    possible = [count for count in range(game.min_seats, game.max_seats + 1) if _can_play(game, options, count)]
    if seats is not None and seats not in possible:
        raise OptionError(f"--seats {seats} is impossible; {_can_play_in_words(game, possible)}")
    return [game.seats[:count] for count in (possible if seats is None else (seats,))]


def _can_play_in_words(game: Game[Any, Any], possible: Sequence[int]) -> str:
    """Which numbers can play, and whether it is the options by which others cannot."""
    if len(possible) == game.max_seats - game.min_seats + 1:
        return f"{game.players_in_words} can play"
    few, most = min(possible, default=0), max(possible, default=0)
    numbers = f"{few} to {most}" if few < most else str(few)
    return f"with these options {numbers} can play"


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="Number of players. Default: every number that can play, in turn.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
@click.option("--max-entries", type=click.IntRange(min=1), default=100_000, show_default=True, help="Give a game up.")
@click.option("--audit", is_flag=True, help="Check after every entry that nothing was lost or doubled.")
@click.option(
    "--dump",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for games that did not end, as logs that `tavolo replay` reads.",
)
@game_options
@as_json
def simulate(
    game: str,
    seats: int | None,
    games: int,
    seed: int,
    jobs: int,
    max_entries: int,
    audit: bool,
    dump: Path | None,
    option: tuple[str, ...],
    json: bool,
) -> None:
    """Play random legal games of GAME to their end. Exit 1 where one had a dead end or did not finish."""
    found = registry.find(game)
    values, players = option_values(option)
    options = chosen(found.options, values)
    tables = _tables(found, options, seats, players)
    if dump:
        dump.mkdir(parents=True, exist_ok=True)
    tasks = [
        Task(
            game,
            options,
            tables[index % len(tables)],
            seed,
            first,
            min(CHUNK, games - first),
            max_entries,
            audit,
            str(dump or ""),
        )
        for index, first in enumerate(range(0, games, CHUNK))
    ]
    began = time.perf_counter()
    with Progress(console=progress_console, transient=True, disable=json) as progress:
        tally = play_all(tasks, jobs, progress)
    seconds = time.perf_counter() - began
    if json:
        print_json(
            {
                **msgspec.structs.asdict(tally),
                "entries_per_s": round(tally.entries / seconds, 1),
                "games_per_s": round(tally.games / seconds, 3),
            }
        )
    else:
        console.print(
            f"{counted(tally.games, 'game')}, {counted(tally.entries, 'entry', 'entries')} in {seconds:.1f} s "
            f"({tally.entries / seconds:,.0f} entries/s, {tally.games / seconds:.2f} games/s); "
            f"{counted(tally.dead_ends, 'dead end')}, {tally.unfinished} unfinished"
        )
    if tally.dead_ends or tally.unfinished:
        sys.exit(1)
