"""Directs the demonstration: plays a script on a real evening, scene by scene; everything but its pace is real.

Phones act through the service as phones do; hands move pieces on the virtual table, and the eye must read them.
"""

from __future__ import annotations

import itertools
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.board_eye import usual_cache
from companion.demo.hands import Hands
from companion.evening import Evening
from companion.evening_settings import EveningSettings
from companion.eyes import PICTURES
from companion.fair_chance import SecretChain
from companion.readings import Blind
from companion.store import Store
from companion.table import Table
from engines import demo as deeds
from engines.demo import Deed, Scene, Script
from engines.entries import Act, Seat
from engines.game import Game
from engines.pending import Decision, Dice, Over
from engines.physical import Cell, Change, Look
from web.demo_service import DemoNow
from web.pages.demo import open_stage

SEES_S = 25.0
"""Longest wait for the eye to read what hands did; two seconds where the machine has nothing else to do."""
READS_S = 7.0
"""s that the eye is given to read a move before the piece is straightened."""
DRAWS_S = 120.0
"""Longest wait for the board to be drawn, the first time; 10 s on a Pi."""
TIDIES = 4
LOOK_S = 0.1
MOST_GOES = 60
"""Actions after which going on is given up: a turn of all players has some twenty."""
STORE = "evening.db"

log = logging.getLogger(__name__)


class Director:
    """Plays `script`. `pace` scales all waiting: 1 to be watched, 0 as fast as the eye sees.

    >>> director = Director(game, script, folder, port=0, pace=1.0, seed=7)
    >>> director.start()
    >>> director.url
    'http://127.0.0.1:40001/demo'
    """

    def __init__(
        self,
        game: Game[Any, Any],
        script: Script,
        data: Path,
        *,
        host: str,
        port: int,
        pace: float,
        seed: int,
        eye: str = "virtual",
    ) -> None:
        """Raises `OSError` where the port cannot be served. The same `seed` deals the same cards.

        Without an `eye` (empty) it is a rehearsal: there is no table on which hands could move anything, and what they
        would do is said on the phone.
        """
        self._game = game
        self._script = script
        self._pace = pace
        self._settings = EveningSettings(game, {}, (), eye, host, port or _free_port(), data)
        self._tokens: dict[Seat, str] = {}
        self._keys = itertools.count()
        self._over = threading.Event()
        self._playing = threading.Event()
        self._playing.set()
        self._scene = 0
        self._done = False
        _prepare(data / STORE, game, script.options, seed)
        self.evening = self._open()
        self._hands = Hands(self._top, lambda: self.evening.table.moment.board, pace, seed)

    @property
    def url(self) -> str:
        """Where the demonstration is watched."""
        return f"{self.evening.join_url.rstrip('/')}/demo"

    def start(self) -> None:
        """Serves, and plays in a thread of its own."""
        self.evening.start()
        threading.Thread(target=self._play, name="demo", daemon=True).start()

    def scenes(self) -> Iterator[Scene]:
        """Serves and plays here; answers each scene when all in it is done."""
        self.evening.start()
        for number, scene in enumerate(self._script.scenes):
            self._scene = number
            for deed in scene.deeds:
                self._do(deed)
            yield scene
        self._done = True

    def close(self) -> None:
        """Ends it."""
        self._over.set()
        self._playing.set()
        self.evening.close()

    # What the page asks

    def now(self, lang: str) -> DemoNow:
        """What is shown and said now."""
        scene = self._script.scenes[self._scene]
        return DemoNow(
            scene=self._scene,
            scenes=len(self._script.scenes),
            caption=scene.caption(lang),
            show=scene.show,
            phone=scene.phone,
            playing=self._playing.is_set(),
            done=self._done,
        )

    def tokens(self) -> Mapping[Seat, str]:
        """The tokens of the seats, for the page that shows their phones."""
        return dict(self._tokens)

    def pause(self, on: bool) -> None:
        """Holds the demonstration between two deeds, or lets it go on."""
        if on:
            self._playing.clear()
        else:
            self._playing.set()

    # Playing

    def _play(self) -> None:
        try:
            for number, scene in enumerate(self._script.scenes):
                self._scene = number
                for deed in scene.deeds:
                    self._rest(0.5)
                    if self._over.is_set():
                        return
                    self._do(deed)
                self._rest(scene.rest_s)
            self._done = True
        except Exception:
            if not self._over.is_set():
                log.exception("the demonstration stops in scene %s", self._script.scenes[self._scene].name)

    def _rest(self, seconds: float) -> None:
        self._over.wait(seconds * self._pace)
        self._playing.wait()

    def _do(self, deed: Deed) -> None:
        service = self.evening.service
        match deed:
            case deeds.Sit(seat, name):
                self._tokens[seat] = service.claim(seat, name, f"share of {seat}".encode().hex(), "en")
            case deeds.Begin():
                service.begin("en")
            case deeds.Choose(option, value):
                service.host_set("option", f"{option}={value}", "en")
            case deeds.Roll(values):
                self._roll(values)
            case deeds.Tap(kind, fields):
                seat, action = self._action(kind, fields)
                self._act(seat, action)
            case deeds.Hand(kind, fields) if self._sees:
                self._by_hand(kind, fields)
            case deeds.Hand(kind, fields):
                self._act(*self._action(kind, fields))
            case deeds.Misplace() | deeds.Fault() | deeds.Until() if not self._sees:
                pass
            case deeds.Misplace(look, to):
                self._misplace(look, to)
            case deeds.PutRight(slowly):
                self._put_right(slowly)
            case deeds.Fault(name, level):
                self._top().set_fault(name, level)
            case deeds.Correct(facts):
                service.edit(facts, self._key(), "en")
            case deeds.Restart():
                self._restart()
            case deeds.GoOn(seat, decision, kinds):
                self._go_on(seat, decision, kinds)
            case deeds.Until(what):
                self._until((lambda: self._warned) if what == "warned" else (lambda: self._calm))
            case deeds.Rest(s):
                self._rest(s)

    def _roll(self, values: tuple[int, ...]) -> None:
        dice = self._game.pending(self._state)
        if isinstance(dice, Dice):
            seat = dice.seat or self.evening.table.moment.row.seats[0]
            self.evening.service.roll(seat, values or None, self._key(), "en")

    def _action(self, kind: str, fields: Mapping[str, Any]) -> tuple[Seat, Any]:
        """The first legal action of that kind, and who is asked; raises `LookupError` where there is none."""
        pending = self._game.pending(self._state)
        for seat in pending.seats if isinstance(pending, Decision) else ():
            for action in self._game.legal(self._state, seat):
                plain: Mapping[str, Any] = msgspec.to_builtins(action)
                if plain.get("type") == kind and all(_is(plain.get(name), value) for name, value in fields.items()):
                    return seat, action
        raise LookupError(f"nobody may do {kind} {dict(fields)} now; what is asked: {pending}")

    def _act(self, seat: Seat, action: Any) -> None:
        self.evening.service.act(seat, msgspec.json.encode(action), self._key(), 0, "en")

    def _put_right(self, slowly: bool) -> None:
        """Hands lay the board out, and again where a piece lies so that the eye is not sure, as people do."""
        for slow in (slowly, False, False) if self._sees else ():
            self._hands.put_right(self.evening.table.moment.placement, slow)
            self._until(lambda: self._is_right)
            if self._is_right:
                return
        if self.evening.table.moment.phase == "setup":
            if self._sees:
                log.warning("the eye has not seen the board set up; the host says that it is")
            self.evening.service.begin("en")

    def _by_hand(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Moves the pieces of an action, straightens them where the eye is not sure, and at last says it on the phone.

        Tracks are left for the table to ask for.
        """
        seat, action = self._action(kind, fields)
        before = self._state
        board = self.evening.table.moment.board
        was = self._game.placement(before).cells
        meant = self._game.apply(before, Act(seat, action)).state
        will = self._game.placement(meant).cells
        self._hands.carry_out(Change.between(was, will))
        straight = {cell: looks for cell, looks in will.items() if cell in board.cells}
        straight |= {cell: looks for cell, looks in was.items() if cell not in board.cells}
        for _ in range(TIDIES):
            self._until(lambda: self._state != before, READS_S)
            if self._state == meant:
                return
            self._take_back(before)
            self._hands.put_right(straight, slowly=False)
        log.warning("the eye has not read %s; the phone says it", kind)
        self._act(seat, action)
        self._put_right(slowly=False)

    def _misplace(self, look: Look, to: Cell) -> None:
        """A hand does what is not allowed; what the eye takes for something else is taken back and done again."""
        before = self._state
        for _ in range(TIDIES):
            self._hands.misplace(look, to)
            self._until(lambda: self._warned or self._state != before, READS_S)
            if self._state == before:
                return
            self._take_back(before)
            self._put_right(slowly=False)

    def _take_back(self, before: Any) -> None:
        """Players take back what was read wrongly."""
        for seat in self.evening.table.moment.row.seats:
            if self._state != before and self.evening.table.undoable(seat) is not None:
                self.evening.service.undo(seat, self._key(), "en")

    def _go_on(self, seat: Seat, decision: str, kinds: tuple[str, ...]) -> None:
        for _ in range(MOST_GOES):
            match self._game.pending(self._state):
                case Decision(seats, kind) if seats == (seat,) and kind == decision:
                    return
                case Decision():
                    self._go_quietly(kinds)
                case Dice():
                    self._roll(())
                case Over():
                    return
            self._rest(0.15)
        raise LookupError(f"{seat} is not asked for {decision} within {MOST_GOES} actions")

    def _go_quietly(self, kinds: tuple[str, ...]) -> None:
        for kind in kinds:
            try:
                seat, action = self._action(kind, {})
            except LookupError:
                continue
            return self._act(seat, action)
        raise LookupError(f"none of {', '.join(kinds)} is possible; what is asked: {self._game.pending(self._state)}")

    def _restart(self) -> None:
        self.evening.close()
        self._rest(1.5)
        self.evening = self._open()
        self.evening.start()
        if self._sees:
            self._until(lambda: self.evening.looking.frame is not None)

    # Means

    def _open(self) -> Evening:
        evening = Evening(self._settings)
        open_stage(evening.app, self)
        return evening

    def _top(self) -> Any:
        """The virtual table, once its board is drawn and the eye has a picture of it."""
        assert self.evening.top is not None
        self._until(lambda: self.evening.looking.frame is not None, DRAWS_S)
        return self.evening.top

    @property
    def _sees(self) -> bool:
        """Whether there is a virtual table, and an eye that looks at it."""
        return bool(self._settings.eye)

    @property
    def _state(self) -> Any:
        journal = self.evening.table.moment.journal
        assert journal is not None
        return journal.state

    @property
    def _warned(self) -> bool:
        """Whether the table says that something lies wrong; that its eye is not open yet is no such word."""
        return any(not isinstance(reading, Blind) for reading in self.evening.table.moment.ruling.warnings)

    @property
    def _calm(self) -> bool:
        return not self.evening.table.moment.ruling.warnings

    @property
    def _is_right(self) -> bool:
        return self._calm and self.evening.table.moment.phase != "setup"

    def _until(self, true: Callable[[], bool], seconds: float = SEES_S) -> None:
        end = time.monotonic() + seconds
        while not true() and time.monotonic() < end and not self._over.is_set():
            time.sleep(LOOK_S)

    def _key(self) -> str:
        return f"demo-key-{next(self._keys):05}"


def _free_port() -> int:
    """A port that nobody serves. One that the system chose by itself could not be served again after a restart."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is(value: Any, wanted: Any) -> bool:
    return value in wanted if isinstance(wanted, list) else bool(value == wanted)


def _prepare(path: Path, game: Game[Any, Any], options: Mapping[str, str], seed: int) -> None:
    """A store whose cards fall as `seed` says, and boards that are drawn once for all demonstrations."""
    drawn = path.parent / PICTURES
    path.parent.mkdir(parents=True, exist_ok=True)
    usual_cache().mkdir(parents=True, exist_ok=True)
    if not drawn.exists():
        drawn.symlink_to(usual_cache(), target_is_directory=True)
    store = Store.open(path)
    try:
        Table.open(store, game, dict(options), clock=time.time, chain=SecretChain(f"{seed:064x}"))
    finally:
        store.close()
