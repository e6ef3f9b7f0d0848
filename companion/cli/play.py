"""``tavolo play``: starts a table, shows where to join, and ends cleanly."""

from __future__ import annotations

import errno
import gc
import logging
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from companion.cli.choices import data_option, game_options, option_values
from companion.cli.loading import loading
from companion.cli.outcome import MachineError, can_show, console
from companion.installed.supervision import ALIVE, READY, STOPPING, beat_every_s, is_tavolo, tell
from engines import registry
from engines.options import chosen

if TYPE_CHECKING:
    from companion.evening import Evening
    from companion.evening_settings import EveningSettings

DEFAULT_GAME = "casablanca_escape"
"""On a table on which no game ever was."""
DEFAULT_PORT = 8017
HIGHEST_PORT = 65535
SECOND_TABLE = "A second table needs another --port, and a folder of its own with --data"
QR_BLOCKS = "▀▄█"
"""What a code for phones is drawn with; a terminal that is not UTF-8 has them not."""
PORT = click.IntRange(0, HIGHEST_PORT)
ROUND_S = 10.0
"""How often the table looks whether its machine has joined another network, and whether its pages still answer."""
FIRST_ROUND_S = 3.0
"""After so long the first look: a camera that is not there is known by then."""


@click.command()
@click.argument("game", required=False)
@click.option(
    "--eye",
    multiple=True,
    default=("virtual",),
    show_default=True,
    help="What looks at the board: `virtual` (no hardware), v4l2:N, picamera:N, `phone` (one on a stand, or photos), a "
    "URL that OpenCV opens, a folder of pictures; or feels it: serial (finds the sensor board), serial:PORT, mqtt:URL, "
    "sensor:virtual. May be given several times: a camera and a board work together.",
)
@click.option("--buzzer/--no-buzzer", default=True, show_default=True, help="Whether sensor boards may sound.")
@click.option(
    "--broker",
    default="",
    metavar="[USER:PASSWORD@]PORT",
    help="Run a small MQTT broker here for wireless boards; with --eye mqtt:URL. It needs "
    "`.venv/bin/pip install -e '.[broker]'`.",
)
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to serve at; 127.0.0.1: this machine only.")
@click.option("--port", type=PORT, default=DEFAULT_PORT, show_default=True, help="0: any free one.")
@data_option
@click.option(
    "--markers",
    type=click.Choice(("board", "beside")),
    default="board",
    show_default=True,
    help="Where the markers are: in the corners of the `board`, or `beside` it, printed by "
    "`tavolo print GAME --part markers`.",
)
@click.option(
    "--store",
    default="",
    metavar="URL",
    help="Keep games in a database of this table's own, like postgresql+psycopg://user@host/table1, not in a file.",
)
@click.option(
    "--https",
    is_flag=True,
    help="Serve a secure door too, with certificates of the table's own: phones' cameras need it.",
)
@click.option("--set-aside", is_flag=True, help="Rename a damaged evening, and begin a new one.")
@click.option("--verbose", is_flag=True, help="Log what goes on.")
@game_options
def play(
    game: str | None,
    eye: tuple[str, ...],
    buzzer: bool,
    broker: str,
    host: str,
    port: int,
    data: Path,
    markers: str,
    store: str,
    https: bool,
    set_aside: bool,
    verbose: bool,
    option: tuple[str, ...],
) -> None:
    """Start a table and show where to join. An evening that was interrupted goes on.

    Without GAME the game that is on the table goes on; the host chooses another in the lobby.
    """
    with loading():
        from companion.evening import Evening  # only here: the help needs none of it
        from companion.evening_settings import EveningSettings
        from companion.memory import give_back_early
        from companion.sensors.specs import UnknownBoard, parted

    give_back_early()
    gc.freeze()  # some 200,000 objects that stay until the end: no search for garbage looks at them again
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    found = registry.find(game or DEFAULT_GAME)
    values, players = option_values(option)
    chosen(found.options, values)
    if players:
        found.check_seats(players)
    try:
        cameras, boards = parted(eye)
    except UnknownBoard as error:
        raise click.UsageError(str(error)) from error
    camera, more = (cameras[0], cameras[1:]) if cameras else ("", ())
    if store and "://" not in store:
        raise click.UsageError(f"--store {store}: it should be like postgresql+psycopg://user@host/name")
    _check_broker(broker)
    if markers == "beside" and camera == "virtual":
        raise click.UsageError("--markers beside is for a real camera; the virtual board has its markers printed on it")
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    evening = _opened(
        Evening,
        EveningSettings(
            found,
            values,
            players,
            camera,
            host,
            port,
            data,
            set_aside,
            insist=game is not None or bool(values) or bool(players),
            store=store,
            markers_beside=markers == "beside",
            boards=boards,
            more_eyes=more,
            buzzer=buzzer,
            broker=broker,
            https=https,
        ),
    )
    try:
        evening.start()
        tell(READY)
        _show(evening)
        _serve(evening, host, over)
    finally:
        tell(STOPPING)
        evening.close()


def _check_broker(broker: str) -> None:
    """Raises `click.UsageError` for what is no ``[USER:PASSWORD@]PORT``; its message tells no password."""
    port = broker.rpartition("@")[2]
    if broker and not (port.isdecimal() and 0 < int(port) <= HIGHEST_PORT):
        raise click.UsageError(f"--broker: {port!r} is no port; it should be like 1883 or board:secret@1883")


def _opened(make: Callable[[EveningSettings], Evening], settings: EveningSettings) -> Evening:
    """The evening that `make` puts together; what stands in its way is a `MachineError` that says what to do."""
    from companion.https.errors import CertificateError
    from companion.occupied import Occupied
    from firmware_bridge.broker import BrokerError
    from firmware_bridge.broker_url import BrokerUrlError

    host, port = settings.host, settings.port
    try:
        return make(settings)
    except (CertificateError, BrokerError, BrokerUrlError) as error:
        raise MachineError(str(error)) from error
    except Occupied as error:
        raise MachineError(f"{error}; is Tavolo running already? {SECOND_TABLE}") from error
    except OSError as error:
        if error.filename is not None:  # a file's error, not the network's
            why = f"{error.filename} cannot be used ({error.strerror})"
            raise MachineError(f"{why}; choose another folder with --data") from error
        if error.errno != errno.EADDRINUSE:
            raise MachineError(f"{host}:{port} cannot be served: {error.strerror or error}") from error
        raise MachineError(f"port {port} is taken; is Tavolo running already? {SECOND_TABLE}") from error


def _serve(evening: Evening, host: str, over: threading.Event) -> None:
    """Follows the machine from network to network, and tells its supervisor that the pages answer, until `over`.

    Whoever started it reads here, too, that a camera sends nothing: the host's page may not be open yet.
    """
    beat_s = beat_every_s()
    every_s, told = min(beat_s or ROUND_S, ROUND_S), ""
    wait_s = min(every_s, FIRST_ROUND_S)
    while not over.wait(wait_s):
        wait_s = every_s
        if (trouble := evening.cameras_trouble()) != told:
            console.print(trouble or "Every camera works again.", style="yellow" if trouble else "", markup=False)
            told = trouble
        if evening.follow_network():
            console.print(f"The network is another now; phones join at [bold]{evening.join_url}[/]")
        if beat_s is not None and is_tavolo(evening.port, host):
            tell(ALIVE)


def _show(evening: Evening) -> None:
    """Where to join, and everything else that there is to open."""
    import segno

    url = evening.join_url
    if can_show(QR_BLOCKS):
        console.print(f"\n[bold]Tavolo is ready.[/] Scan this with your phones, or open [bold]{url}[/]\n")
        segno.make(url, micro=False).terminal(compact=True)
    else:
        console.print(f"\n[bold]Tavolo is ready.[/] Open [bold]{url}[/] with your phones.\n")
    pages = {
        "The display for a tablet or TV:": "table",
        f"The host's page (PIN {evening.pin}):": "host",
    }
    if evening.top is not None:
        pages = {"The virtual table, where pieces are dragged:": "virtual", **pages}
    widest = max(map(len, pages))
    for what, page in pages.items():
        shown = what.replace(evening.pin, f"[bold]{evening.pin}[/]")
        console.print(f"{shown}{' ' * (widest - len(what))}  [bold]{url}{page}[/]", soft_wrap=True)
    console.print("Ctrl-C ends it; the evening is kept.\n")
    if not evening.on_a_network:
        console.print("This machine is on no network yet: phones can join once it is.\n", style="yellow")
    if evening.camera.takes_pictures():
        console.print("The phone that is to be the camera opens:")
        console.print(f"[bold]{evening.camera.address()}[/]\n", soft_wrap=True)
    if trust := evening.camera.trust():
        console.print(
            f"The secure door: [bold]{trust.secure}[/], once trusted: {trust.plain}camera/trust", soft_wrap=True
        )
        console.print(f"Fingerprint of its authority: {trust.fingerprint}\n", soft_wrap=True)
    if name := evening.announce():
        console.print(f"also at [bold]http://{name}{'' if evening.port == 80 else f':{evening.port}'}/[/]")
