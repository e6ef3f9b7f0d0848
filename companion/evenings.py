"""Games before, after and beside the one that is played, as the pages need them: `web.evenings_service`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from companion.calling import words_at
from companion.host_keys import HostKeys
from companion.keeping import MOMENTS, RECORDINGS, Keeping
from companion.moment import Moment
from companion.refusing import refusing
from companion.snapshots import asks_in_words
from companion.store import Saved
from companion.table import Table
from companion.table_absent import PATIENCES_S
from companion.thumbnails import thumbnail
from companion.words import Words, texts_of
from engines.entries import Seat
from engines.game import Game
from engines.texts import LANGUAGES
from web.evenings_service import GameOffered, Kept, SavedGame
from web.service import Player


class Stage(Protocol):
    """What is recording."""

    def set_recording(self, on: bool) -> None:
        """Starts or stops it."""
        ...


class Evenings:
    """Implements `web.evenings_service.EveningsService`."""

    def __init__(
        self, table: Table, keeping: Keeping | None = None, stage: Stage | None = None, hosts: HostKeys | None = None
    ) -> None:
        self._table = table
        self._keeping = keeping or Keeping(None)
        self._stage = stage
        self._hosts = hosts or HostKeys(table)

    # Saved games

    def games_offered(self, lang: str) -> Sequence[GameOffered]:
        """Kinds of games that can be played."""
        here = self._table.moment.game
        known = [here if name == here.id else self._table.find(name) for name in self._table.games()]
        games = known if here.id in self._table.games() else [here, *known]
        return [GameOffered(game.id, title(game, lang), game.id == here.id) for game in games]

    def saved_games(self, lang: str) -> Sequence[SavedGame]:
        """Games on the shelf."""
        return [self._described(saved, lang) for saved in self._table.shelf()]

    def _described(self, saved: Saved, lang: str) -> SavedGame:
        row = saved.row
        players = [Player(player.seat, player.name, False) for player in saved.players]
        moment = self._table.moment_of(row.id)
        if moment is None:
            words = Words(self._table.moment.game, self._table.moment.board, lang)
            problem = words.say("refused.unreadable_game")
            return SavedGame(row.id, row.game, players, saved.last, "", row.phase == "over", problem, "")
        words = words_at(moment, lang)
        other = row.phase != "over" and not moment.game.understands(row.rules_version)
        return SavedGame(
            row.id,
            title(moment.game, lang),
            players,
            saved.last,
            stands(moment, words),
            row.phase == "over",
            words.say("refused.other_rules") if other else "",
            f"{row.id}-{saved.entries}",
        )

    def picture(self, game: int) -> str | None:
        """A small picture of a game's board."""
        moment = self._table.moment_of(game)
        return None if moment is None or moment.journal is None else thumbnail(moment)

    def choose_game(self, game_id: str, lang: str) -> None:
        """Another kind of game, in the lobby."""
        with refusing(self._table, None, lang):
            self._table.choose_game(game_id)

    def take_out(self, game: int, lang: str) -> None:
        """Lays a game from the shelf on the table."""
        with refusing(self._table, None, lang):
            self._table.take_out(game)

    def rematch(self, lang: str) -> None:
        """The same game with the same seats, on the host's word."""
        with refusing(self._table, None, lang):
            self._table.rematch()

    def want_rematch(self, seat: Seat, on: bool, lang: str) -> None:
        """A player would like that, or after all does not."""
        with refusing(self._table, seat, lang):
            self._table.want_rematch(seat, on)

    # Players who sleep or leave

    def leave_game(self, seat: Seat, lang: str) -> None:
        """A player must go."""
        with refusing(self._table, seat, lang):
            self._table.leave_game(seat)

    def stay(self, seat: Seat, lang: str) -> None:
        """A player stays after all."""
        with refusing(self._table, seat, lang):
            self._table.stay(seat)

    def let_go(self, seat: Seat, leaver: Seat, lang: str) -> None:
        """A player agrees that another goes."""
        with refusing(self._table, seat, lang):
            self._table.let_go(seat, leaver)

    def send_away(self, seat: Seat, lang: str) -> None:
        """The host decides that a player is gone."""
        with refusing(self._table, None, lang):
            self._table.send_away(seat)

    def answer_for(self, seat: Seat, key: str, lang: str) -> None:
        """The host answers for an absent player."""
        with refusing(self._table, None, lang):
            self._table.answer_for(seat, f"host:{key[:128]}")

    def answer_overdue(self, seat: Seat, by: Seat, key: str, lang: str) -> None:
        """A player lets the table choose for another, whose time is up."""
        with refusing(self._table, by, lang):
            self._table.answer_overdue(seat, by, f"{by}:{key[:128]}")

    def set_patience(self, seconds: int, lang: str) -> None:
        """How long the table waits for an answer."""
        with refusing(self._table, None, lang):
            self._table.set_patience(seconds)

    def patience(self) -> tuple[int, Sequence[int]]:
        """How long it waits now, and how long it might."""
        return self._table.moment.patience_s, PATIENCES_S

    # What is kept

    def keep_pictures(self, on: bool, lang: str) -> None:
        """Whether pictures of the game on the table are kept."""
        with refusing(self._table, None, lang):
            self._table.keep_pictures(on)

    def kept(self) -> Kept:
        """What is kept where."""
        games, moment = self._table.everything(), self._table.moment
        empty = moment.phase == "lobby" and not moment.players  # nobody sits there: nothing of anybody is kept
        sizes = self._keeping.sizes()
        return Kept(
            len(games) - empty,
            self._keeping.store_bytes(),
            *sizes[RECORDINGS],
            *sizes[MOMENTS],
            moment.keeps_pictures,
            self._keeping.places,
        )

    def forget(self, game: int | None, lang: str) -> None:
        """A game with all that was kept of it; ``None``: all games, and what was kept of games that nobody knows."""
        here = self._table.moment.row.id
        if self._stage is not None and game in (None, here):
            self._stage.set_recording(False)
        with refusing(self._table, None, lang):
            for number in [game] if game is not None else [*self._table.everything()]:
                self._table.forget(number)
                self._keeping.forget(number)
        if game is None:
            self._keeping.forget_all()

    # The host's browsers

    def is_host(self, token: str) -> bool:
        """Whether a browser was logged in as host."""
        return self._hosts.knows(token)

    def let_host_in(self, lang: str) -> str:
        """The token of a browser in which the PIN was typed."""
        with refusing(self._table, None, lang):
            return self._hosts.let_in()

    def log_host_out(self, token: str, lang: str) -> None:
        """That browser is the host's no more."""
        with refusing(self._table, None, lang):
            self._hosts.log_out(token)


def title(game: Game[Any, Any], lang: str) -> str:
    """What a game is called."""
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    texts = texts_of(game)
    return texts.say(lang, "game.name") if texts.has("game.name") else game.id.replace("_", " ").title()


def stands(moment: Moment, words: Words) -> str:
    """Where a game stands: whose turn it is, or how it ended."""
    assert moment.journal is not None
    pending = moment.game.pending(moment.journal.state)
    if moment.phase == "setup" and not moment.laid_again:
        return words.say("asks.setup")
    return asks_in_words(msgspec.structs.replace(moment, phase="playing"), words, pending, None)
