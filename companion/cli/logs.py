"""Commands about downloaded logs: playing one again, and checking that its chance was fair."""

from __future__ import annotations

import sys
from pathlib import Path

import rich_click as click

from companion.cli.outcome import as_json, console, print_json
from companion.logfile import replay_log, verify_log

log_argument = click.argument("log", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@log_argument
@as_json
def replay(log: Path, json: bool) -> None:
    """Replay the downloaded LOG of a finished game and say how it ended. Exit 2 names the line that does not fit."""
    replayed = replay_log(log)
    if json:
        print_json(replayed)
        return
    ending = (
        f"over ({replayed.over}), won by {', '.join(replayed.winners) or 'nobody'}" if replayed.over else "not over"
    )
    console.print(f"{replayed.game}, {', '.join(replayed.seats)}: {replayed.entries} entries; {ending}")


@click.command()
@log_argument
@click.argument("earlier", nargs=-1, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seal", multiple=True, help="A seal that a phone showed during play, as it stood there: 4f3a-91c2.")
@as_json
def verify(log: Path, earlier: tuple[Path, ...], seal: tuple[str, ...], json: bool) -> None:
    """Check that every die and every shuffle of LOG followed from everybody's secrets, and that none was changed.

    EARLIER are logs of the same game downloaded during play: what was sealed then must still be so. Exit 1 where
    anything is not as it must be.
    """
    problems = verify_log(log, earlier, seal)
    if json:
        print_json({"fair": not problems, "problems": problems})
    elif problems:
        for problem in problems:
            print(f"tavolo: {problem}", file=sys.stderr)
    else:
        console.print("Every roll and every shuffle follows from the secrets that were committed to before the game.")
        if earlier or seal:
            console.print("What was sealed during play is as it was.")
    if problems:
        sys.exit(1)
