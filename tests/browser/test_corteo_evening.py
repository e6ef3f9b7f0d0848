"""Corteo on phones in Chromium: how far a unit gets and why not further; the odds before the die, its row after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engines import registry
from engines.corteo.actions import Fight, Jam, Place, Wish
from engines.corteo.agenda import CombatRoll, Movement, Placing
from engines.corteo.roster import UNIT_ID
from engines.corteo.state import State
from tests.browser.conftest import PHONE, TV, Opener
from tests.browser.room import corrections, log_in, says, tap_cell
from tests.browser.stage import Stage
from tests.corteo.corteo_positions import Begun, Table
from tests.corteo.eager_games import moments

SEATS = ("march", "power")


def phones(stage: Stage, open_page: Opener) -> dict[str, Page]:
    """The phones of both sides, in the state where the game begins."""
    stage.playing(2)
    return {seat: open_page(f"{stage.base}/seat/{seat}", PHONE, "en-GB", [stage.cookies[seat]]) for seat in SEATS}


def begins(monkeypatch: pytest.MonkeyPatch, state: State) -> None:
    """Whoever asks for the game gets one that begins so."""
    game, find = Begun(state), registry.find
    monkeypatch.setattr(registry, "find", lambda name: game if name == game.id else find(name))


def test_how_far_a_unit_gets_is_a_tap_and_so_is_why_not_further(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = {"A": ("mov-6-4", "1105"), "B": ("mov-4-2", "1205"), "x": ("riot", "2712")}
    table = Table(units)
    begins(monkeypatch, table.state)
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        march.locator("details.reaches summary").click()
        march.locator(f'button[data-picked="{table.unit["B"]}"]').click()
        expect(march.locator("#costs text").first).to_be_visible()
        march.wait_for_timeout(500)  # the board glides to what is lit
        tap_cell(march, "1420")
        sheet = march.locator("[data-confirm]")
        says(sheet, "Movement 4-2")
        expect(sheet.locator(".objection")).to_have_count(1)
        says(sheet, "points of speed")


def test_a_tap_on_an_own_unit_shows_how_far_it_gets_and_asks_which_where_two_stand(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = {"A": ("mov-6-4", "1105"), "B": ("mov-4-2", "1105"), "C": ("zombies-4-1", "1206"), "x": ("riot", "2712")}
    table = Table(units)
    begins(monkeypatch, table.state)
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        sheet, costs = march.locator("[data-confirm]"), march.locator("#costs text")
        march.locator('[data-tab-to="board"]').click()
        march.wait_for_timeout(500)
        tap_cell(march, "1206")
        expect(costs.first).to_be_visible()
        expect(march.locator(f'[data-picked="{table.unit["C"]}"]')).to_have_attribute("aria-pressed", "true")
        expect(sheet).to_be_hidden()
        march.wait_for_timeout(500)
        tap_cell(march, "1105")  # where the picked one may not stop: two are there
        expect(sheet.locator("button:not(.quiet)")).to_have_count(2)
        sheet.get_by_text("Movement 4-2").click()
        expect(march.locator(f'[data-picked="{table.unit["B"]}"]')).to_have_attribute("aria-pressed", "true")
        expect(costs.first).to_be_visible()


def test_where_the_march_may_begin_is_lit_before_a_kind_is_picked_and_a_tap_there_offers_the_kinds(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        says(march.locator(".by-hand").first, "Piazza Mento")
        expect(march.locator(".layer-lit .lit")).to_have_count(22)
        march.wait_for_timeout(500)
        tap_cell(march, "0404")
        sheet = march.locator("[data-confirm]")
        expect(sheet.locator("button.choice")).to_have_count(march.locator("button[data-places]").count())
        board = march.locator("[data-mirror]").bounding_box()
        offered = sheet.bounding_box()
        assert board is not None
        assert offered is not None
        assert offered["y"] >= board["y"] + board["height"] * 0.6, "the hex that was tapped stays in sight"
        sheet.get_by_text("Movement 6-4 on 0404").click()
        expect(sheet).to_be_hidden()
        says(march.locator(".by-hand").first, "32")
        assert "0404" in stage.game.placement(stage.state).cells


def test_a_tap_where_police_may_be_put_offers_what_may_be_put_just_there(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(monkeypatch, next(one.state for one in moments("base") if puts_police(one.state)))
    with Stage(tmp_path, "corteo", eye="") as stage:
        phone = phones(stage, open_page)["power"]
        places = {
            kind.get_attribute("data-name"): (kind.get_attribute("data-places") or "").split()
            for kind in phone.locator("button[data-places]").all()
        }
        cells = [set(at) for at in places.values()]
        few, many = min(cells, key=len), max(cells, key=len)
        for there in (min(few), min(many - few)):
            kinds = {f"{name} on {there}" for name, cells in places.items() if there in cells}
            tap_cell(phone, there)
            sheet = phone.locator("[data-confirm]")
            expect(sheet.locator("button:not(.quiet)")).to_have_count(len(kinds))
            assert set(sheet.locator("button:not(.quiet)").all_text_contents()) == kinds
            phone.keyboard.press("Escape")
            expect(sheet).to_be_hidden()


def test_where_the_march_may_begin_is_marked_on_the_display_and_on_the_virtual_table(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "corteo") as stage:
        pages = phones(stage, open_page)
        for path in ("/table", "/virtual/"):
            board = open_page(f"{stage.base}{path}", TV, "en-GB")
            expect(board.locator(".layer-marked .marked")).to_have_count(22)
            says(board.locator("#region-marks"), "Piazza Mento")
        expect(pages["power"].locator(".layer-pieces")).to_be_attached()
        expect(pages["power"].locator(".layer-marked .marked")).to_have_count(0)  # it is asked for nothing


def test_where_each_kind_of_police_may_begin_is_marked_in_a_colour_that_is_named(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(monkeypatch, next(one.state for one in moments("base") if puts_police(one.state)))
    with Stage(tmp_path, "corteo", eye="") as stage:
        phone = phones(stage, open_page)["power"]
        for page in (open_page(f"{stage.base}/table", TV, "en-GB"), phone):
            for number, (cells, named) in enumerate(((18, "Carabinieri"), (60, "Guards"), (1000, "wardens")), start=1):
                row = page.locator(f".marks li:has(i.marked-{number})")
                says(row, named)
                marked = page.locator(f".layer-marked .marked-{number}")
                expect(marked.first).to_be_attached()
                assert marked.count() >= cells
                tint, swatch = marked.first, row.locator("i")
                assert tint.evaluate("e => getComputedStyle(e).fill") == swatch.evaluate(
                    "e => getComputedStyle(e).backgroundColor"
                )
        phone.locator("details.reaches summary").click()
        phone.locator('button[data-picked="guards"]').click()
        expect(phone.locator(".layer-lit .lit").first).to_be_visible()
        expect(phone.locator(".layer-marked")).to_be_hidden()  # now only what guards may take


def test_once_a_unit_is_placed_the_places_for_its_equals_are_lit(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        march.locator("details.reaches summary").click()
        march.locator('button[data-picked="mov-6-4"]').click()
        lit = march.locator(".layer-lit .lit")
        expect(lit.first).to_be_visible()
        free = march.locator("[data-entries] button").first.get_attribute("data-cells")
        assert free is not None
        tap_cell(march, free)
        march.locator("[data-confirm] button.go").first.click()
        expect(march.locator('button[data-picked="mov-6-4"] small')).to_contain_text("3")
        march.wait_for_timeout(500)
        expect(lit.first).to_be_visible()


def test_what_the_table_says_meanwhile_does_not_take_away_the_question_about_a_place(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        march.locator("details.reaches summary").click()
        march.locator('button[data-picked="mov-6-4"]').click()
        march.wait_for_timeout(500)
        tap_cell(march, "0404")
        sheet = march.locator("[data-confirm]")
        says(sheet, "Movement 6-4")
        stage.act("march", Place("zombies-4-1", "0206"))
        expect(march.locator('button[data-picked="zombies-4-1"]')).to_have_count(0)
        expect(sheet).to_be_visible()


def test_the_map_turns_to_the_march_where_no_place_is_lit(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table({"A": ("mov-6-4", "0205"), "B": ("mov-4-2", "0305"), "x": ("riot", "3829")})
    begins(monkeypatch, table.state)
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        march.locator('[data-tab-to="board"]').click()
        march.wait_for_timeout(800)  # the board glides there
        expect(march.locator('[data-cell="0205"]').first).to_be_in_viewport(ratio=0.9)


def test_the_map_beside_the_choices_does_not_stay_where_an_earlier_question_was(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table({"A": ("mov-6-4", "0205"), "B": ("mov-4-2", "0305"), "x": ("riot", "3829")})
    begins(monkeypatch, table.state)
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        whole = march.locator("[data-mirror].whole")
        expect(whole).to_be_visible()
        march.locator("details.reaches summary").click()
        march.locator(f'button[data-picked="{table.unit["A"]}"]').click()
        expect(whole).to_have_count(0)
        march.locator('[data-tab-to="turn"]').click()
        march.locator('[data-zoom="in"]').click()
        march.locator('[data-kind="end_movement"]').click()
        expect(march.locator('[data-kind="end_movement"]')).to_have_count(0)
        expect(whole).to_be_visible()


def test_a_list_of_units_that_goes_on_shows_a_part_of_the_next(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "corteo", eye="") as stage:
        march = phones(stage, open_page)["march"]
        march.locator("details.reaches summary").click()
        chips = march.locator(".chips")
        assert chips.evaluate("chips => chips.scrollHeight > chips.clientHeight")
        assert "gradient" in chips.evaluate("chips => getComputedStyle(chips).maskImage")
        chips.evaluate("chips => { chips.scrollTop = 9999; }")
        foot = chips.evaluate(
            "chips => chips.getBoundingClientRect().bottom - chips.lastElementChild.getBoundingClientRect().bottom"
        )
        assert foot >= 31, "the last one is not veiled"


def test_the_odds_stand_beside_each_combat_and_the_row_that_fell_is_marked(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    fights = (moment for moment in moments("advanced") if getattr(moment.entry, "action", None).__class__ is Fight)
    first = next(moment for moment in fights if moment.state.asked.groups)
    begins(monkeypatch, first.state)
    with Stage(tmp_path, "corteo", {"version": "advanced"}, eye="") as stage:
        both = phones(stage, open_page)
        attacker = first.entry.seat
        groups = len(first.state.asked.groups)
        expect(both[attacker].locator("button.battle + table.odds")).to_have_count(groups)
        expect(both[attacker].locator("#panel-turn table.odds")).to_have_count(groups)  # each once
        says(both[attacker].locator("button.battle .against").first, re.compile(r"\d : \d"))
        for page in both.values():
            says(page.locator("#region-hand .legend"), "the defender panics")
        stage.act(attacker, first.entry.action)
        for page in both.values():
            expect(page.locator("table.odds.whole th.on")).to_have_count(1)
        assert isinstance(stage.state.asked, CombatRoll)
        scene = stage.game.view(stage.state, None)
        fighters = {*scene.combats[0].attackers, *scene.combats[0].defenders}
        for page in both.values():
            for unit in scene.units:
                if unit.unit in fighters:
                    expect(page.locator(f'[data-cell="{unit.spot}"]').first).to_be_in_viewport(ratio=0.9)
            expect(page.locator("[data-mirror].whole")).to_have_count(0)
        stage.goes_on(1)
        (decides,) = stage.game.pending(stage.state).seats
        (waits,) = set(SEATS) - {decides}
        row = both[waits].locator('table.odds.whole tr[aria-current="true"] th')
        expect(row).to_have_text(str(stage.state.fell.die))


def test_the_secret_place_is_chosen_on_the_map_and_stays_marked_there_while_units_are_placed(
    tmp_path: Path, open_page: Opener
) -> None:
    with Stage(tmp_path, "corteo", {"scenario": "social"}, eye="") as stage:
        both = phones(stage, open_page)
        march = both["march"]
        march.locator('[data-show="choose_place"]').click()
        odio = march.locator('button[data-action*="odio"]').get_attribute("data-cells")
        assert odio is not None
        hexes = odio.split()
        tap_cell(march, hexes[-1])
        expect(march.locator(".layer-path .path")).to_have_count(len(hexes))
        march.locator("[data-confirm] button.go").first.click()
        march.locator('[data-tab-to="turn"]').click()
        march.locator("[data-marks]").click()
        expect(march.locator("#marked .costed")).to_have_count(len(hexes))
        expect(march.locator(f'[data-cell="{hexes[-1]}"]').first).to_be_in_viewport(ratio=0.9)
        march.locator('[data-tab-to="turn"]').click()
        march.locator("details.reaches summary").click()
        march.locator("[data-picked]").first.click()
        expect(march.locator(".layer-lit .lit").first).to_be_visible()
        expect(march.locator("#marked .costed")).to_have_count(len(hexes))
        march.locator('[data-tab-to="turn"]').click()
        march.locator("[data-marks]").click()
        expect(march.locator("#marked")).to_have_count(0)
        expect(both["power"].locator("[data-marks]")).to_have_count(0)


def test_whoever_is_asked_for_an_objective_sees_on_the_map_where_it_would_be(tmp_path: Path, open_page: Opener) -> None:
    with Stage(tmp_path, "corteo", {"own": "2"}, eye="") as stage:
        both = phones(stage, open_page)
        points = both["march"].locator(".chips.points")
        assert points.evaluate("chips => chips.scrollHeight <= chips.clientHeight"), "all of them are seen at once"
        stage.act("march", Wish("0212", 2))
        says(both["power"].locator("#region-choices"), "0212")
        expect(both["power"].locator(".layer-lit .lit")).to_have_count(1)


def test_more_hands_than_ten_are_asked_for_on_purpose(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(monkeypatch, next(one.state for one in moments("antifascist") if isinstance(one.state.asked, Movement)))
    with Stage(tmp_path, "corteo", {"version": "advanced", "scenario": "antifascist"}, eye="") as stage:
        march = phones(stage, open_page)["march"]
        more = march.locator(".kind-prolong .choice")
        expect(more).to_have_count(5)
        expect(more.first).to_be_hidden()
        expect(march.locator('[data-kind="end_movement"]')).to_be_visible()


def test_at_the_end_the_score_and_the_whole_map_are_on_every_phone(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(monkeypatch, moments("antirepressive")[-1].state)
    with Stage(tmp_path, "corteo", {"version": "advanced", "scenario": "antirepressive"}, eye="") as stage:
        both = phones(stage, open_page)
        for page in both.values():
            page.locator('[data-zoom="in"]').click()
            page.wait_for_timeout(300)
        stage.goes_on(1)
        for page in both.values():
            says(page.locator("#region-hand .score"), "Score")
            expect(page.locator('[data-cell="0205"]').first).to_be_in_viewport(ratio=0.9)
            expect(page.locator('[data-cell="3829"]').first).to_be_in_viewport(ratio=0.9)


def test_what_is_offered_on_the_map_stands_below_what_it_is(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(monkeypatch, next(one.state for one in moments("special") if any_jam(one.state)))
    with Stage(tmp_path, "corteo", {"version": "advanced", "jams": "yes"}, eye="") as stage:
        march = phones(stage, open_page)["march"]
        deed, hint = (march.locator(f".kind-jam .onboard {part}").bounding_box() for part in ("b", "small"))
        assert deed is not None
        assert hint is not None
        assert hint["y"] >= deed["y"] + deed["height"] - 1


def puts_police(state: State) -> bool:
    """Whether the power lays out its first units."""
    return isinstance(state.asked, Placing) and state.asked.side == "power"


def any_jam(state: State) -> bool:
    """Whether the march may hope for a traffic jam."""
    return any(isinstance(action, Jam) for action in registry.find("corteo").legal(state, "march"))


def test_one_counter_of_ninety_is_found_and_corrected_by_its_name_or_its_hex(
    tmp_path: Path, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table({"A": ("mov-6-4", "1105"), "B": ("mov-4-2", "1205"), "x": ("riot", "2712")})
    begins(monkeypatch, table.state)
    with Stage(tmp_path, "corteo", eye="") as stage:
        stage.playing(2)
        host = open_page(f"{stage.base}/host", PHONE)
        log_in(host, stage.evening.pin)
        form = corrections(host)
        search, shown = form.locator("[data-search]"), form.locator("label.field:visible")
        search.fill("nulla di simile")
        expect(shown).to_have_count(0)
        expect(form.locator("[data-none]")).to_be_visible()
        search.fill("1205")
        expect(shown).to_have_count(1)
        search.press("Enter")
        shown.locator("input").fill("1206")
        search.fill("celere")  # what was changed stays in sight
        expect(shown.filter(has_text="Celere").first).to_be_visible()
        expect(form.locator(f'[name="unit.{UNIT_ID[table.unit["B"]]}"]')).to_be_visible()
        with host.expect_response("**/host/edit") as answer:
            form.locator("button.go").click()
        assert answer.value.ok, answer.value.text()
    assert stage.state.spot(table.unit["B"]) == "1206"
