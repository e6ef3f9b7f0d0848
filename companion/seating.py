"""Who holds which seat: tokens and one-time codes, of which only hashes are kept. Pure functions over player rows.

A seat is held by one phone, or by several where the game lets a seat be a side of several players. A player who has
left (`gone`) holds it no more; a code still brings somebody else in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.store import PhoneRow, PlayerRow
from engines.entries import Seat
from engines.game import Game

TOKEN_BYTES = 24
"""192 random bits: beyond guessing."""
CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody mistakes for each other when a code is read out."""
CODE_LENGTH = 8
"""40 bits: read out once, typed once, and the pages limit how often one may try."""
NAME_AT_MOST = 40
SHARE_AT_MOST = 128


def hashed(secret: str) -> str:
    """What is stored of a token or a code."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seated(players: Sequence[PlayerRow], seat: Seat, name: str, share: str) -> tuple[tuple[PlayerRow, ...], str]:
    """`players` with a new one, or with one more phone where the seat is taken already; and the phone's token."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    name = name.strip()[:NAME_AT_MOST] or seat
    share = share[:SHARE_AT_MOST]
    taken = next((row for row in players if row.seat == seat), None)
    if taken is None:
        return (*players, PlayerRow(seat, name, hashed(token), share)), token
    phones = (*taken.phones, PhoneRow(name, hashed(token)))
    together = hashed(f"{taken.share} {share}")  # every phone's part of chance counts
    return _replaced(players, msgspec.structs.replace(taken, phones=phones, share=together)), token


def room(players: Sequence[PlayerRow], seat: Seat, game: Game[Any, Any]) -> bool:
    """Whether one more phone may hold `seat`."""
    taken = next((row for row in players if row.seat == seat), None)
    return taken is None or len(names(taken)) < game.phones_per_seat


def names(row: PlayerRow) -> tuple[str, ...]:
    """Names of all who hold a seat."""
    return (row.name, *(phone.name for phone in row.phones if phone.token_hash))


def seat_of(players: Sequence[PlayerRow], token: str) -> Seat | None:
    """The seat that `token` holds."""
    digest = hashed(token)
    return next((row.seat for row in players for known in _tokens(row) if hmac.compare_digest(known, digest)), None)


def left(players: Sequence[PlayerRow], token: str) -> tuple[PlayerRow, ...]:
    """`players` without the phone of that token; its seat is free where no other phone holds it."""
    digest = hashed(token)
    staying: list[PlayerRow] = []
    for row in players:
        others = tuple(phone for phone in row.phones if phone.token_hash and phone.token_hash != digest)
        if row.token_hash != digest:
            staying.append(msgspec.structs.replace(row, phones=others))
        elif others:
            first, *rest = others
            staying.append(_with(row, name=first.name, token_hash=first.token_hash, phones=tuple(rest)))
    return tuple(staying)


def coded(
    players: Sequence[PlayerRow], seat: Seat, token: str | None, several: bool
) -> tuple[tuple[PlayerRow, ...], str]:
    """`players` with a new one-time code for `seat`, and the code.

    It moves the seat from the phone of `token` to another; without one (the host asks) from its only phone, or brings
    one phone more to a seat that `several` may hold.
    """
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    row = next(row for row in players if row.seat == seat)
    digest = hashed(token) if token is not None else None
    if digest == row.token_hash or row.gone or (digest is None and not several):
        return _replaced(players, _with(row, code_hash=hashed(code))), code
    phones = [phone for phone in row.phones if phone.token_hash]
    if digest is None:
        phones.append(PhoneRow("", "", hashed(code)))
    else:
        at = [phone.token_hash for phone in phones].index(digest)
        phones[at] = msgspec.structs.replace(phones[at], code_hash=hashed(code))
    return _replaced(players, _with(row, phones=tuple(phones))), code


def taken_over(players: Sequence[PlayerRow], code: str) -> tuple[tuple[PlayerRow, ...], Seat, str] | None:
    """`players` after `code` was used: the seat, its new token; ``None`` for a code that is no (longer) good."""
    digest = hashed("".join(code.split()).upper())  # read out in groups, it is typed in groups
    token = secrets.token_urlsafe(TOKEN_BYTES)
    fresh = {"token_hash": hashed(token), "code_hash": None}
    for row in players:
        if _is(row.code_hash, digest):
            return _replaced(players, _with(row, **fresh, gone=False)), row.seat, token
        for at, phone in enumerate(row.phones):
            if _is(phone.code_hash, digest):
                moved = msgspec.structs.replace(phone, name=phone.name or row.name, **fresh)
                phones = (*row.phones[:at], moved, *row.phones[at + 1 :])
                return _replaced(players, _with(row, phones=phones)), row.seat, token
    return None


def departed(players: Sequence[PlayerRow], seat: Seat) -> tuple[PlayerRow, ...]:
    """`players` after the player of `seat` has left: nobody holds it."""
    row = next(row for row in players if row.seat == seat)
    nobody = hashed(secrets.token_urlsafe(TOKEN_BYTES))
    return _replaced(players, _with(row, token_hash=nobody, code_hash=None, phones=(), gone=True))


def carried(players: Sequence[PlayerRow], game: Game[Any, Any]) -> tuple[PlayerRow, ...]:
    """Who keeps a seat when `game` is played next: those who are still there and whose seat it has, as many as fit."""
    staying = [row for row in players if not row.gone and row.seat in game.seats][: game.max_seats]
    phones = [tuple(phone for phone in row.phones if phone.token_hash)[: game.phones_per_seat - 1] for row in staying]
    return tuple(_with(row, code_hash=None, phones=others) for row, others in zip(staying, phones))


def _tokens(row: PlayerRow) -> tuple[str, ...]:
    return (row.token_hash, *(phone.token_hash for phone in row.phones))


def _is(known: str | None, digest: str) -> bool:
    return known is not None and hmac.compare_digest(known, digest)


def _replaced(players: Sequence[PlayerRow], row: PlayerRow) -> tuple[PlayerRow, ...]:
    return tuple(row if other.seat == row.seat else other for other in players)


def _with(row: PlayerRow, **values: Any) -> PlayerRow:
    return msgspec.structs.replace(row, **values)
