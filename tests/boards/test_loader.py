"""A wrong board file is refused with the file, the key and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.boards.loader import load_board
from engines.data import DataError

from .drawn import POINTY, RINGS, SQUARE, STREETS, board_of


def refusal(folder: Path, toml: str, sheet: str = "small") -> str:
    """What the loader says against `toml`."""
    with pytest.raises(DataError) as refused:
        board_of(folder, toml, sheet)
    words = str(refused.value)
    assert words.startswith(str(folder / "board.toml"))
    return words


def test_rows_of_different_length(tmp_path: Path) -> None:
    words = refusal(tmp_path, POINTY.replace("1  . c c c c .", "1  . c c c c"))
    assert "map: row 1 has 5 cells, those above 6" in words


def test_a_row_out_of_order(tmp_path: Path) -> None:
    assert "row 2 begins with '3'; rows are numbered from 0" in refusal(tmp_path, POINTY.replace("2 c c c", "3 c c c"))


def test_an_unknown_code_is_named_with_its_place_and_the_known_ones(tmp_path: Path) -> None:
    words = refusal(tmp_path, POINTY.replace("2 c c c c . .", "2 c c q c . ."))
    assert "map: row 2, column 2: 'q' is no terrain; there are: . c _" in words


def test_an_empty_map(tmp_path: Path) -> None:
    assert "map: is empty" in refusal(tmp_path, SQUARE.split("map =")[0] + SQUARE.split('"""')[2])


def test_a_code_used_for_two_terrains(tmp_path: Path) -> None:
    words = refusal(tmp_path, POINTY + '\n[[terrain]]\nname = "hill"\ncodes = "c"\n')
    assert "terrain[2].codes: 'c' is taken already" in words


def test_a_name_in_the_sea(tmp_path: Path) -> None:
    words = refusal(tmp_path, POINTY + '\n[names]\n"0000" = { en = "Atlantis" }\n')
    assert "names.0000: 'Atlantis' stands in the sea; name a cell on land" in words


def test_a_name_on_no_cell(tmp_path: Path) -> None:
    assert "names.4200: '4200' is no cell of the map" in refusal(
        tmp_path, POINTY + '\n[names]\n"4200" = { en = "Far" }\n'
    )


def test_one_name_for_two_cells(tmp_path: Path) -> None:
    words = refusal(tmp_path, POINTY + '\n[names]\n"0200" = { en = "Rome" }\n"0300" = { en = "Roma", it = "Rome" }\n')
    assert "names.0300: 'Rome' is the name of 0200 already" in words


def test_a_name_without_english_or_in_an_unknown_language(tmp_path: Path) -> None:
    assert "there is no English name" in refusal(tmp_path, POINTY + '\n[names]\n"0200" = { it = "Roma" }\n')
    words = refusal(tmp_path, POINTY + '\n[names]\n"0200" = { en = "Rome", fr = "Rome" }\n')
    assert "unknown language 'fr'; right is: en, it, de" in words


def test_a_line_that_jumps(tmp_path: Path) -> None:
    line = '\n[[line]]\nkind = "rail"\nname = { en = "Express" }\ncells = "0200 0400"\n'
    words = refusal(tmp_path, POINTY + line)
    assert "line[0] (Express): 0200 and 0400 are not neighbours; beside 0200 are" in words


def test_a_line_of_one_cell(tmp_path: Path) -> None:
    line = '\n[[line]]\nkind = "rail"\nname = { en = "Stub" }\ncells = "0200"\n'
    assert "line[0].cells: a line needs two cells or more" in refusal(tmp_path, POINTY + line)


def test_a_cell_drawn_with_a_line_that_no_list_names(tmp_path: Path) -> None:
    drawn = POINTY.replace("0 . . c c c .", "0 . . r c c .")
    words = refusal(tmp_path, drawn + '\n[[terrain]]\nname = "land"\ncodes = "r"\nlines = ["rail"]\n')
    assert "map: 0200 is drawn 'r', so its lines should be: rail; they are: none" in words


def test_a_zone_twice_and_an_empty_zone(tmp_path: Path) -> None:
    zone = '\n[[zone]]\nid = "haven"\nkind = "safe"\nnames = { en = "Haven" }\ncells = "0200"\n'
    assert "zone[1].id: 'haven' stands twice" in refusal(tmp_path, POINTY + zone + zone)
    assert "zone[0]: is empty" in refusal(tmp_path, POINTY + zone.replace('"0200"', '""'))


def test_a_zone_by_columns_and_rows_on_a_board_without_them(tmp_path: Path) -> None:
    zone = '\n[[zone]]\nid = "x"\nkind = "safe"\nnames = { en = "X" }\n' + (
        'within = { terrain = "land", first = "1", last = "9" }\n'
    )
    assert "needs columns and rows; list the cells instead" in refusal(tmp_path, RINGS + zone)


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    assert "Object contains unknown field `colour`" in refusal(
        tmp_path, POINTY.replace("format = 1", 'format = 1\ncolour = "red"')
    )


def test_an_unknown_sheet_names_those_there_are(tmp_path: Path) -> None:
    assert "sheet.A7: there is no such sheet; there are: small" in refusal(tmp_path, POINTY, "A7")


def test_a_box_over_the_edge_of_the_sheet_and_a_box_of_no_cell(tmp_path: Path) -> None:
    boxes = 'boxes = [{ id = "T0", kind = "track", x = 290, y = 0, w = 20, h = 10 }]\n'
    assert "sheet.small.T0: reaches over the sheet of 300 × 300 mm" in refusal(tmp_path, POINTY + boxes)
    boxes = 'boxes = [{ id = "9+", of = "9", kind = "holding", x = 0, y = 0, w = 20, h = 10 }]\n'
    assert "box 9+: belongs to '9', which is no place of the board" in refusal(tmp_path, POINTY + boxes)


def test_a_map_too_large_for_its_sheet(tmp_path: Path) -> None:
    assert "reaches over the sheet" in refusal(tmp_path, POINTY.replace("pitch = 20", "pitch = 60"))


def test_an_unknown_art_names_those_there_are(tmp_path: Path) -> None:
    words = refusal(tmp_path, POINTY.replace("format = 1", 'format = 1\nart = "oil"'))
    assert "art: there is no drawing 'oil'; there are: plain, poster-map" in words


def test_edges_to_no_node_twice_or_to_itself(tmp_path: Path) -> None:
    assert "edges: '1-9': there is no node '9'" in refusal(tmp_path, STREETS.replace("1-2", "1-9"))
    assert "edges: '2-1' stands twice" in refusal(tmp_path, STREETS.replace("1-2", "1-2 2-1"))
    assert "edges: '1-1' is no pair of nodes" in refusal(tmp_path, STREETS.replace("1-2", "1-1"))


def test_a_node_that_no_street_reaches(tmp_path: Path) -> None:
    assert "edges: no way leads from 1 to 7; every node must be joined" in refusal(tmp_path, STREETS.replace("6-7", ""))


def test_a_board_of_squares_is_no_board_of_hexes(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(SQUARE)
    with pytest.raises(DataError, match="grid: 'square' is not a board of hexes; right is: hex-pointy, hex-flat"):
        load_board(path, "small")
