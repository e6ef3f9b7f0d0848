"""The table between games: which game is chosen, packing one away and taking another out, rematches, forgetting."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from companion import fair_chance, seating
from companion.moment import Moment
from companion.refusals import NotAllowed
from companion.store import GameRow, Saved, Store, StoreError
from companion.table_lobby import LobbyTable
from engines import registry
from engines.entries import BadEntry, Seat
from engines.game import Game, IllegalAction
from engines.options import OptionError, chosen


class ShelfTable(LobbyTable):
    """A table with a shelf beside it, on which games stand that were packed away."""

    @cached_property
    def _shelved(self) -> dict[int, tuple[Saved, Moment]]:
        """Games on the shelf that were looked at, as they stood then."""
        return {}

    def shelf(self) -> Sequence[Saved]:
        """Every game that was begun and is not on the table, the one played last first."""
        with self._lock:
            here = self.moment.row.id
            return [saved for saved in self._store.games() if saved.row.id != here and saved.row.phase != "lobby"]

    def moment_of(self, game: int) -> Moment | None:
        """A game of this table, by its number, as it stands; ``None`` where there is none that can be read."""
        with self._lock:
            now = self.moment
            if game == now.row.id:
                return now
            saved = next((saved for saved in self.shelf() if saved.row.id == game), None)
            if saved is None:
                return None
            if (known := self._shelved.get(game)) is not None and known[0] == saved:
                return known[1]
            try:
                found = self.find(saved.row.game)
                journal = self._stored(found, saved.row).journal
            except (NotAllowed, OptionError, BadEntry, IllegalAction, StoreError, msgspec.ValidationError):
                return None
            row = saved.row
            board = found.board(row.options)
            moment = Moment(0, found, board, row, row.phase, now.mode, saved.players, (), journal)
            self._shelved[game] = (saved, moment)
            return moment

    def games(self) -> tuple[str, ...]:
        """Ids of the games that can be played."""
        return self._games.names()

    def choose_game(self, game_id: str) -> None:
        """In the lobby: another kind of game will be played. Who has a seat that it has too keeps it."""
        with self._lock:
            if self.moment.phase != "lobby":
                raise NotAllowed("pack_first")
            game = self.find(game_id)
            row = self.moment.row
            fresh = chosen(game.options, {})
            values = {"game": game.id, "edition": game.board(fresh).edition, "rules_version": game.rules_version}
            players = seating.carried(self.moment.players, game)
            self._lay(game, self._store.change_game(row.id, players, **values, options=fresh))

    def new_game(self) -> None:
        """Another game of the same kind with the same seats, in the lobby; the one on the table goes onto the shelf."""
        with self._lock:
            self._begin_another(self._game, self.moment.row.options)

    def rematch(self) -> None:
        """After the end: the same game with the same seats and options, straight on to setting the board up."""
        with self._lock:
            if self.moment.phase != "over":
                raise NotAllowed("not_over")
            self._check_rematch()
            pictured = self.moment.keeps_pictures
            self._begin_another(self._game, self.moment.row.options)
            if pictured:
                self.keep_pictures(True)
            self.begin()

    def want_rematch(self, seat: Seat, on: bool) -> None:
        """Whether `seat` would like a rematch; it begins when all do who are still there."""
        with self._lock:
            if self.moment.phase != "over":
                raise NotAllowed("not_over")
            wanting = self.moment.rematch | {seat} if on else self.moment.rematch - {seat}
            all_want = wanting >= {player.seat for player in self.moment.players if not player.gone}
            if all_want:
                self._check_rematch()
            self._publish(rematch=wanting)
            if all_want:
                self.rematch()

    def _check_rematch(self) -> None:
        """Raises `NotAllowed` where too few are still there."""
        self._seated(seating.carried(self.moment.players, self._game))

    def take_out(self, game: int) -> None:
        """Lays a game from the shelf on the table; where it is not over, its board is set up again first."""
        with self._lock:
            saved = next((saved for saved in self.shelf() if saved.row.id == game), None)
            if saved is None:
                raise NotAllowed("not_on_shelf", status=404)
            found = self.find(saved.row.game)
            rules = saved.row.rules_version
            if saved.row.phase != "over" and not found.understands(rules):
                raise NotAllowed("other_rules")
            if rules != found.rules_version and self.moment_of(game) is None:
                raise NotAllowed("other_rules")
            if self.moment_of(game) is None:
                raise NotAllowed("unreadable_game")
            before = self.moment
            log = self._stored(found, saved.row)
            row = self._store.put_on_table(game, None if saved.row.phase == "over" else "setup")
            self._lay(found, row, log)
            if before.phase == "lobby":
                self._store.forget(before.row.id)

    def keep_pictures(self, on: bool) -> None:
        """Whether pictures of the game on the table are kept; each game is asked about anew, but for a rematch."""
        with self._lock:
            self._store.set("keep_pictures", str(self.moment.row.id) if on else "")
            self._publish(keeps_pictures=on)

    def everything(self) -> list[int]:
        """Numbers of all games in the store."""
        with self._lock:
            return self._store.numbers()

    def forget(self, game: int) -> None:
        """Takes a game out of the store for good; where it is the one on the table, a lobby with free seats follows."""
        with self._lock:
            if game == self.moment.row.id:
                self._begin_another(self._game, self.moment.row.options, keep_seats=False)
            elif game not in self._store.numbers():
                raise NotAllowed("not_on_shelf", status=404)
            self._shelved.pop(game, None)
            self._store.forget(game)

    def _begin_another(self, game: Game[Any, Any], options: dict[str, str], keep_seats: bool = True) -> None:
        old = self.moment
        row = new_row(game, options, next_chain(self._store, old.row), self._clock())
        players = seating.carried(old.players, game) if keep_seats else ()
        self._lay(game, self._store.begin_game(row, players))
        if old.phase == "lobby":
            self._store.forget(old.row.id)

    def find(self, game_id: str) -> Game[Any, Any]:
        """The game of that id; raises `NotAllowed`."""
        try:
            return self._game if game_id == self._game.id else self._games.find(game_id)
        except registry.UnknownGame as error:
            raise NotAllowed("no_such_game", {"problem": str(error)}, status=404) from error


def new_row(game: Game[Any, Any], options: dict[str, str], chain: fair_chance.SecretChain, t: float) -> GameRow:
    """The head of a new game in its lobby."""
    return GameRow(
        0,
        game.id,
        game.board(options).edition,
        game.rules_version,
        options,
        (),
        "lobby",
        fair_chance.commitment(chain.secret()),
        chain.seed,
        chain.index,
        {},
        t,
    )


def next_chain(store: Store, before: GameRow) -> fair_chance.SecretChain:
    """The chain of secrets for the game after `before`: the same one where that is over, so nothing could be chosen.

    The commitment of the next game in a chain *is* the secret of the game before it. So a game that may still go on
    must have no successor in its chain, and no game may have two: else the next one begins a chain of its own.
    """
    chain = fair_chance.SecretChain(before.chance_seed, before.chance_index)
    name = f"chain.{hashlib.sha256(chain.seed.encode()).hexdigest()[:16]}"
    used = store.setting(name, int, str(chain.index))
    if before.phase != "over" or used > chain.index:
        return fair_chance.SecretChain.fresh()
    following = chain.following()
    if following.seed == chain.seed:
        store.set(name, str(following.index))
    return following
