"""Says readings, repairs, refusals and the story in a player's language. Knows sentences, not rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from companion.citations import section_of
from companion.journal import Line
from companion.laying_out import FEW, laid_out
from companion.readings import Ambiguous, Blind, Breach, InHand, Owes, Reading, Repair
from companion.refusals import NotAllowed
from companion.repairs import body
from engines.boards.board import Board
from engines.corrections import FAULT, Fault
from engines.entries import Seat
from engines.game import Game, Intent, Violation
from engines.physical import Cell, Look
from engines.texts import Texts
from web.service import Choice, RuleCited, Warning

Beginning: TypeAlias = Literal["with_pieces", "empty"]
"""Whether pieces lie on the board with which a game begins."""
TWO_MARKS = re.compile(r"(?<!\.)([.!?])\.(?![.\w])")
"""A full stop after a fact that ends its own sentence."""
CORRECTED, MOST_NAMED = "edited", 5
"""What the host corrected, and how much of it one sentence names: a whole position would fill a display."""
MOST_OFFERED = 10
"""How many choices a refused correction names: whoever has to choose must read them all."""
MOST_TAKEN_BACK = 3
"""How many sentences are told again when what they told of is taken back."""
NOBODY_CALLED: Mapping[Seat, str] = {}
STORY_LINES = 40
"""Lines of the story that a page shows; more than anybody scrolls back to in play."""


@cache
def own_texts() -> Texts:
    """The table's own sentences."""
    folder = Path(__file__).parent / "texts"
    return Texts.load(folder).merged(Texts.load(folder / "learning"))


@cache
def texts_of(game: Game[Any, Any]) -> Texts:
    """The table's sentences and those of `game`."""
    return own_texts().merged(game.texts)


class SetUp(msgspec.Struct, frozen=True):
    """What to do until a board is set up: its `steps` as they are written, and the first of them for the ear."""

    steps: list[str]
    first_aloud: str


class Words:
    """The words of one game on one board in one language.

    >>> Words(game, board, "it").repair(Repair("move", "disc:blue", "1213", "1212"))
    'Spostare il disco blu da 1213 a 1212.'
    """

    def __init__(
        self, game: Game[Any, Any], board: Board, lang: str, called: Mapping[Seat, str] = NOBODY_CALLED
    ) -> None:
        """`called`: names of players by their seats. A seat that is named after a colour is called like its player;
        a side, such as the march, stays what it is, for sentences are about it."""
        self._game = game
        self._board = board
        self._lang = lang
        self._plain = texts_of(game)
        people = {f"seat.{seat}": name for seat, name in called.items() if self._plain.has(f"piece.colour.{seat}")}
        self._people = people
        self._texts = self._plain.naming(people) if people else self._plain

    def say(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """The sentence for `key` filled with `facts`, cells by their printed names; the key where it is unknown."""
        if not self._texts.has(key):
            return key
        if key.rpartition(".")[2] == CORRECTED or key.startswith(FAULT):
            most = MOST_OFFERED if key.startswith(FAULT) else MOST_NAMED
            facts = self._of_people(self._some(facts or {}, most))
        try:
            said = self._texts.say(self._lang, key, {name: self._named(fact) for name, fact in (facts or {}).items()})
            return TWO_MARKS.sub(r"\1", said)
        except (KeyError, IndexError):
            return key

    def sentence(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """What `say` says, beginning with a capital: a name that stands first may have an article."""
        return capital(self.say(key, facts))

    @property
    def lang(self) -> str:
        """The language of these words."""
        return self._lang

    def first(self, *keys: str, facts: Mapping[str, Any] | None = None) -> str:
        """The sentence for the first of `keys` that there is; empty where there is none."""
        return next((self.say(key, facts) for key in keys if self._texts.has(key)), "")

    def _named(self, fact: Any) -> Any:
        if isinstance(fact, tuple | list):
            return tuple(self._named(part) for part in fact)
        if isinstance(fact, Fault):
            return self.say(fact.text, fact.facts)
        return self.place(fact) if isinstance(fact, str) and fact in self._board.places else fact

    def _some(self, facts: Mapping[str, Any], most: int) -> dict[str, Any]:
        """`facts` of which the lists name no more than the `most`."""
        return {
            name: (*fact[: most - 1], self.say("more", {"count": len(fact) - most + 1}))
            if isinstance(fact, tuple | list) and len(fact) > most
            else fact
            for name, fact in facts.items()
        }

    def _of_people(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """`facts` in which what was corrected of a player is called by the player's name."""
        return {
            name: tuple(self.corrected(part) for part in fact) if isinstance(fact, tuple | list) else fact
            for name, fact in facts.items()
        }

    def corrected(self, fact: str) -> str:
        """What a fact of the host's is called that is of a player ("red.gold"); any other stays as it is."""
        seat, _, what = fact.partition(".")
        if f"seat.{seat}" in self._people and self._texts.has(f"fact_of.{what}"):
            return self._texts.say(self._lang, f"fact_of.{what}", {"seat": seat})
        return fact

    def place(self, place: Cell) -> str:
        """What a place is called: a cell by its printed name, a box by its cell's, a track's space by its number."""
        cell = self._board.home(place)
        track = cell.rstrip("0123456789")
        if cell not in self._board.cells and self._texts.has(f"track.{track}"):
            return self._texts.say(self._lang, f"track.{track}", {"number": cell.removeprefix(track)})
        return self._board.name(cell, self._lang) if cell in self._board.cells else cell

    def seat(self, seat: Seat) -> str:
        """What a seat is called."""
        return self._seat(self._texts, seat)

    def _seat(self, texts: Texts, seat: Seat) -> str:
        key = f"seat.{seat}"
        return texts.say(self._lang, key) if texts.has(key) else seat

    def action(self, action: Any) -> str:
        """An action, as its player reads it."""
        return self.say(*self._game.describe(action))

    def intent(self, intent: Intent[Any]) -> str:
        """An action and whose it is."""
        return capital(f"{self.seat(intent.seat)}: {self.action(intent.action)}")

    def line(self, line: Line) -> str:
        """A line of the story. Of what was taken back at once a few are named, the newest."""
        if not line.back:
            return self.sentence(line.key, line.facts)
        what = " ".join(map(self.line, line.back[-MOST_TAKEN_BACK:]))
        return self.sentence(f"{line.key}_what", {**line.facts, "what": what})

    def piece(self, look: Look, count: int = 1) -> str:
        """What so many pieces are called within a sentence: "the red disc (turned over)", "the red discs"."""
        if count > 1 and self._texts.has(f"looks.{look}"):
            return self.say(f"looks.{look}")
        if self._texts.has(f"look.{look}"):
            return self.say(f"look.{look}")
        shape, _, colour = body(look).partition(":")
        kind = "pieces" if count > 1 and self._texts.has(f"pieces.{shape}") else "piece"
        hue = f"{kind}.colour.{colour}"
        facts = {"colour": self.say(hue) if self._texts.has(hue) else self._seat(self._plain, colour), "shape": shape}
        name = self.say(f"{kind}.{shape}" if self._texts.has(f"{kind}.{shape}") else "piece.other", facts)
        return self.say(f"{kind}.back", {"piece": name}) if look.endswith(":back") else name

    def repair(self, repair: Repair) -> str:
        """What to do with one piece."""
        facts = {"piece": self.piece(repair.look), "origin": repair.origin or "", "to": repair.to or ""}
        return self.sentence(f"repair.{repair.kind}", facts)

    def set_up(self, repairs: Sequence[Repair]) -> SetUp:
        """What to do until the board is set up: kind by kind where that is shorter than piece by piece."""
        wanted = laid_out(repairs)
        many = len(wanted.kinds) + bool(wanted.cleared)
        if len(repairs) <= FEW or many >= len(repairs):
            one_by_one = [self.repair(repair) for repair in repairs]
            return SetUp(one_by_one, one_by_one[0])
        piles = [self._pile(look, cells) for look, cells in wanted.kinds]
        if wanted.cleared:
            clear = self.sentence("repair.clear", {"count": wanted.cleared})
            return SetUp([clear, *piles], clear)
        return SetUp(piles, self._pile_aloud(*wanted.kinds[0]))

    def _pile_aloud(self, look: Look, cells: Sequence[Cell]) -> str:
        """The same as `_pile`, for the ear: of many places one, and how many more."""
        others = len(set(cells)) - 1
        if not others:
            return self._pile(look, cells)
        piece = self.piece(look, len(cells))
        facts = {"piece": piece, "count": len(cells), "place": self.place(cells[0]), "others": others}
        return self.sentence("repair.pile_aloud", facts)

    def _pile(self, look: Look, cells: Sequence[Cell]) -> str:
        """One kind of pieces with the places it is laid on."""
        places = "; ".join(
            name if count == 1 else self.say("repair.several", {"place": name, "count": count})
            for name, count in Counter(map(self.place, cells)).items()
        )
        facts = {"piece": self.piece(look, len(cells)), "count": len(cells), "places": places}
        return self.sentence("repair.pile" if len(cells) > 1 else "repair.single", facts)

    def violation(self, violation: Violation) -> str:
        """Why something is not allowed."""
        return self.say(f"violation.{violation.key}", violation.facts)

    def rule(self, rule_id: str) -> RuleCited | None:
        """A rule as it is cited."""
        if rule_id not in self._game.rulebook:
            return None
        rule = self._game.rulebook[rule_id]
        return RuleCited(rule.id, section_of(rule, self), rule.text(self._lang))

    def refusal(self, refused: NotAllowed, seat: Seat | None) -> str:
        """Why the table does not do something, with the rules that `seat` may hear of."""
        told = [self.violation(violation) for violation in refused.violations if may_know(violation.audience, seat)]
        if told:
            return self.say("refused.why", {"why": "; ".join(told)})
        return self.say(f"refused.{refused.key}", refused.facts)

    def warning(
        self,
        reading: Reading,
        seat: Seat | None,
        holds: bool,
        begins: Beginning | None,
        together: Collection[Seat] = (),
    ) -> Warning | None:
        """A reading as a warning for `seat`; ``None`` where it concerns that seat not at all.

        `begins`: how the board that is being set up begins; ``None`` in play. `together`: who is asked now, where that
        are several: the table does not know whose hand it was, and names nobody.
        """
        match reading:
            case InHand(pieces=()):
                return Warning("Unrest", [self.sentence("warning.unrest")])
            case InHand(pieces, repairs):
                names = ", ".join(self.piece(piece.look) for piece in pieces)
                words = [self.sentence("warning.in_hand", {"pieces": names})]
                cells = tuple(piece.cell for piece in pieces)
                return Warning("InHand", words, mend=[self.repair(repair) for repair in repairs], cells=cells)
            case Owes(repairs):
                return self._owed(repairs, begins)
            case Breach():
                return self._breach(reading, seat, holds, together)
            case Blind(reason):
                return Warning("Blind", [self.sentence("warning.blind", {"reason": self.blindness(reason)})])
            case Ambiguous(asked, choices):
                return self._question(asked, choices) if asked == seat else None
        return None

    def _owed(self, repairs: tuple[Repair, ...], begins: Beginning | None) -> Warning:
        """What is still to be done on the board."""
        aloud = ""
        match begins:
            case None:
                key, mend = "owes", [self.repair(repair) for repair in repairs]
            case "empty":
                off = self.sentence("repair.take_all_off", {"count": len(repairs)})
                key, mend = "owes_empty", [off, self.sentence("repair.put_back_later")]
            case "with_pieces":
                todo = self.set_up(repairs)
                key, mend, aloud = "owes_setup", todo.steps, todo.first_aloud
        return Warning("Owes", [self.sentence(f"warning.{key}")], mend=mend, cells=_cells(repairs), first_aloud=aloud)

    def blindness(self, reason: str) -> str:
        """Why nothing is seen."""
        key = f"blind.{reason}"
        return self.say(key) if self._texts.has(key) else reason

    def _breach(self, breach: Breach, seat: Seat | None, holds: bool, together: Collection[Seat]) -> Warning:
        mover = breach.actions[0].seat if breach.actions else ""
        whose = self.seat(mover) if mover and mover not in together else ""
        told = [violation for violation in breach.violations if may_know(violation.audience, seat)]
        if told:
            words = [self._broken(whose, self.violation(item)) for item in told]
        else:
            key = "warning.breach_secret" if mover else "warning.breach_unknown"
            words = [self.sentence(key, {"seat": mover})]
        rules = [rule for item in told if (rule := self.rule(item.rule)) is not None]
        mend = [self.repair(repair) for repair in breach.repairs]
        return Warning("Breach", words, rules, mend, _cells(breach.repairs), holds)

    def _broken(self, whose: str, why: str) -> str:
        """Why something is not allowed, and to whom, unless the reason begins by saying so."""
        if not whose or why.startswith(f"{whose} "):
            return capital(why)
        return self.sentence("warning.breach", {"seat": whose, "why": why})

    def _question(self, seat: Seat, choices: tuple[tuple[Intent[Any], ...], ...]) -> Warning:
        key = "warning.which" if len(choices) > 1 else "warning.silent_pass"
        offered = [
            Choice("explain", {"type": "explain", "number": number}, " · ".join(self.intent(step) for step in story))
            for number, story in enumerate(choices)
        ]
        return Warning("Ambiguous", [self.sentence(key, {"seat": seat})], choices=offered)


def capital(said: str) -> str:
    """A sentence with its first letter large."""
    return said[:1].upper() + said[1:]


def choice(words: Words, board: Board, action: Any) -> Choice:
    """A legal action as a phone offers it."""
    plain = msgspec.to_builtins(action)
    cells = tuple(value for value in plain.values() if isinstance(value, str) and value in board.places)
    return Choice(str(plain.get("type", "")), plain, words.action(action), cells)


def may_know(audience: tuple[Seat, ...] | None, seat: Seat | None) -> bool:
    """Whether `seat` (``None``: a spectator) is among those who may know."""
    return audience is None or seat in audience


def _cells(repairs: tuple[Repair, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell for repair in repairs for cell in repair.cells))
