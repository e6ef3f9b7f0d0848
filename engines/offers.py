"""What a game offers now: picked from without being listed, and kept while one state is asked about again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

S = TypeVar("S")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Offer(Protocol[T_co]):
    """Things that are counted, found and picked by number (from 0) without being listed."""

    def __contains__(self, thing: object, /) -> bool: ...
    def __iter__(self) -> Iterator[T_co]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> T_co: ...


def one_of(offers: Sequence[Offer[T]], pick: Callable[[int], int]) -> T | None:
    """The thing that has the number ``pick(n)`` of all n, counted through; ``None`` where there is none.

    >>> one_of(["ab", "", "c"], lambda n: n - 1)
    'c'
    """
    counts = list(map(len, offers))
    total = sum(counts)
    if not total:
        return None
    number = pick(total)
    for offer, count in zip(offers, counts):
        if number < count:
            return offer[number]
        number -= count
    raise ValueError(f"pick({total}) must be a number below {total}")


def of_last_states(count: int) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """A decorator that keeps what a function said about the last `count` states that it was asked about.

    States are values that never change, so the same object has the same answer. What is kept is a value too: threads
    that ask at once may compute an answer twice, and never read half of it.
    """

    def keeping(answer: Callable[[S], T]) -> Callable[[S], T]:
        kept: tuple[tuple[S, T], ...] = ()

        def kept_or_answered(state: S) -> T:
            nonlocal kept
            for known, said in kept:
                if known is state:
                    return said
            said = answer(state)
            kept = (*kept, (state, said))[-count:]
            return said

        return kept_or_answered

    return keeping


def of_last_state(answer: Callable[[S], T]) -> Callable[[S], T]:
    """`answer`, keeping what it said about the last state: what is legal is picked, judged and listed in a row."""
    return of_last_states(1)(answer)
