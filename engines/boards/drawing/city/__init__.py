"""The city map: streets, roofs, a river and walls, drawn as a street plan of the seventies with a lattice of hexes."""

from engines.boards.drawing.city.plan import LAYERS, city_map, city_mirror, city_plan

__all__ = ["LAYERS", "city_map", "city_mirror", "city_plan"]
