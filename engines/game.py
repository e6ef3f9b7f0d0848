"""What every game answers: who decides now, what is legal and why not, what follows, who may know what.

A game is a pure value machine over an immutable state. Chance is explicit: the state asks for it and
an `Outcome` in the log answers. One predicate of the game decides both `legal` and `judge`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec

from engines.options import Option, OptionError
from engines.physical import Change, Contents, Look, Placement

if TYPE_CHECKING:
    from engines.boards.board import Board
    from engines.cards import PrintedDeck
    from engines.directory import DirectoryChapter
    from engines.mats import Mat
    from engines.openings import Part
    from engines.rulebook import Rulebook
    from engines.texts import Facts, Texts

Seat: TypeAlias = str
"""A role in the game (``red``, ``spy``, ``march``), held by one or more phones."""

Audience: TypeAlias = tuple[Seat, ...] | None
"""The seats that may know something; ``None`` is everybody, spectators too."""

S = TypeVar("S")
A = TypeVar("A")


class Act(msgspec.Struct, Generic[A], frozen=True, tag="act", omit_defaults=True):
    """A player's intent. `by` says who entered it for a player who is absent: the host, or the table by itself."""

    seat: Seat
    action: A
    by: Literal["", "host", "table"] = ""


class Outcome(msgspec.Struct, frozen=True, tag="outcome"):
    """How a chance fell: dice values in order, or for a shuffle the permutation of ``range(size)``.

    `source`: ``fair`` (derived from everybody's secrets), ``typed`` (real dice, typed in by seat `by`)
    or ``seeded`` (simulations).
    """

    chance: str
    result: tuple[int, ...]
    source: Literal["fair", "typed", "seeded"] = "fair"
    by: Seat | None = None


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Takes back entry number `seq` and all after it; replay skips them."""

    seq: int
    by: Seat | None = None


class Edit(msgspec.Struct, frozen=True, tag="edit"):
    """The host corrects public facts (keys and values are the game's own); secrets are not touched."""

    facts: Mapping[str, str | int | bool | None]
    by: str = "host"


Entry: TypeAlias = Act[A] | Outcome | Undo | Edit


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """The state asks `seat` to roll `count` dice with `sides` faces; everybody sees the result.

    `name` says what for and is the outcome's `chance`. A card turned from those left in a deck is a die whose `faces`
    are their numbers (all different, `sides` of them); the faces of an ordinary die are 1 to `sides`.
    """

    name: str
    seat: Seat | None
    count: int = 1
    sides: int = 6
    faces: tuple[int, ...] = ()

    @property
    def is_card(self) -> bool:
        """Whether cards are turned rather than dice rolled."""
        return bool(self.faces)

    @property
    def values(self) -> Sequence[int]:
        """Every value that one die can show."""
        return self.faces or range(1, self.sides + 1)

    @classmethod
    def turning(cls, name: str, seat: Seat | None, cards: Sequence[int]) -> Dice:
        """The state asks `seat` to turn one of `cards`."""
        return cls(name, seat, 1, len(cards), tuple(cards))


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """The state asks for a permutation of ``range(size)``; nobody sees it. The table answers by itself."""

    name: str
    size: int


Chance: TypeAlias = Dice | Shuffle


class Decision(msgspec.Struct, frozen=True, tag="decision"):
    """Any of `seats` may or must act now. `kind` is a text key (``decision.<kind>``).

    `secret`: that the decision is open at all may be known to `seats` only. `default` is the action
    taken for a player who sleeps, if the rulebook allows one.
    """

    seats: tuple[Seat, ...]
    kind: str
    secret: bool = False
    default: Any = None


class Over(msgspec.Struct, frozen=True, tag="over"):
    """The game has ended; `winners` may be empty. `reason` is a text key (``over.<reason>``)."""

    winners: tuple[Seat, ...]
    reason: str


Pending: TypeAlias = Decision | Dice | Shuffle | Over


class Violation(msgspec.Struct, frozen=True):
    """Why an action is not legal: `rule` is an id of the game's rulebook.

    `key` is a text key (``violation.<key>``) filled with `facts`.
    """

    rule: str
    key: str
    facts: Mapping[str, Any] = {}
    audience: Audience = None


class IllegalAction(ValueError):
    """`apply` was given an action that `judge` objects to."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(f"{v.rule}: {v.key} {dict(v.facts)}" for v in violations))
        self.violations = tuple(violations)


class BadEntry(ValueError):
    """An entry does not fit the state: an outcome nobody asked for, an impossible die, an unknown fact."""


class News(msgspec.Struct, frozen=True):
    """A fact for the players: text key ``news.<key>`` filled with `facts`, for those of `audience`."""

    key: str
    facts: Mapping[str, Any] = {}
    audience: Audience = None


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What an entry led to. `reveals`: somebody learnt something by it, so it can no longer be undone."""

    state: S
    news: tuple[News, ...] = ()
    reveals: bool = False


class CornerTag(msgspec.Struct, frozen=True):
    """A small tag printed beside what a piece shows: its `number` (ArUco, DICT_4X4_250), its middle beside the piece's
    and the side of its black square, parts of the piece's size, and how it is turned clockwise.
    """

    number: int
    middle: tuple[float, float]
    side: float
    turn_deg: float


class PieceLook(msgspec.Struct, frozen=True):
    """The body of one look: ``shape`` is ``disc``, ``square``, ``counter`` or ``tile``; sizes in mm, `rgb` 0–255.

    `pictogram` names the drawing on its face, if any (a man, a camel). A counter bears `label` above (a unit's arm) and
    `figures` below (its values), on a stripe of colour `band` where it has one. A tile bears `arrows`, each so many
    columns and rows long as it lies, and points `ahead` (columns and rows of one step).
    """

    shape: str
    size_mm: float
    height_mm: float
    rgb: tuple[int, int, int]
    pictogram: str = ""
    label: str = ""
    figures: str = ""
    band: tuple[int, int, int] | None = None
    arrows: tuple[tuple[int, int], ...] = ()
    ahead: tuple[int, int] = (0, 0)
    stands: bool = False
    """Whether it may be printed as a figure that stands up."""
    reverse: str = ""
    """Pictogram on the other side of a piece that is drawn face down: all of its kind bear it, and nothing else."""
    corner_tag: CornerTag | None = None
    """A tag that a camera may read beside the drawing."""


class Intent(msgspec.Struct, Generic[A], frozen=True):
    """An action that a physical change could mean, legal or not."""

    seat: Seat
    action: A


class Game(ABC, Generic[S, A]):
    """One game; stateless, all knowledge is loaded data. Subclasses set the class variables.

    >>> game = engines.registry.find("casablanca_escape")
    >>> state = game.new({"version": "simple"}, ("red", "blue"))
    >>> game.pending(state)
    Dice(name='first_move', seat='red', count=2, sides=6)
    """

    id: ClassVar[str]
    rules_version: ClassVar[int]
    follows: ClassVar[frozenset[int]] = frozenset()
    """Earlier rules versions whose evenings go on under these rules where all of their entries still stand."""
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    state_type: ClassVar[Any]
    """Type of the state, for msgspec."""
    action_type: ClassVar[Any]
    """The tagged union of actions, for msgspec."""

    public_actions: ClassVar[frozenset[str]] = frozenset()
    """Tags of the actions that everybody at the table sees whole; only these stand in the public log during play."""

    entered_actions: ClassVar[frozenset[str]] = frozenset()
    """Tags of the actions that a phone enters in a form of the game's own: too many to be offered one by one."""

    phones_per_seat: ClassVar[int] = 1
    """Most phones that may hold one seat: more than one where a seat is a side with several players."""

    rulebook: Rulebook
    texts: Texts
    options: tuple[Option, ...]
    seats: tuple[Seat, ...]
    """Every role that may be taken, in the order offered."""

    @abstractmethod
    def board(self, options: Mapping[str, str]) -> Board:
        """The board that is played on under `options`."""

    @abstractmethod
    def pieces(self, options: Mapping[str, str]) -> Mapping[Look, PieceLook]:
        """Body of each look that may lie on the board under `options`."""

    @abstractmethod
    def supply(self, seats: Sequence[Seat]) -> Contents:
        """Every piece that `seats` bring to the table, each by the look it has before the game."""

    def decks(self, options: Mapping[str, str]) -> tuple[PrintedDeck, ...]:
        """The cards that may be printed on paper for use with `options`; none unless the game has some."""
        return ()

    def extras(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Sequence[tuple[Look, PieceLook]]:
        """Pieces that lie beside the board, where no eye looks, one entry each: printed with the others."""
        return ()

    def mats(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Sequence[Mat]:
        """What lies in front of each of `seats` to keep its account on; nothing unless the game has such."""
        return ()

    def directory(self, options: Mapping[str, str]) -> Sequence[DirectoryChapter]:
        """The named places of a board that has too many to find one at a glance."""
        return ()

    @abstractmethod
    def new(self, options: Mapping[str, str], seats: Sequence[Seat]) -> S:
        """The state before the first entry. `options` as from `engines.options.chosen`; `seats` in table order.

        Raises `OptionError` for an impossible choice or number of seats.
        """

    @abstractmethod
    def pending(self, state: S) -> Pending:
        """Who may or must decide now, what chance is asked for, or how the game ended."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Iterator[A]:
        """Every action of `seat` that `judge` has nothing against, lazily."""

    @abstractmethod
    def judge(self, state: S, seat: Seat, action: A) -> tuple[Violation, ...]:
        """What is wrong with `action`; empty means legal."""

    def allows(self, state: S, seat: Seat, action: A) -> bool:
        """Whether `judge` has nothing against `action`; overridden where reasons cost more than the answer."""
        return not self.judge(state, seat, action)

    def some(self, state: S, seat: Seat, pick: Callable[[int], int]) -> A | None:
        """One legal action as `pick(n)`, a number below n, would have it; ``None`` where there is none.

        Any legal action may come. By default all are equally likely; a game with thousands need not list them first.
        """
        actions = list(self.legal(state, seat))
        return actions[pick(len(actions))] if actions else None

    @abstractmethod
    def apply(self, state: S, entry: Entry[A]) -> Step[S]:
        """The state after `entry` (never an `Undo`: replay deals with those).

        Raises `IllegalAction` for an action that is not legal, `BadEntry` for an outcome or edit that does not fit.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> Any:
        """What `seat` (``None``: a spectator) may know, as a msgspec struct built by naming what may be seen."""

    @abstractmethod
    def placement(self, state: S) -> Placement:
        """What the board should look like, from the public view only."""

    @abstractmethod
    def interpret(self, state: S, change: Change) -> Sequence[Intent[A]]:
        """Actions that `change` could mean, legal or not, most plausible first."""

    @abstractmethod
    def audit(self, state: S) -> list[str]:
        """What is not conserved (a card twice, a coin lost), in words; empty when all is well."""

    @abstractmethod
    def describe(self, action: A) -> tuple[str, Facts]:
        """Text key (``action.<key>``) and facts that say `action` in words."""

    @abstractmethod
    def public_facts(self, state: S) -> Mapping[str, str | int | bool | None]:
        """The public facts that an `Edit` may set, with their present values."""

    def rule_of(self, state: S, action: A) -> str:
        """Id of the rule by which `action`, legal in `state`, may be done; empty where the game names none."""
        return ""

    def attempts(self, state: S, seat: Seat) -> Iterable[A]:
        """Actions that `seat` may wonder about, legal or not, of every kind that the game knows: "why not?" asks these.

        None that would tell `seat` what it may not know. By default only what is legal.
        """
        return self.legal(state, seat)

    def meant(self, state: S, action: A) -> A | None:
        """The action that illegal `action` falls short of by how a piece is turned; ``None`` for any other.

        The table says how to turn the piece, rather than to take it away.
        """
        return None

    def understands(self, rules_version: int) -> bool:
        """Whether an evening begun under those rules may go on under these, if its entries still stand."""
        return rules_version == self.rules_version or rules_version in self.follows

    def alike(self, state: S) -> Any:
        """What matters of `state`: between states with equal keys nobody is asked which of them came about.

        By default the state itself; a game with equal counters leaves out which of them it was.
        """
        return state

    def is_open(self, state: S, act: Act[A]) -> bool:
        """Whether everybody at the table sees `act`, done in `state`, whole; by default what `public_actions` names."""
        action: Any = act.action
        return str(action.__struct_config__.tag) in self.public_actions

    def is_lasting(self, state: S, act: Act[A]) -> bool:
        """Whether `act`, done in `state`, can be changed by acting again only, so that it is not taken back by itself.

        An entry before it still may be, and then takes it along.
        """
        return False

    def published(self, state: S) -> str:
        """A hash by which the secrets of `state` are committed to in public; empty for a game without such."""
        return ""

    def opened(self, state: S, outcome: Outcome) -> tuple[Part, ...]:
        """What the hash published after `outcome`, given in `state`, was made of (see `engines.openings`).

        Asked only once the game is over; empty for an outcome after which nothing new is published.
        """
        return ()

    def lays_anew(self, state: S) -> bool:
        """Whether a round has begun for which the board is to be laid out anew, and nobody has acted in it yet.

        The table then helps with setting up, as at the beginning, instead of listing what to mend.
        """
        return False

    def departure(self, state: S, seat: Seat) -> Mapping[str, str | int | bool | None]:
        """Public facts that an `Edit` sets when the player of `seat` has left and nobody takes the seat over.

        Empty where the rulebook says nothing: the pieces stay, and the table answers for the seat.
        """
        return {}

    def check_seats(self, seats: Sequence[Seat]) -> None:
        """Raises `OptionError` unless `seats` are different, known and of a number that can play."""
        unknown = [seat for seat in seats if seat not in self.seats]
        if unknown or len(set(seats)) != len(seats):
            wrong = f"unknown: {', '.join(unknown)}" if unknown else "one is named twice"
            raise OptionError(
                f"players={','.join(seats)!r} is impossible ({wrong}); choose from: {', '.join(self.seats)}"
            )
        if not self.min_seats <= len(seats) <= self.max_seats:
            raise OptionError(f"{len(seats)} players are impossible; {self.min_seats} to {self.max_seats} can play")

    @property
    def entry_type(self) -> Any:
        """The union of log entries of this game, for msgspec."""
        return Act[self.action_type] | Outcome | Undo | Edit  # type: ignore[name-defined]


def effective(entries: Iterable[Entry[A]]) -> list[tuple[int, Act[A] | Outcome | Edit]]:
    """The entries that count, with their sequence numbers (from 0), after every `Undo` took its part back."""
    standing: list[tuple[int, Act[A] | Outcome | Edit]] = []
    for seq, entry in enumerate(entries):
        if isinstance(entry, Undo):
            if not any(number == entry.seq for number, _ in standing):
                raise BadEntry(f"undo of entry {entry.seq}, which does not stand")
            standing = [(number, kept) for number, kept in standing if number < entry.seq]
        else:
            standing.append((seq, entry))
    return standing


def replay(game: Game[S, A], options: Mapping[str, str], seats: Sequence[Seat], entries: Iterable[Entry[A]]) -> S:
    """The state that `entries` lead to from a new game; raises as `Game.apply` does."""
    state = game.new(options, seats)
    for _, entry in effective(entries):
        state = game.apply(state, entry).state
    return state


def check_outcome(chance: Pending, outcome: Outcome) -> None:
    """Raises `BadEntry` unless `outcome` answers `chance`: the right name, number and range of values."""
    if not isinstance(chance, Dice | Shuffle):
        raise BadEntry(f"outcome of {outcome.chance!r}, but no chance is asked for now")
    if outcome.chance != chance.name:
        raise BadEntry(f"outcome of {outcome.chance!r}, but {chance.name!r} is asked for now")
    if isinstance(chance, Dice):
        if len(outcome.result) != chance.count or not all(value in chance.values for value in outcome.result):
            if chance.is_card:
                raise BadEntry(f"{list(outcome.result)} is not one of the cards that may come: {list(chance.faces)}")
            raise BadEntry(f"{list(outcome.result)} is not a roll of {chance.count} dice with {chance.sides} faces")
    elif sorted(outcome.result) != list(range(chance.size)):
        raise BadEntry(f"the outcome of {chance.name!r} is not a permutation of 0…{chance.size - 1}")


def seeded_outcome(chance: Dice | Shuffle, rng: random.Random) -> Outcome:
    """An outcome of `chance` drawn from the caller's `rng`, for simulations and tests."""
    if isinstance(chance, Dice):
        falls = (chance.values[rng.randint(1, chance.sides) - 1] for _ in range(chance.count))
        return Outcome(chance.name, tuple(falls), "seeded")
    order = list(range(chance.size))
    rng.shuffle(order)
    return Outcome(chance.name, tuple(order), "seeded")
