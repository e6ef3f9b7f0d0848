"""Who holds which seat: tokens and one-time codes, of which only hashes are kept. Pure functions over player rows."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.store import PlayerRow
from engines.game import Game, Seat

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
    """`players` with a new one, and the token of the seat."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = PlayerRow(seat, name.strip()[:NAME_AT_MOST] or seat, hashed(token), share[:SHARE_AT_MOST])
    return (*players, row), token


def seat_of(players: Sequence[PlayerRow], token: str) -> Seat | None:
    """The seat that `token` holds."""
    digest = hashed(token)
    return next((row.seat for row in players if hmac.compare_digest(row.token_hash, digest)), None)


def coded(players: Sequence[PlayerRow], seat: Seat) -> tuple[tuple[PlayerRow, ...], str]:
    """`players` with a new one-time code for `seat`, and the code."""
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    return tuple(_with(row, code_hash=hashed(code)) if row.seat == seat else row for row in players), code


def taken_over(players: Sequence[PlayerRow], code: str) -> tuple[tuple[PlayerRow, ...], Seat, str] | None:
    """`players` after `code` was used: the seat, its new token; ``None`` for a code that is no (longer) good."""
    digest = hashed(code.strip().upper())
    for row in players:
        if row.code_hash is not None and hmac.compare_digest(row.code_hash, digest):
            token = secrets.token_urlsafe(TOKEN_BYTES)
            changed = _with(row, token_hash=hashed(token), code_hash=None)
            return tuple(changed if other.seat == row.seat else other for other in players), row.seat, token
    return None


def carried(players: Sequence[PlayerRow], game: Game[Any, Any]) -> tuple[PlayerRow, ...]:
    """Who keeps a seat when `game` is played next: those who are still there and whose seat it has, as many as fit."""
    staying = [row for row in players if not row.gone and row.seat in game.seats][: game.max_seats]
    return tuple(_with(row, code_hash=None) for row in staying)


def _with(row: PlayerRow, **values: str | None) -> PlayerRow:
    return msgspec.structs.replace(row, **values)
