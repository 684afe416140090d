"""Bridges.glb: plateaus over a chasm, bridges with and without rails, ramps that are and are not too steep, gaps.

blender -b -P Bridges.py -- OUT.glb
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from LevelKit import Level, Place, Point, Shape, arguments, circle, rectangle, turn_towards

CHASM = -6.0
LIFT = 0.05  # of a bridge's deck above the ground that carries its end
DECK = 0.25
RAIL = 1.0

# Name: centre, half widths, height of the top.
PLATEAUS: dict[str, tuple[Point, Point, float]] = {
    "Middle": ((0.0, 0.0), (11.0, 9.0), 0.0),
    "West": ((-31.0, 3.0), (9.0, 10.0), 0.0),
    "East": ((31.0, -2.0), (8.0, 9.0), 2.0),
    "North": ((2.0, 27.0), (11.0, 7.0), 0.0),
    "South": ((-2.0, -27.0), (10.0, 7.0), 0.0),
    "Needle": ((12.2, 12.5), (3.0, 3.0), 0.0),
}


def plateau(half: Point, top: float, draw: random.Random) -> tuple[Shape, list[Point]]:
    """A rock with a grassy top; its outline at the foot, too, which the chasm's floor leaves out."""
    count = 18
    rounds = [1.0 + draw.uniform(-0.05, 0.05) for _ in range(count)]
    angles = [math.tau * i / count for i in range(count)]

    def ring(grow: float, z: float, rough: float) -> list[Place]:
        places = []
        for angle, wide in zip(angles, rounds):
            out = grow + draw.uniform(-rough, rough)
            places.append(((half[0] * wide + out) * math.cos(angle), (half[1] * wide + out) * math.sin(angle), z))
        return places

    drop = top - CHASM
    rings = [ring(1.0, CHASM - 0.2, 0.3), ring(0.8, CHASM + drop * 0.3, 0.5), ring(0.45, CHASM + drop * 0.65, 0.45)]
    rings += [ring(0.1, top - 0.3, 0.1), ring(0.0, top, 0.0)]
    foot = [(x * 0.97, y * 0.97) for x, y, _ in rings[0]]
    return Shape(smooth=False).loft(rings, "Rock", "Rock", "Rock", "Grass"), foot


def height_along(t: float, start: float, end: float, bow: float) -> float:
    return start + (end - start) * t + bow * 4.0 * t * (1.0 - t)


def bridge(level: Level, name: str, start: Place, end: Place, width: float, rails: str = "", bow: float = 0.0) -> None:
    """From start to end, bent upwards by bow in its middle; rails: none, Wood or Stone."""
    length = math.dist(start[:2], end[:2])
    stone = rails == "Stone"
    steps = max(4, int(length / (1.0 if stone else 0.7)) // 2 * 2)
    curve = [(length * i / steps, height_along(i / steps, start[2], end[2], bow) + LIFT) for i in range(steps + 1)]
    half = width / 2

    def strip(low: float, high: float, bottom: float, top: float, *names: str) -> Shape:
        return strip_on(Shape(), low, high, bottom, top, *names)

    def strip_on(shape: Shape, low: float, high: float, bottom: float, top: float, *names: str) -> Shape:
        section = [(low, bottom), (low, top), (high, top), (high, bottom)]
        return shape.loft([[(x, y, z + up) for x, up in section] for y, z in curve], *names)

    turn = turn_towards(end[:2], start[:2])
    at = (start[0], start[1], 0.0)
    names = ("Stone",) if stone else ("Wood", "WoodDark")
    level.add(f"Bridge_{name}", strip(-half, half, -2.0 * DECK if stone else -DECK, 0.0, *names), at, turn)
    if stone:
        sides = strip(-half - 0.03, 0.22 - half, 0.0, RAIL, "StoneDark")
        level.add(f"NoWalk_Rail_{name}", strip_on(sides, half - 0.22, half + 0.03, 0.0, RAIL, "StoneDark"), at, turn)
    elif rails:
        sides = Shape()
        for side in (0.05 - half, half - 0.15):
            for up in (0.5, 0.92):
                strip_on(sides, side, side + 0.1, up, up + 0.08, "WoodDark")
            for y, z in curve[::3]:
                sides.box((side - 0.02, y - 0.06, z - 0.3), (side + 0.12, y + 0.06, z + RAIL + 0.05), "Wood")
        level.add(f"NoWalk_Rail_{name}", sides, at, turn)


def ramp(level: Level, name: str, top: Place, slope: float, width: float, turn: float) -> list[Point]:
    """A solid ramp down to the chasm's floor, southwards when turned by 0; its flat top lies 2.5 m into the plateau.

    Returns what it covers of the floor.
    """
    run = (top[2] + LIFT - CHASM) / math.tan(math.radians(slope))
    high, low = top[2] + LIFT, CHASM - 0.1
    profile = [(2.5, high - 0.4), (2.5, high), (0.0, high), (-run, CHASM), (-run, low), (0.0, low)]
    wedge = Shape(smooth=False).along_x(profile, -width / 2, width / 2, "Stone")
    level.add(f"Ramp_{name}", wedge, (top[0], top[1], 0.0), turn)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    foot = rectangle(0.1 - width / 2, width / 2 - 0.1, 0.1 - run, 1.0)
    return [(top[0] + x * c - y * s, top[1] + x * s + y * c) for x, y in foot]


def links(level: Level) -> None:
    """Off-mesh links: across the broken bridge, over to the needle and back, down a cliff."""
    pairs: list[tuple[Place, Place]] = [
        ((-1.0, -13.0, LIFT), (-1.0, -16.4, LIFT)),
        ((6.6, 6.2, 0.0), (10.6, 10.6, 0.0)),
        ((-9.5, -3.5, 0.0), (-13.6, -5.0, CHASM)),
    ]
    for number, (a, b) in enumerate(pairs, 1):
        level.marker(f"Link_{number}_a", a, turn_towards(a[:2], b[:2]))
        level.marker(f"Link_{number}_b", b, turn_towards(b[:2], a[:2]))


def pine() -> Shape:
    shape = Shape().lathe([(0.2, -0.2), (0.14, 1.4)], 6, "WoodDark")
    for low, radius in ((0.9, 1.3), (1.9, 1.0), (2.8, 0.7)):
        shape.lathe([(radius * 0.6, low + 0.05), (radius, low), (0.05, low + 1.6)], 8, "Leaves")
    return shape


def scenery(level: Level, draw: random.Random) -> None:
    tree = pine()
    trees = [("Middle", 7.5, -4.5), ("West", -4.5, 6.0), ("East", 5.0, 4.0)]
    trees += [("North", -7.5, -1.0), ("North", 6.5, -2.0), ("South", -6.0, -2.5)]
    for number, (name, x, y) in enumerate(trees, 1):
        centre, _, top = PLATEAUS[name]
        level.add(f"NoWalk_Pine_{number}", tree, (centre[0] + x, centre[1] + y, top), 40.0 * number)
    boulder = Shape(smooth=False)
    rings = [(1.0, -0.25), (1.15, 0.4), (0.8, 1.1), (0.3, 1.4)]
    boulder.loft([[(x * draw.uniform(0.8, 1.1), y, z) for x, y in circle(radius, 7)] for radius, z in rings], "Rock")
    places = [(-17.0, -14.0), (-14.0, 19.0), (18.0, -13.0), (20.0, 20.0)]
    places += [(-38.0, -22.0), (36.0, -25.0), (17.0, 3.0), (-40.0, 27.0)]
    for number, (x, y) in enumerate(places, 1):
        level.add(f"NoWalk_Boulder_{number}", boulder, (x, y, CHASM), draw.uniform(0.0, 360.0))


def main() -> None:
    draw = random.Random(3)
    level = Level()
    feet = []
    for name, (centre, half, top) in PLATEAUS.items():
        shape, foot = plateau(half, top, draw)
        level.add(f"Plateau_{name}", shape, (*centre, 0.0))
        feet.append([(x + centre[0], y + centre[1]) for x, y in foot])
        level.marker(f"Goal_{name}", (*centre, top))
        for i, (x, y) in enumerate(((0.45, 0.3), (-0.45, 0.3), (0.0, -0.5)), 1):
            if name != "Needle":
                level.marker(f"Spawn_{name}_{i}", (centre[0] + half[0] * x, centre[1] + half[1] * y, top))
    feet.append(ramp(level, "20", (-33.0, -7.3, 0.0), 20.0, 3.0, 0.0))
    feet.append(ramp(level, "40", (8.6, -27.0, 0.0), 40.0, 2.5, 90.0))
    feet.append(ramp(level, "55", (7.0, 34.2, 0.0), 55.0, 2.5, 180.0))
    level.add("Ground_Chasm", Shape().prism([rectangle(-46.0, 46.0, -40.0, 40.0)], CHASM - 0.3, CHASM, "Earth", feet))
    level.marker("Goal_Chasm", (14.0, -16.0, CHASM))

    bridge(level, "Stone", (-9.0, 1.0, 0.0), (-24.0, 2.0, 0.0), 3.0, "Stone", 0.7)
    bridge(level, "Planks", (0.5, 7.5, 0.0), (1.5, 22.0, 0.0), 2.5)
    bridge(level, "Rising", (9.0, -1.0, 0.0), (25.0, -2.0, 2.0), 2.0, "Wood")
    bridge(level, "Long", (-27.0, 10.5, 0.0), (-6.5, 25.0, 0.0), 2.0)
    bridge(level, "Swaying", (26.5, -8.0, 2.0), (5.5, -25.0, 0.0), 2.5, "Wood", -0.9)
    bridge(level, "Broken_1", (-1.0, -7.5, 0.0), (-1.0, -13.5, 0.0), 2.5)
    bridge(level, "Broken_2", (-1.0, -22.0, 0.0), (-1.0, -15.9, 0.0), 2.5)
    links(level)
    scenery(level, draw)
    level.write(Path(arguments()[0]))


main()
