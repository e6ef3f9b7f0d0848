"""``tavolo demo``: a whole short game plays itself in the browser, with every feature shown, in three minutes."""

from __future__ import annotations

import logging
import signal
import tempfile
import threading
import webbrowser
from pathlib import Path

import rich_click as click

from companion.cli.choices import Amount
from companion.cli.outcome import MachineError, console
from engines import registry
from engines.demo import script_of

DEFAULT_GAME = "casablanca_escape"
SEED = 7


@click.command()
@click.argument("game", default=DEFAULT_GAME)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve at; 0.0.0.0: the whole network.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0, the default: any free one.")
@click.option("--pace", type=Amount(0, 10), default=1.0, show_default=True, help="2: half as fast.")
@click.option("--seed", type=click.IntRange(0), default=SEED, show_default=True, help="How the cards fall.")
@click.option("--open/--no-open", default=True, help="Open the browser here.")
@click.option("--verbose", is_flag=True, help="Log what goes on.")
def demo(game: str, host: str, port: int, pace: float, seed: int, open: bool, verbose: bool) -> None:
    """Let a short evening of GAME play itself, to be watched in the browser. Nothing of it is kept."""
    from companion.demo.director import Director  # only here: the help needs none of it

    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, format="%(levelname)s %(message)s")
    found = registry.find(game)
    script = script_of(found)
    if script is None:
        having = [name for name in registry.names() if script_of(registry.find(name)) is not None]
        raise click.UsageError(f"{game} has no demonstration; there are: {', '.join(having)}")
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    with tempfile.TemporaryDirectory(prefix="tavolo-demo-") as folder:
        try:
            director = Director(found, script, Path(folder), host=host, port=port, pace=pace, seed=seed)
        except OSError as error:
            raise MachineError(f"{host}:{port} cannot be served: {error.strerror or error}") from error
        try:
            director.start()
            console.print(f"\nWatch it at [bold]{director.url}[/]  (Ctrl-C ends it)\n")
            if open:
                webbrowser.open(director.url)
            over.wait()
        finally:
            director.close()
