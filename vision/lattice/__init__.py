"""Finds the lattice of hexes or squares that is printed on a board, in one picture, with no markers and no hint.

A picture's thin lines (`lines`) are cut into windows whose spectra (`spectra`) propose lattices (`seeds`); each is
followed over the whole picture by its phases (`lock_in`, `patches`), folded into one cell (`folding`) and named by
what that cell looks like (`motif`), by what a camera can see (`plausible`) and by how far it is borne out
(`confidence`). `search` leads through it, `find` answers.
"""

from vision.lattice.drawing import drawn_over
from vision.lattice.find import find_lattice
from vision.lattice.hint import BadHint
from vision.lattice.result import Lattice

__all__ = ["BadHint", "Lattice", "drawn_over", "find_lattice"]
