"""``tavolo service``: Tavolo as a service that starts with the machine and comes back by itself."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import rich_click as click
from click.core import ParameterSource

from companion.cli.commands import SETTINGS, defaults_in
from companion.cli.outcome import MachineError, console
from companion.cli.play import DEFAULT_PORT, play

BOOTED = Path("/run/systemd/system")
"""Where there is this folder systemd is what runs the machine (sd_booted(3))."""
ALL_ARGUMENTS = {"ignore_unknown_options": True}


@click.group()
def service() -> None:
    """Run Tavolo as a service: it starts with the machine, and comes back by itself."""


@service.command(context_settings=ALL_ARGUMENTS)
@click.argument("play_arguments", nargs=-1, type=click.UNPROCESSED)
def show(play_arguments: tuple[str, ...]) -> None:
    """Print the systemd unit for this installation; PLAY_ARGUMENTS are those of `tavolo play`.

    Settings of `tavolo play` in its settings file count too, and are read anew at every start of the service.
    """
    sys.stdout.write(_unit(play_arguments))


@service.command(context_settings=ALL_ARGUMENTS)
@click.argument("play_arguments", nargs=-1, type=click.UNPROCESSED)
def install(play_arguments: tuple[str, ...]) -> None:
    """Write the unit for this installation and start it; needs sudo.

    PLAY_ARGUMENTS are those of `tavolo play`: sudo .venv/bin/tavolo service install --eye v4l2:0 --port 80. They win
    over tavolo.toml. Install anew where another port or a sensor board is written there.
    """
    from companion.installed.unit import UNIT

    text = _unit(play_arguments)
    _must_be_root()
    _make_data_folder(play_arguments)
    UNIT.write_text(text, encoding="utf-8")
    _systemctl("daemon-reload")
    _systemctl("enable", "tavolo")
    _systemctl("restart", "tavolo")
    console.print(f"wrote {UNIT}; Tavolo runs, and starts with the machine.")
    console.print("See what it says (address and PIN too):  journalctl -u tavolo -n 40")


@service.command()
def remove() -> None:
    """Stop the service and delete its unit; needs sudo. Games and settings stay."""
    from companion.installed.unit import UNIT

    _must_be_root()
    if not UNIT.exists():
        raise MachineError(f"{UNIT} is not there; nothing to remove")
    _systemctl("disable", "--now", "tavolo")
    UNIT.unlink()
    _systemctl("daemon-reload")
    console.print("Tavolo is no longer a service; games and settings are where they were.")


def _unit(arguments: tuple[str, ...]) -> str:
    from companion.installed.unit import Installation, unit_text
    from companion.sensors.specs import UnknownBoard, parted

    asked = _asked(arguments)
    owner = _owner()
    port = asked.params["port"]
    try:
        _, boards = parted(asked.params["eye"])
    except UnknownBoard as error:
        raise click.UsageError(str(error)) from error
    return unit_text(
        Installation(
            program=Path(sys.executable).with_name("tavolo"),
            folder=_folder(),
            user=owner.pw_name,
            data=_data(arguments),
            port=DEFAULT_PORT if port is None else port,
            arguments=_without_data(arguments),
            feels=any(board.partition(":")[0] == "serial" for board in boards),
        )
    )


def _asked(arguments: tuple[str, ...]) -> click.Context:
    """What `arguments` mean for `tavolo play` when the service calls it; raises as that would."""
    path = _settings_file()
    defaults = defaults_in(path, "play").get("play") if path.exists() else None
    return play.make_context("tavolo play", list(arguments), default_map=defaults)


def _settings_file() -> Path:
    """The settings that the service will read: those of the checkout, else its owner's."""
    here = _folder() / SETTINGS
    return here if here.exists() else Path(_owner().pw_dir) / ".config" / "tavolo" / SETTINGS


def _folder() -> Path:
    """Where settings are looked for: the checkout, or the folder of the program."""
    checkout = Path(__file__).resolve().parents[2]
    return checkout if (checkout / "pyproject.toml").exists() else Path(sys.executable).parent


def _owner() -> pwd.struct_passwd:
    """For whom Tavolo is installed: who owns the installation, not who typed sudo."""
    try:
        return pwd.getpwuid(_folder().stat().st_uid)
    except KeyError:
        raise MachineError(f"{_folder()} belongs to nobody on this machine; give it to a user with chown") from None


def _data(arguments: tuple[str, ...]) -> Path:
    """The data folder: as given, else the one that `tavolo play` uses when its owner starts it."""
    given = _asked(arguments)
    if given.get_parameter_source("data") is ParameterSource.DEFAULT:
        return Path(_owner().pw_dir) / ".local" / "share" / "tavolo"
    if given.get_parameter_source("data") is ParameterSource.DEFAULT_MAP:
        return _folder() / Path(given.params["data"])
    return Path(given.params["data"]).absolute()


def _without_data(arguments: tuple[str, ...]) -> tuple[str, ...]:
    kept, skip = [], False
    for word in arguments:
        if skip:
            skip = False
        elif word == "--data":
            skip = True
        elif not word.startswith("--data="):
            kept.append(word)
    return tuple(kept)


def _make_data_folder(arguments: tuple[str, ...]) -> None:
    """A service may not make it: its unit names it as the one place that can be written."""
    owner, missing, folder = _owner(), [], _data(arguments)
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        path.mkdir(mode=0o700)
        os.chown(path, owner.pw_uid, owner.pw_gid)


def _must_be_root() -> None:
    if os.geteuid() != 0:
        raise MachineError("this changes the machine: put sudo before it")
    if shutil.which("systemctl") is None or not BOOTED.is_dir():
        raise MachineError("systemd does not run this machine; start `tavolo play` by other means")


def _systemctl(*words: str) -> None:
    done = subprocess.run(["systemctl", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MachineError(f"systemctl {' '.join(words)}: {done.stderr.strip() or done.stdout.strip()}")
