"""``python -m companion`` is ``tavolo``."""

from companion.cli import main

main()
