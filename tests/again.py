"""Runs what failed beside other tests once more, alone, and names at the end what passed only then.

Browsers, cameras and killed processes are tested with real clocks, and a busy machine may keep one of them from the
processor. A test that passes only alone waits for its cause to be found all the same: ``python -m tests.again``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

FAILED = Path(".pytest_cache/v/cache/lastfailed")
"""What failed last, as pytest keeps it: a JSON object whose keys are the tests, and files that could not be read."""
MOST = 5
"""More failures than so many are no busy machine."""


def failed() -> list[str]:
    """Tests that failed in the run before; none where it did not come so far."""
    return sorted(json.loads(FAILED.read_text())) if FAILED.exists() else []


def main(arguments: list[str]) -> int:
    """The exit code of the tests that are run again, 1 where that makes no sense."""
    tests = failed()
    if not 0 < len(tests) <= MOST:
        print(f"{len(tests)} tests failed; at most {MOST} are run again.")
        return 1
    if unread := [name for name in tests if "::" not in name]:
        print(f"Tests were not even collected: {', '.join(unread)}. That is not run again.")
        return 1
    print("Once more, alone: what failed may have waited for a browser that had no processor to run on.", flush=True)
    code = int(pytest.main([*tests, "--last-failed", "--last-failed-no-failures=none", *arguments]))
    if code == 0:
        print("These passed only alone. Each hides a fault, of the program or of the test, until its cause is known:")
        print("\n".join(f"  {test}" for test in tests))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
