"""What a page shows better once it has been thought through: work that nobody waits for, in a process of its own.

A process, not a thread: while numbers are crunched beside them, phones are told of a move as fast as ever, and what the
work has held is given back whole. Only the newest question is worked on; one that has gone by is dropped.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, NamedTuple

NICE = 10
"""By how much the work gives way to everything else on the machine."""
FIRST_TO_GO = "800"
"""Where memory runs out Linux ends this process before any other (-1000 to 1000), and the table goes on."""
KEPT = 8
"""Answers that are remembered: those of moments that come again when something is taken back."""
THREAD = "afterthought"
"""The thread that waits for an answer."""

_log = logging.getLogger(__name__)


class Afterthought(NamedTuple):
    """A `function` at the top level of a module, and its `argument`; both, and what it answers, can be pickled."""

    function: Callable[[Any], Any]
    argument: Hashable


class Later(NamedTuple):
    """How an afterthought stands: its `answer`, none by now or for good; and whether it is still `thought` about."""

    answer: Any = None
    thought: bool = False


class Afterthoughts:
    """Thinks about the newest afterthought that was asked for. May be used from any thread.

    `ended` counts those that came to an end, so that a page knows when to look again.
    """

    def __init__(self) -> None:
        self.ended = 0
        self._lock = threading.Lock()
        self._answers: OrderedDict[Afterthought, Any] = OrderedDict()
        self._now: tuple[Afterthought, Popen[bytes]] | None = None
        self._closed = False

    def of(self, thought: Afterthought | None) -> Later:
        """How `thought` stands; begins with it and drops any other. With none there is nothing to think about."""
        with self._lock:
            if self._now is not None and self._now[0] != thought:
                self._now[1].kill()
                self._now = None
            if thought is None:
                return Later()
            if thought in self._answers:
                self._answers.move_to_end(thought)
                return Later(self._answers[thought])
            if self._now is None and not self._closed:
                self._begin(thought)
            return Later(thought=self._now is not None)

    def close(self) -> None:
        """Drops what is thought about and begins nothing more: pages that are still open may ask once again."""
        with self._lock:
            self._closed = True
        self.of(None)

    def _begin(self, thought: Afterthought) -> None:
        # Not `multiprocessing`: it would load the whole command line there, and with it the camera, for a count.
        paths = os.pathsep.join(path for path in sys.path if path)
        call = [sys.executable, "-m", __name__]
        try:
            process = Popen(call, stdin=PIPE, stdout=PIPE, env=os.environ | {"PYTHONPATH": paths})
        except OSError as error:  # no memory left, or no more processes
            _log.warning("an afterthought could not be begun: %s", error)
            self._remember(thought, None)
            return
        self._now = thought, process
        threading.Thread(target=self._wait, args=(thought, process), name=THREAD, daemon=True).start()

    def _wait(self, thought: Afterthought, process: Popen[bytes]) -> None:
        told, _ = process.communicate(pickle.dumps(tuple(thought)))
        answer = None if process.returncode else pickle.loads(told)
        with self._lock:
            if self._now is None or self._now[1] is not process:
                return
            if process.returncode:
                _log.warning("an afterthought came to nothing: its process ended with %s", process.returncode)
            self._now = None
            self._remember(thought, answer)

    def _remember(self, thought: Afterthought, answer: Any) -> None:
        self._answers[thought] = answer
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)
        self.ended += 1


def answer() -> None:
    """Answers in the process that works it out. Who stops the table with a key stops this through the table."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(NICE)
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO)
    function, argument = pickle.load(sys.stdin.buffer)
    pickle.dump(function(argument), sys.stdout.buffer)


if __name__ == "__main__":
    answer()
