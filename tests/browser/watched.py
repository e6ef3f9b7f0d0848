"""What happens at the parlour's table while its display is watched and heard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import fakes
from web.service import Warning


def play(table: fakes.FakeTable) -> None:
    table.begin_playing("red", "blue")


def hop(table: fakes.FakeTable, to: str) -> None:
    table.act("red", b'{"type":"hop","to":"%b"}' % to.encode(), f"hop to {to}", 0, "it")


def owed(steps: int) -> Warning:
    """The board has to follow in so many steps."""
    mend = tuple(f"Metti una pedina su 01{number:02}." for number in range(steps))
    return Warning(reading="Owes", words=("Il tabellone va aggiornato.",), mend=mend, cells=("0100",))


def warn(display: Page, table: fakes.FakeTable, *warnings: Warning) -> None:
    """The table warns of just these, and the display shows it."""
    table.warnings = list(warnings)
    table.tell()
    steps = [str(len(warning.mend)) for warning in warnings]
    expect(display.locator("#region-warnings article")).to_have_count(len(steps))
    display.wait_for_function(
        "steps => String([...document.querySelectorAll('[data-steps]')].map((one) => one.dataset.steps)) === steps",
        arg=",".join(steps),
    )
