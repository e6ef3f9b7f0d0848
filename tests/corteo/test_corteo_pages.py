"""The pages of Corteo: every question is offered on the phone of the side it is put to, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from corteo_positions import Begun
from markupsafe import escape
from scenario_games import begun

from engines.corteo.actions import Agree, ChoosePlace, Place, Wish
from engines.corteo.agenda import Combat, CombatRoll, Movement, ThrowRoll
from engines.corteo.game import GAME
from engines.corteo.state import State
from engines.entries import Act, Outcome
from engines.pending import Decision
from tests.corteo.eager_games import moments
from tests.table.evenings import Evening
from tests.web.evening_pages import SVG, EveningPages
from web.app import create_app
from web.games.corteo import place
from web.games.corteo.sites import sites_of

SEATS = ("march", "power")


class Phones(EveningPages):
    """The golden advanced game at a table with pages."""

    def __init__(self, folder: Path) -> None:
        self.played = 0
        super().__init__(Evening(folder, SEATS, GAME, {"version": "advanced"}).begin())

    def play(self, until: Callable[[State], bool]) -> State:
        """Goes on with the game until the next state that is wanted, and answers it."""
        for moment in moments("advanced")[self.played :]:
            if until(moment.state):
                return moment.state
            self._enter(moment.entry)
            self.played += 1
        raise AssertionError("the game has no such moment any more")

    def _enter(self, entry: object) -> None:
        match entry:
            case Act(seat, action):
                self.evening.act(seat, action)
            case Outcome(_, result):
                now = GAME.pending(self.evening.table.moment.journal.state)
                self.evening.table.roll(now.seat, list(result), f"die {len(self.evening.table.moment.journal.entries)}")


def asks(kind: str) -> Callable[[State], bool]:
    def wanted(state: State) -> bool:
        now = GAME.pending(state)
        return isinstance(now, Decision) and now.kind == kind

    return wanted


@pytest.fixture(scope="module")
def phones(tmp_path_factory: pytest.TempPathFactory) -> Phones:
    """One game for all tests: each goes on from where it stands, so the questions come in the order of the game."""
    return Phones(tmp_path_factory.mktemp("pages"))


def test_who_puts_units_on_the_map_reads_how_many_of_each_kind_are_left(phones: Phones) -> None:
    state = phones.play(asks("placing"))
    (side,) = GAME.pending(state).seats
    left = {one.kind: one.left for one in GAME.view(state, side).placing}
    assert len(left) > 5
    assert max(left.values()) > 1
    for lang, words in (("en", "{} to put"), ("it", "{} da mettere"), ("de", "noch {}")):
        page = phones.page(side, lang)
        for count in set(left.values()):
            told = f"<small>{words.format(count)}</small>"
            assert page.count(told) == list(left.values()).count(count)
        assert page.count('class="strengths"') >= len(left), "a narrow chip does not tear 6-4 in two"


@pytest.mark.parametrize("kind", ["component", "heads", "retreat", "confine"])
def test_every_question_is_offered_to_the_side_that_answers(phones: Phones, kind: str) -> None:
    state = phones.play(asks(kind))
    now = GAME.pending(state)
    assert isinstance(now, Decision)
    for lang in ("en", "it", "de"):
        assert "data-action=" in phones.page(now.seats[0], lang)


@pytest.mark.parametrize("kind", ["pair", "fight"])
def test_combats_of_like_units_are_told_apart_by_where_they_are(phones: Phones, kind: str) -> None:
    state = phones.play(asks(kind))
    now = GAME.pending(state)
    assert isinstance(now, Decision)
    legal = list(GAME.legal(state, now.seats[0]))
    page = phones.page(now.seats[0], "it")
    assert page.count('class="choice battle"') == len(legal) > 1
    assert isinstance(state.asked, Combat)
    for group in state.asked.groups if kind == "fight" else ():
        for unit in (*group.attackers, *group.defenders):
            assert f"<small>{escape(place(state.spot(unit), 'it'))}</small>" in page
    if kind == "fight":
        assert page.count('class="odds"') >= len(legal), "what the die may do stands beside each"


def test_who_moves_is_shown_how_far_each_unit_gets(phones: Phones) -> None:
    state = phones.play(lambda state: asks("movement")(state) and state.asked == Movement("march"))
    for lang, words in (("en", "How far does it get?"), ("it", "Fin dove arriva?"), ("de", "Wie weit kommt sie?")):
        page = phones.page("march", lang)
        assert words in page
        assert page.count("data-reach=") == len(GAME.view(state, "march").reach) > 1
        assert words not in phones.page("power", lang)


def test_every_unit_may_be_put_and_moved_by_phone_alone(phones: Phones) -> None:
    state = phones.play(lambda state: asks("movement")(state) and state.asked.side == "march")
    page = phones.page("march", "en")
    assert 'data-say-move="{unit} to {at}, points: {cost}"' in page
    assert 'data-show="move"' in page
    assert "data-builds=" in page
    assert state.hand


def test_the_odds_stand_beside_the_die(phones: Phones) -> None:
    state = phones.play(lambda state: isinstance(state.asked, CombatRoll | ThrowRoll))
    view = GAME.view(state, None)
    ratio = view.combats[0].ratio if view.combats else view.throw.ratio
    for lang in ("en", "it", "de"):
        for seat in SEATS:
            page = phones.page(seat, lang)
            assert 'class="odds whole"' in page, "the whole table, as the rulebook has it"
            assert f"<b>{ratio}</b>" in page
            assert f'<th scope="col" class="on">{ratio}</th>' in page, "the column that will be read stands out"


def test_the_row_of_the_die_that_fell_is_shown_in_the_table_until_the_phase_is_over(phones: Phones) -> None:
    phones.play(lambda state: isinstance(state.asked, CombatRoll | ThrowRoll))
    state = phones.play(lambda state: state.fell is not None and isinstance(GAME.pending(state), Decision))
    assert state.fell is not None
    seen = GAME.view(state, None).fell
    for lang in ("en", "it", "de"):
        for seat in SEATS:
            page = phones.page(seat, lang)
            (row,) = set(re.findall(r'<tr class="fell".*?</tr>', page))
            assert f'<th scope="row">{state.fell.die}</th>' in row
            assert f'class="{seen.result.lower()} on">{seen.result}</td>' in row, "the cell that decided stands out"
    after = phones.play(lambda state: state.fell is None)
    assert 'class="fell"' not in phones.page("march", "en")
    assert GAME.view(after, None).fell is msgspec.UNSET


def test_how_it_stands_shows_one_table_of_results_however_many_combats_are_due(phones: Phones) -> None:
    """What waits is a line with its ratio; a table is there for the die that is due or that fell last."""

    def standing() -> str:
        return phones.open("/watch").split('class="corteo standing"')[1].split('id="region-story"')[0]

    state = phones.play(lambda state: asks("fight")(state) and state.fell is None and len(state.asked.groups) > 2)
    assert '<table class="odds' not in standing()
    for combat in GAME.view(state, None).combats:
        assert f"<small>{combat.ratio}</small>" in standing()
    phones.play(lambda state: isinstance(state.asked, CombatRoll))
    assert standing().count('<table class="odds') == 1
    phones.play(lambda state: asks("fight")(state) and state.fell is not None)
    assert standing().count('<table class="odds') == 1
    phones.play(lambda state: state.fell is not None and not GAME.view(state, None).combats)
    assert standing().count('<table class="odds') == 1
    assert "Combats due" not in standing(), "none is"


def test_an_objective_of_their_own_is_named_on_the_phone_and_agreed_to_on_the_other(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME, {"own": "2"}).begin()
    app = create_app(
        evening.service, virtual=None, host_pin="1", board_svg=lambda lang: SVG, piece_svg=lambda look: SVG
    )

    def page(seat: str) -> str:
        client = app.test_client()
        client.set_cookie(f"seat_{seat}", evening.tokens[seat])
        return client.get(f"/seat/{seat}", headers={"Accept-Language": "de"}).text

    march = page("march")
    assert march.count('data-wishes="') == 9, "one to nine points"
    assert "Keine weiteren eigenen Ziele" in march
    assert len(march) < 90_000, "what is entered by a tap on the board is not listed too"
    evening.act("march", Wish("1802", 7))
    assert "Zustimmen" in page("power")
    assert ", Punkte: 7<" in page("power")
    evening.act("power", Agree())
    assert "Eigene Ziele" in page("march")


def test_a_scenario_tells_the_secret_place_to_the_march_alone(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME, {"scenario": "social"}).begin()
    chosen = ChoosePlace("street-0")
    evening.act("march", chosen)
    words = {seat: str(GAME.view(evening.table.moment.journal.state, seat)) for seat in SEATS}
    assert "street-0" in words["march"]
    assert "street-0" not in words["power"]
    app = create_app(
        evening.service, virtual=None, host_pin="1", board_svg=lambda lang: SVG, piece_svg=lambda look: SVG
    )
    pages = {}
    for seat in SEATS:
        client = app.test_client()
        client.set_cookie(f"seat_{seat}", evening.tokens[seat])
        pages[seat] = client.get(f"/seat/{seat}", headers={"Accept-Language": "en"}).text
    assert "Viale Billikid" in pages["march"]
    assert "Viale Billikid" not in pages["power"]
    assert 'data-places="' in pages["march"], "units are put down by phone"


def test_like_units_that_may_stand_trial_are_told_apart_by_where_they_are(tmp_path: Path) -> None:
    state = begun("antirepressive", "accused").state
    evening = Evening(tmp_path, SEATS, Begun(state), {"scenario": "antirepressive"}).begin()
    app = create_app(
        evening.service, virtual=None, host_pin="1", board_svg=lambda lang: SVG, piece_svg=lambda look: SVG
    )
    client = app.test_client()
    client.set_cookie("seat_power", evening.tokens["power"])
    page = client.get("/seat/power", headers={"Accept-Language": "it"}).text
    accused = [state.spot(action.unit) for action in GAME.legal(state, "power")]
    assert len(accused) > 1
    for spot in accused:
        assert f'data-cells="{spot}"' in page
        assert f"<small>{escape(place(spot, 'it'))}</small>" in page


@pytest.mark.parametrize(("lang", "asked"), [("en", "Your side"), ("it", "La tua parte"), ("de", "Deine Seite")])
def test_at_the_door_a_side_is_chosen_and_no_colour(tmp_path: Path, lang: str, asked: str) -> None:
    pages = EveningPages(Evening(tmp_path, (), GAME))
    assert f"<legend>{asked}</legend>" in pages.open("/", lang)


@pytest.mark.parametrize(
    ("lang", "where", "left"),
    [
        ("en", "Where: Piazza Mento.", "Still to be placed: {}."),
        ("it", "Dove: Piazza Mento.", "Ancora da mettere: {}."),
        ("de", "Wohin: Piazza Mento.", "Noch zu setzen: {}."),
    ],
)
def test_who_lays_out_the_march_reads_where_and_how_many_are_still_missing(
    tmp_path: Path, lang: str, where: str, left: str
) -> None:
    pages = EveningPages(Evening(tmp_path, SEATS, GAME).begin())
    page = pages.page("march", lang)
    assert where in page
    assert left.format(33) in page
    assert page.count('data-kind="allowed"') == 22, "each hex of the square is lit on the phone's board"
    pages.evening.act("march", Place("mov-6-6", "0205"))
    assert left.format(32) in pages.page("march", lang)


@pytest.mark.parametrize(("lang", "said"), [("en", "begins empty"), ("it", "comincia vuoto"), ("de", "beginnt leer")])
def test_who_begins_reads_that_the_board_is_to_stay_empty_until_it_was_seen(
    tmp_path: Path, lang: str, said: str
) -> None:
    evening = Evening(tmp_path, SEATS, GAME)
    evening.service.begin("en")
    assert evening.table.moment.phase == "setup"
    assert said in EveningPages(evening).page("march", lang)
    evening.settle({})
    assert said not in EveningPages(evening).page("march", lang)


@pytest.mark.parametrize(
    ("lang", "begins", "first", "off"),
    [
        ("en", "begins empty", "wants to see the empty board first", "Take everything off for a moment (2 pieces)"),
        ("it", "comincia vuoto", "vuole prima vedere il tabellone vuoto", "Togliete tutto per un momento (2 pezzi)"),
        ("de", "beginnt leer", "will zuerst den leeren Spielplan sehen", "Nehmt kurz alles herunter (2 Stück)"),
    ],
)
def test_counters_laid_before_the_empty_board_was_seen_are_to_come_off_for_a_moment_and_why(
    tmp_path: Path, lang: str, begins: str, first: str, off: str
) -> None:
    evening = Evening(tmp_path, SEATS, GAME)
    evening.service.begin("en")
    evening.settle({"0205": ["counter:mov-6-6"], "0206": ["counter:mov-6-4"]}, seconds=2)
    pages = EveningPages(evening)
    for page in (pages.page("march", lang), pages.open("/table", lang)):
        for words in (begins, first, off):
            assert words in page
        assert '"marked"' not in page, "no hex is shown as free before the board was seen"
        assert 'class="marks"' not in page
    evening.settle({}, seconds=2)
    assert evening.table.moment.phase == "playing"
    assert off not in pages.open("/table", lang)


def test_counters_laid_too_early_are_taken_as_put_once_the_host_goes_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, SEATS, GAME)
    evening.service.begin("en")
    early = {"0205": ["counter:mov-6-6"], "0206": ["counter:mov-6-4"], "0404": ["counter:mov-4-4"]}
    evening.settle(early, seconds=2)
    evening.service.begin("en")
    evening.settle(early, seconds=3)
    assert set(evening.table.moment.placement) == set(early)
    pages = EveningPages(evening)
    assert "Take Movement" not in pages.page("march", "en")
    assert "Still to be placed: 30" in pages.page("march", "en")


def test_a_counter_laid_too_early_where_it_may_not_begin_is_told_by_its_rule_once_the_host_goes_on(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, SEATS, GAME)
    evening.service.begin("en")
    early = {"0205": ["counter:mov-6-6"], "0907": ["counter:mov-6-4"]}
    evening.settle(early, seconds=2)
    evening.service.begin("en")
    evening.settle(early, seconds=3)
    assert set(evening.table.moment.placement) == {"0205"}
    page = EveningPages(evening).page("march", "en")
    assert "begins in Piazza Mento, not at" in page
    assert "All of them begin on the hexes of Piazza Mento" in page


@pytest.mark.parametrize(
    ("lang", "any_unit", "left"),
    [("en", "any unit", "33 to put"), ("it", "qualsiasi unità", "33 da mettere"), ("de", "jede Einheit", "noch 33")],
)
def test_everybody_reads_beside_the_board_what_the_march_may_put_where(
    tmp_path: Path, lang: str, any_unit: str, left: str
) -> None:
    pages = EveningPages(Evening(tmp_path, SEATS, GAME).begin())
    for path in ("/table", "/watch"):
        page = pages.open(path, lang)
        marks = page[page.index('id="region-marks"') :]
        for words in (any_unit, "Piazza Mento", left):
            assert words in marks, path


def test_the_marks_on_the_board_go_once_all_counters_are_put_down(phones: Phones) -> None:
    phones.play(asks("movement"))
    assert '"marked"' not in phones.open("/table")
    assert 'class="marks"' not in phones.open("/table")


def test_hexes_are_gathered_by_the_kinds_that_may_be_put_there_the_widest_group_first() -> None:
    placing = [
        {"kind": "guards", "cells": ["0316", "0633"], "left": 10},
        {"kind": "wardens", "cells": ["0010", "0014", "0018"], "left": 5},
        {"kind": "riot", "cells": ["0627"], "left": 10},
        {"kind": "carabinieri", "cells": ["0627"], "left": 5},
    ]
    assert [(site.kinds, site.left) for site in sites_of(placing)] == [
        (("wardens",), 5),
        (("guards",), 10),
        (("riot", "carabinieri"), 15),
    ]


def test_the_group_of_the_heads_and_the_largest_one_are_not_called_alike(tmp_path: Path) -> None:
    """Two different numbers stood on the display as "Units linked"."""
    state = begun("social", "fight").state
    view = GAME.view(state, None)
    assert view.story is not None
    assert view.marchers != view.story.linked
    pages = EveningPages(Evening(tmp_path, SEATS, Begun(state), {"scenario": "social"}).begin())
    page = pages.open("/watch")
    assert f"Units in their group: {view.marchers}" in page
    assert f"Largest linked group: {view.story.linked} units, {view.story.least} are needed" in page
