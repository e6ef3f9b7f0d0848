"""Casablanca, the agents (Eric Solomon; Amigo, 1991): eight agents, one black case, and bribes that nobody sees."""

from engines.casablanca_agents.game import GAME

__all__ = ["GAME"]
