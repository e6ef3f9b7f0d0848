"""A table for testing pages: a parlour game of hopping over twelve places, with a secret word for every seat."""

from __future__ import annotations

import itertools
import math
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
from flask import Flask

from engines.texts import Texts
from tests.waiting import eventually
from web.afterthoughts import THREAD
from web.app import create_app
from web.service import (
    Choice,
    Correctable,
    Due,
    FactValue,
    HostReport,
    Player,
    Refused,
    Roll,
    Rolled,
    RuleCited,
    Seat,
    Snapshot,
    Subscription,
    Warning,
)

SEATS = ("red", "blue", "green", "yellow", "violet", "orange", "black", "white")
COLUMNS, ROWS, PITCH = 6, 4, 24.0
PIN = "271828"
CAMERA = b"\xff\xd8\xff\xe0 not much of a picture"

TEXTS = Texts(
    {
        "en": {"game.name": "Parlour", "kind.hop": "Hop", "option.length": "Length"},
        "it": {"game.name": "Salotto", "kind.hop": "Salta", "option.length": "Durata"},
        "de": {"game.name": "Salon", "kind.hop": "Hüpfen", "option.length": "Dauer"},
    }
)


def cell(column: int, row: int) -> str:
    """The id of a place of the parlour's board."""
    return f"{column:02}{row:02}"


def board_svg(lang: str = "en") -> str:
    """A small board of hexes, cells marked as pages need them."""
    hexes = []
    for row, column in itertools.product(range(ROWS), range(COLUMNS)):
        x, y = 20 + PITCH * (column + row % 2 / 2), 20 + PITCH * row * math.sqrt(3) / 2
        radius = PITCH / math.sqrt(3)
        corners = [(x + radius * math.sin(math.pi / 3 * i), y - radius * math.cos(math.pi / 3 * i)) for i in range(6)]
        points = " ".join(f"{px:.2f},{py:.2f}" for px, py in corners)
        shade = ("#cdb98a", "#a9b98a", "#8fb0b8")[(row + column) % 3]
        hexes.append(f'<polygon data-cell="{cell(column, row)}" points="{points}" fill="{shade}" stroke="#5a4a33"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PITCH * 7.5:.0f} 110">{"".join(hexes)}</svg>'


def piece_svg(look: str) -> str:
    """A plain disc in the look's colour."""
    shape, _, colour = look.partition(":")
    if shape != "disc" or colour not in SEATS:
        raise KeyError(look)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18">'
        f'<circle cx="9" cy="9" r="8.5" fill="{colour}" stroke="#000"/></svg>'
    )


class Hop(msgspec.Struct, tag="hop", forbid_unknown_fields=True):
    """The parlour's only action."""

    to: str


class FakeSubscription:
    """A waiter on the parlour's clockwork."""

    def __init__(self, table: FakeTable, seat: Seat | None) -> None:
        self._table = table
        self._seat = seat
        table.open_streams += 1

    def wait(self, after: int, timeout_s: float) -> bool:
        """As `web.service.Subscription`."""
        with self._table.changed:
            return self._table.changed.wait_for(lambda: self._table.numbers.get(self._seat, 0) > after, timeout_s)

    def close(self) -> None:
        """As `web.service.Subscription`."""
        self._table.open_streams -= 1


class FakeTable:
    """`web.service.TableService` over the parlour game; tests poke its attributes and call `tell`."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.numbers: dict[Seat | None, int] = dict.fromkeys((*SEATS, None), 1)
        self.open_streams = 0
        self.phase: Literal["lobby", "setup", "playing", "over"] = "lobby"
        self.mode: Literal["silent", "advise", "strict"] = "advise"
        self.tokens: dict[str, Seat] = {}
        self.names: dict[Seat, str] = {}
        self.codes: dict[str, Seat] = {}
        self.places: dict[Seat, str] = {}
        self.choices: dict[str, dict[str, str]] = {}
        self.secrets = {seat: f"secret-word-of-{seat}" for seat in SEATS}
        self.story: list[str] = []
        self.warnings: list[Warning] = []
        self.dice: Seat | None = None
        self.rolled: Rolled | None = None
        self.sides, self.count = 6, 2
        self.answers_in_s: float | None = None
        self.done: dict[str, int] = {}
        self.acted: list[tuple[Seat, str]] = []
        self.options = {"length": "short"}
        self.recording = False
        self.entropies: list[str] = []
        self.snapshots_made = 0

    def tell(self) -> None:
        """Something changed for everybody."""
        with self.changed:
            for seat in self.numbers:
                self.numbers[seat] += 1
            self.changed.notify_all()

    def begin_playing(self, *seats: Seat) -> None:
        """Seats the first players and starts."""
        for seat in seats:
            self.names.setdefault(seat, seat.title())
        self.places = {seat: cell(i, 0) for i, seat in enumerate(self.names)}
        self.phase = "playing"
        self.tell()

    def snapshot(self, seat: Seat | None, lang: str) -> Snapshot:
        """As `web.service.TableService`, like all that follow."""
        self.snapshots_made += 1
        turn = next(iter(self.names), None) if self.phase == "playing" else None
        mine = seat is not None and seat == turn
        hops = [
            Choice("hop", {"type": "hop", "to": cell(c, r)}, f"Hop to {cell(c, r)}", (self.places[seat], cell(c, r)))
            for c, r in itertools.product(range(COLUMNS), range(ROWS))
            if seat is not None and mine and cell(c, r) not in self.places.values()
        ]
        return Snapshot(
            number=self.numbers[seat],
            phase=self.phase,
            mode=self.mode,
            game="parlour",
            seat=seat,
            players=[Player(taken, name, True) for taken, name in self.names.items()],
            asks={"it": "Tocca a {}", "de": "{} ist dran"}.get(lang, "{} to hop").format(turn or "?"),
            my_turn=mine,
            choices=hops,
            roll=Roll("start", "Who hops first?", self.count, self.sides) if seat and self.dice == seat else None,
            undo="hop" if mine and self.acted else "",
            warnings=self.warnings,
            story=self.story[-20:],
            view={"word": self.secrets[seat]} if seat else {},
            placement={where: (f"disc:{who}",) for who, where in self.places.items()},
            seen_placement={where: (f"disc:{who}",) for who, where in self.places.items()},
            rolled=self.rolled,
            due=Due("decision", (turn,), "to hop") if turn else Due("lobby", (), "Waiting"),
            about=[sentence.split()[0] for sentence in self.story[-20:]],
            told=len(self.story),
            answers_in_s=self.answers_in_s,
        )

    def subscribe(self, seat: Seat | None) -> Subscription:
        return FakeSubscription(self, seat)

    def free_seats(self) -> Sequence[Seat]:
        return [seat for seat in SEATS if seat not in self.names] if self.phase == "lobby" else []

    def claim(self, seat: Seat, name: str, entropy: str, lang: str) -> str:
        if seat not in self.free_seats():
            raise Refused(f"{seat} is taken")
        self.entropies.append(entropy)
        self.names[seat] = name
        token = secrets.token_urlsafe(24)
        self.tokens[token] = seat
        self.tell()
        return token

    def seat_of(self, token: str) -> Seat | None:
        return self.tokens.get(token)

    def leave(self, token: str, lang: str) -> None:
        self.names.pop(self.tokens.pop(token))
        self.tell()

    def act(self, seat: Seat, action: bytes, key: str, seen: int, lang: str) -> int:
        if key in self.done:
            return self.done[key]
        try:
            hop = msgspec.json.decode(action, type=Hop)
        except msgspec.DecodeError as error:
            raise Refused(f"no such action: {error}", 422) from error
        if hop.to in self.places.values():
            raise Refused({"it": "Lì c'è già qualcuno"}.get(lang, "Somebody stands there"))
        self.places[seat] = hop.to
        self.acted.append((seat, hop.to))
        self.story.append(f"{seat} hopped to {hop.to}")
        self.tell()
        self.done[key] = self.numbers[seat]
        return self.done[key]

    def roll(self, seat: Seat, typed: Sequence[int] | None, key: str, lang: str) -> int:
        if self.dice != seat:
            raise Refused("nobody asked you to roll")
        if typed is not None and len(typed) != 2:
            raise Refused("two dice, please", 422)
        self.dice = None
        count = self.rolled.count if self.rolled else 0
        self.rolled = Rolled("start", seat, tuple(typed or (3, 5)), self.sides, count + 1)
        self.tell()
        return self.numbers[seat]

    def undo(self, seat: Seat, key: str, lang: str) -> int:
        self.acted.pop()
        self.tell()
        return self.numbers[seat]

    def begin(self, lang: str) -> None:
        if not self.names:
            raise Refused("nobody is here")
        self.begin_playing()

    def host_set(self, name: str, value: str, lang: str) -> None:
        if name == "mode":
            self.mode = value  # type: ignore[assignment]
        elif name == "option":
            key, _, choice = value.partition("=")
            if key not in self.options:
                raise Refused(f"there is no option {key!r}", 422)
            self.options[key] = choice
        self.tell()

    def edit(self, facts: Mapping[str, FactValue], key: str, lang: str) -> None:
        for fact, value in facts.items():
            if fact not in self.places:
                raise Refused(f"there is no fact {fact!r}", 422)
            self.places[fact] = str(value)
        self.tell()

    def let_pass(self, key: str, lang: str) -> None:
        self.warnings = []
        self.tell()

    def free_seat(self, seat: Seat, lang: str, token: str | None = None) -> str:
        code = secrets.token_hex(3).upper()
        self.codes[code] = seat
        return code

    def take_over(self, code: str, lang: str) -> str:
        seat = self.codes.pop(code, None)
        if seat is None:
            raise Refused("that code is not good (any more)", 403)
        self.tokens = {token: held for token, held in self.tokens.items() if held != seat}
        token = secrets.token_urlsafe(24)
        self.tokens[token] = seat
        self.tell()
        return token

    def correctable(self, lang: str) -> Correctable:
        return Correctable(dict(self.places), choices=self.choices)

    def host_report(self, lang: str) -> HostReport:
        return HostReport(
            options=self.options,
            option_choices={"length": ("short", "long")},
            eye="a painted eye, 30 pictures a second",
            stages_ms={"find": 1.5, "evidence": 4.25},
            join_url="http://192.168.7.7:8080/",
            games=("parlour",),
            recording=self.recording,
            recorded=self.recording,
        )

    def piece_name(self, look: str, lang: str) -> str:
        return {"it": "Disco {}", "de": "Scheibe {}"}.get(lang, "Disc {}").format(look.partition(":")[2])

    def printed_names(self, lang: str) -> dict[str, list[str]]:
        return {cell(1, 2): ["Città", "Town"], cell(1, 3): ["Corso Uno (0103)"], cell(2, 3): ["Corso Uno (0203)"]}

    def camera_jpeg(self, cells: bool) -> bytes | None:
        return CAMERA

    def log(self) -> Iterator[bytes]:
        yield from (msgspec.json.encode({"story": sentence}) + b"\n" for sentence in self.story)

    def set_recording(self, on: bool) -> None:
        self.recording = on

    def recording_zip(self) -> bytes | None:
        return b"PK" if self.recording else None

    def new_game(self, lang: str) -> None:
        self.phase = "lobby"
        self.tell()


def a_breach() -> Warning:
    """A warning with all that one can have."""
    return Warning(
        reading="Breach",
        words=("Rosso è saltato di tre caselle: al massimo due.",),
        rules=(RuleCited("hop.far", "§3", "Si salta di una o due caselle."),),
        mend=("Riporta il disco rosso da 0302 a 0000.",),
        cells=("0302",),
        blocks=True,
    )


def thoughts_now() -> int:
    """How many afterthoughts are being thought about."""
    return sum(thread.name == THREAD for thread in threading.enumerate())


wait_until = partial(eventually, within_s=30.0)


def parlour(table: FakeTable, **services: Any) -> Flask:
    """The pages over `table`; `services` as `web.app.create_app` takes them."""
    usual: dict[str, Any] = {"virtual": None, "host_pin": PIN, "board_svg": board_svg, "piece_svg": piece_svg}
    return create_app(table, game_texts=lambda game: TEXTS, **{**usual, **services})
