"""Interceptions and what follows: the marker, weapons, capture in Europe and in Africa, death, the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from engines.casablanca_escape import goods
from engines.casablanca_escape.cards import SUPPLY
from engines.casablanca_escape.draft import Draft
from engines.casablanca_escape.geography import MAP
from engines.casablanca_escape.state import (
    AidKeep,
    AidMix,
    AidMove,
    AidOffer,
    AidPick,
    AskRestart,
    AskThirst,
    Capture,
    Ended,
    EventChoice,
    EventDie,
    Flight,
    Item,
    Landing,
    Player,
    Struck,
    Turn,
)
from engines.pending import Over
from engines.physical import Cell

STEP = SUPPLY.interception.step
LAST = SUPPLY.interception.last


def is_hidden(draft: Draft, player: Player, cell: Cell) -> bool:
    """Whether a fugitive in `cell` is safe from the Gestapo; the Sahara hides only who rides."""
    if cell in MAP.sahara:
        return player.mounted
    return cell in MAP.safe or (cell == MAP.casablanca and draft.house.casablanca == "safe")


def gestapo_arrives(draft: Draft, who: int, cell: Cell) -> None:
    """The Gestapo of `who` comes to stand in `cell`: fugitives of others there are intercepted, in turn order."""
    found = [other for other in draft.order if other != who and draft.players[other].fugitive == cell]
    if found:
        intercept(draft, found)


def fugitive_arrives(draft: Draft, who: int, cell: Cell) -> None:
    """The fugitive of `who` comes to stand in `cell`, perhaps beside a Gestapo of another."""
    if draft.house.walking_in == "counts" and _hunted(draft, who, cell):
        intercept(draft, [who])


def left_standing(draft: Draft, who: int) -> None:
    """`who` has had its move: whoever shared a hex since before, and has moved too, is intercepted."""
    if draft.house.standing != "counts":
        return
    waiting = {item.who for item in draft.agenda if isinstance(item, Turn)}
    mine = draft.players[who]
    found = []
    for other in draft.order:
        theirs = draft.players[other]
        if other == who or other in waiting:
            continue
        if _both_stayed(theirs, mine) and who not in found:
            found.append(who)
        if _both_stayed(mine, theirs):
            found.append(other)
    if found:
        intercept(draft, [other for other in draft.order if other in found])


def _both_stayed(hunter: Player, hunted: Player) -> bool:
    """Whether the Gestapo of `hunter` and the fugitive of `hunted` share the hex where both began the turn."""
    return hunter.turn_gestapo == hunter.gestapo == hunted.fugitive == hunted.turn_fugitive


def _hunted(draft: Draft, who: int, cell: Cell) -> bool:
    return any(player.gestapo == cell for other, player in enumerate(draft.players) if other != who)


def intercept(draft: Draft, found: Sequence[int]) -> None:
    """Each fugitive of `found` that is free, not hidden and not yet intercepted this turn is intercepted."""
    struck = [other for other in found if _can_be_struck(draft, draft.players[other])]
    for other in struck:
        draft.change(other, struck=True)
        draft.tell("intercepted", seat=draft.seat(other), place=MAP.name(draft.players[other].fugitive))
    push_up(draft, struck, "gestapo", STEP)


def _can_be_struck(draft: Draft, player: Player) -> bool:
    return (
        player.fate == "free"
        and not player.struck
        and player.fugitive is not None
        and not is_hidden(draft, player, player.fugitive)
    )


def push_up(draft: Draft, struck: Iterable[int], cause: str, amount: int) -> None:
    """Each of `struck` goes up by `amount`, and may show weapons before if it holds any green card.

    Whether the player is asked depends only on what all can see: the number of green cards, not their kind.
    """
    asked: list[Struck] = []
    number = draft.captures + 1
    for other in struck:
        if any(draft.players[other].hand):
            asked.append(Struck(other, "roundup" if cause == "roundup" else "gestapo", amount, number))
        else:
            move_marker(draft, other, amount, by_event=cause != "gestapo", number=number)
    if not isinstance(draft.agenda[0], Ended):
        draft.next(*asked)


def move_marker(draft: Draft, who: int, amount: int, *, by_event: bool, number: int = 0) -> None:
    """Moves the interception marker of `who`; beyond the last space the fugitive is captured.

    `number` is that of a capture in Africa, where several fugitives are intercepted at once (0: the next one).
    """
    player = draft.players[who]
    level = max(0, player.level + amount)
    if level > LAST and by_event and draft.house.event_capture == "no":
        level = LAST
    seat = draft.seat(who)
    if level <= LAST:
        draft.change(who, level=level)
        if level != player.level:
            draft.tell("marker", seat=seat, amount=f"{level - player.level:+d}", level=level)
        return
    if player.fugitive in MAP.africa:
        _capture_in_africa(draft, who, number or draft.captures + 1)
    else:
        _capture_in_europe(draft, who)


def _capture_in_europe(draft: Draft, who: int) -> None:
    draft.change(who, level=0, halted=True)
    draft.tell("captured", seat=draft.seat(who), place=MAP.name(draft.players[who].fugitive))
    if draft.house.capture_cards == "lose":
        goods.return_cards(draft, who)
    before = tuple(takewhile(lambda item: isinstance(item, AskRestart), draft.agenda))
    draft.agenda = (*before, AskRestart(who), *draft.agenda[len(before) :])


def _capture_in_africa(draft: Draft, who: int, number: int) -> None:
    cell = draft.players[who].fugitive
    assert cell is not None
    draft.captures = number
    goods.return_all(draft, who)
    draft.change(who, fugitive=None, fate="captured", level=0, capture=Capture(cell, number))
    draft.tell("captured_for_good", seat=draft.seat(who), place=MAP.name(cell))
    end_if_nobody_is_left(draft)


def dies(draft: Draft, who: int) -> None:
    """The fugitive of `who` is killed by an event."""
    cell = draft.players[who].fugitive
    goods.return_all(draft, who)
    draft.change(who, fugitive=None, fate="dead", level=0)
    draft.tell("died", seat=draft.seat(who), place=MAP.name(cell))
    end_if_nobody_is_left(draft)


def leaves(draft: Draft, who: int) -> None:
    """The player of `who` has left: the fugitive goes out of the game, with whatever was open about it.

    Only the Gestapo stays, as after a death by an event. Green cards that another player was choosing among go back
    under the pile with the rest of the goods.
    """
    for item in draft.agenda:
        if isinstance(item, AidKeep) and item.who == who:
            draft.pile += goods.cards_of(item.seen)
    draft.agenda = tuple(item for item in draft.agenda if not _is_about_fugitive(item, who))
    cell = draft.players[who].fugitive
    goods.return_all(draft, who)
    draft.change(who, fugitive=None, fate="dead", level=0)
    draft.tell("left_game", seat=draft.seat(who), place=MAP.name(cell))
    end_if_nobody_is_left(draft)


def _is_about_fugitive(item: Item, who: int) -> bool:
    match item:
        case Landing(landing, piece):
            return landing == who and piece == "fugitive"
        case Struck() | AskRestart() | EventDie() | EventChoice() | AskThirst() | Flight():
            return item.who == who
        case AidOffer() | AidMix() | AidPick() | AidKeep() | AidMove():
            return item.who == who
    return False


def flies(draft: Draft, who: int) -> None:
    """The fugitive of `who` takes off: the game is won."""
    draft.change(who, fate="flown")
    draft.tell("flown", seat=draft.seat(who))
    draft.agenda = (Ended(Over((draft.seat(who),), "flown")),)


def end_if_nobody_is_left(draft: Draft) -> None:
    """Ends the game once no fugitive is free: the one captured nearest to Casablanca wins, if any was."""
    if any(player.fate == "free" for player in draft.players):
        return
    ranks = {
        who: (MAP.left_to_casablanca[player.capture.cell], -player.capture.number, place)
        for place, who in enumerate(draft.order)
        if (player := draft.players[who]).capture is not None
    }
    if ranks:
        winner = min(ranks, key=lambda who: ranks[who])
        draft.tell("nearest", seat=draft.seat(winner), steps=ranks[winner][0])
        draft.agenda = (Ended(Over((draft.seat(winner),), "nearest")),)
    else:
        draft.agenda = (Ended(Over((), "nobody")),)
