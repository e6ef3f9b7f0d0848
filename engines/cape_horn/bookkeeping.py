"""Conservation and corrections: what must add up at all times, and which public facts the host may set right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engines.bits import members
from engines.cape_horn.draft import Draft
from engines.cape_horn.state import Captain, Held, State, Token, Turn, Unknown
from engines.cape_horn.voyage import ALL_TILES, BARE, COLOURS, COPIES, DESIGNS, HAND, POINTS, PRINTED
from engines.cape_horn.waters import BOARD, CELL, NO_TILES, SEA, SPOT, STATIONS, tiled
from engines.corrections import Fault, Uncorrectable, known_fact, number_fact, seat_fact
from engines.entries import FactValue

TOKENS = ("token1", "token2", "token3")


def audit(state: State) -> list[str]:
    """What is not conserved, in words; empty when all is well."""
    faults = _tile_faults(state)
    for seat, captain in zip(state.seats, state.captains):
        faults += (f"{seat} {fault}" for fault in _captain_faults(captain))
    return [*faults, *map(str, _misplaced(state))]


def _misplaced(state: State) -> Iterator[Fault]:
    """Ships and compass roses that cannot be where they are."""
    ships = Counter(captain.ship for captain in state.captains if captain.ship in SPOT)
    for ship, count in ships.items():
        if count > 1 and not STATIONS >> SPOT[ship] & 1:
            yield Fault("ships_together", {"count": count, "place": ship})
        if state.tiles[SPOT[ship]] == BARE:
            yield Fault("ship_without_tile", {"place": ship})
    for seat, captain in zip(state.seats, state.captains):
        colours = [colour for colour in captain.tokens if colour]
        if len(set(colours)) < len(colours):
            yield Fault("equal_roses", {"seat": seat})


def _tile_faults(state: State) -> list[str]:
    faults = [
        f"a tile lies on place {spot}, which is no square"
        for spot in members(tiled(state.tiles))
        if not SEA >> spot & 1
    ]
    if any(was == PRINTED and not _start_stands(state, now) for now, was in zip(state.tiles, NO_TILES)):
        faults.append("a start square is missing or covered")
    if any(now == PRINTED != was for now, was in zip(state.tiles, NO_TILES)):
        faults.append("there is a start square too many")
    known = state.tiles.replace(BARE, "").replace(PRINTED, "") + state.buried
    hidden = 0
    for tiles in (state.stack, *(captain.hand for captain in state.captains)):
        if isinstance(tiles, Held):
            known += tiles.tiles
        else:
            hidden += tiles.count
            faults += ["somebody holds less than no tile"] if tiles.count < 0 else []
    if len(known) + hidden != len(ALL_TILES):
        faults.append(f"there are {len(known) + hidden} tiles instead of {len(ALL_TILES)}")
    faults += (
        f"there are {known.count(design)} tiles {design!r} instead of {COPIES[design]}"
        for design in DESIGNS
        if known.count(design) > COPIES[design] or (not hidden and known.count(design) < COPIES[design])
    )
    return faults


def _start_stands(state: State, now: str) -> bool:
    """Whether what lies on a start square may be there."""
    return now == PRINTED or (state.house.starts == "covered" and now != BARE)


def _captain_faults(captain: Captain) -> list[str]:
    faults = []
    if not 0 <= captain.points <= POINTS.most:
        faults.append(f"has {captain.points} points; 0 to {POINTS.most} are possible")
    if captain.hand.count > HAND.most:
        faults.append(f"holds {captain.hand.count} tiles; {HAND.most} are possible")
    return faults


# --- corrections by the host -----------------------------------------------------------------------------


def public_facts(state: State) -> dict[str, FactValue]:
    """The public facts that an edit may set; what phones hold is never among them.

    ``turn`` is whose turn it is. ``tiles`` are the topmost tiles as ``1102:c`` apart by spaces. For each seat its
    points, where its ship is, its compass roses by zone and, where real hands hold the tiles, how many it holds.
    """
    if state.mover is None:
        return {}
    facts: dict[str, FactValue] = {"turn": state.seats[state.mover]}
    if not isinstance(state.asked, Turn):
        return facts
    facts["tiles"] = _written(state)
    for seat, captain in zip(state.seats, state.captains):
        facts[f"{seat}.points"] = captain.points
        facts[f"{seat}.ship"] = captain.ship
        facts |= {f"{seat}.{key}": token or None for key, token in zip(TOKENS, captain.tokens)}
        if not state.house.dealt:
            facts[f"{seat}.hand"] = captain.hand.count
    return facts


def _written(state: State) -> str:
    return " ".join(f"{CELL[spot]}:{state.tiles[spot]}" for spot in _laid(state.tiles))


def _designs(tiles: str) -> list[str]:
    return sorted(tiles[spot] for spot in _laid(tiles))


def _laid(tiles: str) -> list[int]:
    return [spot for spot in members(tiled(tiles)) if tiles[spot] != PRINTED]


def edited(draft: Draft, state: State, facts: Mapping[str, FactValue]) -> None:
    """Sets `facts`; raises `Uncorrectable` naming the fact that cannot be, and changes nothing then."""
    known = public_facts(state)
    for key, value in facts.items():
        known_fact(key, known)
        if value == known[key]:
            continue
        if key == "turn":
            _set_turn(draft, value)
        elif key == "tiles":
            _set_tiles(draft, value)
        else:
            _set_captain(draft, key, value)
    _check(draft)
    draft.idle = 0
    draft.reveals = True
    draft.tell("edited", fact=tuple(facts))


def _set_turn(draft: Draft, value: FactValue) -> None:
    draft.asked = Turn(seat_fact("turn", value, draft.seats))


def _set_tiles(draft: Draft, value: FactValue) -> None:
    """Puts the topmost tiles where they lie; phones that hold the rest let tiles be moved, not exchanged."""
    tiles = list(NO_TILES)
    for word in str(value or "").split():
        at, _, design = word.partition(":")
        free = (BARE, PRINTED) if draft.house.starts == "covered" else (BARE,)
        if at not in SPOT or design not in COPIES or tiles[SPOT[at]] not in free:
            called = f"{BOARD.name(at)}:{design}" if at in SPOT else word
            raise Uncorrectable.value("tile", "tiles", called, design=tuple(COPIES))
        tiles[SPOT[at]] = design
    now = "".join(tiles)
    if draft.house.dealt and _designs(now) != _designs(draft.tiles):
        raise Uncorrectable.because("exchanged")
    for design in DESIGNS:
        if now.count(design) + draft.buried.count(design) > COPIES[design]:
            raise Uncorrectable.because("too_many", count=COPIES[design], design=design)
    if isinstance(draft.stack, Unknown):
        draft.stack = Unknown(draft.stack.count + len(_laid(draft.tiles)) - len(_laid(now)))
    draft.tiles = now


def _set_captain(draft: Draft, key: str, value: FactValue) -> None:
    seat, _, fact = key.partition(".")
    who = draft.seats.index(seat)
    captain = draft.captains[who]
    if fact == "ship":
        if value not in SPOT:
            raise Uncorrectable.value("square", key, value)
        draft.change(who, ship=value)
    elif fact in TOKENS:
        tokens = list(captain.tokens)
        tokens[TOKENS.index(fact)] = _token(key, value)
        draft.change(who, tokens=tuple(tokens))
    elif fact == "points":
        draft.change(who, points=number_fact(key, value, POINTS.most))
    else:
        count = number_fact(key, value, HAND.most)
        assert isinstance(draft.stack, Unknown)
        draft.stack = Unknown(draft.stack.count + captain.hand.count - count)
        draft.change(who, hand=Unknown(count))


def _token(key: str, value: FactValue) -> Token:
    if value is None:
        return ""
    for colour in COLOURS:
        if value == colour:
            return colour
    raise Uncorrectable.value("colour", key, value, colour=COLOURS)


def _check(draft: Draft) -> None:
    """Raises `Uncorrectable` where the facts together cannot be."""
    if isinstance(draft.stack, Unknown) and draft.stack.count < 0:
        raise Uncorrectable.because("tiles_lacking")
    if any(captain.count == len(TOKENS) for captain in draft.captains):
        raise Uncorrectable.because("three_roses")
    for fault in _misplaced(draft.now()):
        raise Uncorrectable(fault)
