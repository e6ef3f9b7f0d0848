"""Counters with a tag each: what they look like, which of them was put down, and which of two equal ones went where."""

from __future__ import annotations

from pathlib import Path

from corteo_positions import CITY, GAME, Table

from companion.learning_service import Teacher
from companion.words import Words
from engines.corteo.actions import Move, Place
from engines.corteo.roster import COUNTERS, UNIT_NUMBER
from engines.physical import Cell, Change, Contents
from engines.texts import LANGUAGES
from tests.corteo.eager_games import options
from tests.table.evenings import Evening
from web.app import create_app

TAGGED = {"tags": "printed"}
SEATS = ("march", "power")


def read(table: Table, before: dict[Cell, Contents], after: dict[Cell, Contents]) -> list[object]:
    change = Change.between(before, after)
    return [intent.action for intent in GAME.interpret(table.state, change)]


def test_no_two_counters_bear_the_same_tag_nor_one_of_the_boards_corners() -> None:
    bodies, board = GAME.pieces(TAGGED), GAME.board(TAGGED)
    tags = [body.corner_tag.number for body in bodies.values() if body.corner_tag is not None]
    assert len(tags) == len(set(tags)) > len(COUNTERS)
    assert not set(tags) & set(board.markers)
    assert max(tags) < 250


def test_every_unit_in_the_box_has_a_body_and_a_name_of_its_own_in_every_language() -> None:
    box, bodies = GAME.box(TAGGED, SEATS), GAME.pieces(TAGGED)
    units = box[: len(COUNTERS)]
    assert len(set(units)) == len(COUNTERS)
    assert all(look in bodies for look in box)
    for lang in LANGUAGES:
        words = Words(GAME, GAME.board(TAGGED), lang)
        assert len({words.piece(look) for look in units}) == len(COUNTERS)


def test_without_the_option_no_counter_bears_a_tag() -> None:
    assert all(body.corner_tag is None for body in GAME.pieces({}).values())
    assert GAME.box({}, SEATS).count("counter:mov-4-2") == 6


def test_two_equal_counters_that_passed_each_other_are_told_apart() -> None:
    units = {"A": ("mov-4-2", "1005"), "B": ("mov-4-2", "1105"), "x": ("riot", "2712")}
    plain, table = Table(units), Table(units, options=TAGGED)
    first, second = (f"counter:mov-4-2.{number}" for number in (1, 2))
    before, after = {"1005": (first,), "1105": (second,)}, {"1005": (second,), "1105": (first,)}
    assert set(before.items()) <= set(GAME.placement(table.state).cells.items())
    assert set(read(table, before, after)) == {Move(table.unit["A"], "1105"), Move(table.unit["B"], "1005")}
    equal = ("counter:mov-4-2",)
    assert read(plain, {"1005": equal, "1105": equal}, {"1005": equal, "1105": equal}) == []


def test_a_counter_from_beside_the_board_is_the_one_its_tag_says() -> None:
    table = Table({}, options=TAGGED)
    table.state = GAME.new(TAGGED, SEATS)
    third = UNIT_NUMBER["mov-4-2.3"]
    placed = read(table, {}, {"0505": ("counter:mov-4-2.3",)})
    assert placed == [Place("mov-4-2", "0505", third)]
    first = read(table, {}, {"0505": ("counter:mov-4-2.1",)})
    assert first == [Place("mov-4-2", "0505")], "who says none means the first"


def test_the_named_counter_is_put_down_and_cannot_be_put_down_again() -> None:
    table = Table({}, options=TAGGED)
    table.state = GAME.new(TAGGED, SEATS)
    legal = set(GAME.legal(table.state, "march"))
    square = min(place.to for place in legal if isinstance(place, Place) and place.unit is not None)
    third = Place("mov-4-2", square, UNIT_NUMBER["mov-4-2.3"])
    assert third in legal
    table.do(third)
    assert GAME.placement(table.state).contents(square) == ("counter:mov-4-2.3",)
    (why,) = GAME.judge(table.state, "march", third)
    assert why.key == "not_beside_the_board"
    assert third not in set(GAME.legal(table.state, "march"))
    assert GAME.judge(table.state, "march", Place("mov-4-2", square)) == (), "others are left"


def test_a_counter_of_another_kind_or_of_a_game_without_tags_is_not_named() -> None:
    table = Table({}, options=TAGGED)
    table.state = GAME.new(TAGGED, SEATS)
    square = min(CITY.start)
    assert GAME.judge(table.state, "march", Place("mov-4-2", square, UNIT_NUMBER["mov-4-4.2"]))
    table.state = GAME.new({}, SEATS)
    assert GAME.judge(table.state, "march", Place("mov-4-2", square, UNIT_NUMBER["mov-4-2.2"]))


def test_a_police_unit_that_panics_shows_another_tag_on_its_back() -> None:
    down = Table({"A": ("mov-4-2", "2512"), "x": ("riot", "3928")}, options=TAGGED, down="x")
    (look,) = GAME.placement(down.state).contents("3928")
    assert look == "counter:riot.1:back"
    back, face = GAME.pieces(TAGGED)[look].corner_tag, GAME.pieces(TAGGED)["counter:riot.1"].corner_tag
    assert back is not None
    assert face is not None
    assert back.number != face.number


def test_whoever_places_by_phone_may_say_which_of_several_counters(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME, TAGGED).begin()
    app = create_app(evening.service, virtual=None, host_pin="1", board_svg=lambda lang: "", piece_svg=lambda look: "")
    client = app.test_client()
    client.set_cookie("seat_march", evening.tokens["march"])
    page = client.get("/seat/march").text
    assert [f'data-picked="mov-4-2.{number}"' in page for number in (1, 2, 3)] == [True, True, True]
    assert "Movement 4-2, counter 3" in page
    evening.act("march", Place("mov-4-2", min(CITY.start), UNIT_NUMBER["mov-4-2.3"]))
    page = client.get("/seat/march").text
    assert [f'data-picked="mov-4-2.{number}"' in page for number in (1, 2, 3)] == [True, True, False]


def test_without_tags_nobody_is_asked_which_of_several_counters() -> None:
    assert all(not place.units for place in GAME.view(GAME.new(options("base"), SEATS), "march").placing)


def test_the_help_page_says_which_counter_is_which_where_they_bear_tags(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME, TAGGED).begin()
    teacher = Teacher(lambda: evening.table.moment)
    for lang, words in (("en", "“counter 3”"), ("it", "«pedina 3»"), ("de", "„Marke 3“")):
        (said,) = teacher.help("march", lang).tonight
        assert words in said


def test_without_tags_the_help_page_says_nothing_of_them(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME, {}).begin()
    assert Teacher(lambda: evening.table.moment).help("march", "en").tonight == []
