"""Casablanca, the escape (Adica Pongo, 1983): from a prison in Warsaw to the plane in Casablanca."""

from engines.casablanca_escape.game import GAME

__all__ = ["GAME"]
