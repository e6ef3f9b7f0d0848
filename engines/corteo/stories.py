"""What scenarios add to the course of a game: how it opens, and what happens when turns and hands end."""

from __future__ import annotations

from engines.corteo import gathering, rally, trial, visit
from engines.corteo.agenda import AskAccused, AskComponent, AskPlace, AskSquare, EndTurn, Item, Placing, StartHand
from engines.corteo.draft import Draft
from engines.corteo.ground import ANYWHERE
from engines.corteo.reach import BACK_AFTER
from engines.corteo.roster import KIND_OF, MARCH, Unit
from engines.corteo.scenarios import Scenario, Step
from engines.corteo.state import GONE, HANDS, SUPPLY, Absence, Gathering, House, Plot, Rally, State, Trial, Visit

PLOTS: dict[str, Plot] = {
    "internationalist": Visit(),
    "antifascist": Rally(),
    "social": Gathering(),
    "antirepressive": Trial(),
}


def opening(house: House, story: Scenario) -> tuple[Item, ...]:
    """The agenda before the first hand of a scenario."""
    steps = {
        side: [_placing(house, story, step) for step in story.opening if step.side == side]
        for side in ("march", "power")
    }
    first: tuple[Item, ...] = ()
    between: tuple[Item, ...] = (AskComponent(),)
    match story.id:
        case "antifascist":
            first = (AskSquare(),)
        case "social":
            first = (AskPlace(),)
        case "antirepressive":
            between = (AskAccused(trial.ACCUSED),)
    return (*first, *steps["march"], *between, *steps["power"], StartHand())


def _placing(house: House, story: Scenario, step: Step) -> Placing:
    """A step of the set-up. An army that takes all counters there are costs what they cost: there is nothing to choose,
    and their sum is two points above the printed one, as in the social scenario.
    """
    army = story.army if step.count and story.army and len(house.cast(MARCH)) > story.army.units else None
    return Placing(
        step.side,
        tuple(step.due.items()),
        newcomers=step.apart,
        where=step.where,
        count=step.count or None,
        shock=step.shock,
        budget=army.points if army else -1,
    )


def waiting(house: House) -> tuple[Unit, ...]:
    """Units that wait from the beginning: dissidents."""
    return tuple(unit for unit in house.cast(MARCH) if KIND_OF[unit].family == "poc")


def leader(story: Scenario) -> str:
    """The component that leads from the beginning, where nobody chooses one."""
    return story.heads[0] if story.id == "antirepressive" else ""


def last_hand(state: State) -> int:
    """The hand with which the game ends."""
    return rally.last_hand(state) if isinstance(state.plot, Rally) else HANDS


def hand_begins(draft: Draft) -> None:
    """A hand of a scenario begins; in the first of the social one, whoever stands nowhere is on the way to the city."""
    state = draft.now()
    match state.plot:
        case Visit() as plot:
            visit.hand_begins(draft, plot)
        case Gathering() as plot:
            if state.hand == 1:
                for unit in state.house.cast(MARCH):
                    if state.march[unit] == SUPPLY:
                        draft.put(unit, GONE)
                        draft.set(absent=(*draft.get("absent"), Absence(unit, ANYWHERE, 1 - BACK_AFTER)))
            gathering.hand_begins(draft, plot)


def turn_ends(draft: Draft, item: EndTurn) -> bool:
    """The turn of a side ends in a scenario."""
    draft.done()
    match draft.get("plot"):
        case Visit() as plot:
            visit.turn_ends(draft, plot, item.side)
        case Rally() as plot:
            rally.turn_ends(draft, plot, item.side)
        case Gathering() as plot:
            gathering.turn_ends(draft, plot, item.side)
        case Trial() as plot:
            trial.turn_ends(draft, plot, item.side)
    return True


def hand_ends(draft: Draft) -> None:
    """A hand of a scenario ends."""
    match draft.get("plot"):
        case Visit() as plot:
            visit.hand_ends(draft, plot)
        case Rally() as plot:
            rally.hand_ends(draft, plot)
        case Gathering() as plot:
            gathering.hand_ends(draft, plot)
        case Trial() as plot:
            trial.hand_ends(draft, plot)


def takes_objectives(state: State) -> bool:
    """Whether the march occupies objectives; while it persuades judges it does not."""
    return not isinstance(state.plot, Trial) or state.plot.storming


def catches_shock_groups(state: State) -> bool:
    """Whether shock groups in no safe place count as arrested at the end: not in most scenarios."""
    return state.plot is None or (isinstance(state.plot, Trial) and state.plot.storming)
