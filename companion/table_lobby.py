"""The table before the game: who sits where, what the host chooses, and beginning."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion import seating
from companion.journal import Journal
from companion.referee import Mode, Ruling
from companion.refusals import NotAllowed
from companion.sight import Sight
from companion.store import PlayerRow
from companion.table_core import TableCore
from engines.entries import Seat
from engines.options import OptionError, WrongNumber, chosen


class LobbyTable(TableCore):
    """A table at which seats are taken and games begun."""

    # Seats

    def free_seats(self) -> tuple[Seat, ...]:
        """Seats that may still be taken, in the order offered; a side of several players while it has room."""
        moment = self.moment
        taken = {player.seat for player in moment.players}
        offered = moment.invited or self._game.seats
        if moment.phase != "lobby":
            return ()
        full = len(taken) >= self._game.max_seats
        return tuple(
            seat for seat in offered if (seat in taken or not full) and seating.room(moment.players, seat, self._game)
        )

    def claim(self, seat: Seat, name: str, share: str) -> str:
        """Takes a free seat in the lobby and answers its token. `share` is the phone's part of chance."""
        with self._lock:
            if self.moment.phase != "lobby":
                raise NotAllowed("begun")
            if seat not in (self.moment.invited or self._game.seats):
                raise NotAllowed("no_such_seat", {"seat": seat}, status=404)
            if seat not in self.free_seats():
                raise NotAllowed("taken", {"seat": seat})
            players, token = seating.seated(self.moment.players, seat, name, share)
            self._sit(players)
            return token

    def leave(self, token: str) -> None:
        """Gives a seat back in the lobby."""
        with self._lock:
            seat = self.seat_of(token)
            if seat is None:
                raise NotAllowed("no_seat", status=403)
            if self.moment.phase != "lobby":
                raise NotAllowed("begun")
            self._sit(seating.left(self.moment.players, token))

    def seat_of(self, token: str) -> Seat | None:
        """The seat that `token` holds."""
        return seating.seat_of(self.moment.players, token)

    def free_seat(self, seat: Seat, token: str | None = None) -> str:
        """A new one-time code with which another phone may take over `seat`, from the phone of `token`."""
        with self._lock:
            if seat not in {player.seat for player in self.moment.players}:
                raise NotAllowed("no_such_seat", {"seat": seat}, status=404)
            players, code = seating.coded(self.moment.players, seat, token, self._game.phones_per_seat > 1)
            self._sit(players)
            return code

    def take_over(self, code: str) -> str:
        """The new token of the seat that `code` was made for; the old one ends."""
        with self._lock:
            found = seating.taken_over(self.moment.players, code)
            if found is None:
                raise NotAllowed("bad_code", status=403)
            self._sit(found[0])
            return found[2]

    def _sit(self, players: tuple[PlayerRow, ...]) -> None:
        self._store.write_players(self.moment.row.id, players)
        self._publish(players=players)

    # The host

    def set_mode(self, mode: str) -> None:
        """Changes how strict the referee is."""
        with self._lock:
            try:
                value = msgspec.convert(mode, Mode)
            except msgspec.ValidationError:
                raise NotAllowed("no_such_mode", {"value": mode}, status=422) from None
            self._store.set("mode", value)
            self._publish(mode=value, ruling=Ruling())

    def set_option(self, key: str, value: str) -> None:
        """Changes a house option in the lobby."""
        with self._lock:
            if self.moment.phase != "lobby":
                raise NotAllowed("begun")
            row = self.moment.row
            try:
                options = chosen(self._game.options, {**row.options, key: value})
            except OptionError as error:
                raise NotAllowed("bad_option", {"problem": str(error)}, status=422) from error
            board = self._game.board(options)
            self._store.change_game(row.id, options=options, edition=board.edition)
            self._sight, self._strangers = Sight(board), Sight(board)
            self._publish(row=msgspec.structs.replace(row, options=options, edition=board.edition), board=board)
            self._mount_board()

    def begin(self) -> None:
        """From the lobby to setting the board up; from there, on the host's word, to playing."""
        with self._lock:
            if self.moment.phase == "lobby":
                self._begin_set_up()
            elif self.moment.phase == "setup":
                begins = dict(self._game.placement(self._journal().state).cells)
                seen = self._settled if self._sight.anything and not self._sight.blind else None
                # a board that begins empty: what lies there already was laid for the turn that begins now
                self._lying = dict(seen.findings.seen.board) if seen is not None and begins else begins
                self._set_phase("playing")
            else:
                raise NotAllowed("begun")

    def _begin_set_up(self) -> None:
        moment = self.moment
        journal = self._seated(moment.players)
        seats = journal.seats
        shares = {player.seat: player.share for player in moment.players if player.seat in seats}
        self._store.change_game(moment.row.id, seats=seats, shares=shares, phase="setup")
        row = msgspec.structs.replace(moment.row, seats=seats, shares=shares, phase="setup")
        self._publish(row=row, phase="setup", journal=journal)
        self._mount_board()
        self._commit([], None)

    def _seated(self, players: Sequence[PlayerRow]) -> Journal:
        """The game before its first entry, with `players` at it; raises `NotAllowed` where it is not for them."""
        moment = self.moment
        taken = {player.seat: player for player in players}
        seats = tuple(seat for seat in (moment.invited or taken) if seat in taken)
        try:
            return Journal.new(self._game, moment.row.options, seats)
        except WrongNumber as error:
            key = "number" if error.few == error.most else "numbers"
            facts = {"count": error.count, "few": error.few, "most": error.most}
            raise NotAllowed(f"players.{key}", facts) from error
        except OptionError as error:
            raise NotAllowed("bad_option", {"problem": str(error)}) from error
