"""The materials of the levels. Runs inside Blender."""

from __future__ import annotations

import bpy

# Name: base colour as painters write it (sRGB), roughness, metallic.
MATERIALS: dict[str, tuple[str, float, float]] = {
    "Paving": ("b3a48c", 0.95, 0.0),
    "PavingDark": ("8d7f6b", 0.95, 0.0),
    "Earth": ("7d6a4f", 1.0, 0.0),
    "Grass": ("6f8a45", 1.0, 0.0),
    "Stone": ("c9b898", 0.9, 0.0),
    "StoneDark": ("8f8068", 0.9, 0.0),
    "Rock": ("9a8468", 1.0, 0.0),
    "Concrete": ("b5b1a8", 0.9, 0.0),
    "PlasterCream": ("e6d5ae", 0.9, 0.0),
    "PlasterOchre": ("d9a95f", 0.9, 0.0),
    "PlasterRose": ("cf9a82", 0.9, 0.0),
    "PlasterSage": ("b3b892", 0.9, 0.0),
    "RoofTile": ("a5533a", 0.9, 0.0),
    "RoofSlate": ("6b6763", 0.8, 0.0),
    "Wood": ("8a5f3a", 0.8, 0.0),
    "WoodDark": ("5a3d28", 0.8, 0.0),
    "Iron": ("3b3b3d", 0.5, 0.8),
    "Glass": ("5d7688", 0.2, 0.0),
    "Water": ("4a93a8", 0.1, 0.0),
    "Lamp": ("ffe6a8", 0.4, 0.0),
    "Leaves": ("5d8a3c", 1.0, 0.0),
    "ClothRed": ("b8402f", 1.0, 0.0),
    "ClothBlue": ("3f6591", 1.0, 0.0),
    "ClothGreen": ("557f4a", 1.0, 0.0),
    "ClothGold": ("d29c36", 1.0, 0.0),
    "ClothWhite": ("ece2cc", 1.0, 0.0),
    "Orange": ("d9822b", 0.8, 0.0),
}


def linear(colour: str) -> tuple[float, float, float, float]:
    """The linear red, green, blue and alpha of a colour written as six hexadecimal digits."""
    values = (int(colour[i : i + 2], 16) / 255.0 for i in (0, 2, 4))
    return (*(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values), 1.0)


def material(name: str) -> bpy.types.Material:
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    colour, roughness, metallic = MATERIALS[name]
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.use_backface_culling = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = linear(colour)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    return made
