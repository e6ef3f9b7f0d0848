"""Caccia alla spia (Federico Berti, for the Dama Bianca board): one hides, and five hunters ask who passed."""

from engines.fifth_column.game import GAME

__all__ = ["GAME"]
