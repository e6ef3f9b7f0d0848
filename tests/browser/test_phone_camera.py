"""A phone is the camera, on a stand over a secure page or for single photos; every camera has a page to set it up."""

from __future__ import annotations

import random
import re
import ssl
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, BrowserType, Dialog, Locator, Page, Route, expect

from companion.board_eye import kit_of, usual_cache
from engines import registry
from engines.entries import Act
from engines.pending import Dice
from engines.physical import Cell, Look
from tests.browser.axe import violations
from tests.browser.conftest import ARGUMENTS, CHROMIUM, PHONE, Opener
from tests.browser.room import log_in, serve
from tests.waiting import eventually
from vision.sources import LIVE, NO_PICTURES
from vision.virtual.faults import Faults
from vision.virtual.kit import Kit
from vision.virtual.pieces import TableTop
from vision.virtual.shutter import Shutter

GAME = registry.find("casablanca_escape")
SEATS = ("red", "blue")
BEFORE_S, AFTER_S = 10, 25
"""How long the film shows each position; it then begins anew, so that a slow machine gets a second chance."""

MUTED = """video => Object.defineProperty(video.srcObject.getVideoTracks()[0], "muted", {{
  configurable: true, get: () => {}
}})"""

MEAN_TONE = """canvas => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (data.length * 0.75);
}"""


class PhoneEvening:
    """An evening whose camera is a phone, in the first turn of a game of two."""

    def __init__(self, data: Path) -> None:
        self.evening = serve(data / "table", GAME.id, eye="phone", https=True)
        service = self.evening.service
        self.tokens: dict[str, str] = {}
        for seat in SEATS:
            self.tokens[seat] = service.claim(seat, seat.title(), seat.encode().hex(), "en")
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


def pictures(kit: Kit, placements: Sequence[Mapping[Cell, Sequence[Look]]]) -> Iterator[NDArray[np.uint8]]:
    """What the camera sees of each position, one after the other."""
    shutter, supply = Shutter(kit, seed=5), GAME.supply({}, SEATS)
    top = TableTop(kit.geometry, kit.looks).with_supply(supply)
    for number, placement in enumerate(placements):
        top = top.laid_out(placement, random.Random(7))
        yield shutter.take(top.resting(), Faults(), float(number))


def film(path: Path, kit: Kit, positions: Sequence[tuple[Mapping[Cell, Sequence[Look]], int]]) -> Path:
    """A film at `path` (YUV4MPEG2, one picture a second) that shows each position for so many seconds."""
    seen = pictures(kit, [placement for placement, _ in positions])
    with path.open("wb") as file:
        for number, (image, (_, seconds)) in enumerate(zip(seen, positions)):
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


def centre(of: Locator) -> tuple[float, float]:
    """The middle of what is seen of something, px."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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
        page.goto(room.evening.camera.address())
        page.get_by_role("link", name="Insegna al telefono a fidarsi del tavolo").click()
        for summary in page.locator("summary").all():
            summary.click()
        assert violations(page, "trust") == []
        page.get_by_role("link", name="Apri la pagina della telecamera").click()
        page.wait_for_url(f"{trust.secure}camera")
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
        expect(page.get_by_text("Scatta una foto")).to_be_hidden()  # it would end the live pictures
        page.set_viewport_size({"width": 640, "height": 360})
        for what in ("[data-says]", "[data-stop]"):
            expect(page.locator(what)).to_be_in_viewport(
                ratio=1
            )  # a phone on its side says and does what one upright does
        for muted, status in (("true", NO_PICTURES), ("false", LIVE)):  # in a call the last picture stands still
            page.locator("[data-video]").evaluate(MUTED.format(muted))
            eventually(lambda status=status: room.evening.looking.status == status)
        page.get_by_role("button", name="Ferma").click()
        last = page.locator("[data-photo-shown]")
        expect(last).to_be_visible()
        expect(page.locator("[data-video]")).to_be_hidden()
        assert last.evaluate(MEAN_TONE) > 40, "what the table still speaks of is still seen"
        expect(page.get_by_text("Scatta una foto")).to_be_visible()
        page.get_by_role("button", name="Avvia la telecamera").click()
        expect(page.locator("[data-stop]")).to_be_visible()
        page.locator("[data-video]").evaluate(
            "video => video.srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))"
        )
        expect(page.locator(".toast")).to_contain_text(
            "si è fermata"
        )  # a call came, or another app: the table is blind
        expect(page.locator("[data-start]")).to_be_visible()
    finally:
        browser.close()
        shows.unlink()


def test_a_photo_that_is_taken_before_the_page_is_wholly_there_is_not_lost(
    room: PhoneEvening, open_page: Opener, tmp_path: Path
) -> None:
    no_photo = tmp_path / "photo.heic"
    no_photo.write_bytes(b"ftypheic, or whatever a browser does not know")
    seat = GAME.pending(room.state).seats[0]
    cookie = {"name": f"seat_{seat}", "value": room.tokens[seat], "url": room.evening.join_url}
    page = open_page(f"{room.evening.join_url}seat/{seat}", cookies=[cookie])
    held: list[Route] = []
    page.route("**/phonecam*.js*", lambda route: held.append(route))
    page.get_by_role("link", name="Fotografa il tabellone").click(no_wait_after=True)
    page.locator("[data-snap]").set_input_files(no_photo)
    expect(page.locator(".toast")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator(".toast")).to_contain_text("non sa aprire questo file")


def test_whoever_ends_a_turn_photographs_the_board_and_reads_what_was_recognised(
    room: PhoneEvening, open_page: Opener, tmp_path: Path
) -> None:
    action, before, after = room.first_move()
    photos = []
    for name, image in zip(("before", "after"), pictures(room.kit, (before, after))):
        photos.append(tmp_path / f"{name}.jpg")
        cv2.imwrite(str(photos[-1]), image)
    no_photo = tmp_path / "photo.heic"
    no_photo.write_bytes(b"ftypheic, or whatever a browser does not know")
    seat = GAME.pending(room.state).seats[0]
    cookie = {"name": f"seat_{seat}", "value": room.tokens[seat], "url": room.evening.join_url}
    page = open_page(f"{room.evening.join_url}seat/{seat}", cookies=[cookie])
    page.get_by_role("link", name="Fotografa il tabellone").click()
    expect(page.locator("[data-start]")).to_have_count(0)
    page.locator("[data-snap]").set_input_files(no_photo)
    expect(page.locator(".toast")).to_contain_text("non sa aprire questo file")
    huge = tmp_path / "huge.jpg"
    huge.write_bytes(b"\xff\xd8\xff" + bytes(12_000_000))
    page.locator("[data-snap]").set_input_files(huge)
    expect(page.locator(".toast").last).to_contain_text("troppo grande")
    page.locator("[data-snap]").set_input_files(photos[0])
    expect(page.locator("[data-says]")).to_contain_text("è trovato", timeout=60_000)
    dot = tmp_path / "dot.png"
    cv2.imwrite(str(dot), np.zeros((1, 1, 3), np.uint8))
    page.locator("[data-snap]").set_input_files(dot)
    expect(page.locator(".toast").last).to_contain_text("troppo piccola")
    expect(page.locator("[data-table-picture]")).to_be_visible()  # of which the table still speaks
    page.locator("[data-snap]").set_input_files(photos[1])
    for _ in range(150):
        if action in room.acts:
            break
        page.wait_for_timeout(200)
    assert action in room.acts
    assert violations(page, "a photo") == []
    told = room.evening.service.snapshot(None, "it").story[-1]
    expect(page.locator("[data-news]")).to_contain_text(told)
    page.get_by_role("link", name="Torna al mio posto").click()
    page.wait_for_url(f"**/seat/{seat}")


def test_the_host_sets_a_camera_up_in_its_own_picture(open_page: Opener, tmp_path: Path) -> None:
    evening = serve(tmp_path / "table", "fifth_column")
    try:
        page = open_page(f"{evening.join_url}host")
        log_in(page, evening.pin)
        page.set_viewport_size({"width": 360, "height": 640})
        address = page.locator(".qr-row b")
        assert address.evaluate("one => one.getClientRects().length") == 1, "an address in two lines is typed wrong"
        page.set_viewport_size(PHONE)
        page.get_by_role("link", name="Prepara la telecamera").click()
        picture = page.locator("[data-table-picture]")
        expect(picture).to_be_visible()
        expect(page.locator("[data-says]")).to_contain_text("è trovato")
        expect(page.locator("[data-cells]")).to_have_attribute("d", re.compile("^M.*Z$"))
        for size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            drawn, seen = page.locator("[data-lattice]").bounding_box(), picture.bounding_box()
            assert drawn is not None
            assert seen is not None
            apart = (
                drawn["x"] - seen["x"],
                drawn["y"] - seen["y"],
                drawn["width"] - seen["width"],
                drawn["height"] - seen["height"],
            )
            assert max(map(abs, apart)) < 1, "the places are drawn where they lie"
        page.locator("[data-view]").click(position={"x": 175, "y": 110})
        expect(page.locator("[data-place]")).to_contain_text("Questo è")
        expect(page.locator("[data-pointed]")).to_have_attribute("d", re.compile("^M.*Z$"))
        evening.top.set_fault("nudge", 1.0)
        expect(page.locator("[data-place]")).to_have_text("")
        expect(page.locator("[data-pointed]")).to_have_attribute("d", "")
        page.get_by_role("button", name="Mostra gli angoli").click()
        assert violations(page, "corners") == []
        handle = page.locator('[data-corner="a"]')
        expect(handle).to_be_in_viewport()  # however far below the button stands
        page.get_by_role("button", name="Gli angoli sono questi").click()
        expect(page.locator(".toast.notice")).to_contain_text("guarda da lì")
        expect(page.locator("[data-says]")).to_contain_text("è trovato")
    finally:
        evening.close()


def test_corners_are_dragged_quickly_with_a_mouse_and_a_print_learnt_by_mistake_is_forgotten(
    open_page: Opener, tmp_path: Path
) -> None:
    evening = serve(tmp_path / "table", "fifth_column")
    try:
        page = open_page(f"{evening.join_url}host", has_touch=False)
        log_in(page, evening.pin)
        page.goto(f"{evening.join_url}camera")
        expect(page.locator("[data-says]")).to_contain_text("è trovato")
        page.get_by_role("button", name="Mostra gli angoli").click()
        corner = page.locator('[data-corner="a"]')
        x, y = centre(corner)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(
            x + 120, y + 40, steps=3
        )  # beyond itself in a step: under the mouse lies the picture for a moment
        page.mouse.up()
        assert np.allclose(centre(corner), (x + 120, y + 40), atol=1)
        page.get_by_role("button", name="Lascia stare").click()
        page.get_by_role("button", name="Mostra gli angoli").click()
        forget = page.get_by_role("button", name="Cerca di nuovo la stampa originale")
        expect(forget).to_be_hidden()
        asked: list[str] = []

        def answer(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.dismiss() if len(asked) == 1 else dialog.accept()

        page.on("dialog", answer)
        learn = page.get_by_role("button", name="impara la stampa")
        learn.click()
        expect(learn).to_be_visible()  # who is not sure takes the pieces off first
        assert not evening.camera.has_own_print()
        learn.click()
        expect(forget).to_be_visible()
        assert ["proprio vuoto" in question for question in asked] == [True, True]
        seen = page.get_by_role("img", name="La stampa del tuo tabellone")
        expect(seen).to_be_visible()
        page.wait_for_function("image => image.naturalWidth > 400", arg=seen.element_handle())
        forget.click()  # what was learnt by mistake is forgotten on the spot
        expect(page.locator(".toast.notice").last).to_contain_text("Dimenticata")
        expect(forget).to_be_hidden()
    finally:
        evening.close()


def test_without_a_picture_there_is_nothing_to_point_at_and_the_page_says_so(open_page: Opener, tmp_path: Path) -> None:
    long = "http://127.0.0.1:9/cameras/living_room/above_the_table/still.jpg"
    evening = serve(tmp_path / "table", "fifth_column", eye=long, more_eyes=(long.replace("above", "beside"),))
    try:
        page = open_page(f"{evening.join_url}host")
        log_in(page, evening.pin)
        page.get_by_role("link", name="Prepara la telecamera").first.click()
        page.set_viewport_size({"width": 360, "height": 640})
        expect(page.locator("[data-says]")).to_contain_text("127.0.0.1")
        for what in ("nav a", "[data-says]", "[data-view]"):
            box = page.locator(what).first.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 360, "however long a camera's address is, nothing is cut off"
        expect(page.locator("[data-view]")).to_contain_text("Ancora nessuna immagine.")
        expect(page.get_by_role("button", name="Mostra gli angoli")).to_have_count(0)
        assert violations(page, "no picture") == []
    finally:
        evening.close()
