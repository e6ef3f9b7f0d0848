"""Between games: packing one away and laying it out again, another kind of game, rematches, forgetting."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from companion.evenings import Evenings
from companion.fair_chance import SecretChain, commitment
from companion.readings import Repair
from companion.service import Service
from companion.store import Store
from companion.table import OtherRules, Table
from engines.game import Game
from engines.registry import UnknownGame
from tests.table.evenings import REPEATABLE, Clock, Evening
from tests.toys.chase import GAME, Chase, MoveHunter, MoveRunner
from web.service import Refused


class Dash(Chase):
    """Another kind of game, without a green seat, on a board of its own."""

    id = "dash"
    max_seats = 2

    def __init__(self) -> None:
        super().__init__()
        self.seats = ("blue", "red")


DASH = Dash()


class TwoGames:
    """Where the tables of these tests find games."""

    def names(self) -> tuple[str, ...]:
        return ("chase", "dash")

    def find(self, game_id: str) -> Game[Any, Any]:
        if game_id not in self.names():
            raise UnknownGame(f"there is no game {game_id!r}")
        return {"chase": GAME, "dash": DASH}[game_id]


class TwoGamesEvening(Evening):
    """An evening at which the chase and the dash can be played."""

    def __init__(self, folder: Path, seats: tuple[str, ...] = ("red", "blue")) -> None:
        super().__init__(folder, ())
        self.table = Table.open(self.store, GAME, None, clock=self.clock, chain=REPEATABLE, games=TwoGames())
        self.service = Service(self.table)
        self.evenings = Evenings(self.table)
        self.tokens = {seat: self.service.claim(seat, seat.title(), f"share of {seat}", "en") for seat in seats}

    def again(self) -> TwoGamesEvening:
        self.store.close()
        self.store = Store.open(self.folder / "evening.db")
        self.table = Table.open(self.store, GAME, None, clock=self.clock, games=TwoGames(), insist=False)
        self.service = Service(self.table)
        self.evenings = Evenings(self.table)
        self.shown = None
        return self

    @property
    def here(self) -> int:
        return self.table.moment.row.id


@pytest.fixture
def evening(tmp_path: Path) -> TwoGamesEvening:
    return TwoGamesEvening(tmp_path)


def refused(words: str) -> Any:
    return pytest.raises(Refused, match=words)


def over(evening: Evening) -> None:
    """Red reaches the goal."""
    evening.service.edit({"runner.red": "0600"}, evening.key(), "en")
    evening.act("red", MoveRunner("0700"))
    assert evening.table.moment.phase == "over"


def test_a_game_packed_away_stands_on_the_shelf_as_it_was(evening: TwoGamesEvening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    packed = evening.here
    evening.service.new_game("en")
    assert evening.service.snapshot(None, "en").phase == "lobby"
    (saved,) = evening.table.shelf()
    assert (saved.row.id, saved.row.phase, saved.entries) == (packed, "playing", 2)
    assert [player.name for player in saved.players] == ["Red", "Blue"]


def test_it_is_laid_out_again_before_it_goes_on(evening: TwoGamesEvening) -> None:
    evening.watched()
    evening.settle(evening.board(square_red="0200"))
    packed, stood = evening.here, evening.board()
    evening.service.new_game("en")
    evening.table.take_out(packed)
    assert evening.service.snapshot("red", "en").phase == "setup"
    assert evening.service.snapshot("red", "en").asks == "Lay the board out as it was."
    start = {"0000": ["square:blue", "square:red"], "0704": ["disc:blue", "disc:red"], "T0": ["disc:blue", "disc:red"]}
    found = evening.settle(start, seconds=2)
    assert found.reading.repairs == (Repair("move", "square:red", "0000", "0200"),)
    assert evening.entries[1:] == evening.entries[1:2]
    (warning,) = evening.service.snapshot("red", "en").warnings
    assert warning.mend == ["Move the red square from 0000 to 0200."]
    evening.settle(stood)
    assert evening.service.snapshot("red", "en").phase == "playing"
    evening.act("red", MoveRunner("0604"))
    assert evening.state.hunters[0] == "0200"


def test_it_also_goes_on_after_the_plug_was_pulled_while_it_was_laid_out(evening: TwoGamesEvening) -> None:
    evening.watched()
    evening.act("red", MoveHunter("0200"))
    packed = evening.here
    evening.service.new_game("en")
    evening.table.take_out(packed)
    evening.again()
    assert (evening.here, evening.table.moment.phase) == (packed, "setup")
    evening.settle(evening.board())
    assert evening.table.moment.phase == "playing"
    assert evening.service.seat_of(evening.tokens["red"]) == "red"


def test_what_the_board_does_not_show_when_play_goes_on_anyway_is_owed(evening: TwoGamesEvening) -> None:
    evening.watched()
    evening.act("red", MoveHunter("0200"))
    packed, lies = evening.here, dict(evening.table.situation().lying)
    evening.service.new_game("en")
    evening.table.take_out(packed)
    evening.settle(lies)
    evening.service.begin("en")
    assert evening.store.debts(packed) == {"0000": ("square:blue", "square:red"), "0200": ()}


def test_a_debt_of_last_week_ends_with_the_board_laid_out_right(evening: TwoGamesEvening) -> None:
    evening.watched()
    start = evening.board()
    evening.act("red", MoveHunter("0200"))
    evening.settle(start)
    packed = evening.here
    assert evening.store.debts(packed)
    evening.service.new_game("en")
    evening.table.take_out(packed)
    evening.settle(evening.board())
    assert evening.store.debts(packed) == {}


def test_another_kind_of_game_is_played_at_the_same_table(evening: TwoGamesEvening) -> None:
    evening.begin()
    with refused("Pack this game away first"):
        evening.evenings.choose_game("dash", "en")
    evening.service.new_game("en")
    evening.evenings.choose_game("dash", "en")
    assert evening.service.snapshot(None, "en").game == "dash"
    assert evening.service.seat_of(evening.tokens["blue"]) == "blue"
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    assert evening.table.moment.row.game == "dash"
    assert evening.again().state.hunters == ("0200", "0000")
    with refused("There is no such game"):
        evening.service.new_game("en")
        evening.evenings.choose_game("poker", "en")


def test_who_has_no_seat_in_the_other_game_looks_on(tmp_path: Path) -> None:
    evening = TwoGamesEvening(tmp_path, ("red", "blue", "green"))
    waiting = evening.service.subscribe("green")
    number = evening.service.number("green")
    evening.evenings.choose_game("dash", "en")
    assert waiting.wait(number, 0.05)
    assert evening.service.seat_of(evening.tokens["green"]) is None
    assert evening.service.snapshot("green", "en").seat is None


def test_numbers_of_a_seat_go_on_from_game_to_game(evening: TwoGamesEvening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    number = evening.service.number("red")
    evening.service.new_game("en")
    assert evening.service.number("red") > number


def test_a_game_under_other_rules_stays_on_the_shelf(evening: TwoGamesEvening) -> None:
    evening.begin()
    packed = evening.here
    evening.store.change_game(packed, rules_version=0)
    evening.service.new_game("en")
    with refused("other rules"):
        evening.evenings.take_out(packed, "en")
    with refused("not on the shelf"):
        evening.evenings.take_out(4711, "en")


def test_a_lobby_that_is_left_for_a_saved_game_leaves_nothing_behind(evening: TwoGamesEvening) -> None:
    evening.begin()
    packed = evening.here
    evening.service.new_game("en")
    evening.evenings.take_out(packed, "en")
    assert [saved.row.id for saved in evening.store.games()] == [packed]


def test_a_rematch_goes_straight_on_with_the_same_seats(evening: TwoGamesEvening) -> None:
    evening.begin()
    with refused("not over"):
        evening.evenings.rematch("en")
    over(evening)
    evening.evenings.rematch("en")
    snapshot = evening.service.snapshot("red", "en")
    assert snapshot.phase == "setup"
    assert [player.seat for player in snapshot.players] == ["red", "blue"]
    assert evening.service.seat_of(evening.tokens["red"]) == "red"


def test_a_rematch_begins_when_everybody_wants_it(evening: TwoGamesEvening) -> None:
    evening.begin()
    over(evening)
    evening.evenings.want_rematch("red", True, "en")
    evening.evenings.want_rematch("red", True, "en")
    assert evening.service.snapshot("blue", "en").phase == "over"
    assert evening.service.snapshot("blue", "en").rematch == ["red"]
    evening.evenings.want_rematch("blue", True, "en")
    assert evening.service.snapshot("blue", "en").phase == "setup"


def test_the_chance_of_a_rematch_was_fixed_before_the_first_game(evening: TwoGamesEvening) -> None:
    evening.begin()
    first = evening.table.moment.row
    over(evening)
    evening.evenings.rematch("en")
    assert evening.table.commitment() == SecretChain(first.chance_seed, first.chance_index).secret()


def test_a_game_that_may_go_on_does_not_give_its_chance_away_to_the_next(evening: TwoGamesEvening) -> None:
    evening.begin()
    packed = evening.table.moment.row
    secret = SecretChain(packed.chance_seed, packed.chance_index).secret()
    evening.service.new_game("en")
    head = next(iter(evening.service.log()))
    assert secret.encode() not in head
    assert evening.table.moment.row.chance_seed != packed.chance_seed
    assert commitment(secret) == packed.commitment


def test_no_two_games_share_a_secret(evening: TwoGamesEvening) -> None:
    evening.begin()
    over(evening)
    first = evening.here
    evening.evenings.rematch("en")
    second = evening.table.moment.row
    over(evening.begin() if evening.table.moment.phase == "lobby" else evening_playing(evening))
    evening.evenings.take_out(first, "en")
    evening.evenings.rematch("en")
    third = evening.table.moment.row
    assert (third.chance_seed, third.chance_index) != (second.chance_seed, second.chance_index)
    assert third.commitment != second.commitment


def evening_playing(evening: Evening) -> Evening:
    evening.service.begin("en")
    return evening


def test_an_evening_is_forgotten_and_seats_are_free(evening: TwoGamesEvening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    gone = evening.here
    evening.evenings.forget(gone, "en")
    assert evening.service.snapshot(None, "en").phase == "lobby"
    assert evening.service.free_seats() == ("red", "blue", "green")
    assert evening.service.seat_of(evening.tokens["red"]) is None
    left = b"".join(file.read_bytes() for file in evening.folder.iterdir() if file.is_file())
    assert b"share of red" not in left
    assert b"move_hunter" not in left


def test_without_naming_a_game_the_one_on_the_table_goes_on(tmp_path: Path) -> None:
    evening = TwoGamesEvening(tmp_path)
    evening.evenings.choose_game("dash", "en")
    evening.begin()
    evening.again()
    assert evening.table.moment.game.id == "dash"
    assert evening.table.moment.phase == "playing"


def test_naming_another_game_puts_the_one_on_the_table_onto_the_shelf(tmp_path: Path) -> None:
    evening = TwoGamesEvening(tmp_path)
    evening.begin()
    evening.store.close()
    table = Table.open(Store.open(tmp_path / "evening.db"), DASH, clock=Clock(), games=TwoGames())
    assert (table.moment.game.id, table.moment.phase) == ("dash", "lobby")
    assert [saved.row.game for saved in table.shelf()] == ["chase"]


def test_saved_games_say_who_plays_and_where_they_stand(evening: TwoGamesEvening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    evening.act("red", MoveRunner("0604"))
    evening.service.new_game("en")
    (saved,) = evening.evenings.saved_games("it")
    assert (saved.title, saved.stands, saved.over, saved.problem) == (
        "Chase",
        "Blue: it: Blue is to move.",
        False,
        "",
    )
    assert [player.name for player in saved.players] == ["Red", "Blue"]
    picture = evening.evenings.picture(saved.id)
    assert picture is not None
    assert picture.count("<circle") == 6
    assert evening.evenings.picture(4711) is None
    assert [(game.id, game.chosen) for game in evening.evenings.games_offered("en")] == [
        ("chase", True),
        ("dash", False),
    ]


def damage(evening: Evening, sql: str) -> None:
    with sqlite3.connect(evening.folder / "evening.db") as raw:
        raw.execute(sql)
    raw.close()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET entry = '{}' WHERE game = 1",
        "INSERT INTO debts VALUES (1, '0000', '[')",
    ],
)
def test_a_damaged_game_stays_on_the_shelf_and_the_table_as_it_was(evening: TwoGamesEvening, sql: str) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    damaged = evening.here
    evening.service.new_game("en")
    evening.begin()
    here = evening.here
    damage(evening, sql)
    with refused("This game cannot be read"):
        evening.evenings.take_out(damaged, "en")
    assert evening.here == here
    evening.again()
    assert (evening.here, evening.table.moment.phase) == (here, "playing")


def test_a_game_that_is_damaged_after_it_was_looked_at_is_not_taken_out_either(evening: TwoGamesEvening) -> None:
    evening.begin()
    evening.act("red", MoveHunter("0200"))
    damaged = evening.here
    evening.service.new_game("en")
    evening.evenings.saved_games("en")
    damage(evening, "UPDATE entries SET entry = '{}' WHERE game = 1")
    with refused("It could not be saved"):
        evening.evenings.take_out(damaged, "en")
    evening.again()
    assert (evening.here, evening.table.moment.phase) == (2, "lobby")


def test_a_rematch_for_which_too_few_are_left_changes_nothing(evening: TwoGamesEvening) -> None:
    evening.begin()
    evening.evenings.send_away("blue", "en")
    over(evening)
    here, before = evening.here, evening.table.moment
    with refused("Seats taken so far: 1"):
        evening.evenings.rematch("en")
    with refused("Seats taken so far: 1"):
        evening.evenings.want_rematch("red", True, "en")
    assert evening.table.moment == before
    assert evening.table.shelf() == []
    evening.again()
    assert (evening.here, evening.table.moment.phase) == (here, "over")


def test_seats_that_a_chosen_game_does_not_have_are_free_after_a_restart(evening: TwoGamesEvening) -> None:
    evening.service.claim("green", "Gina", "share of green", "en")
    damage(evening, "UPDATE games SET game = 'dash'")  # the plug was pulled from an older Tavolo
    evening.again()
    assert evening.table.moment.game.id == "dash"
    assert [player.seat for player in evening.service.snapshot("red", "en").players] == ["red", "blue"]
    assert [row.seat for row in evening.store.players(evening.here)] == ["red", "blue"]


def test_a_game_that_nobody_knows_is_named_with_what_can_be_done(evening: TwoGamesEvening) -> None:
    evening.begin()
    damage(evening, "UPDATE games SET game = 'draughts'")
    with pytest.raises(OtherRules, match=r"'draughts', which this program does not have.*name another GAME"):
        evening.again()
    table = Table.open(evening.store, DASH, clock=Clock(), games=TwoGames())
    assert (table.moment.game.id, [saved.row.game for saved in table.shelf()]) == ("dash", ["draughts"])


class Unplugged(BaseException):
    """The plug was pulled."""


def test_a_plug_pulled_while_another_game_is_chosen_leaves_the_one_or_the_other_whole(
    evening: TwoGamesEvening,
) -> None:
    evening.service.claim("green", "Gina", "share of green", "en")
    left = [0]

    def pulled(connection: sa.Connection) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Unplugged

    sa.event.listen(evening.store._engine, "begin", pulled)
    for transactions in range(1, 4):
        left[0] = transactions
        with suppress(Unplugged):
            evening.table.choose_game("dash")
        stored = sqlite3.connect(evening.folder / "evening.db")
        (game,) = stored.execute("SELECT game FROM games").fetchone()
        seats = [seat for (seat,) in stored.execute("SELECT seat FROM players ORDER BY place")]
        stored.close()
        assert (game, seats) in (("chase", ["red", "blue", "green"]), ("dash", ["red", "blue"]))
