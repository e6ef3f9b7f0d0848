"""Measures what each stage of a look takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stages:
    """Time spent in named stages since the last `begin`, in ms; a stage that runs twice adds up."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    def begin(self) -> None:
        """Forgets the last look."""
        self.ms = {}

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.ms[name] = self.ms.get(name, 0.0) + (time.perf_counter() - start) * 1e3
