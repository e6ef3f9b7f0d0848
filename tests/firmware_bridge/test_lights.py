"""What the lights say, made of what everybody may know, and that each thing is said in a pattern of its own."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest

from companion.readings import Breach, InHand, Owes, Repair
from companion.referee import Ruling, Standing
from companion.sensors import light_picture
from companion.sensors.light_picture import (
    BELONGS_HERE,
    BREACH_TONE,
    CAME_FROM,
    LAST_MOVE,
    MAY_GO,
    MEND_FROM,
    MEND_TO,
    WRONG_HERE,
    LightPicture,
    public_landings,
)
from engines.game import Violation
from engines.physical import Lying
from firmware_bridge.lights import Glow, Pattern, frame, level
from tests.table.evenings import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path).watched()


def showing(evening: Evening, *readings: object, t: float = 0.0, said: bool = True) -> LightPicture:
    """The picture while the referee has these readings on its list."""
    standing = tuple(Standing(reading, 0.0, said) for reading in readings)  # type: ignore[arg-type]
    moment = msgspec.structs.replace(evening.table.moment, ruling=Ruling(standing))
    places = sorted(moment.board.places)
    return LightPicture(lambda: moment, lambda: {place: n for n, place in enumerate(places)}, clock=lambda: t)


def test_a_lifted_piece_shows_where_it_may_go(evening: Evening) -> None:
    cell, looks = next((cell, looks) for cell, looks in evening.table.moment.placement.items() if looks)
    piece = Lying(cell, looks[0])
    picture = showing(evening, InHand((piece,))).picture()
    may_go = {place for place, glow in picture.items() if glow == MAY_GO}
    assert picture[cell] == CAME_FROM
    assert may_go == public_landings(evening.table.moment, piece, evening.table.moment.board.places)


def test_a_secret_reason_keeps_no_house_dark(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = evening.table.moment
    cell, looks = next((cell, looks) for cell, looks in moment.placement.items() if looks)
    piece = Lying(cell, looks[0])
    places = moment.board.places
    secret = (Violation("r", "k", audience=("red",)),)
    monkeypatch.setattr(type(moment.game), "judge", lambda *_: secret)
    everywhere = public_landings(moment, piece, places)
    monkeypatch.setattr(type(moment.game), "judge", lambda *_: (*secret, Violation("r", "k")))
    assert everywhere
    assert not public_landings(moment, piece, places)


def test_a_breach_blinks_where_the_piece_is_and_where_it_belongs(evening: Evening) -> None:
    one, other = sorted(evening.table.moment.board.places)[:2]
    picture = showing(evening, Breach((), (), (Repair("move", "disc:red", one, other),))).picture()
    assert (picture[one], picture[other]) == (WRONG_HERE, BELONGS_HERE)


def test_a_repair_shows_from_and_to(evening: Evening) -> None:
    one, other = sorted(evening.table.moment.board.places)[:2]
    picture = showing(evening, Owes((Repair("move", "disc:red", one, other),))).picture()
    assert (picture[one], picture[other]) == (MEND_FROM, MEND_TO)


def test_the_last_move_lingers_and_goes_out(evening: Evening) -> None:
    cells = tuple(sorted(evening.table.moment.board.places)[:2])
    moment = msgspec.structs.replace(evening.table.moment, last_cells=cells)
    now = [0.0]
    picture = LightPicture(lambda: moment, dict, clock=lambda: now[0])
    assert picture.picture() == dict.fromkeys(cells, LAST_MOVE)
    now[0] = light_picture.LINGERS_S + 1
    assert picture.picture() == {}


def test_a_breach_sounds_once_and_the_buzzer_can_be_off(evening: Evening) -> None:
    breach = Breach((), (), ())
    picture = showing(evening, breach)
    assert [picture.tone(), picture.tone()] == [BREACH_TONE, None]
    quiet = LightPicture(picture._moment, dict, buzzer=False)
    assert quiet.tone() is None


def test_meanings_that_are_seen_together_differ_in_more_than_colour() -> None:
    together = [MAY_GO, CAME_FROM, WRONG_HERE, BELONGS_HERE, MEND_TO]
    assert len({glow.pattern for glow in together}) == len(together)
    assert len({glow.pattern for glow in (MEND_FROM, MEND_TO, LAST_MOVE)}) == 3


@pytest.mark.parametrize("pattern", list(Pattern))
def test_no_light_flashes_more_than_three_times_a_second(pattern: Pattern) -> None:
    lit = [level(pattern, t / 100) > 0.5 for t in range(1000)]
    for start in range(900):
        second = lit[start : start + 100]
        assert sum(now and not before for before, now in itertools.pairwise(second)) <= 3


def test_a_frame_names_every_light_and_leaves_the_others_dark() -> None:
    glows = {1: Glow(Pattern.STEADY, (200, 100, 0)), 9: Glow(Pattern.STEADY, (1, 1, 1))}
    assert frame(glows, 3, 0.0, 0.5) == bytes((0, 0, 0, 100, 50, 0, 0, 0, 0))
