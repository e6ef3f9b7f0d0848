"""Casablanca, the escape (Adica Pongo, 1983): from a prison in Warsaw to the plane in Casablanca."""

from engines.casablanca_escape.game import GAME

NAME = "Casablanca, the escape"

__all__ = ["GAME", "NAME"]
