"""A tiny game of hexes that has one of everything the table must cope with; for tests only.

Each seat has a hunter (square) and a runner (disc). In a turn the hunter moves up to two hexes, then the runner one;
both may stay. A hunter that stops on another's runner sends it home and its marker one step up the track. A runner on
the camp (the hex ``c``) may be turned over. Secret numbers are dealt; a player may swap the own one in secret. When
everybody has moved, a card is turned up. The first runner on the goal wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from engines.boards.chart import Box, Chart, PieceSizes, Sheet
from engines.boards.hex import HexBoard
from engines.entries import Act, BadEntry, Edit, Entry, FactValue, Outcome
from engines.game import Game, IllegalAction, Intent, News, Step, Violation
from engines.options import Option
from engines.pending import Decision, Dice, Over, Pending, Shuffle, check_outcome
from engines.physical import Change, Placement
from engines.pieces import PieceLook
from engines.rulebook import Rule, Rulebook
from engines.texts import Texts

MAP = """
h . . . . . . g
 . . . . . . . .
. . . c . . . .
 . . . . . . . .
. . . . . . . r
"""
"""``h`` where hunters start, ``r`` runners, ``c`` the camp, ``g`` the goal."""

ROWS = [row.split() for row in MAP.strip("\n").splitlines()]
CODES = {f"{column:02}{row:02}": code for row, codes in enumerate(ROWS) for column, code in enumerate(codes)}
PLACE = {code: cell for cell, code in CODES.items() if code != "."}
HUNTERS, RUNNERS, CAMP, GOAL = PLACE["h"], PLACE["r"], PLACE["c"], PLACE["g"]
SEATS = ("red", "blue", "green")
TOP = 3


class MoveHunter(msgspec.Struct, frozen=True, tag="move_hunter"):
    to: str


class MoveRunner(msgspec.Struct, frozen=True, tag="move_runner"):
    to: str


class Mount(msgspec.Struct, frozen=True, tag="mount"):
    """Turns the runner over; two prices leave the same board."""

    gold: bool = False


class Swap(msgspec.Struct, frozen=True, tag="swap"):
    """In secret: takes number `number` instead of the own one."""

    number: int


class Gamble(msgspec.Struct, frozen=True, tag="gamble"):
    """Asks for a die; on a six the runner is moved to the camp."""


class EndTurn(msgspec.Struct, frozen=True, tag="end_turn"):
    """Leaves the rest of the turn."""


Action: TypeAlias = MoveHunter | MoveRunner | Mount | Swap | Gamble | EndTurn


class State(msgspec.Struct, frozen=True):
    seats: tuple[str, ...]
    hunters: tuple[str, ...]
    runners: tuple[str, ...]
    mounted: tuple[bool, ...]
    markers: tuple[int, ...]
    numbers: tuple[int, ...]
    swaps: tuple[int, ...]
    gold: tuple[int, ...]
    turn: int = 0
    step: int = 0
    round: int = 1
    rolling: bool = False
    shuffled: bool = False
    winner: str | None = None


class View(msgspec.Struct, frozen=True):
    hunters: dict[str, str]
    runners: dict[str, str]
    markers: dict[str, int]
    number: int | None
    turn: str
    round: int


TABLES = {
    "en": {
        "seat.red": "Red",
        "seat.blue": "Blue",
        "seat.green": "Green",
        "action.move_hunter": "Hunter to {to}",
        "action.move_runner": "Runner to {to}",
        "action.mount": "Mount, paying {price}",
        "action.swap": "Take number {number}",
        "action.gamble": "Gamble",
        "action.end_turn": "End the turn",
        "price.gold": "gold",
        "price.coin": "coin",
        "decision.turn": "{seat} is to move",
        "news.hunter": "{seat}: hunter to {to}",
        "news.runner": "{seat}: runner to {to}",
        "news.caught": "{seat} caught {seat2}",
        "news.mounted": "{seat} mounts",
        "news.card": "Round {round} begins",
        "news.gamble": "{seat} rolled {value}",
        "news.swapped": "You hold {number} now",
        "violation.too_far": "the piece went {steps} hexes, at most {most}",
        "violation.not_your_turn": "it is {seat}'s turn",
        "violation.moved": "it has moved already",
        "violation.no_camp": "there is no camp here",
        "violation.nonsense": "this cannot be",
        "over.goal": "{seat} reached the goal",
        "roll.gamble": "Roll for the camp",
        "option.pace": "Pace",
        "option.pace.slow": "slow",
        "option.pace.fast": "fast",
        "rolled.gamble": "gamble",
        "chance.gamble": "the gamble",
        "chance.numbers": "dealing the numbers",
        "tale.series.marker": "Caught so far",
        "tale.meeting.caught": "Who caught whom",
        "tale.chapter.start": "The start",
        "tale.chapter.later": "Later",
    }
}
TABLES["it"] = {key: f"it: {text}" for key, text in TABLES["en"].items()}
TABLES["de"] = {key: f"de: {text}" for key, text in TABLES["en"].items()}


def _rule(name: str) -> Rule:
    return Rule(id=name, section="1", en=f"Rule {name}.", it=f"Regola {name}.", de=f"Regel {name}.")


class Chase(Game[State, Action]):
    """The toy."""

    id = "chase"
    rules_version = 1
    min_seats = 2
    max_seats = 3
    state_type = State
    action_type = Action
    public_actions = frozenset({"move_hunter", "move_runner", "mount", "gamble", "end_turn"})

    def __init__(self) -> None:
        self.rulebook = Rulebook(
            tuple(_rule(name) for name in ("hunter.move", "runner.move", "turn.order", "mount.camp"))
        )
        self.texts = Texts(TABLES)
        self.options = (Option("pace", ("slow", "fast"), "slow"),)
        self.seats = SEATS
        self._pieces = {
            f"{shape}:{colour}{side}": PieceLook(shape, 12.0, 4.0, rgb)
            for shape, sides in (("square", ("",)), ("disc", ("", ":back")))
            for colour, rgb in (("red", (190, 28, 34)), ("blue", (26, 66, 165)), ("green", (24, 122, 56)))
            for side in sides
        }
        boxes = [Box(f"T{step}", "track", 10 + 30 * step, 2, 28, 20) for step in range(TOP + 1)]
        boxes.append(Box(f"{HUNTERS}+", "holding", 150, 2, 60, 20, HUNTERS))
        sheet = Sheet("toy", (220, 160), 24.0, (10, 30), PieceSizes(12, 12, 4), boxes=tuple(boxes))
        chart = Chart("toy", "plain", "recon", dict.fromkeys(CODES, "land"), CODES, {GOAL: {"en": "Goal"}})
        self._board = HexBoard(chart, sheet, "hex-pointy")

    def board(self, options: Mapping[str, str]) -> HexBoard:
        return self._board

    def pieces(self, options: Mapping[str, str]) -> Mapping[str, PieceLook]:
        return self._pieces

    def supply(self, options: Mapping[str, str], seats: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{kind}:{seat}" for seat in seats for kind in ("disc", "disc", "square"))

    def new(self, options: Mapping[str, str], seats: Sequence[str]) -> State:
        self.check_seats(seats)
        count = len(seats)
        return State(
            tuple(seats),
            (HUNTERS,) * count,
            (RUNNERS,) * count,
            (False,) * count,
            (0,) * count,
            (0,) * count,
            (0,) * count,
            (1,) * count,
        )

    def pending(self, state: State) -> Pending:
        if state.winner is not None:
            return Over((state.winner,), "goal")
        if not state.shuffled:
            return Shuffle("numbers", 9)
        seat = state.seats[state.turn]
        return Dice("gamble", seat) if state.rolling else Decision((seat,), "turn", default=EndTurn())

    def legal(self, state: State, seat: str) -> Iterator[Action]:
        for cell in sorted(CODES):
            for action in (MoveHunter(cell), MoveRunner(cell)):
                if not self.judge(state, seat, action):
                    yield action
        others: tuple[Action, ...] = (Mount(), Mount(True), Swap(8), Gamble(), EndTurn())
        yield from (action for action in others if not self.judge(state, seat, action))

    def judge(self, state: State, seat: str, action: Action) -> tuple[Violation, ...]:
        if seat not in state.seats or not isinstance(self.pending(state), Decision):
            return (Violation("turn.order", "nonsense"),)
        who = state.seats.index(seat)
        if who != state.turn:
            return (Violation("turn.order", "not_your_turn", {"seat": state.seats[state.turn]}),)
        match action:
            case MoveHunter(to):
                return self._judge_move("hunter.move", state.hunters[who], to, 2, state.step > 0)
            case MoveRunner(to):
                return self._judge_move("runner.move", state.runners[who], to, 1, state.step > 1)
            case Mount(gold):
                if state.runners[who] != CAMP or state.mounted[who] or (gold and not state.gold[who]):
                    return (Violation("mount.camp", "no_camp"),)
            case Swap(number):
                if state.swaps[who] or not 0 <= number < 9:
                    return (Violation("turn.order", "nonsense"),)
        return ()

    def _judge_move(self, rule: str, start: str, to: str, most: int, moved: bool) -> tuple[Violation, ...]:
        if to not in CODES or to == start:
            return (Violation(rule, "nonsense"),)
        if moved:
            return (Violation("turn.order", "moved"),)
        steps = self._board.distance(start, to)
        return () if steps <= most else (Violation(rule, "too_far", {"steps": steps, "most": most}),)

    def apply(self, state: State, entry: Entry[Action]) -> Step[State]:
        if isinstance(entry, Edit):
            return self._edited(state, entry)
        if isinstance(entry, Outcome):
            check_outcome(self.pending(state), entry)
            return self._fallen(state, entry)
        assert isinstance(entry, Act)
        if violations := self.judge(state, entry.seat, entry.action):
            raise IllegalAction(violations)
        who, seat = state.turn, entry.seat
        change = msgspec.structs.replace
        match entry.action:
            case MoveHunter(to):
                news = [News("hunter", {"seat": seat, "to": to})]
                state = change(state, hunters=_put(state.hunters, who, to), step=1)
                for other, runner in enumerate(state.runners):
                    if other != who and runner == to and to != RUNNERS:
                        news.append(News("caught", {"seat": seat, "seat2": state.seats[other]}))
                        level = min(TOP, state.markers[other] + 1)
                        state = change(
                            state,
                            runners=_put(state.runners, other, RUNNERS),
                            markers=_put(state.markers, other, level),
                            mounted=_put(state.mounted, other, False),
                        )
                return Step(state, tuple(news))
            case MoveRunner(to):
                state = change(state, runners=_put(state.runners, who, to), step=2)
                news = [News("runner", {"seat": seat, "to": to})]
                if to == GOAL:
                    return Step(change(state, winner=seat), tuple(news))
                ended = self._ended(state)
                return Step(ended.state, (*news, *ended.news), ended.reveals)
            case Mount(gold):
                paid = _put(state.gold, who, 0) if gold else state.gold
                return Step(
                    change(state, mounted=_put(state.mounted, who, True), gold=paid), (News("mounted", {"seat": seat}),)
                )
            case Swap(number):
                state = change(state, numbers=_put(state.numbers, who, number), swaps=_put(state.swaps, who, 1))
                return Step(state, (News("swapped", {"number": number}, (seat,)),))
            case Gamble():
                return Step(change(state, rolling=True))
            case EndTurn():
                return self._ended(state)

    def _ended(self, state: State) -> Step[State]:
        change = msgspec.structs.replace
        if state.turn + 1 < len(state.seats):
            return Step(change(state, turn=state.turn + 1, step=0))
        state = change(state, turn=0, step=0, round=state.round + 1)
        return Step(state, (News("card", {"round": state.round}),), reveals=True)

    def _fallen(self, state: State, outcome: Outcome) -> Step[State]:
        change = msgspec.structs.replace
        if outcome.chance == "numbers":
            return Step(change(state, numbers=outcome.result[: len(state.seats)], shuffled=True))
        who, value = state.turn, outcome.result[0]
        if value == 6:
            state = change(state, runners=_put(state.runners, who, CAMP))
        news = News("gamble", {"seat": state.seats[who], "value": value})
        return Step(change(state, rolling=False), (news,), reveals=True)

    def _edited(self, state: State, edit: Edit) -> Step[State]:
        for key, value in edit.facts.items():
            kind, _, seat = key.partition(".")
            if kind not in ("hunter", "runner") or seat not in state.seats or value not in CODES:
                raise BadEntry(f"{key}={value!r} is no fact of this game")
            cells = _put(getattr(state, f"{kind}s"), state.seats.index(seat), str(value))
            state = msgspec.structs.replace(state, **{f"{kind}s": cells})
        return Step(state)

    def view(self, state: State, seat: str | None) -> View:
        number = state.numbers[state.seats.index(seat)] if seat in state.seats and state.shuffled else None
        return View(
            dict(zip(state.seats, state.hunters)),
            dict(zip(state.seats, state.runners)),
            dict(zip(state.seats, state.markers)),
            number,
            state.seats[state.turn],
            state.round,
        )

    def placement(self, state: State) -> Placement:
        cells: dict[str, list[str]] = {}
        for who, seat in enumerate(state.seats):
            back = ":back" if state.mounted[who] else ""
            cells.setdefault(state.hunters[who], []).append(f"square:{seat}")
            cells.setdefault(state.runners[who], []).append(f"disc:{seat}{back}")
            cells.setdefault(f"T{state.markers[who]}", []).append(f"disc:{seat}")
        return Placement({cell: tuple(sorted(looks)) for cell, looks in cells.items()})

    def interpret(self, state: State, change: Change) -> list[Intent[Action]]:
        found: list[Intent[Action]] = []
        for piece in change.arrived:
            shape, seat = piece.look.split(":")[:2]
            if seat not in state.seats or piece.cell not in CODES:
                continue
            who = state.seats.index(seat)
            from_runner = any(gone == msgspec.structs.replace(piece, cell=state.runners[who]) for gone in change.left)
            if shape == "square":
                found.append(Intent(seat, MoveHunter(piece.cell)))
            elif piece.look.endswith(":back") and piece.cell == state.runners[who]:
                found += [Intent(seat, Mount(gold)) for gold in (False, True)[: 1 + state.gold[who]]]
            elif from_runner:
                found.append(Intent(seat, MoveRunner(piece.cell)))
        return found

    def audit(self, state: State) -> list[str]:
        return []

    def describe(self, action: Action) -> tuple[str, dict[str, Any]]:
        match action:
            case MoveHunter(to) | MoveRunner(to):
                kind = "move_hunter" if isinstance(action, MoveHunter) else "move_runner"
                return f"action.{kind}", {"to": to}
            case Mount(gold):
                return "action.mount", {"price": "gold" if gold else "coin"}
            case Swap(number):
                return "action.swap", {"number": number}
            case Gamble():
                return "action.gamble", {}
        return "action.end_turn", {}

    def public_facts(self, state: State) -> dict[str, FactValue]:
        facts: dict[str, FactValue] = {}
        for who, seat in enumerate(state.seats):
            facts |= {f"hunter.{seat}": state.hunters[who], f"runner.{seat}": state.runners[who]}
        return facts


def _put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


GAME = Chase()


class Sides(Chase):
    """The chase with a seat for up to three players."""

    phones_per_seat = 3
