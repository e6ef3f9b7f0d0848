"""Finds the lattice of hexes or squares that is printed on a board, in one picture, with no markers and no hint.

Cells that lines enclose one by one are looked for first, side by side (`enclosed`). Else a picture's thin lines
(`lines`), evenly lit (`exposure`), are cut into windows whose spectra (`spectra`) propose lattices (`seeds`); each is
followed a little by its phases (`lock_in`, `patches`), brought down to what repeats (`folding`) and named by where
lines run along the edges of hexes or squares (`ridges`, `naming`). Its outlines are then fitted to the points on all
lines, lens and all, as far as edges are there (`outlines`, `fitting`, `view`), and believed where they are there
throughout (`edges`, `confidence`, `plausible`, `candidates`). Where small cells lie under art all their frequencies are
asked for at once (`combing`), and what is printed in all of them is matched over the picture (`matching`). Where that
is not clear the lines are laid flat by many tilts, and what repeats is added up over the whole picture (`overhead`).
Where lines show none, small round dots are looked at (`dots`), and then the seams where colours meet (`seams`), in the
way of lines. Small cells of a large picture are looked for in a part of it at its full size (`closeup`). What was found
so is gone on with as far as its edges show (`grown`), and laid where all that is printed in its cells has it, of a map
of several panels on the largest (`steady`, `panels`). A board that somebody pointed at is looked for as it lies, from
above (`flattening`). `search` leads through it, `find` answers; `witness` asks the same about a board whose place is
known.
"""

from vision.lattice.drawing import drawn_over
from vision.lattice.find import find_lattice
from vision.lattice.hint import BadHint
from vision.lattice.result import Lattice

__all__ = ["BadHint", "Lattice", "drawn_over", "find_lattice"]
