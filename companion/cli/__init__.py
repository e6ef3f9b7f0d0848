"""The command line ``tavolo``: one module per group of commands; this one gathers them and turns errors into exits.

Exit codes: 0 all is well; 1 the answer is no (a gap in the rules, a dead end, a log that does not verify, a board
that was not found); 2 the call or its input is wrong; 3 the machine cannot do it now (port taken, no camera).
"""

from __future__ import annotations

import io
import sys

from companion.cli.loading import loading


def main() -> None:
    """Entry point of the package."""
    _show_what_there_is()
    with loading():
        from companion.cli.commands import commands
        from companion.cli.outcome import INPUT_ERRORS, MACHINE_ERRORS, in_words
    try:
        commands(auto_envvar_prefix="TAVOLO")
    except INPUT_ERRORS as error:
        print(f"tavolo: {in_words(error)}", file=sys.stderr)
        sys.exit(2)
    except MACHINE_ERRORS as error:
        print(f"tavolo: {in_words(error)}", file=sys.stderr)
        sys.exit(3)


def _show_what_there_is() -> None:
    """A terminal that is not UTF-8 shows a question mark for what it has not, and ends nothing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
