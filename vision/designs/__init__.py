"""Reads tiles: which design is printed on one, and which way it points. Knows pictures and looks, no rules."""

from vision.designs.reader import DesignReader

__all__ = ["DesignReader"]
