"""What stands on the plaza: stalls, fountain, benches, planters, lamps, houses. All face south and stand at z = 0."""

from __future__ import annotations

import math
import random

from LevelKit import Level, Point, Shape, circle, rectangle

STOREY = 3.2
PITCH = 0.75  # of the roofs
CLOTHS = ("ClothRed", "ClothBlue", "ClothGold")
PLASTERS = ("PlasterCream", "PlasterOchre", "PlasterRose", "PlasterSage")


def stall(cloth: str, draw: random.Random) -> Shape:
    """A table of 2.4 x 0.9 m with goods under a striped cloth on four posts."""
    shape = Shape()
    for x in (-1.25, 1.25):
        shape.box((x - 0.05, -0.75, -0.05), (x + 0.05, -0.65, 2.12), "WoodDark")
        shape.box((x - 0.05, 0.85, -0.05), (x + 0.05, 0.95, 2.62), "WoodDark")
    shape.box((-1.15, -0.45, -0.05), (1.15, 0.35, 0.8), cloth)
    shape.box((-1.2, -0.5, 0.8), (1.2, 0.4, 0.86), "Wood")
    canopy = [(-1.1, 1.85), (-1.06, 1.85), (-1.06, 2.06), (1.1, 2.65), (1.1, 2.69), (-1.1, 2.1)]
    shape.loft([[(x * 0.5 - 1.5, y, z) for y, z in canopy] for x in range(7)], cloth, "ClothWhite")
    goods = ("Orange", "ClothRed", "Leaves", "ClothGold", "Wood")
    for x in (-0.8, 0.0, 0.8):
        shape.box((x - 0.33, -0.4, 0.86), (x + 0.33, 0.1, 1.0), "WoodDark")
        heap = [[(x + a, b * 0.75 - 0.15, z) for a, b in circle(r, 5)] for r, z in ((0.29, 0.99), (0.14, 1.12))]
        shape.loft(heap, draw.choice(goods))
    return shape


def fountain() -> Shape:
    """A basin of 2.8 m radius with a bowl on a column; its step may be walked on and is a thing of its own."""
    shape = Shape()
    basin = [(2.6, 0.1), (2.6, 0.5), (2.8, 0.52), (2.8, 0.66), (2.4, 0.66), (2.4, 0.5)]
    shape.lathe(basin, 16, "Stone")
    shape.lathe([(2.39, 0.45), (2.39, 0.56)], 16, "Water")
    column = [(0.5, 0.5), (0.5, 0.75), (0.28, 0.85), (0.22, 1.5), (0.4, 1.65), (1.15, 1.8), (1.2, 1.9), (1.05, 1.9)]
    shape.lathe([*column, (0.95, 1.82)], 12, "Stone")
    shape.lathe([(1.0, 1.805), (1.0, 1.87)], 12, "Water")
    shape.lathe([(0.2, 1.81), (0.14, 2.3), (0.3, 2.5), (0.3, 2.55), (0.12, 2.65), (0.03, 2.9)], 8, "Stone")
    return shape


def fountain_step() -> Shape:
    return Shape().lathe([(3.5, -0.1), (3.5, 0.14), (3.45, 0.16)], 20, "StoneDark")


def bench() -> Shape:
    shape = Shape()
    for x in (-0.75, 0.75):
        shape.box((x - 0.06, -0.22, -0.05), (x + 0.06, 0.22, 0.41), "Iron")
        shape.along_x([(0.14, 0.4), (0.22, 0.4), (0.32, 0.9), (0.26, 0.9)], x - 0.05, x + 0.05, "Iron")
    for y in (-0.2, -0.05, 0.1):
        shape.box((-0.95, y - 0.065, 0.41), (0.95, y + 0.065, 0.46), "Wood")
    for y, z in ((0.15, 0.58), (0.2, 0.74)):
        shape.along_x([(y, z), (y + 0.03, z), (y + 0.055, z + 0.12), (y + 0.025, z + 0.12)], -0.95, 0.95, "Wood")
    return shape


def planter() -> Shape:
    """A stone trough with a small tree."""
    shape = Shape()
    shape.box((-0.8, -0.8, -0.05), (0.8, 0.8, 0.55), "Stone")
    rim, inside = rectangle(-0.86, 0.86, -0.86, 0.86), rectangle(-0.68, 0.68, -0.68, 0.68)
    shape.prism([rim], 0.5, 0.64, "StoneDark", [inside])
    shape.box((-0.68, -0.68, 0.5), (0.68, 0.68, 0.6), "Earth")
    shape.lathe([(0.16, 0.55), (0.11, 1.2), (0.09, 2.6)], 5, "WoodDark")
    shape.ball(1.15, (0.0, 0.0, 3.2), "Leaves", squash=0.9)
    shape.ball(0.8, (0.55, -0.3, 2.8), "Leaves")
    return shape


def lamp() -> Shape:
    shape = Shape()
    shape.lathe([(0.2, -0.05), (0.2, 0.15), (0.09, 0.35), (0.06, 0.5), (0.05, 3.1), (0.12, 3.2)], 6, "Iron")
    shape.lathe([(0.12, 3.2), (0.19, 3.6)], 6, "Lamp")
    shape.lathe([(0.24, 3.6), (0.04, 3.8)], 6, "Iron")
    return shape


def barrel() -> Shape:
    profile = [(0.26, -0.03), (0.33, 0.25), (0.35, 0.4), (0.33, 0.55), (0.26, 0.86)]
    rings = [[(x, y, z) for x, y in circle(radius, 8)] for radius, z in profile]
    return Shape().loft(rings, "Wood", "WoodDark", "Wood", "Wood")


def crate() -> Shape:
    shape = Shape().box((-0.4, -0.4, -0.03), (0.4, 0.4, 0.76), "Wood")
    for x in (-0.36, 0.36):
        for y in (-0.36, 0.36):
            shape.box((x - 0.07, y - 0.07, -0.05), (x + 0.07, y + 0.07, 0.8), "WoodDark")
    return shape


def window() -> Shape:
    """Its back lies in the wall, y = 0."""
    shape = Shape()
    shape.box((-0.95, -0.05, 0.04), (0.95, 0.05, 1.36), "Wood")
    shape.box((-0.5, -0.08, 0.0), (0.5, 0.04, 1.4), "ClothWhite")
    shape.box((-0.4, -0.09, 0.1), (0.4, 0.03, 1.3), "Glass")
    return shape


def door() -> Shape:
    shape = Shape()
    shape.box((-0.75, -0.1, -0.05), (0.75, 0.05, 2.4), "StoneDark")
    shape.box((-0.55, -0.12, -0.04), (0.55, 0.04, 2.2), "WoodDark")
    return shape


class Openings:
    """Puts windows and doors on houses and counts them."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._window, self._door = window(), door()
        self._count = 0

    def front(self, middle: Point, width: float, out: float, storeys: int, turn: float) -> None:
        columns = max(1, int(width / 3.0))
        for storey in range(storeys):
            for column in range(columns):
                has_door = storey == 0 and column == columns // 2
                self._add(middle, (column + 0.5 - columns / 2) * width / columns, out, -1 if has_door else storey, turn)

    def back(self, middle: Point, width: float, out: float, storeys: int, turn: float) -> None:
        columns = max(1, int(width / 6.5))
        for storey in range(1, storeys):
            for column in range(columns):
                self._add(middle, (column + 0.5 - columns / 2) * width / columns, out, storey, turn)

    def _add(self, middle: Point, along: float, out: float, storey: int, turn: float) -> None:
        """A window of a storey, or a door for storey -1."""
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        x, y = middle[0] + along * c + out * s, middle[1] + along * s - out * c
        self._count += 1
        if storey < 0:
            self._level.add(f"NoWalk_Door_{self._count:03d}", self._door, (x, y, 0.0), turn)
        else:
            place = (x, y, storey * STOREY + 1.12)
            self._level.add(f"NoWalk_Window_{self._count:03d}", self._window, place, turn)


def roofed(width: float, depth: float, base: float, eave: float, plaster: str, roof: str) -> Shape:
    """Walls from base to eave (none where these are the same) under a roof with a gable to either side."""
    shape, half, over = Shape(), depth / 2, 0.4
    ridge = eave + half * PITCH
    gable = [(half, eave), (0.0, ridge), (-half, eave)]
    walls = [(-half, base), (half, base)] if base < eave else []
    shape.along_x([*walls, *gable], -width / 2, width / 2, plaster)
    outer = [(-half - over, eave - over * PITCH), (0.0, ridge), (half + over, eave - over * PITCH)]
    cover = [*outer, *[(y, z + 0.2) for y, z in reversed(outer)]]
    return shape.along_x(cover, 0.02 - width / 2, width / 2 - 0.02, roof)


def house(width: float, depth: float, storeys: int, plaster: str, roof: str) -> Shape:
    eave, half = storeys * STOREY + 0.2, depth / 2
    shape = roofed(width, depth, -0.1, eave, plaster, roof)
    # A plinth and a string course; neighbours' must not lie in one plane.
    for low, high, out in ((-0.08, 0.6, 0.05), (STOREY, STOREY + 0.18, 0.04)):
        top = high + width * 0.01
        bottom = low if low < 0.0 else low + width * 0.01
        shape.box((0.02 - width / 2, -half - out, bottom), (width / 2 - 0.02, half + out, top), "StoneDark")
    x, top = width * 0.28, eave + half * PITCH + 0.6
    return shape.box((x - 0.35, 0.6, eave + 0.3), (x + 0.35, 1.3, top), "StoneDark")


def arch(span: float, thickness: float, spring: float, top: float, pillar: float) -> Shape:
    """One bay of an arcade, spanning x from 0 to span with half a pillar at either end; its back is y = 0."""
    radius = (span - pillar) / 2
    rise = min(radius, top - 0.25 - spring)
    steps = (math.pi * i / 10 for i in range(11))
    curve: list[Point] = [(span / 2 - radius * math.cos(a), spring + rise * math.sin(a)) for a in steps]
    outline = [(0.0, -0.05), (pillar / 2, -0.05), *curve, (span - pillar / 2, -0.05)]
    outline += [(span, -0.05), (span, top), (0.0, top)]
    return Shape().along_y(outline, -thickness, 0.0, "Stone")


def pillar_trim(thickness: float, spring: float, pillar: float) -> Shape:
    """The foot and the capital of a pillar between two bays."""
    shape, half = Shape(), pillar / 2 + 0.05
    shape.box((-half, -thickness - 0.05, -0.04), (half, 0.05, 0.4), "StoneDark")
    return shape.box((-half, -thickness - 0.05, spring - 0.2), (half, 0.05, spring), "StoneDark")
