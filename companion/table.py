"""The table: the only writer. It asks the engine, appends to the store, and only then lets anyone see.

One lock orders everything that changes it. Time is data: observations bring their own, entries take `clock`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion import fair_chance, seating
from companion.lying import accepted, came_late, lies_as, owed
from companion.readings import Blind, Breach, Moved, TakenBack
from companion.reconcile import Findings, reconcile
from companion.referee import rule
from companion.sensors.landings import with_landings
from companion.setting_up import set_up_findings
from companion.settling import Settled, settle, shown
from companion.stacks import uppers_known
from companion.store import GameRow, Store, StoreError
from companion.store_trouble import damaged
from companion.strangers import strangers, with_strangers
from companion.table_absent import AbsentTable
from companion.table_core import Games
from companion.table_shelf import new_row, next_chain
from engines import registry
from engines.entries import Act, BadEntry, Entry, Seat, Undo
from engines.game import Game, IllegalAction
from engines.options import OptionError, chosen
from engines.physical import Cell, Contents, Observation

log = logging.getLogger(__name__)


class OtherRules(StoreError):
    """The game in the store was begun under rules that this program does not have; it cannot be finished with it."""


class FailingRules(StoreError):
    """The rules raise something that is no refusal where the game in the store stands."""


class Table(AbsentTable):
    """One table with one game on it.

    >>> table = Table.open(Store.open(path), game, {"version": "simple"}, clock=time.time)
    >>> token = table.claim("red", "Anna", share="3f…")
    >>> table.begin()
    >>> table.observe(observation)
    """

    _unjudged = ""
    """What was raised when the last look was judged, if anything was."""

    @classmethod
    def open(
        cls,
        store: Store,
        game: Game[Any, Any],
        options: Mapping[str, str] | None = None,
        *,
        clock: Callable[[], float],
        invited: Sequence[Seat] = (),
        lone_looks: bool = False,
        own_shuffles: bool = True,
        chain: fair_chance.SecretChain | None = None,
        games: Games = registry,
        insist: bool = True,
        stopwatch: Callable[[], float] | None = None,
    ) -> Table:
        """The table with the evening in `store`; where none of `game` is on it, a new one in its lobby.

        A game of another kind that was on the table goes onto the shelf; without `insist` it goes on instead of `game`.
        `invited`: the seats that may be taken, in table order (all where empty). An evening that goes on keeps its own
        options. `lone_looks`: pictures taken far apart count without a second look. Without `own_shuffles` shuffles
        wait for an `Outcome` or `answer_shuffles`. `chain`: secrets of a new evening's chance, fresh ones by default.
        `games`: where other games are found. `stopwatch`: seconds by which waiting is measured, which nobody sets;
        `clock` by default. Raises `OptionError`, `OtherRules`, `FailingRules`,
        `StoreError`.
        """
        row = store.game_on_table()
        if row is not None and row.game != game.id and not insist:
            try:
                game = games.find(row.game)
            except registry.UnknownGame as error:
                raise OtherRules(
                    f"{store.name}: the game there is {row.game!r}, which this program does not have. Go on with the "
                    "Tavolo that it was begun with; or name another GAME, and this one goes onto the shelf"
                ) from error
        if row is None or row.game != game.id or (row.phase == "lobby" and options):
            fresh = chosen(game.options, options or {})
            edition = game.board(fresh).edition
            if row is not None and row.phase == "lobby":
                rules = {"game": game.id, "rules_version": game.rules_version}
                players = seating.carried(store.players(row.id), game)
                row = store.change_game(row.id, players, **rules, options=fresh, edition=edition)
            else:
                chain = chain or (fair_chance.SecretChain.fresh() if row is None else next_chain(store, row))
                row = store.begin_game(new_row(game, fresh, chain, clock()))
        refusal = OtherRules(
            f"{store.name}: the game there was begun under rules version {row.rules_version} of {game.id}, this "
            f"program has version {game.rules_version}; finish it with the Tavolo that it was begun with, or begin "
            "anew in another folder (--data FOLDER): nothing in this one is changed"
        )
        _check_head(store, game, row)
        if row.phase == "lobby" and not {player.seat for player in store.players(row.id)} <= set(game.seats):
            store.write_players(row.id, seating.carried(store.players(row.id), game))
        if row.phase in ("setup", "playing") and not game.understands(row.rules_version):
            raise refusal
        try:
            return cls(store, game, row, clock, invited, lone_looks, own_shuffles, games, stopwatch)
        except (BadEntry, IllegalAction) as error:
            if row.rules_version == game.rules_version:
                raise
            raise refusal from error
        except StoreError:
            raise
        except Exception as error:
            raise FailingRules(
                f"{store.name}: the game there ({game.id}) cannot go on, for its rules fail ({error!r}). Please report "
                "that. Go on with the Tavolo that it was begun with (`make back`), or begin anew in another folder "
                "(--data FOLDER): nothing in this one is changed"
            ) from error

    def confirmed(self) -> dict[Cell, Contents] | None:
        """What lies in each place for certain, boxes apart, as last seen; ``None`` while anything is in doubt.

        These are labelled samples for an eye that learns.
        """
        with self._lock:
            settled = self._settled
            moment = self.moment
            if settled is None or not settled.calm or moment.phase not in ("setup", "playing"):
                return None
            if self._sight.blind or self._unjudged:
                return None
            wanted = self._game.placement(self._journal().state)
            board = settled.findings.seen.board
            cells = {*wanted.cells, *board}
            unseen = settled.findings.seen.unseen
            if any(not wanted.allows(cell, board.get(cell, ())) for cell in cells if cell not in unseen):
                return None
            if moment.phase == "setup" and not unseen.isdisjoint(wanted.cells):
                return None  # nobody has seen yet what lies there
            return {place: contents for place, contents in moment.seen.items() if contents}

    def observe(self, observation: Observation) -> Findings:
        """Takes a look into account: commits what the board clearly tells, and answers what it was read as."""
        with self._lock:
            self._look(observation)
            phase = self.moment.phase
            if phase == "setup":
                return self._observe_set_up(observation.t)
            if phase != "playing":
                return Findings(set_up_findings(self._sight, None, self._looks, frozenset(), self._distance).reading)
            try:
                findings = self._followed(observation.t)
                self._unjudged = ""
            except StoreError:
                raise
            except Exception as error:  # whatever a game raises: phones go on, and all read of it
                if self._unjudged != (problem := repr(error)):
                    self._unjudged = problem
                    log.exception("what lies on the board cannot be judged")
                findings = Findings(Blind("unjudged"))
                self._settled = settle(self._settled, findings, observation.t, self._lone_looks)
            self._rule(observation.t)
            return findings

    def _followed(self, t: float) -> Findings:
        """What the board means now; once that has settled, it is committed and accepted."""
        findings = self._reconciled()
        self._settled = settle(self._settled, findings, t, self._lone_looks)
        if not self._settled.calm:
            readings = shown(self._settled)
            return msgspec.structs.replace(findings, reading=readings[0], rest=readings[1:])
        if self._held_breach(findings) is None and self._commit_reading(findings):
            self._settled = Settled(self._reconciled(), t, t, self._settled.looks, True)
        self._follow_board()
        return findings

    def _look(self, observation: Observation) -> None:
        self._sight.take(observation)
        self._strangers.take(observation)

    def _reconciled(self) -> Findings:
        """What the board means now; looked into anew only where sight or game have changed."""
        basis = (self._sight.version, self.moment.journal, self._lying)
        if self._judged is None or any(one is not other for one, other in zip(self._judged[0], basis)):
            wanted = self._game.placement(self._journal().state)
            findings = self._read()
            if self._called_off and (late := came_late(findings.seen, wanted, self._called_off)) is not None:
                self._lying = late
                basis = (*basis[:2], late)
                findings = self._read()
            found = strangers(self._strangers, wanted, self._lying, self._looks, self._strange)
            self._judged = (basis, with_strangers(findings, found))
        return self._judged[1]

    def _read(self) -> Findings:
        situation = self.situation()
        return with_landings(reconcile(situation, self._sight), situation, self._sight)

    def refine(self, observation: Observation) -> None:
        """Takes what an eye says anew of a picture that was judged already, now that it has learnt from it."""
        with self._lock:
            if not observation.blind:
                self._look(observation)

    def _observe_set_up(self, t: float) -> Findings:
        wanted = self._game.placement(self._journal().state)
        findings = set_up_findings(self._sight, wanted, self._looks, self._strange, self._distance)
        self._settled = settle(self._settled, findings, t, self._lone_looks)
        if findings.right and self._settled.calm:
            self._lying = dict(findings.seen.board)
            self._set_phase("playing")
        self._rule(t)
        return findings

    def _held_breach(self, findings: Findings) -> Breach | None:
        """In mode strict, the breach that holds everything until it is mended."""
        if self.moment.mode != "strict":
            return None
        return next((reading for reading in findings.all if isinstance(reading, Breach)), None)

    def _commit_reading(self, findings: Findings) -> bool:
        """Commits what was read, if it is to be committed; the board that was seen is accepted with it."""
        entries: list[Entry[Any]]
        match findings.reading:
            case Moved(actions, undone):
                entries = [Undo(undone[0])] if undone else []
                entries += [Act(intent.seat, intent.action) for intent in actions]
            case TakenBack(numbers):
                entries = [Undo(numbers[0])]
            case _:
                return False
        self._commit(entries, None, seen=findings.seen)
        return True

    def _follow_board(self) -> None:
        """Accepts what was seen to lie right, and keeps debts that changed."""
        assert self._settled is not None
        findings = self._settled.findings
        if self.moment.phase != "playing" or self._sight.blind or not self._sight.anything:
            return
        wanted = self._game.placement(self._journal().state)
        if self._called_off and lies_as(wanted, self._called_off.tolerated, findings.seen):
            self._called_off = None
        lying = accepted(msgspec.structs.replace(findings.seen, lying=self._lying), wanted)
        if lying != self._lying:
            debts = owed(lying, wanted)
            if debts != self._debts:
                self._store.append(self.moment.row.id, len(self._journal().entries), [], debts)
            self._lying, self._debts = lying, debts
        self._uppermost = uppers_known(self._uppermost, lying, findings.seen.board, self._sight, self._looks)

    def _rule(self, t: float) -> None:
        """Lets the referee speak about the last look and shows what is seen; a board that is over owes nothing."""
        assert self._settled is not None
        moment = self.moment
        findings = self._settled.findings
        if moment.phase == "over":
            ruling = rule(moment.ruling, (), moment.mode, t)
        else:
            settled = self._settled.calm and not isinstance(findings.reading, Blind)
            if settled and any(isinstance(reading, Breach) for reading in findings.all):
                self._broken = findings.seen.board
            ruling = rule(moment.ruling, shown(self._settled), moment.mode, t, findings.seen.unseen, settled)
        if ruling.fresh or ruling.warnings != moment.ruling.warnings or ruling.holds != moment.ruling.holds:
            self._publish(ruling=ruling, seen=self._seen_places())
        else:
            self.moment = msgspec.structs.replace(moment, ruling=ruling)
            if self._settled.calm:
                self._show_seen()

    def _show_seen(self) -> None:
        seen = self._seen_places()
        if seen != self.moment.seen:
            self._publish(seen=seen)

    def _seen_places(self) -> dict[Cell, Contents]:
        """What lies in each place, boxes apart, as the last look was understood."""
        assert self._settled is not None
        return self._sight.places(self._settled.findings.seen.board)

    def told(self, board: Mapping[Cell, Contents]) -> None:
        """Takes a board that somebody vouches for as what lies there; play begins where it was being set up."""
        with self._lock:
            self._lying = self._sight.folded(board)
            if self.moment.phase == "setup":
                self._set_phase("playing")
            self._settled = None


def _check_head(store: Store, game: Game[Any, Any], row: GameRow) -> None:
    """Raises `StoreCorrupt` where a game of these very rules has options or seats that they do not know."""
    if row.rules_version != game.rules_version:
        return
    try:
        chosen(game.options, row.options)
    except OptionError as error:
        raise damaged(store.name, f"options of game {row.id} are unknown") from error
    if not set(row.seats) <= set(game.seats):
        raise damaged(store.name, f"seats of game {row.id} are unknown")
