"""An evening brought to every state that pages can show, by acting at the table itself; for tests and pictures."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engines import registry
from engines.game import Game
from engines.pending import Decision, Dice
from tests.browser.room import serve
from tests.waiting import comes_true

NAMES = ("Ilsa", "Rick", "Sam", "Yvonne", "Carl", "Ugo", "Max", "Lazlo")
PATIENCE_S = 30.0


class Stage:
    """One served evening at the virtual table, and the cookies of those who sit at it.

    >>> with Stage(tmp_path) as stage:
    ...     stage.playing()
    ...     page.goto(f"{stage.base}/seat/{stage.seats[0]}")
    """

    def __init__(
        self,
        data: Path,
        game: str = "casablanca_escape",
        options: Mapping[str, str] | None = None,
        *,
        eye: str = "virtual",
    ) -> None:
        """`eye`: without one (empty) the board is taken to lie as it should, and there is no virtual table."""
        self.game: Game[Any, Any] = registry.find(game)
        self.evening = serve(data, game, options, eye=eye)
        self.base = f"http://127.0.0.1:{self.evening.port}"
        self.cookies: dict[str, dict[str, str]] = {}
        """The cookie with which a phone holds a seat."""
        self.seats: tuple[str, ...] = ()
        self._keys = itertools.count()

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self.evening.close()

    @property
    def state(self) -> Any:
        """The state of the game."""
        journal = self.evening.table.moment.journal
        assert journal is not None
        return journal.state

    # States, each reached from the one before

    def lobby(self, players: int = 3) -> None:
        """So many have sat down."""
        count = min(max(players, self.game.min_seats), self.game.max_seats)
        self.seats = self.game.seats[:count]
        for seat, name in zip(self.seats, NAMES):
            token = self.evening.service.claim(seat, name, seat.encode().hex(), "en")
            self.cookies[seat] = {"name": f"seat_{seat}", "value": token, "url": self.base}

    def rolling(self, players: int = 3) -> None:
        """The host has begun; dice may be asked for."""
        self.lobby(players)
        self.evening.service.begin("en")

    def setting_up(self, players: int = 3) -> None:
        """The dice have fallen; the board is to be set up."""
        self.rolling(players)
        self._roll_all()

    def playing(self, players: int = 3) -> None:
        """The board lies as it should, and the first player is asked."""
        self.rolling(players)
        self.play_from_setup()

    def play_from_setup(self) -> None:
        """From setting up to the first turn."""
        self._roll_all()
        if self.evening.table.moment.phase == "setup":
            self.evening.service.begin("en")
        self.laid_out()

    def _roll_all(self) -> None:
        while isinstance(dice := self.game.pending(self.state), Dice):
            self.evening.service.roll(dice.seat or self.seats[0], None, self.key(), "en")

    def laid_out(self) -> None:
        """Every piece is put where the game has it, and seen there."""
        if self.top is None:
            return
        self.top.lay_out(self.evening.table.moment.placement)
        self.until(lambda: not self.evening.table.moment.ruling.warnings)

    def warned(self) -> None:
        """A piece was moved where it cannot go by any rule, and that was seen."""
        board = self.evening.table.moment.board
        cells = sorted(board.cells)
        piece = self.top.pieces()[0]
        self.top.move(str(piece["id"]), *board.places[cells[len(cells) // 2]].centre)
        self.until(lambda: bool(self.evening.table.moment.ruling.warnings))

    def goes_on(self, actions: int) -> None:
        """Whoever is asked does the first thing there is to do, so many times."""
        for _ in range(actions):
            match self.game.pending(self.state):
                case Dice(seat=seat):
                    self.evening.service.roll(seat or self.seats[0], None, self.key(), "en")
                case Decision(seats=seats):
                    action = next(iter(self.game.legal(self.state, seats[0])))
                    self.act(seats[0], action)
                case _:
                    return

    # Means

    @property
    def top(self) -> Any:
        """The virtual table."""
        return self.evening.top

    def act(self, seat: str, action: Any) -> None:
        """`seat` acts on its phone."""
        self.evening.service.act(seat, msgspec.json.encode(action), self.key(), 0, "en")

    def edit(self, **facts: str | int | bool) -> None:
        """The host corrects facts: ``red_gestapo="2008"``."""
        self.evening.service.edit({name.replace("_", ".", 1): value for name, value in facts.items()}, self.key(), "en")

    def key(self) -> str:
        return f"stage-key-{next(self._keys):04}"

    def until(self, true: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
        """Waits for something to come true; goes on without it where the eye takes too long."""
        comes_true(true, seconds)


def finished_escape(stage: Stage) -> None:
    """The escape is won: somebody was intercepted on the way, and the first to move flies from Casablanca."""
    flier = stage.state.seats[stage.state.order[0]]
    others = [seat for seat in stage.seats if seat != flier]
    stage.edit(**{f"{others[0]}_fugitive": "2404", f"{flier}_gestapo": "2303"})
    _first(stage, flier, "move_gestapo", "2404")
    for _ in range(40):
        now = stage.game.pending(stage.state)
        if not isinstance(now, Decision):
            break
        if now.seats == (flier,) and now.kind == "turn" and stage.state.asked.step == 0:
            stage.edit(**{f"{flier}_fugitive": "0426"})
            stage.edit(**{f"{flier}_gold": 5})
            stage.goes_on(0)
        if not (_first(stage, flier, "fly") if now.seats == (flier,) else False):
            _quietly(stage, now.seats[0])


def _first(stage: Stage, seat: str, kind: str, to: str = "") -> bool:
    for action in stage.game.legal(stage.state, seat):
        plain: Mapping[str, Any] = msgspec.to_builtins(action)
        if plain["type"] == kind and (not to or plain.get("to") == to):
            stage.act(seat, action)
            return True
    return False


QUIET: Sequence[str] = ("suffer", "end_turn", "decline", "stay", "give_ration", "restart", "play_red", "choose")


def _quietly(stage: Stage, seat: str) -> None:
    """`seat` does as little as it may."""
    if not any(_first(stage, seat, kind) for kind in QUIET):
        stage.goes_on(1)
