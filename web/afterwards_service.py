"""What the pages of afterwards need: the tale of one game, pictures that were kept, and the proof of fair chance.

All of it is what everybody may see: during play the public part alone, everything when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from engines.openings import Opening
from web.service import Language, Player, Seat


class TaleLine(msgspec.Struct, frozen=True):
    """A sentence of the tale. `knew`: the seats that alone knew it until the end; empty where everybody did.

    `moment`: it tells of what nobody forgets.
    """

    words: str
    knew: Sequence[Seat] = ()
    moment: bool = False


class TaleStep(msgspec.Struct, frozen=True):
    """One thing that happened. `number` counts from 0 what is told, never what is hidden; `t_s` since the beginning.

    `changes` are the cells whose contents differ from the step before (empty where nothing lies now); `picture`: the
    camera's picture of it was kept.
    """

    number: int
    t_s: float
    seat: Seat | None
    lines: Sequence[TaleLine]
    changes: Mapping[str, Sequence[str]]
    picture: bool = False

    @property
    def moments(self) -> Sequence[TaleLine]:
        """Its lines that tell of what nobody forgets."""
        return [line for line in self.lines if line.moment]


class TaleChapter(msgspec.Struct, frozen=True):
    """A part of the tale: steps `first` to `last`, both included."""

    title: str
    first: int
    last: int


class TaleSeries(msgspec.Struct, frozen=True):
    """A number of each seat over the game: for each, the steps at which it became what. `top` is the scale's end."""

    title: str
    top: float
    values: Mapping[Seat, Sequence[tuple[int, float]]]


class TaleMeetings(msgspec.Struct, frozen=True):
    """Who caught whom how often: catcher → caught → times. `alone` counts those that nobody else brought about."""

    title: str
    times: Mapping[Seat, Mapping[Seat, int]]
    alone: Mapping[Seat, int]


class TaleDice(msgspec.Struct, frozen=True):
    """What `seat` rolled: `faces` counts each face from 1 on; `typed` of the dice were real ones."""

    seat: Seat | None
    faces: Sequence[int]
    typed: int

    @property
    def count(self) -> int:
        """Dice rolled."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """What they showed on average."""
        return sum(face * times for face, times in enumerate(self.faces, 1)) / self.count if self.count else 0.0


class Tale(msgspec.Struct, frozen=True):
    """The story of one evening's game. `began` is s since 1970; `phase` as in a snapshot."""

    game: str
    number: int
    phase: Literal["lobby", "setup", "playing", "over"]
    began: float
    lasted_s: float
    ending: str
    winners: Sequence[Seat]
    players: Sequence[Player]
    first: Mapping[str, Sequence[str]]
    """The board before the first step."""
    steps: Sequence[TaleStep]
    chapters: Sequence[TaleChapter]
    series: Sequence[TaleSeries]
    meetings: Sequence[TaleMeetings]
    dice: Sequence[TaleDice]


class ProofStep(msgspec.Struct, frozen=True):
    """One step of the check, in words. `holds` is ``None`` where there is nothing to check (real dice, promises)."""

    words: str
    holds: bool | None
    figures: Sequence[tuple[str, str]] = ()
    """What was compared: pairs of a name and a number as text."""


class Proof(msgspec.Struct, frozen=True):
    """Whether all chance was fair. `fair` is ``None`` while the game goes on: the secret is shown at its end."""

    fair: bool | None
    verdict: str
    steps: Sequence[ProofStep]


class AfterwardsService(Protocol):
    """What is left of a game to look back at. Every method may be called from any thread.

    `game` is the number of a game that was played at this table, ``None`` the one that is on it now. Methods raise
    `web.service.Refused` for a game that there is not.
    """

    def tale(self, lang: Language, game: int | None = None) -> Tale: ...

    def picture(self, step: int, game: int | None = None) -> bytes | None:
        """The kept picture (JPEG) of a step of the tale, None where there is none."""
        ...

    def proof(self, lang: Language, game: int | None = None) -> Proof: ...

    def opened(self, game: int | None = None) -> Sequence[Opening]:
        """What was published during the game, and what it was made of; empty before its end."""
        ...

    def log(self, game: int | None = None) -> Iterator[bytes]:
        """The log as JSON lines: the public part during play, the whole after the end."""
        ...

    def board_svg(self, lang: Language, game: int | None = None) -> str:
        """The mirror of the board that the game was played on."""
        ...

    def piece_svg(self, look: str, game: int | None = None) -> str:
        """The picture of one look; raises `KeyError` for an unknown one."""
        ...
