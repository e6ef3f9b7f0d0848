"""What every game answers: who decides now, what is legal and why not, what follows, who may know what.

A game is a pure value machine over an immutable state. Chance is explicit: the state asks for it and
an `Outcome` in the log answers. One predicate of the game decides both `legal` and `judge`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from engines.entries import Act, Audience, Edit, Entry, FactValue, Outcome, Seat, Undo
from engines.options import Option, OptionError, WrongNumber
from engines.pending import Pending
from engines.physical import Change, Contents, Look, Placement
from engines.pieces import PieceLook

if TYPE_CHECKING:
    from engines.boards.board import Board
    from engines.cards import PrintedDeck
    from engines.directory import DirectoryChapter
    from engines.mats import Mat
    from engines.openings import Part
    from engines.rulebook import Rulebook
    from engines.texts import Facts, Texts


S = TypeVar("S")
A = TypeVar("A")


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
        """Body of each look in the box, played with or not, in the sizes that `options` choose."""

    @abstractmethod
    def supply(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Contents:
        """Every piece that `seats` play with under `options`, each by the look it has before the game."""

    def box(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Contents:
        """Every piece that is printed for `seats`, so that they need no others when they choose other rules one day.

        The supply, unless some rules have pieces of their own; `options` choose how the pieces are made.
        """
        return self.supply(options, seats)

    def decks(self, options: Mapping[str, str]) -> tuple[PrintedDeck, ...]:
        """The cards that may be printed on paper for use with `options`; none unless the game has some."""
        return ()

    def extras(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Sequence[tuple[Look, PieceLook]]:
        """Pieces that lie beside the board, where no eye looks, one entry each: printed with the others."""
        return ()

    def mats(self, options: Mapping[str, str], seats: Sequence[Seat]) -> Sequence[Mat]:
        """What lies in front of each of `seats` to keep its account on; nothing unless the game has such."""
        return ()

    def directory(self, options: Mapping[str, str], state: S | None = None) -> Sequence[DirectoryChapter]:
        """The named places of a board that has too many to find one at a glance.

        With `state` those that its players have agreed on are among them; without, there is room to write them in.
        """
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
    def public_facts(self, state: S) -> Mapping[str, FactValue]:
        """The public facts that an `Edit` may set, with their present values."""

    def fact_choices(self, fact: str) -> Sequence[str]:
        """What a public `fact` is one of, if it is anything; each is called ``fact_word.<choice>``."""
        return ()

    def fact_words(self, fact: str) -> Sequence[str]:
        """What a public `fact` may be instead of a place; each is called ``fact_word.<word>``."""
        return ()

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

    def departure(self, state: S, seat: Seat) -> Mapping[str, FactValue]:
        """Public facts that an `Edit` sets when the player of `seat` has left and nobody takes the seat over.

        Empty where the rulebook says nothing: the pieces stay, and the table answers for the seat.
        """
        return {}

    def check_seats(self, seats: Sequence[Seat]) -> None:
        """Raises `OptionError` unless `seats` are different, known and of a number that can play."""
        self.check_known(seats)
        if not self.min_seats <= len(seats) <= self.max_seats:
            raise WrongNumber(len(seats), self.min_seats, self.max_seats)

    def check_known(self, seats: Sequence[Seat]) -> None:
        """Raises `OptionError` unless `seats` are different and known, however many they are."""
        unknown = [seat for seat in seats if seat not in self.seats]
        if unknown or len(set(seats)) != len(seats):
            wrong = f"unknown: {', '.join(unknown)}" if unknown else "one is named twice"
            raise OptionError(
                f"players={','.join(seats)!r} is impossible ({wrong}); choose from: {', '.join(self.seats)}"
            )

    @property
    def players_in_words(self) -> str:
        """How many can play: ``"2 to 8"``, or ``"2"`` where no other number can."""
        few, most = self.min_seats, self.max_seats
        return str(few) if few == most else f"{few} to {most}"

    @property
    def entry_type(self) -> Any:
        """The union of log entries of this game, for msgspec."""
        return Act[self.action_type] | Outcome | Undo | Edit  # type: ignore[name-defined]
