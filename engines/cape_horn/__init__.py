"""Cape Horn (Thorsten Gimmler; Kosmos, 1999): a race round the Horn on winds that the captains lay themselves."""

from engines.cape_horn.game import GAME

__all__ = ["GAME"]
