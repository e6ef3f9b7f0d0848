"""What everybody sees, built by naming it: the one secret of Corteo is the place of the social scenario."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engines.corteo import stories
from engines.corteo.agenda import (
    Advancing,
    AskConsent,
    AskWish,
    Combat,
    CombatRoll,
    Confining,
    Ended,
    Group,
    Movement,
    Placing,
    Retreating,
    ThrowRoll,
)
from engines.corteo.asking import decider, kind_of_decision
from engines.corteo.bonus import objective_points
from engines.corteo.fighting import odds
from engines.corteo.gathering import LEAST_MARCH, biggest
from engines.corteo.marching import heads, linked, worth
from engines.corteo.offers import AimView, PlaceView, ReachView, WishView, aims, places, ways, wish
from engines.corteo.roster import KIND_OF, MARCH, UNIT_ID, Side, Unit, side_of
from engines.corteo.sequence import arrested_points, score_of
from engines.corteo.state import SUPPLY, Fell, Gathering, Rally, Spot, State, Trial, Visit
from engines.corteo.tables import combat_column, throw_column
from engines.corteo.throwing import throw_ratio
from engines.entries import Seat
from engines.pending import Over
from engines.physical import Cell

Phase: TypeAlias = Literal["setup", "movement", "combat", "over"]


class UnitView(msgspec.Struct, frozen=True):
    """A counter on the map or in prison. `worth` is its power now, a head's with all that it draws from the march;
    `idle`: face down in barracks, or a newcomer that is not under way."""

    unit: Unit
    id: str
    kind: str
    side: Side
    spot: Spot
    worth: int
    moved: bool
    head: bool
    idle: bool


class CombatView(msgspec.Struct, frozen=True):
    """A combat that is due: powers in halves of points, the ratio, and its column of the table, die 1 to 6."""

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    attack: int
    defence: int
    ratio: str
    column: tuple[str, ...]


class ThrowView(msgspec.Struct, frozen=True):
    """A throw that is due: who throws, at which hex, the ratio, and its column of the table, die 1 to 6."""

    units: tuple[Unit, ...]
    at: Cell
    ratio: str
    column: tuple[str, ...]


class FellView(msgspec.Struct, frozen=True):
    """The die of a combat or throw that fell last in this phase, and the ratio whose column of the table decided."""

    table: str
    ratio: str
    die: int
    result: str


class MovingView(msgspec.Struct, frozen=True):
    """The unit that moves now, with its half points left, and whether it may go on."""

    unit: Unit
    left: int
    stopped: bool


class StoryView(msgspec.Struct, frozen=True):
    """What a scenario adds: points by reason, the last hand, and what its own rules keep.

    `place`: the secret one of the social scenario, for the march alone until it is reached (`shown`); `seal`
    commits to it. `linked`: the most units that hang together, of which a march needs `least`.
    """

    id: str
    bonus: tuple[tuple[str, int], ...]
    last_hand: int
    spoilt: bool = False
    square: str = ""
    dissolved: int = 0
    wishes: tuple[int, int] = (0, 0)
    place: str = ""
    shown: bool = False
    seal: str = ""
    formed: int = 0
    homesick: bool = False
    linked: int = 0
    least: int = 0
    accused: tuple[Unit, ...] = ()
    storming: bool = False
    influenced: tuple[Cell, ...] = ()


class View(msgspec.Struct, frozen=True):
    """Everything on the table.

    - `turn`: whose turn it is; `asked`: the side that decides now, and `decision` what (``decision.<kind>``).
    - `marchers`: how many units hang together with the heads.
    - `waiting`: units that must go back, panic or may advance now.
    - `reach`: where the units of this seat may go, while it moves; spectators need not have it worked out.
    - `objectives`, `arrested`: points so far; `score` what they make together, with what a scenario gives.
    - `story`: what a scenario adds; not there in other games.
    - `aims`: the throws that this seat could make now.
    - `placing`: what may be put where, told to the side that places units and, for the board, to spectators.
    - `fell`: the die that fell last, until the phase is over.
    - `numbered`: counters bear tags, and equal ones numbers by which players tell them apart, too.
    - `own`: objectives that the players agreed on, with their points; `wishing`: while they do.
    """

    version: str
    seat: Seat | None
    hand: int
    phase: Phase
    turn: Side | None
    asked: Side | None
    decision: str
    units: tuple[UnitView, ...]
    component: str
    heads: tuple[Unit, ...]
    marchers: int
    running: bool
    runs: int
    barricades: tuple[Cell, ...]
    barricades_left: int
    taken: tuple[Cell, ...]
    covered: tuple[Cell, ...]
    smoke: tuple[Cell, ...]
    jams: tuple[Cell, ...]
    moving: MovingView | None
    combats: tuple[CombatView, ...]
    throw: ThrowView | None
    waiting: tuple[Unit, ...]
    reach: tuple[ReachView, ...]
    objectives: int
    arrested: int
    score: int
    over: Over | None
    story: StoryView | msgspec.UnsetType = msgspec.UNSET
    placing: tuple[PlaceView, ...] | msgspec.UnsetType = msgspec.UNSET
    aims: tuple[AimView, ...] | msgspec.UnsetType = msgspec.UNSET
    fell: FellView | msgspec.UnsetType = msgspec.UNSET
    numbered: bool | msgspec.UnsetType = msgspec.UNSET
    own: tuple[tuple[Cell, int], ...] | msgspec.UnsetType = msgspec.UNSET
    wishing: WishView | msgspec.UnsetType = msgspec.UNSET


def view(state: State, seat: Seat | None) -> View:
    """What `seat` (``None``: a spectator) may know of `state`."""
    item = state.asked
    leading = heads(state)
    won, caught = objective_points(state), arrested_points(state)
    return View(
        version=state.house.version,
        seat=seat,
        hand=state.hand,
        phase=phase(state),
        turn=turn_of(state),
        asked=decider(state),
        decision=kind_of_decision(state),
        units=_units(state, leading),
        component=state.component,
        heads=leading,
        marchers=max((len(group) for group in linked(state) if set(leading) & set(group)), default=0),
        running=state.running,
        runs=state.runs,
        barricades=state.barricades,
        barricades_left=state.barricades_left,
        taken=state.taken,
        covered=state.covered,
        smoke=(*state.smoke, *state.lingering),
        jams=state.jams,
        moving=_moving(item) if isinstance(item, Movement) else None,
        combats=tuple(_combat(state, group) for group in _groups(state)),
        throw=_throw(state, item) if isinstance(item, ThrowRoll) else None,
        waiting=item.units if isinstance(item, Retreating | Confining | Advancing) else (),
        reach=ways(state, item) if isinstance(item, Movement) and seat == item.side else (),
        objectives=won,
        arrested=caught,
        score=item.score if isinstance(item, Ended) else score_of(state),
        over=item.over if isinstance(item, Ended) else None,
        story=_story(state, seat) if state.plot is not None else msgspec.UNSET,
        aims=aims(state, item) if isinstance(item, Movement) and seat == item.side else msgspec.UNSET,
        fell=_fell(state.fell) if state.fell else msgspec.UNSET,
        numbered=state.house.tagged or msgspec.UNSET,
        own=state.own or msgspec.UNSET,
        wishing=wish(state, item, seat) if isinstance(item, AskWish | AskConsent) else msgspec.UNSET,
        placing=places(state, item) if isinstance(item, Placing) and seat in (item.side, None) else msgspec.UNSET,
    )


def _story(state: State, seat: Seat | None) -> StoryView:
    seen = StoryView(state.house.scenario, state.bonus, stories.last_hand(state))
    replace = msgspec.structs.replace
    match state.plot:
        case Visit() as plot:
            return replace(seen, spoilt=plot.spoilt)
        case Rally() as plot:
            return replace(seen, square=plot.square, dissolved=plot.dissolved, wishes=plot.wishes)
        case Gathering() as plot:
            return replace(
                seen,
                place=plot.place if plot.shown or seat == MARCH else "",
                shown=plot.shown,
                seal=plot.seal,
                formed=plot.formed,
                homesick=plot.homesick,
                linked=len(biggest(state)),
                least=LEAST_MARCH,
            )
        case Trial() as plot:
            return replace(seen, accused=plot.accused, storming=plot.storming, influenced=plot.influenced)
    return seen


def _moving(item: Movement) -> MovingView | None:
    return MovingView(item.unit, item.left, item.stopped) if item.unit >= 0 else None


def phase(state: State) -> Phase:
    """The part of the game that is being played; reinforcements belong to the movement of the police."""
    if isinstance(state.asked, Ended):
        return "over"
    if not state.hand:
        return "setup"
    moving = any(isinstance(entry, Movement) and entry.side == turn_of(state) for entry in state.agenda)
    return "movement" if moving else "combat"


def turn_of(state: State) -> Side | None:
    """Whose turn it is: of the next phase on the agenda."""
    if isinstance(state.asked, Ended) or not state.hand:
        return None
    return next(entry.side for entry in state.agenda if isinstance(entry, Movement | Combat))


def _units(state: State, leading: tuple[Unit, ...]) -> tuple[UnitView, ...]:
    idle, spots = state.idle, (*state.march, *state.power)
    return tuple(_unit(state, unit, spot, leading, unit in idle) for unit, spot in enumerate(spots) if spot != SUPPLY)


def _unit(state: State, unit: Unit, spot: Spot, leading: tuple[Unit, ...], idle: bool) -> UnitView:
    return UnitView(
        unit=unit,
        id=UNIT_ID[unit],
        kind=KIND_OF[unit].id,
        side=side_of(unit),
        spot=spot,
        worth=worth(state, unit, leading) if unit in leading else KIND_OF[unit].power,
        moved=unit in state.moved,
        head=unit in leading,
        idle=idle,
    )


def _groups(state: State) -> tuple[Group, ...]:
    item = state.asked
    if isinstance(item, CombatRoll):
        return (item.group,)
    return item.groups if isinstance(item, Combat) else ()


def _combat(state: State, group: Group) -> CombatView:
    now = odds(state, group)
    return CombatView(group.attackers, group.defenders, now.attack, now.defence, now.column, combat_column(now.column))


def _fell(fell: Fell) -> FellView:
    column = combat_column(fell.ratio) if fell.table == "combat" else throw_column(fell.ratio)
    return FellView(fell.table, fell.ratio, fell.die, column[fell.die - 1])


def _throw(state: State, item: ThrowRoll) -> ThrowView:
    column = throw_ratio(state, item.units, item.at)
    return ThrowView(item.units, item.at, column, throw_column(column))
