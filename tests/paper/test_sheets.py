"""What is printed is at true scale: pages are turned into pictures, and measured."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.paper.beside import beside, rim_mm, side_mm
from companion.paper.charuco import SHEET
from companion.paper.kit import Order, Printed, print_kit
from companion.paper.papers import SAFE_MM, paper
from companion.paper.parts import PARTS
from companion.paper.tiles import tiling
from engines import registry
from engines.boards.board import Board
from engines.options import chosen
from tests.boards.pictures import farthest_off_mm, markers_seen
from tests.toys.chase import GAME as CHASE
from vision.calibration import Calibration

from .looking import blobs_mm, inside, longest_run_mm, opened, page_colours, page_picture, size_mm, words_on

ESCAPE = registry.find("casablanca_escape")
A1: Mapping[str, str] = chosen(ESCAPE.options, {"board": "A1"})
LARGE_PAPER = "A3"
"""The tiles of A1 on A3 are six: few enough to look at every one."""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Printed]]:
    """Everything for the A1 board of the escape, on A3."""
    folder = tmp_path_factory.mktemp("kit")
    order = Order(ESCAPE, A1, ESCAPE.seats, LARGE_PAPER, "de")
    return folder, {file.part: file for file in print_kit(order, PARTS, folder)}


def _board() -> Board:
    board = ESCAPE.board(A1)
    assert isinstance(board, Board)
    return board


def test_every_part_of_the_escape_is_printed(kit: tuple[Path, dict[str, Printed]]) -> None:
    folder, files = kit
    assert list(files) == [part for part in PARTS if part not in ("standups", "mats", "directory")], (
        "nothing of the escape stands up"
    )
    for file in files.values():
        with opened(folder / file.file) as pdf:
            assert len(pdf) == file.sheets
            assert size_mm(pdf[len(pdf) - 1]) == pytest.approx(file.size_mm, abs=0.01)


def test_fonts_are_inside_and_nothing_became_pixels(kit: tuple[Path, dict[str, Printed]]) -> None:
    folder, files = kit
    for file in files.values():
        fonts, missing, pictures = inside((folder / file.file).read_bytes())
        assert (missing, pictures) == (set(), 0), file.part
        families = {font.split("+")[1].split("-")[0] for font in fonts}
        assert families <= {"Cabin", "EBGaramond12", "Limelight"}, "a font that we do not ship"
        if file.part in ("board", "tiles"):
            assert families == {"Cabin", "EBGaramond12", "Limelight"}


def test_the_whole_boards_markers_are_where_the_eyes_look_for_them(kit: tuple[Path, dict[str, Printed]]) -> None:
    board = _board()
    with opened(kit[0] / "board.pdf") as pdf:
        assert size_mm(pdf[0]) == pytest.approx(board.size_mm, abs=0.01)
        picture = page_picture(pdf[0], 6)
    assert farthest_off_mm(board, picture) < 0.2


def test_every_hexs_number_is_printed_above_the_middle_of_that_hex(kit: tuple[Path, dict[str, Printed]]) -> None:
    board = _board()
    height = board.size_mm[1]
    with opened(kit[0] / "board.pdf") as pdf:
        words = pdf[0].get_textpage()
        text = words.get_text_range()
        found = 0
        for line_start, line in _lines(text):
            cell = line.strip()
            if cell in board.cells:
                left, bottom, right, top = words.get_charbox(line_start, loose=False)
                last = words.get_charbox(line_start + 3, loose=False)
                middle = (left + last[2]) / 2 * 25.4 / 72
                below = height - (top + bottom) / 2 * 25.4 / 72
                centre = board.places[cell].centre
                aside = abs(middle - centre[0])
                stepped_aside = abs(aside - 3.4 * board.pitch_mm / 24)  # where a town's name stands in its way
                assert min(aside, stepped_aside) < 0.4, cell  # digits are not all equally wide
                assert centre[1] - board.pitch_mm * 0.6 < below < centre[1], cell
                assert right > left
                found += 1
    assert found > 300


def _lines(text: str) -> list[tuple[int, str]]:
    """Every line of a page's text with the number of its first character."""
    starts, at = [], 0
    for line in text.split("\n"):
        starts.append((at, line))
        at += len(line) + 1
    return starts


def test_hexes_lines_lie_on_their_outlines_over_the_whole_sheet(kit: tuple[Path, dict[str, Printed]]) -> None:
    board = _board()
    with opened(kit[0] / "board.pdf") as pdf:
        picture = page_picture(pdf[0], 6).astype(np.float32)
    offsets = [
        offset
        for cell in sorted(board.cells)[::9]
        if board.terrain(cell) == "country"
        and (offset := _line_offset_mm(picture, board.places[cell].outline, 6)) is not None
    ]
    assert len(offsets) > 25
    assert np.percentile(np.abs(offsets), 90) < 0.2, "a tenth may have a tree or a river beside the line"
    half = len(offsets) // 2
    assert abs(np.median(offsets[:half]) - np.median(offsets[half:])) < 0.1, "the scale drifts from left to right"


def _line_offset_mm(
    picture: Any, outline: tuple[tuple[float, float], ...], px_mm: float, reach_mm: float = 1.0
) -> float | None:
    """How far the dark line along a hex's upright left edge lies from its place; ``None`` if other ink is there."""
    corners = sorted(outline)[:2]
    x = corners[0][0] * px_mm - 0.5
    top, bottom = sorted(corner[1] * px_mm for corner in corners)
    rows = slice(int(top + 0.35 * (bottom - top)), int(top + 0.65 * (bottom - top)))
    reach = int(reach_mm * px_mm)
    strip = picture[rows, int(x) - reach : int(x) + reach + 2]
    profile = strip.mean(axis=0)
    dark = np.clip(np.median(profile) - profile - 4, 0, None)
    if strip.std(axis=0).max() > 12 or dark.sum() < 4:
        return None
    middle = float((dark * np.arange(len(dark))).sum() / dark.sum()) + int(x) - reach
    return (middle - x) / px_mm


def test_tiles_glued_together_are_the_board(kit: tuple[Path, dict[str, Printed]]) -> None:
    board, px_mm = _board(), 5
    tiled = tiling(board.size_mm, paper(LARGE_PAPER))
    glued = np.zeros((round(board.size_mm[1] * px_mm), round(board.size_mm[0] * px_mm)), np.uint8)
    with opened(kit[0] / f"tiles-{LARGE_PAPER}.pdf") as pdf:
        assert len(pdf) == 1 + len(tiled.tiles)
        for tile, page in zip(tiled.tiles, list(pdf)[1:]):
            sheet = page_picture(page, px_mm).astype(np.float32)
            left, top = tiled.corner_mm
            w, h = round(tile.w * px_mm) - 1, round(tile.h * px_mm) - 1
            x, y = round(tile.x * px_mm), round(tile.y * px_mm)
            # the board's whole pixels, as they lie on this sheet
            shift = np.array([[1, 0, left * px_mm + x - tile.x * px_mm], [0, 1, top * px_mm + y - tile.y * px_mm]])
            window = cv2.warpAffine(sheet, shift, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
            glued[y : y + h, x : x + w] = np.clip(window, 0, 255)[: len(glued) - y, : glued.shape[1] - x]
        whole = glued
    with opened(kit[0] / "board.pdf") as pdf:
        printed = page_picture(pdf[0], px_mm)
    assert farthest_off_mm(board, whole) < 0.2
    rim = 4
    difference = cv2.absdiff(cv2.GaussianBlur(whole, (5, 5), 0), cv2.GaussianBlur(printed, (5, 5), 0))[
        rim:-rim, rim:-rim
    ]
    assert difference.mean() < 2, "somewhere the picture does not run on"
    assert (difference > 70).mean() < 1e-4


def test_nothing_is_nearer_to_an_edge_than_printers_reach(kit: tuple[Path, dict[str, Printed]]) -> None:
    px_mm = 2
    for part, file in kit[1].items():
        if part == "board":
            continue
        with opened(kit[0] / file.file) as pdf:
            for number, page in enumerate(pdf, 1):
                picture = page_picture(page, px_mm)
                edge = int((SAFE_MM - 0.5) * px_mm)
                picture[edge:-edge, edge:-edge] = 255
                assert picture.min() > 250, f"{part}, sheet {number}"


def test_on_the_large_sheet_only_the_paper_itself_runs_to_the_edge() -> None:
    for size in ("A0", "A1"):
        board = ESCAPE.board(chosen(ESCAPE.options, {"board": size}))
        points = [corner for place in board.places.values() for corner in place.outline]
        points += [corner for corners in board.markers.values() for corner in corners]
        for axis, side in enumerate(board.size_mm):
            assert min(point[axis] for point in points) >= 6
            assert max(point[axis] for point in points) <= side - 6


def test_every_sheet_has_a_ruler_of_100_mm(kit: tuple[Path, dict[str, Printed]]) -> None:
    px_mm = 6
    for part, file in kit[1].items():
        if part == "board":
            continue
        with opened(kit[0] / file.file) as pdf:
            sheets = list(pdf)[:: 2 if part == "cards" else 1]
            for page in sheets[:2]:
                strip = page_picture(page, px_mm)[-int(9 * px_mm) :]
                assert longest_run_mm(strip, px_mm) == pytest.approx(100, abs=0.25), part


def test_stickers_are_as_large_as_their_pieces(kit: tuple[Path, dict[str, Printed]]) -> None:
    bodies = ESCAPE.pieces(A1)
    sizes = sorted({body.size_mm for body in bodies.values()})
    with opened(kit[0] / f"stickers-{LARGE_PAPER}.pdf") as pdf:
        found = [blob for page in pdf for blob in blobs_mm(page_picture(page, 8), 8, 60)]
    assert len(found) == 8 * (1 + 2 * 2), "a Gestapo and two turned discs for each of eight"
    for _, _, width, height in found:
        assert width == pytest.approx(height, abs=0.3)
        assert min(abs(width - size) for size in sizes) < 0.3


def test_a_sticker_sheet_tells_sizes_as_its_language_writes_them_and_of_backs_only_where_there_are_some(
    kit: tuple[Path, dict[str, Printed]], tmp_path: Path
) -> None:
    ships = registry.find("cape_horn")
    order = Order(ships, chosen(ships.options, {}), ships.seats, LARGE_PAPER, "de")
    (printed,) = print_kit(order, ("stickers",), tmp_path)
    sheets = (kit[0] / f"stickers-{LARGE_PAPER}.pdf", tmp_path / printed.file)
    turned, one_sided = (words_on(sheet) for sheet in sheets)
    assert "zweite Bild" in turned
    assert "zweite Bild" not in one_sided
    assert "9,6 mm" in one_sided


def test_a_counter_folds_so_that_its_faces_lie_back_to_back(kit: tuple[Path, dict[str, Printed]]) -> None:
    core = 2.0
    with opened(kit[0] / f"counters-{LARGE_PAPER}.pdf") as pdf:
        found = [blob for page in pdf for blob in blobs_mm(page_picture(page, 8), 8, 100)]
        colours = page_colours(pdf[0], 8)
    assert len(found) == 24
    for left, top, width, height in found:
        assert width == pytest.approx(2 * height + core, abs=0.4)
        # the outline is the same when it is folded over: its right half mirrors its left
        piece = (
            colours[int(top * 8) : int((top + height) * 8), int(left * 8) : int((left + width) * 8)].min(axis=2) < 250
        )
        assert (piece == piece[:, ::-1]).mean() > 0.98


def test_the_last_sheet_of_corteos_counters_is_worth_its_cardboard(tmp_path: Path) -> None:
    corteo = registry.find("corteo")
    options = chosen(corteo.options, {})
    (file,) = print_kit(Order(corteo, options, corteo.seats, "A4"), ["counters"], tmp_path)
    with opened(tmp_path / file.file) as pdf:
        last = blobs_mm(page_picture(pdf[len(pdf) - 1], 4), 4, 100)
    assert len(last) > 30


def test_every_red_card_has_its_number_its_words_and_a_back(kit: tuple[Path, dict[str, Printed]]) -> None:
    with opened(kit[0] / f"cards-{LARGE_PAPER}.pdf") as pdf:
        pages = [page.get_textpage().get_text_range() for page in pdf]
    fronts, backs = "\n".join(pages[::2]), pages[1::2]
    for number in range(1, 41):
        title = ESCAPE.texts.say("de", f"card.{number}").partition(" · ")[2]
        assert title.split()[0] in fronts, title
        assert f"\n{number}\r" in f"\n{fronts}".replace("\n\n", "\n"), number
    assert sum(back.count("Casablanca") for back in backs) == 40


def test_markers_beside_the_board_are_the_boards_own(kit: tuple[Path, dict[str, Printed]]) -> None:
    board = _board()
    with opened(kit[0] / f"markers-{LARGE_PAPER}.pdf") as pdf:
        seen: dict[int, Any] = {}
        for page in pdf:
            seen |= markers_seen(page_picture(page, 8))
    assert seen.keys() == board.markers.keys()
    for corners in seen.values():
        for one, other in pairwise(corners):
            assert np.hypot(*(other - one)) / 8 == pytest.approx(side_mm(board), abs=0.2)


def test_markers_beside_the_board_touch_its_edge_with_their_rim() -> None:
    board = _board()
    rim, width = rim_mm(side_mm(board)), board.size_mm[0]
    for number, corners in beside(board).items():
        own = board.markers[number]
        left = own[0][0] < width / 2
        assert (corners[1][0] if left else corners[0][0]) == pytest.approx(-rim if left else width + rim)
        assert abs(corners[0][1] - own[0][1]) < board.size_mm[1] / 2


def test_the_lens_sheet_is_seen_and_measures_right(kit: tuple[Path, dict[str, Printed]]) -> None:
    px_mm = 6
    with opened(kit[0] / f"lens-{LARGE_PAPER}.pdf") as pdf:
        picture = page_picture(pdf[0], px_mm)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(SHEET.board()).detectBoard(picture)
    assert len(ids) == (SHEET.columns - 1) * (SHEET.rows - 1)
    at = {int(number): corner.ravel() / px_mm for number, corner in zip(ids.ravel(), corners)}
    across = at[SHEET.columns - 2] - at[0]
    assert across[0] == pytest.approx((SHEET.columns - 2) * SHEET.square_mm, abs=0.1)
    assert Calibration(SHEET).add(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)) is not None


def test_a_game_without_cards_figures_or_code_of_its_own_prints_all_the_rest(tmp_path: Path) -> None:
    order = Order(CHASE, chosen(CHASE.options, {}), CHASE.seats, "Letter")
    files = {file.part: file for file in print_kit(order, PARTS, tmp_path)}
    assert list(files) == [part for part in PARTS if part not in ("cards", "standups", "mats", "directory")]
    with opened(tmp_path / files["stickers"].file) as pdf:
        found = blobs_mm(page_picture(pdf[0], 8), 8, 60)
    assert len(found) == 3 * (1 + 2 * 2)


def test_the_same_order_prints_the_same_bytes(tmp_path: Path) -> None:
    order = Order(CHASE, chosen(CHASE.options, {}), CHASE.seats)
    written = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        written.append([(folder / file.file).read_bytes() for file in print_kit(order, ("tiles", "counters"), folder)])
    assert written[0] == written[1]
