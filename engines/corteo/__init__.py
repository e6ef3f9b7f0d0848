"""Corteo (C.Un.S.A. 1979, Mondadori Giochi 1980): a march, a city and the power that polices it."""

from engines.corteo.game import GAME

__all__ = ["GAME"]
