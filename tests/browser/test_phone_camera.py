"""A phone on a stand is the table's camera: from the scanned code over a secure page to a move that is recognised."""

from __future__ import annotations

import random
import re
import ssl
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from companion.board_eye import kit_of, usual_cache
from engines import registry
from engines.entries import Act
from engines.pending import Dice
from engines.physical import Cell, Look
from tests.browser.conftest import ARGUMENTS, CHROMIUM, PHONE
from tests.browser.room import serve
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

GAME = registry.find("casablanca_escape")
SEATS = ("red", "blue")
BEFORE_S, AFTER_S = 10, 25
"""How long the film shows each position; it then begins anew, so that a slow machine gets a second chance."""


class PhoneEvening:
    """An evening whose camera is a phone, in the first turn of a game of two."""

    def __init__(self, data: Path) -> None:
        self.evening = serve(data / "table", GAME.id, eye="phone", https=True)
        service = self.evening.service
        for seat in SEATS:
            service.claim(seat, seat.title(), seat.encode().hex(), "en")
        service.begin("en")
        self._roll()
        service.begin("en")
        self._roll()
        self.kit: Kit = kit_of(GAME, self.evening.table.moment.row.options, usual_cache())

    def _roll(self) -> None:
        count = 0
        while isinstance(dice := GAME.pending(self.state), Dice):
            count += 1
            key = f"phone-roll-{len(self.evening.table.moment.journal.standing)}-{count}"
            self.evening.service.roll(dice.seat or SEATS[0], None, key, "en")

    @property
    def state(self) -> Any:
        return self.evening.table.moment.journal.state

    @property
    def acts(self) -> list[Any]:
        """What stands of the game."""
        standing = self.evening.table.moment.journal.standing
        return [played.entry.action for played in standing if isinstance(played.entry, Act)]

    def first_move(self) -> Any:
        """Something that the player to act may do with a piece."""
        seat = GAME.pending(self.state).seats[0]
        board = GAME.placement(self.state).cells
        for action in GAME.legal(self.state, seat):
            after = GAME.placement(GAME.apply(self.state, Act(seat, action)).state).cells
            if after != board:
                return action, board, after
        raise AssertionError("nothing can be moved")


def film(path: Path, kit: Kit, positions: Sequence[tuple[Mapping[Cell, Sequence[Look]], int]]) -> Path:
    """A film at `path` (YUV4MPEG2, one picture a second) that shows each position for so many seconds."""
    shutter, supply = Shutter(kit, seed=5), GAME.supply({}, SEATS)
    top = TableTop(kit.geometry, kit.looks).with_supply(supply)
    with path.open("wb") as file:
        for number, (placement, seconds) in enumerate(positions):
            top = top.laid_out(placement, random.Random(7))
            image = shutter.take(top.resting(), Faults(), float(number))
            if number == 0:
                file.write(f"YUV4MPEG2 W{image.shape[1]} H{image.shape[0]} F1:1 Ip A1:1 C420\n".encode())
            frame = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes()
            for _ in range(seconds):
                file.write(b"FRAME\n" + frame)
    return path


@pytest.fixture
def room(tmp_path: Path) -> Iterator[PhoneEvening]:
    room = PhoneEvening(tmp_path)
    yield room
    room.evening.close()


def camera_phone(kind: BrowserType, shows: Path) -> Browser:
    """A browser whose camera shows a film."""
    arguments = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={shows}",
    ]
    return kind.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments])


def test_a_phone_on_a_stand_sees_a_move_from_scanning_to_the_story(
    room: PhoneEvening, chromium: Browser, tmp_path: Path
) -> None:
    trust = room.evening.camera.trust()
    assert trust is not None
    authority = ssl.create_default_context(cadata=trust.certificate)
    with urllib.request.urlopen(trust.secure, context=authority, timeout=20) as door:
        assert door.status == 200, "who trusts the table's authority needs no exception"
    action, before, after = room.first_move()
    shows = film(tmp_path / "board.y4m", room.kit, [(before, BEFORE_S), (after, AFTER_S)])
    browser = camera_phone(chromium.browser_type, shows)
    try:
        page: Page = browser.new_context(viewport=PHONE, locale="it-IT", ignore_https_errors=True).new_page()
        key = room.evening.camera.address().partition("?")[2]
        page.goto(f"{trust.secure}camera?{key}")
        assert "key" not in page.url, "the key does not stay in the address"
        page.get_by_role("button", name="Avvia la telecamera").click()
        expect(page.locator("[data-says]")).to_contain_text("è trovato", timeout=60_000)
        expect(page.locator("[data-gauges] li")).to_have_count(6)
        expect(page.locator("[data-cells]")).to_have_attribute("d", re.compile("^M.*Z$"), timeout=15_000)
        assert len(str(page.locator("[data-found]").get_attribute("points")).split()) == 4
        for _ in range(600):
            if action in room.acts:
                break
            page.wait_for_timeout(200)
        assert action in room.acts
        page.locator("[data-view]").click(position={"x": 175, "y": 100})
        expect(page.locator("[data-place]")).to_contain_text("Questo è", timeout=15_000)
    finally:
        browser.close()
        shows.unlink()
