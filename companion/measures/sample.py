"""Samples of one measured quantity, and their median and 95th percentile."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import ParamSpec

import msgspec

P = ParamSpec("P")


class Summary(msgspec.Struct, frozen=True):
    """`unit` is that of both numbers; `aim` says what we aim for on a two-core x86 machine."""

    median: float
    p95: float
    unit: str
    aim: str = ""


def summary(samples: Sequence[float], unit: str, aim: str = "") -> Summary:
    """Median and 95th percentile (nearest rank) of at least one sample."""
    ordered = sorted(samples)
    rank = max(0, -(-95 * len(ordered) // 100) - 1)
    return Summary(round(statistics.median(ordered), 3), round(ordered[rank], 3), unit, aim)


def rates(samples: Sequence[float], unit: str, aim: str = "") -> Summary:
    """As `summary`, for what is better when higher: `p95` is what 95 % of the samples reach."""
    ordered = sorted(samples, reverse=True)
    turned = summary([-sample for sample in ordered], unit, aim)
    return Summary(-turned.median, -turned.p95, unit, aim)


def seconds(action: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """How long one call of `action` takes, s."""
    began = time.perf_counter()
    action(*args, **kwargs)
    return time.perf_counter() - began


def busy_seconds(action: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """Processor time that one call of `action` takes, s: other work on the machine does not lengthen it."""
    began = time.thread_time()
    action(*args, **kwargs)
    return time.thread_time() - began
