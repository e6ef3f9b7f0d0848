"""What a player can do: small frozen intents, each decoded from JSON by its ``type`` tag."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engines.corteo.roster import Unit
from engines.physical import Cell


class Place(msgspec.Struct, frozen=True, tag="place", gc=False, omit_defaults=True):
    """Puts a unit of `kind` from beside the board on hex `to`: set-up and reinforcements.

    `unit` says which of its equals, where a tag tells; ``None`` is the first of them.
    """

    kind: str
    to: Cell
    unit: Unit | None = None


class ChooseComponent(msgspec.Struct, frozen=True, tag="choose_component", gc=False):
    """The march chooses the component that leads it."""

    component: str


class Run(msgspec.Struct, frozen=True, tag="run", gc=False):
    """The march runs in this hand: a run token goes, all speeds double."""


class Move(msgspec.Struct, frozen=True, tag="move", gc=False):
    """Moves `unit` to hex `to` by the cheapest way; it may go on later with what is left."""

    unit: Unit
    to: Cell


class Throw(msgspec.Struct, frozen=True, tag="throw", gc=False):
    """`unit` throws at hex `at`; `joined`: together with the unit it is stacked with."""

    unit: Unit
    at: Cell
    joined: bool = False


class Build(msgspec.Struct, frozen=True, tag="build", gc=False):
    """`unit` puts up a barricade on hex `at`."""

    unit: Unit
    at: Cell


class Clear(msgspec.Struct, frozen=True, tag="clear", gc=False):
    """`unit` takes the barricade on hex `at` away."""

    unit: Unit
    at: Cell


class Jam(msgspec.Struct, frozen=True, tag="jam", gc=False):
    """Tries to make a traffic jam on avenue hex `at`; a die decides."""

    at: Cell


class EndMovement(msgspec.Struct, frozen=True, tag="end_movement", gc=False):
    """Closes the own movement phase."""


class Lead(msgspec.Struct, frozen=True, tag="lead", gc=False):
    """Names the `heads` of the march, lower number first."""

    heads: tuple[Unit, ...]


class Pair(msgspec.Struct, frozen=True, tag="pair", gc=False):
    """These units fight one combat; each side's numbers ascend."""

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]


class Fight(msgspec.Struct, frozen=True, tag="fight", gc=False):
    """The attacker fights the combat in which `unit` takes part next."""

    unit: Unit


class Retreat(msgspec.Struct, frozen=True, tag="retreat", gc=False):
    """`unit` goes back to hex `to`, wherever its owner or, in panic, the foe wants it."""

    unit: Unit
    to: Cell


class Advance(msgspec.Struct, frozen=True, tag="advance", gc=False):
    """`unit`, which won, steps into the hex `to` that a loser left."""

    unit: Unit
    to: Cell


class Hold(msgspec.Struct, frozen=True, tag="hold", gc=False):
    """The winners advance no further."""


class Confine(msgspec.Struct, frozen=True, tag="confine", gc=False):
    """The march puts the panicked police `unit` face down into the barracks hex `to`."""

    unit: Unit
    to: Cell


class ChooseSquare(msgspec.Struct, frozen=True, tag="choose_square", gc=False):
    """The power names the square where the reactionaries rally."""

    square: str


class ChoosePlace(msgspec.Struct, frozen=True, tag="choose_place", gc=False):
    """The march writes down where it wants to form: an id of `sites.grey_places`. The one secret of the game."""

    grey: str


class Accuse(msgspec.Struct, frozen=True, tag="accuse", gc=False):
    """The power puts `unit` of the march on trial."""

    unit: Unit


class Rouse(msgspec.Struct, frozen=True, tag="rouse", gc=False):
    """The march calls dissident `unit` to join; a die decides."""

    unit: Unit


class Prolong(msgspec.Struct, frozen=True, tag="prolong", gc=False):
    """A side would play `hands` more than ten; it counts when both say the same number."""

    hands: int


class Leave(msgspec.Struct, frozen=True, tag="leave", gc=False):
    """`unit`, at the border, leaves the map for good."""

    unit: Unit


class Storm(msgspec.Struct, frozen=True, tag="storm", gc=False):
    """The march gives up to persuade the judges and goes for the court itself."""


class Wish(msgspec.Struct, frozen=True, tag="wish", gc=False):
    """The march would have an objective of its own on hex `at`, worth `points`."""

    at: Cell
    points: int


class NoWish(msgspec.Struct, frozen=True, tag="no_wish", gc=False):
    """The march wishes for no more objectives of its own."""


class Agree(msgspec.Struct, frozen=True, tag="agree", gc=False):
    """The power agrees to the objective that the march wishes for."""


class Refuse(msgspec.Struct, frozen=True, tag="refuse", gc=False):
    """The power does not agree to it."""


class Fly(msgspec.Struct, frozen=True, tag="fly", gc=False):
    """The power brings the accused to prison by helicopter."""


Action: TypeAlias = (
    Place
    | ChooseComponent
    | Run
    | Move
    | Throw
    | Build
    | Clear
    | Jam
    | EndMovement
    | Lead
    | Pair
    | Fight
    | Retreat
    | Advance
    | Hold
    | Confine
    | ChooseSquare
    | ChoosePlace
    | Accuse
    | Rouse
    | Prolong
    | Leave
    | Storm
    | Fly
    | Wish
    | NoWish
    | Agree
    | Refuse
)
