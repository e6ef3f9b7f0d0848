"""What things are made of: plain colours, prints, wood, cloth and mottled stone, as Blender's materials."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
from numpy.typing import ArrayLike

from companion.measures.path_traced.blender import bpy, linear

Pattern = Literal["wood", "cloth", "mottled"]

THREADS = 40.0
"""How much finer than a table's grain the weave of cloth is."""
GRAIN = (0.25, 5.0, 1.0)
"""Features of wood along its three axes: long fibres, close together."""


class Grain(msgspec.Struct, frozen=True):
    """A pattern with its second colour (RGB); `scale`: features per dm; `bump`: how rough it is to the touch, 0…1."""

    pattern: Pattern
    rgb: tuple[float, float, float]
    scale: float = 1.0
    bump: float = 0.0


def material(name: str, rgb: ArrayLike, rough: float, specular: float = 0.5, grain: Grain | None = None) -> Any:
    """A material of that colour (RGB, 0…255); `rough` and `specular` as of Blender's principled surface, 0…1."""
    new = bpy.data.materials.new(name)
    surface = new.node_tree.nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = rough
    surface.inputs["Specular IOR Level"].default_value = specular
    surface.inputs["Base Color"].default_value = linear(rgb)
    if grain is not None:
        _weave(new.node_tree, surface, rgb, grain)
    return new


def printed(name: str, picture: Path, rough: float, specular: float) -> Any:
    """A material that bears a picture; nothing where the picture is transparent."""
    new = material(name, (255, 255, 255), rough, specular)
    nodes, links = new.node_tree.nodes, new.node_tree.links
    texture = nodes.new("ShaderNodeTexImage")
    texture.image, texture.interpolation = bpy.data.images.load(str(picture)), "Cubic"
    links.new(texture.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    if texture.image.channels == 4:
        links.new(texture.outputs["Alpha"], nodes["Principled BSDF"].inputs["Alpha"])
    return new


def _weave(tree: Any, surface: Any, rgb: ArrayLike, grain: Grain) -> None:
    nodes, links, scale = tree.nodes, tree.links, grain.scale
    place, mapping, noise = (nodes.new(f"ShaderNode{kind}") for kind in ("TexCoord", "Mapping", "TexNoise"))
    noise.inputs["Detail"].default_value, noise.inputs["Scale"].default_value = 8, 1
    match grain.pattern:
        case "wood":
            mapping.inputs["Scale"].default_value = tuple(scale * part for part in GRAIN)
            noise.inputs["Scale"].default_value, noise.inputs["Distortion"].default_value = 1.2, 0.6
        case "cloth":
            mapping.inputs["Scale"].default_value = (scale * THREADS,) * 3
        case "mottled":
            mapping.inputs["Scale"].default_value = (scale,) * 3
    links.new(place.outputs["Object"], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    for stop, position, colour in zip(ramp.color_ramp.elements, (0.35, 0.65), (rgb, grain.rgb)):
        stop.position, stop.color = position, linear(colour)
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], surface.inputs["Base Color"])
    if grain.bump:
        bump = nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = grain.bump, 0.01
        links.new(noise.outputs["Fac"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], surface.inputs["Normal"])
