"""A room for the browser tests: a served evening, phones that join, pieces that are dragged."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from companion.board_eye import usual_cache
from companion.evening import Evening
from companion.evening_settings import EveningSettings
from companion.eyes import PICTURES
from engines import registry

CELL_CENTRE = """async (cell) => {
  let was = "";
  for (let same = 0; same < 4; ) {
    await new Promise(requestAnimationFrame);
    const found = document.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
    if (!found) continue;
    const box = found.getBoundingClientRect();
    const now = [box.x + box.width / 2, box.y + box.height / 2];
    same = String(now) === was ? same + 1 : 0;
    was = String(now);
    if (same >= 3) return now;
  }
}"""
"""Where the middle of a cell is, once the board has come and glides no more."""

LIES_WHERE_IT_IS_DRAWN = """async (id) => {
  const { pieces } = await (await fetch("/virtual/pieces.json")).json();
  const there = pieces.find((piece) => piece.id === id);
  const drawn = document.querySelector(`.body[data-piece="${CSS.escape(id)}"]`)?.piece;
  return Boolean(there && drawn && Math.hypot(there.x - drawn.x, there.y - drawn.y) < 0.01);
}"""
"""Whether the page has heard where the piece lies: after the table laid it there, that takes a moment."""


def free_port() -> int:
    """A port that nobody serves. A port that the system chose by itself could not be served again after a restart."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(
    data: Path,
    game: str = "casablanca_escape",
    options: Mapping[str, str] | None = None,
    *,
    eye: str = "virtual",
    port: int = 0,
    https: bool = False,
    host: str = "127.0.0.1",
    more_eyes: tuple[str, ...] = (),
) -> Evening:
    """A served evening with its store in `data`. Boards are drawn once for all tests, not once for each store."""
    data.mkdir(parents=True, exist_ok=True)
    drawn = data / PICTURES
    if not drawn.exists():
        usual_cache().mkdir(parents=True, exist_ok=True)
        drawn.symlink_to(usual_cache(), target_is_directory=True)
    kind = registry.find(game)
    evening = Evening(
        EveningSettings(
            kind, dict(options or {}), (), eye, host, port or free_port(), data, https=https, more_eyes=more_eyes
        )
    )
    evening.start()
    return evening


def join(page: Page, seat: str, name: str) -> None:
    """Sits down at the front door."""
    page.get_by_label("Il tuo nome").fill(name)
    page.locator(f'label.colour[data-seat="{seat}"]').click()
    page.get_by_role("button", name="Mi siedo").click()
    page.wait_for_url(f"**/seat/{seat}")


def log_in(page: Page, pin: str) -> None:
    """Types the host's PIN."""
    page.get_by_label("PIN di chi ospita").fill(pin)
    page.get_by_role("button", name="Entra").click()
    page.wait_for_selector("body.host")
    page.wait_for_load_state("load")


def begin(host: Page) -> None:
    """Begins the game, from the host's page."""
    with host.expect_response("**/host/begin") as answer:
        host.get_by_role("button", name="Ci siamo tutti: si comincia").click()
    assert answer.value.ok, answer.value.text()


def corrections(host: Page) -> Locator:
    """The form of the host's edit mode, unfolded; the one after a correction was sent is another one."""
    details = host.locator("[data-facts]")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    return details.locator("[data-facts-edit]:not([inert])")


def correct(host: Page, **facts: str | int) -> None:
    """The host's edit mode: sets public facts (``red_fugitive="0426"`` is the fact ``red.fugitive``)."""
    form = corrections(host)
    for name, value in facts.items():
        field = form.locator(f'[name="{name.replace("_", ".", 1)}"]')
        if field.evaluate("one => one.localName") == "select":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    with host.expect_response("**/host/edit") as answer:
        form.locator("button").click()
    assert answer.value.ok, answer.value.text()


def type_dice(phone: Page, *values: int) -> None:
    """Enters what real dice show."""
    phone.locator("details.real summary").click()
    for die, value in enumerate(values):
        phone.locator(f'label:has([name="die{die}"][value="{value}"])').click()
    phone.get_by_role("button", name="Ecco che cosa mostrano").click()


class VirtualTablePage:
    """The virtual table's page, on which pieces are dragged with a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.wait_for_selector(".on-top .body")

    def lay_out(self) -> None:
        """Lets the page put every piece where the table expects it."""
        with self.page.expect_response("**/virtual/lay-out") as answer:
            self.page.get_by_role("button", name="Prepara tu il tabellone").click()
        assert answer.value.ok

    def lying(self, look: str) -> list[dict[str, Any]]:
        """The pieces with that look."""
        pieces = self.page.evaluate("() => fetch('/virtual/pieces.json').then(reply => reply.json())")["pieces"]
        return [piece for piece in pieces if piece["look"] == look]

    def drag(self, piece: str, cell: str) -> None:
        """Takes the piece of that id to `cell`, as a hand with a mouse would."""
        self.page.wait_for_function(LIES_WHERE_IT_IS_DRAWN, arg=piece)
        mouse = self.page.mouse
        self.page.locator(f'.body[data-piece="{piece}"]').hover()  # waits until it lies still
        mouse.down()
        expect(self.page.locator(f'.body.held[data-piece="{piece}"]')).to_have_count(1)
        x, y = self.page.evaluate(CELL_CENTRE, cell)
        mouse.move(x - 9, y + 14)
        mouse.move(x, y, steps=4)
        with self.page.expect_response("**/virtual/move") as answer:
            mouse.up()
        assert answer.value.ok


def tap_cell(phone: Page, cell: str) -> None:
    """Taps a place on the phone's mirror."""
    x, y = phone.evaluate(CELL_CENTRE, cell)
    phone.touchscreen.tap(x, y)


def says(place: Locator, words: str | Any, seconds: float = 60) -> None:
    """Waits until `place` says `words`, in whatever case it is drawn."""
    expect(place).to_contain_text(words, timeout=seconds * 1000, use_inner_text=True, ignore_case=True)
