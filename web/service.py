"""What the pages need from the table: a Protocol that the table implements and is handed in with.

Everything here is already what one seat may know; pages can show all of it and need to hide nothing.
Texts come in the language asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

Seat = str
Language = str
FactValue: TypeAlias = str | int | bool | None
"""What the host may correct a public fact to."""


class Refused(ValueError):
    """The table does not do that: `reason` says why, in the asker's language. `status` is the HTTP status that fits."""

    def __init__(self, reason: str, status: int = 409) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


class Player(msgspec.Struct, frozen=True):
    """A taken seat. `present`: a phone of theirs is connected."""

    seat: Seat
    name: str
    present: bool
    gone: bool = False
    """They have left the game: the table answers for the seat."""


class Choice(msgspec.Struct, frozen=True):
    """One legal action: `action` is sent back as it is; `words` says it; `cells` are the cells it lights up,
    the one it leads to last. `kind` is the action's tag (``move_fugitive``)."""

    kind: str
    action: Mapping[str, Any]
    words: str
    cells: Sequence[str] = ()


class RuleCited(msgspec.Struct, frozen=True):
    """A rule as shown beside a warning."""

    id: str
    section: str
    text: str


class Warning(msgspec.Struct, frozen=True):
    """What is wrong on the board. `reading` is the reading's name, ``Unrest`` where no two looks were read alike;
    `mend` are the repairs in words, in order.

    `cells` are to be lit. `blocks`: the turn is held until it is mended (mode ``strict``).
    """

    reading: Literal["Ambiguous", "Owes", "Breach", "Blind", "InHand", "Unrest"]
    words: Sequence[str]
    rules: Sequence[RuleCited] = ()
    mend: Sequence[str] = ()
    cells: Sequence[str] = ()
    blocks: bool = False
    choices: Sequence[Choice] = ()
    first_aloud: str = ""
    """The first of `mend` as a voice reads it; empty where that is as it is read."""


class Roll(msgspec.Struct, frozen=True):
    """Dice that this seat is asked to roll."""

    name: str
    words: str
    count: int
    sides: int
    cards: Sequence[int] = ()
    """The numbers of the cards of which one is to be turned; empty where dice are asked for."""
    each: Sequence[str] = ()
    """What each die is for; empty where all are for one thing."""


class Rolled(msgspec.Struct, frozen=True):
    """The last dice that fell in public, of `sides` faces. `count` counts rolls from 1: a new one is known by it."""

    name: str
    seat: Seat | None
    values: Sequence[int]
    sides: int
    count: int


class Due(msgspec.Struct, frozen=True):
    """What is due now: `seats` (empty: all, or nobody in particular) have to do what `words` say.

    When the game is ``over``, `seats` are the winners.
    """

    kind: Literal["lobby", "setup", "decision", "roll", "over", "wait"]
    seats: Sequence[Seat]
    words: str


class Awaited(msgspec.Struct, frozen=True):
    """A seat that is asked something. `answer` says what the rulebook does for one who sleeps; empty where nothing."""

    seat: Seat
    answer: str = ""


class Leaving(msgspec.Struct, frozen=True):
    """A player who wants to leave the game, and who has agreed by now."""

    seat: Seat
    agreed: Sequence[Seat] = ()


class Snapshot(msgspec.Struct, frozen=True):
    """All that one seat (or a spectator) sees now.

    `number` counts the changes of what *this seat* sees; it is the SSE event id and the `seen` of `act`.
    `view` is the game's own view as plain JSON. `asks` says whose turn it is and what for.
    `story` are the last news in words, oldest first. `placement` is the board as the table knows it:
    place → looks. `seen_placement` is what the eye last saw (equal while all agrees).
    """

    number: int
    phase: Literal["lobby", "setup", "playing", "over"]
    mode: Literal["silent", "advise", "strict"]
    game: str
    seat: Seat | None
    players: Sequence[Player]
    asks: str
    my_turn: bool
    choices: Sequence[Choice]
    roll: Roll | None
    undo: str
    """The own entry that may be taken back now, in words; empty where none."""
    warnings: Sequence[Warning]
    story: Sequence[str]
    view: Mapping[str, Any]
    placement: Mapping[str, Sequence[str]]
    seen_placement: Mapping[str, Sequence[str]]
    last_cells: Sequence[str] = ()
    """Cells that the last entry touched."""
    rolled: Rolled | None = None
    """The last roll of dice that everybody sees; the pages let the dice fall on it."""
    due: Due | None = None
    """What `asks` says, in parts."""
    about: Sequence[Seat] = ()
    """Whom each line of `story` is about; empty where it is nobody in particular."""
    told: int = 0
    """How many lines there have been that this seat may read; the last of `story` has this number."""
    keeps_pictures: bool = False
    """Whether the camera's pictures of this game are kept."""
    waiting_for: Sequence[Awaited] = ()
    """Who is asked something now, as far as everybody may know."""
    overdue: Sequence[Seat] = ()
    """Seats whose time is up where the rules know no default: the others may let the table choose for them."""
    leaving: Sequence[Leaving] = ()
    rematch: Sequence[Seat] = ()
    """Seats that want another game after this one."""
    game_number: int = 0
    """Which game at this table it is, as in the addresses of its story."""
    answers_in_s: float | None = None
    """Seconds until the table answers for who is asked, as of this snapshot; ``None`` where it does not."""
    fails: Sequence[str] = ()
    """Fields that could not be made, sorted: they stand empty here, and pages say so instead of showing them."""

    @property
    def held(self) -> bool:
        """Whether a breach holds the turn (mode ``strict``): nothing may be done until it is mended or let pass."""
        return any(warning.blocks for warning in self.warnings)


class Correctable(msgspec.Struct, frozen=True):
    """Public `facts` that the host may correct; those `of_places` say where something is, by the printed name, which is
    one of `place_names` if it is more than a number. Those of the `choices` are one of these, or nothing; each has its
    word."""

    facts: Mapping[str, FactValue]
    of_places: Collection[str] = ()
    place_names: Sequence[str] = ()
    choices: Mapping[str, Mapping[str, str]] = {}


class HostReport(msgspec.Struct, frozen=True):
    """What the host page shows beside a snapshot."""

    options: Mapping[str, str]
    option_choices: Mapping[str, Sequence[str]]
    eye: str
    """What the camera is and how it fares, in words."""
    stages_ms: Mapping[str, float]
    join_url: str
    games: Sequence[str]
    recording: bool = False
    """Whether the camera's frames are being recorded now."""
    recorded: bool = False
    """Whether there is a recording to download."""


class Subscription(Protocol):
    """A live connection of one phone. Always the newest snapshot, never a queue."""

    def wait(self, after: int, timeout_s: float) -> bool:
        """Blocks until this seat's number is above `after` (True) or time is up (False)."""
        ...

    def close(self) -> None:
        """The phone is gone."""
        ...


class TableService(Protocol):
    """The table as the pages see it. Every method may be called from any thread.

    Methods that change something raise `Refused`; `lang` chooses the language of all words.
    """

    def snapshot(self, seat: Seat | None, lang: Language) -> Snapshot: ...

    def subscribe(self, seat: Seat | None) -> Subscription: ...

    def free_seats(self) -> Sequence[Seat]: ...

    def claim(self, seat: Seat, name: str, entropy: str, lang: Language) -> str:
        """Takes a free seat; the answer is its token (the cookie's value). `entropy` is the phone's share of chance."""
        ...

    def seat_of(self, token: str) -> Seat | None:
        """The seat that `token` holds."""
        ...

    def leave(self, token: str, lang: Language) -> None:
        """Gives a seat back in the lobby."""
        ...

    def act(self, seat: Seat, action: bytes, key: str, seen: int, lang: Language) -> int:
        """Commits the action (JSON) and answers this seat's new number.

        The same `key` again answers the same and acts once. `seen` is the number that the page showed when the action
        was chosen: one that would answer another question by now is refused. What the newest page offers is refused
        only while a breach holds the table (mode ``strict``).
        """
        ...

    def roll(self, seat: Seat, typed: Sequence[int] | None, key: str, lang: Language) -> int:
        """Rolls the dice asked for: fair ones, or with `typed` what real ones show."""
        ...

    def undo(self, seat: Seat, key: str, lang: Language) -> int: ...

    def begin(self, lang: Language) -> None:
        """Host: everybody is here; from lobby to setting the board up."""
        ...

    def host_set(self, name: Literal["mode", "option"], value: str, lang: Language) -> None:
        """Host: changes the mode, or in the lobby a house option (``key=value``)."""
        ...

    def edit(self, facts: Mapping[str, FactValue], key: str, lang: Language) -> None:
        """Host: corrects public facts, as an entry that everybody sees."""
        ...

    def let_pass(self, key: str, lang: Language) -> None:
        """Host: accepts the breach that holds the turn; the board then owes its repair."""
        ...

    def free_seat(self, seat: Seat, lang: Language, token: str | None = None) -> str:
        """A new one-time code with which another phone may take over `seat`: from the phone of `token`, or for the
        host from the phone that is lost."""
        ...

    def take_over(self, code: str, lang: Language) -> str:
        """Exchanges such a code for the seat's token; the old token ends."""
        ...

    def correctable(self, lang: Language) -> Correctable: ...

    def host_report(self, lang: Language) -> HostReport: ...

    def piece_name(self, look: str, lang: Language) -> str:
        """What a piece of that look is called: ``"The red disc (turned over)"``."""
        ...

    def printed_names(self, lang: Language) -> Mapping[str, Sequence[str]]:
        """What each place is called that has a name: first in `lang`, then otherwise in other languages."""
        ...

    def camera_jpeg(self, cells: bool) -> bytes | None:
        """The newest camera picture, with the recognised cells drawn over it if `cells`; None without a frame."""
        ...

    def log(self) -> Iterator[bytes]:
        """The log as JSON lines: the public part during play, the whole after the end."""
        ...

    def set_recording(self, on: bool) -> None: ...

    def recording_zip(self) -> bytes | None: ...

    def new_game(self, lang: Language) -> None:
        """Host: another game with the same seats."""
        ...


class VirtualTop(Protocol):
    """The virtual table's top: pieces lying anywhere in mm, and a camera that can be told to misbehave."""

    @property
    def bounds_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge of the table, in the board's mm; pieces may lie beside the board."""
        ...

    def pieces(self) -> Sequence[Mapping[str, Any]]:
        """Each ``{"id", "look", "x", "y", "angle"}`` in mm and degrees."""
        ...

    def move(self, piece: str, x_mm: float, y_mm: float) -> None:
        """Raises `KeyError` for no such piece, `ValueError` for a place off the table."""
        ...

    def flip(self, piece: str) -> None:
        """Turns it over. Raises `KeyError` for no such piece, `ValueError` for one without another side."""
        ...

    def set_fault(self, name: str, level: float) -> None:
        """Sets a fault's strength 0…1; raises `KeyError` for no such fault."""
        ...

    def faults(self) -> Mapping[str, float]: ...

    def lay_out(self, placement: Mapping[str, Sequence[str]]) -> None:
        """Puts pieces where `placement` wants them (the set-up made for you)."""
        ...
