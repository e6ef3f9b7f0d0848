"""Downloaded logs: JSON lines, a header and one entry a line. Writes, reads, replays and verifies them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion import fair_chance
from companion.journal import Journal, advance
from companion.log_lines import LogLine, lines_of
from companion.published import published_otherwise
from companion.store import GameRow
from companion.told import told_otherwise
from engines import registry
from engines.data import DataError
from engines.entries import BadEntry, Entry, Seat, Undo
from engines.game import Game, IllegalAction
from engines.options import OptionError
from engines.pending import Over

FORMAT = 1


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line. `part` is ``public`` during play, ``whole`` after it, with the `secret` of its chance.

    `published`: the hash by which the game's secrets were committed to when it was downloaded (see `Game.published`).
    """

    tavolo_log: int
    part: Literal["public", "whole"]
    game: str
    edition: str
    rules_version: int
    options: dict[str, str]
    seats: tuple[str, ...]
    commitment: str
    shares: dict[str, str]
    created: float
    secret: str | None = None
    published: str = ""


class Log(msgspec.Struct, frozen=True):
    """A log that was read, with the game that it is of."""

    path: Path
    header: Header
    game: Game[Any, Any]
    times: tuple[float, ...]
    entries: tuple[Entry[Any], ...]
    lines: tuple[LogLine, ...]

    @property
    def published(self) -> tuple[str, ...]:
        """What each line says was published, empty where nothing new was."""
        return tuple(line.published for line in self.lines)


class Replayed(msgspec.Struct, frozen=True):
    """What replaying a log came to. `over` is the text key of how it ended, empty where it did not."""

    game: str
    seats: tuple[str, ...]
    entries: int
    over: str
    winners: tuple[str, ...]
    state: Any


def log_lines(row: GameRow, journal: Journal | None, whole: bool) -> Iterator[bytes]:
    """The log as JSON lines: all of it with the secret of its chance if `whole`, else what everybody may see.

    See `companion.log_lines`.
    """
    secret = fair_chance.SecretChain(row.chance_seed, row.chance_index).secret() if whole else None
    header = Header(
        FORMAT,
        "whole" if whole else "public",
        row.game,
        row.edition,
        row.rules_version,
        row.options,
        row.seats,
        row.commitment,
        row.shares,
        row.created,
        secret,
        journal.game.published(journal.state) if journal else "",
    )
    yield msgspec.json.encode(header) + b"\n"
    for line in lines_of(journal, whole) if journal else ():
        yield msgspec.json.encode(line) + b"\n"


def simulated_log_lines(
    game: Game[Any, Any], options: Mapping[str, str], seats: Sequence[Seat], entries: Sequence[Entry[Any]]
) -> Iterator[bytes]:
    """The log of a game that no table played, as JSON lines: it replays, but nobody committed to its chance."""
    edition = game.board(options).edition
    header = Header(
        FORMAT, "whole", game.id, edition, game.rules_version, dict(options), tuple(seats), "", {}, 0.0, secret=""
    )
    yield msgspec.json.encode(header) + b"\n"
    for entry in entries:
        yield msgspec.json.encode(LogLine(0.0, msgspec.Raw(msgspec.json.encode(entry)))) + b"\n"


def read_log(path: Path) -> Log:
    """The log at `path`. Raises `DataError` naming the line and what is wrong with it."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise DataError(path, "", f"cannot be read: {error.strerror}") from error
    if not lines:
        raise DataError(path, "line 1", "is missing; a log begins with a header")
    header = _decoded(path, 1, lines[0], Header)
    if header.tavolo_log != FORMAT:
        raise DataError(path, "line 1", f"format {header.tavolo_log} is not known; this program reads {FORMAT}")
    try:
        game = registry.find(header.game)
    except registry.UnknownGame as error:
        raise DataError(path, "line 1", str(error)) from error
    if not game.understands(header.rules_version):
        raise DataError(
            path,
            "line 1",
            f"played under rules version {header.rules_version} of {game.id}, this program has version "
            f"{game.rules_version}; read it with the Tavolo that it was played with",
        )
    read: list[LogLine] = []
    entries: list[Entry[Any]] = []
    for number, line in enumerate(lines[1:], 2):
        read.append(_decoded(path, number, line, LogLine))
        entries.append(_decoded(path, number, bytes(read[-1].entry), game.entry_type))
    return Log(path, header, game, tuple(one.t for one in read), tuple(entries), tuple(read))


def _decoded(path: Path, number: int, line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(path, f"line {number}", str(error)) from error


def replay_log(path: Path) -> Replayed:
    """Replays a whole log. Raises `DataError` naming the line of the first entry that does not fit."""
    log = read_log(path)
    _must_be_whole(log)
    game = log.game
    try:
        state = game.new(log.header.options, log.header.seats)
    except OptionError as error:
        raise DataError(path, "line 1", str(error)) from error
    states: list[tuple[int, Any]] = [(-1, state)]
    for seq, entry in enumerate(log.entries):
        try:
            if isinstance(entry, Undo):
                if not any(number == entry.seq for number, _ in states):
                    raise BadEntry(f"undo of entry {entry.seq}, which does not stand")
                states = [(number, kept) for number, kept in states if number < entry.seq]
            else:
                states.append((seq, advance(game, states[-1][1], entry).state))
        except (IllegalAction, BadEntry) as error:
            raise DataError(path, f"line {seq + 2}", f"entry {seq} does not fit: {error}") from error
    state = states[-1][1]
    if lost := game.audit(state):
        raise DataError(path, f"line {len(log.entries) + 1}", f"something is not conserved: {'; '.join(lost)}")
    pending = game.pending(state)
    over, winners = (pending.reason, pending.winners) if isinstance(pending, Over) else ("", ())
    return Replayed(game.id, log.header.seats, len(log.entries), over, winners, state)


def verify_log(path: Path, earlier: Sequence[Path] = (), noted: Sequence[str] = ()) -> list[str]:
    """What is wrong with a whole log, in words; empty where its chance is fair and no secret was changed afterwards.

    `earlier` are logs of the same game that were downloaded during play, `noted` seals that a phone showed: what was
    published then must follow from the whole log. Raises `DataError` where a log cannot be read or replayed.
    """
    log = read_log(path)
    _must_be_whole(log)
    header = log.header
    assert header.secret is not None
    problems = fair_chance.verify(
        log.game, header.options, header.seats, log.entries, header.commitment, header.secret, header.shares
    )
    if problems:
        return problems
    logs = [read_log(other) for other in earlier]
    journal = Journal.new(log.game, header.options, header.seats).extended(zip(log.times, log.entries))
    same_game = [other for other in logs if other.header.commitment == header.commitment]
    return [*told_otherwise(journal, log, same_game), *published_otherwise(log, logs, noted)]


def _must_be_whole(log: Log) -> None:
    if log.header.part != "whole":
        problem = "holds only what was public during play; download the log again when the game is over"
        raise DataError(log.path, "line 1", problem)
    if log.header.secret is None:
        raise DataError(log.path, "line 1", "secret: is missing")
