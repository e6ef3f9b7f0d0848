"""What the pages between and around games need: saved games, rematches, players who leave, what is kept.

A Protocol of its own beside `web.service.TableService`. Methods that change something raise `web.service.Refused`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from web.service import Language, Player, Seat


class GameOffered(msgspec.Struct, frozen=True):
    """A kind of game that can be played; `title` in the language asked for."""

    id: str
    title: str
    chosen: bool


class SavedGame(msgspec.Struct, frozen=True):
    """A game that stands on the shelf. `last` is when it was played last, s since 1970; `stands` says where it stands.

    `problem` says why it cannot go on, empty where it can. `picture` changes with what its board shows.
    """

    id: int
    title: str
    players: Sequence[Player]
    last: float
    stands: str
    over: bool
    problem: str
    picture: str


class Kept(msgspec.Struct, frozen=True):
    """What lies on the disk of this machine: number and bytes of each, and where (folder names are for the host)."""

    games: int
    store_bytes: int
    recordings: int
    recordings_bytes: int
    pictures: int
    pictures_bytes: int
    keeps_pictures: bool
    folder: str


class EveningsService(Protocol):
    """Games of a table before, after and beside the one that is played. Every method may be called from any thread."""

    def games_offered(self, lang: Language) -> Sequence[GameOffered]:
        """Kinds of games, the chosen one marked."""
        ...

    def saved_games(self, lang: Language) -> Sequence[SavedGame]:
        """Games on the shelf, the one played last first."""
        ...

    def picture(self, game: int) -> str | None:
        """A small SVG of a game's board as it stands, None where there is none."""
        ...

    def choose_game(self, game_id: str, lang: Language) -> None:
        """Host, in the lobby: another kind of game."""
        ...

    def take_out(self, game: int, lang: Language) -> None:
        """Host: lays a game from the shelf on the table; the one that lies there goes onto the shelf."""
        ...

    def rematch(self, lang: Language) -> None:
        """Host, after the end: the same game with the same seats."""
        ...

    def want_rematch(self, seat: Seat, on: bool, lang: Language) -> None:
        """A player would like that, or after all does not; it begins when all do."""
        ...

    def leave_game(self, seat: Seat, lang: Language) -> None:
        """A player must leave a game that is under way; the others are asked."""
        ...

    def stay(self, seat: Seat, lang: Language) -> None:
        """Who was about to leave stays."""
        ...

    def let_go(self, seat: Seat, leaver: Seat, lang: Language) -> None:
        """`seat` agrees that `leaver` goes."""
        ...

    def send_away(self, seat: Seat, lang: Language) -> None:
        """Host: decides that the player of `seat` has left."""
        ...

    def answer_for(self, seat: Seat, key: str, lang: Language) -> None:
        """Host: answers for a player who is absent; the same `key` acts once."""
        ...

    def answer_overdue(self, seat: Seat, by: Seat, key: str, lang: Language) -> None:
        """`by` lets the table choose for `seat`, whose time is up; the same `key` acts once."""
        ...

    def set_patience(self, seconds: int, lang: Language) -> None:
        """Host: after how many s the table answers for a player who sleeps; 0: never."""
        ...

    def patience(self) -> tuple[int, Sequence[int]]:
        """That time now, and those that may be chosen."""
        ...

    def keep_pictures(self, on: bool, lang: Language) -> None:
        """Host: whether the camera's pictures of this game are kept."""
        ...

    def kept(self) -> Kept:
        """What is kept where."""
        ...

    def forget(self, game: int | None, lang: Language) -> None:
        """Host: a game with its log, names, recordings and pictures; None: everything that this table ever kept."""
        ...

    def is_host(self, token: str) -> bool:
        """Whether a browser with this token was logged in as host."""
        ...

    def let_host_in(self, lang: Language) -> str:
        """The token of a browser in which the PIN was typed; it holds over a restart."""
        ...

    def log_host_out(self, token: str, lang: Language) -> None:
        """That browser is the host's no more."""
        ...
