"""``tavolo calibrate``: leads through measuring a camera's lens with the printed ChArUco sheet."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import rich_click as click
from rich.live import Live
from rich.markup import escape

from companion.camera_reasons import fares
from companion.cli.choices import DAY_S, Amount, data_option
from companion.cli.outcome import NOTHING_CAME, MachineError, console, counted
from companion.eyes import lens_file
from engines.data import DataError, load_json
from vision.calibration import MORE_CORNERS, MORE_SIZES, MORE_TILT, MORE_VIEWS, Calibration, Sheet
from vision.lens import save_lens
from vision.sources import open_source
from vision.sources.addresses import without_password

ADVICE = {
    MORE_VIEWS: "show the sheet in more places",
    MORE_CORNERS: "bring it into every part of the picture, the corners above all",
    MORE_TILT: "tilt it, left, right, up and down",
    MORE_SIZES: "bring it nearer, and farther away",
}


class SheetFile(msgspec.Struct, frozen=True):
    """As much of a ``charuco.json`` as describes its sheet (see `Sheet`): all of it must be there."""

    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    dictionary: str


@click.command()
@click.argument("eye")
@click.option(
    "--sheet",
    type=click.Path(dir_okay=False, path_type=Path),
    help="charuco.json of another sheet than the one that `tavolo print GAME --part lens` writes.",
)
@click.option("--seconds", type=Amount(1, DAY_S), default=180.0, show_default=True, help="Give up after this.")
@data_option
def calibrate(eye: str, sheet: Path | None, seconds: float, data: Path) -> None:
    """Measure the lens of the camera EYE: hold the ChArUco sheet before it until enough of it was seen.

    `tavolo play` uses the lens by itself from then on. Exit 3 where not enough was seen in time.
    """
    try:
        path = lens_file(data, eye)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    calibration = _calibration_with(sheet) if sheet else Calibration(Sheet())
    source, shown = open_source(eye), without_password(eye)
    number, until = -1, time.monotonic() + seconds
    try:
        with _progress_line() as live:
            while calibration.missing() and time.monotonic() < until:
                live.update(_progress(calibration, source.status, source.detail), refresh=True)
                frame = source.newest(number, 1.0)
                if frame is not None:
                    number = frame.number
                    calibration.add(frame.image)
        if number < 0:
            raise MachineError(f"no picture came from {shown} in {seconds:g} s: {source.detail or NOTHING_CAME}")
    finally:
        source.close()
    if missing := calibration.missing():
        wanted = "; ".join(ADVICE[key] for key in missing)
        raise MachineError(f"not enough was seen in {seconds:g} s: {wanted}{_of_another_size(calibration)}")
    try:
        lens = calibration.lens()
    except ValueError as error:
        raise MachineError(str(error)) from error
    save_lens(path, lens, shown)
    off = f"{lens.rms_px:.2f} px off on average over {counted(calibration.views, 'view')}"
    console.print(f"wrote {escape(str(path))}: {off}")


def _calibration_with(path: Path) -> Calibration:
    """A calibration with the sheet that the file at `path` describes; raises `DataError` where there is none such."""
    described = load_json(path, SheetFile)
    try:
        return Calibration(Sheet(**msgspec.structs.asdict(described)))
    except ValueError as error:
        raise DataError(path, "", str(error)) from error


@contextmanager
def _progress_line() -> Iterator[Live]:
    """A line that is renewed; into a pipe goes what it says at last, as a line like others."""
    try:
        with Live(console=console, auto_refresh=False) as live:
            yield live
    finally:
        if not console.is_terminal:
            console.line()


def _progress(calibration: Calibration, status: str, detail: str) -> str:
    wanted = "; ".join(ADVICE[key] for key in calibration.missing())
    camera = "" if status == "live" else f"  (camera: {escape(fares(status, detail, 'en'))})"
    return f"{counted(calibration.views, 'view')}. Next: {wanted}{camera}{_of_another_size(calibration)}"


def _of_another_size(calibration: Calibration) -> str:
    """What to know where the camera's pictures have changed their size meanwhile; empty while they have not."""
    width, height = calibration.size
    kept = ", ".join(f"{counted(views, 'view')} of {w}×{h} px" for (w, h), views in calibration.aside.items())
    return f"\nThe pictures are {width}×{height} px now; kept until their size is back: {kept}" if kept else ""
