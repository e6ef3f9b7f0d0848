"""``tavolo simulate``: random legal games to their end, over several processes, looking for dead ends."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import nullcontext
from itertools import batched
from pathlib import Path

import msgspec
import rich_click as click
from rich.progress import Progress

from companion.cli.choices import game_options, option_values
from companion.cli.outcome import as_json, console, print_json, progress_console
from engines import registry
from engines.game import Seat
from engines.options import OptionError, chosen
from engines.simulation import SimulatedGame, play_random
