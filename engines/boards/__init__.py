"""Boards as data: hexes, squares, rings and rays, streets; one interface for rules, eyes, phones and paper."""
