"""Plaza.glb: a market square among houses, with alleys, dead ends and a gallery on the second floor.

blender -b -P Plaza.py -- OUT.glb
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import PlazaParts as Parts
from LevelKit import Level, Point, Shape, arguments, rectangle, stair_profile, turn_towards

SQUARE = 20.0  # half its side
GROUND = 37.0
WALL = 35.0  # the town wall's outer face
FOUNTAIN: Point = (0.0, 3.0)

# The gallery: a deck along the north side, stairs at its west end, a ramp at its east end, a hall behind it.
DECK = (-12.0, 18.0, 15.5, 20.0)  # west, east, south, north
STEPS, RISE, RUN = 20, 0.17, 0.3
FLOOR = STEPS * RISE
RAMP_LENGTH = 4.0 * FLOOR
RAMP_WEST = 15.0
PARAPET = 1.0
HALL = (-3.0, 8.0, 20.0, 27.0)
HALL_DOORS = (0.0, 5.0)  # the middles, 2 m wide

# West, east, south, north, storeys, the side that its front is on.
HOUSES: list[tuple[float, float, float, float, int, str]] = [
    (-31.0, -18.0, -31.0, -20.0, 2, "N"),
    (-15.0, -6.0, -31.0, -20.0, 3, "N"),
    (-6.0, -3.5, -31.0, -27.0, 2, "N"),  # closes an alley
    (-3.5, 6.0, -31.0, -20.0, 2, "N"),
    (9.0, 18.0, -31.0, -20.0, 3, "N"),
    (18.0, 31.0, -31.0, -20.0, 2, "N"),
    (-31.0, -17.0, 20.0, 31.0, 2, "S"),
    (-17.0, -6.0, 20.0, 31.0, 3, "S"),
    (-2.95, 7.95, 27.0, 31.0, 3, "N"),  # behind the hall
    (11.0, 20.0, 20.0, 31.0, 3, "S"),
    (20.0, 31.0, 20.0, 31.0, 2, "S"),
    (-31.0, -20.0, -20.0, -11.0, 3, "E"),
    (-31.0, -20.0, -8.0, 2.0, 2, "E"),
    (-31.0, -27.0, 2.0, 4.5, 2, "E"),  # closes an alley
    (-31.0, -20.0, 4.5, 13.0, 3, "E"),
    (-31.0, -20.0, 13.0, 20.0, 2, "E"),
    (20.0, 31.0, -20.0, -12.0, 2, "W"),
    (20.0, 31.0, -9.0, 0.0, 3, "W"),
    (20.0, 31.0, 3.0, 12.0, 2, "W"),
    (28.0, 31.0, 12.0, 14.0, 2, "W"),  # closes an alley
    (20.0, 31.0, 14.0, 20.0, 3, "W"),
]
TURNS = {"S": 0.0, "E": 90.0, "N": 180.0, "W": -90.0}


def ground(level: Level) -> None:
    """Nothing lies under houses, stairs and ramp, or there would be floor to walk on inside them."""
    bands = [rectangle(at - 0.4, at + 0.4, -SQUARE, SQUARE) for at in (-8.0, 8.0)]
    bands += [[(y, x) for x, y in reversed(band)] for band in bands]
    square = rectangle(-SQUARE, SQUARE, -SQUARE, SQUARE)
    west, east, south, north = DECK
    solid = [
        rectangle(west - STEPS * RUN + 0.1, west - 0.1, south + 1.1, north - 0.1),
        rectangle(RAMP_WEST + 0.1, east - 0.1, south - RAMP_LENGTH + 1.0, south - 0.1),
    ]
    level.add("Ground_Square", Shape().prism([square], -0.2, 0.0, "Paving", [*bands, *solid]))
    level.add("Ground_Bands", Shape().prism(bands, -0.2, 0.0, "PavingDark", solid))
    holes = [rectangle(w + 0.1, e - 0.1, s + 0.1, n - 0.1) for w, e, s, n, _, _ in HOUSES]
    holes.append(rectangle(HALL[0] + 0.1, HALL[1] - 0.1, HALL[2] + 0.1, HALL[3] - 0.1))
    all_round = rectangle(-GROUND, GROUND, -GROUND, GROUND)
    level.add("Ground_Streets", Shape().prism([all_round], -0.2, 0.0, "PavingDark", [square, *holes]))


def houses(level: Level, draw: random.Random) -> None:
    openings = Parts.Openings(level)
    for number, (west, east, south, north, storeys, front) in enumerate(HOUSES, 1):
        turn = TURNS[front]
        width, depth = (east - west, north - south) if front in "NS" else (north - south, east - west)
        middle = ((west + east) / 2, (south + north) / 2)
        plaster = Parts.PLASTERS[(number * 5 + storeys) % 4]
        shape = Parts.house(width, depth, storeys, plaster, draw.choice(("RoofTile", "RoofTile", "RoofSlate")))
        level.add(f"NoWalk_House_{number:02d}", shape, (*middle, 0.0), turn)
        openings.front(middle, width, depth / 2, storeys, turn)
        openings.back(middle, width, depth / 2, storeys, turn + 180.0)


def wall_along(shape: Shape, start: Point, end: Point, thickness: float, low: float, high: float) -> None:
    """A parapet between two points of one axis, to the left of the way from one to the other, with a coping."""
    (west, east), (south, north) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    if start[1] == end[1]:
        south, north = (south, south + thickness) if end[0] > start[0] else (south - thickness, south)
    else:
        west, east = (west - thickness, west) if end[1] > start[1] else (west, west + thickness)
    shape.box((west, south, low), (east, north, high - 0.1), "Stone")
    shape.box((west - 0.04, south - 0.04, high - 0.1), (east + 0.04, north + 0.04, high), "StoneDark")


def gallery(level: Level) -> None:
    west, east, south, north = DECK
    level.add("Gallery_Deck", Shape().box((west, south, FLOOR - 0.3), (east, north, FLOOR), "Stone"))
    bays = 7
    span = (RAMP_WEST - west) / bays
    bay, trim = Parts.arch(span, 0.5, 2.1, FLOOR - 0.3, 0.6), Parts.pillar_trim(0.5, 2.1, 0.6)
    for i in range(bays + 1):
        level.add(f"NoWalk_Pillar_{i + 1}", trim, (west + i * span, south + 0.5, 0.0))
        if i < bays:
            level.add(f"NoWalk_Arch_{i + 1}", bay, (west + i * span, south + 0.5, 0.0))
    steps = [(x - STEPS * RUN + west, z) for x, z in stair_profile(STEPS, RISE, RUN, -0.1)]
    level.add("Stairs_Gallery", Shape().along_y(steps, south + 1.0, north, "Stone"))
    foot = south - RAMP_LENGTH
    wedge = [(foot, 0.0), (foot, -0.1), (south, -0.1), (south, FLOOR)]
    level.add("Ramp_Gallery", Shape().along_x(wedge, RAMP_WEST, east, "Stone"))
    level.add("NoWalk_Parapets", parapets())


def parapets() -> Shape:
    west, east, south, north = DECK
    foot = south - RAMP_LENGTH
    rails = Shape()
    wall_along(rails, (west, south), (RAMP_WEST, south), 0.2, FLOOR, FLOOR + PARAPET)
    wall_along(rails, (west + 0.2, south + 0.28), (west + 0.2, south + 1.0), 0.2, FLOOR, FLOOR + PARAPET)
    wall_along(rails, (east, south), (east, north - 0.04), 0.2, FLOOR, FLOOR + PARAPET)
    for start, end in ((-6.0, -3.0), (8.0, 11.0)):  # above the mouths of alleys
        wall_along(rails, (end, north), (start, north), 0.2, FLOOR, FLOOR + PARAPET)
    for x in (RAMP_WEST, east - 0.2):
        slope = [(foot, 0.0), (south, FLOOR), (south, FLOOR + PARAPET), (foot, PARAPET)]
        rails.along_x(slope, x, x + 0.2, "Stone")
    foot = west - STEPS * RUN - 0.03
    slope = [(foot, 0.0), (west, FLOOR), (west, FLOOR + PARAPET), (foot, PARAPET)]
    return rails.along_y(slope, south + 0.97, south + 1.17, "Stone")


def hall(level: Level) -> None:
    west, east, south, north = HALL
    level.add("Hall_Floor", Shape().box((west, south, -0.1), (east, north, FLOOR), "PlasterCream"))
    top, thick = 2 * Parts.STOREY + 0.2, 0.3
    walls = Shape()
    walls.box((west, south, FLOOR), (west + thick, north, top), "PlasterCream")
    walls.box((east - thick, south, FLOOR), (east, north, top), "PlasterCream")
    edges = [west + thick, *[x for middle in HALL_DOORS for x in (middle - 1.0, middle + 1.0)], east - thick]
    for left, right in zip(edges[::2], edges[1::2]):
        walls.box((left, south, FLOOR), (right, south + thick, FLOOR + 2.3), "PlasterCream")
    walls.box((west + thick, south, FLOOR + 2.3), (east - thick, south + thick, top), "PlasterCream")
    level.add("NoWalk_Hall_Walls", walls)
    roof = Parts.roofed(east - west, north - south, top, top, "PlasterCream", "RoofTile")
    level.add("NoWalk_Hall_Roof", roof, ((west + east) / 2, (south + north) / 2, 0.0))


def town_wall(level: Level) -> None:
    pieces = Shape()
    for start, end in ((-WALL, -2.5), (2.5, WALL)):
        for at in (-WALL, WALL - 0.4):
            pieces.box((start, at, -0.05), (end, at + 0.4, 3.0), "Stone")
            low, high = max(start, 0.4 - WALL), min(end, WALL - 0.4)
            pieces.box((at, low, -0.05), (at + 0.4, high, 3.0), "Stone")
    level.add("NoWalk_TownWall", pieces)
    post = Shape().box((-0.5, -0.5, -0.06), (0.5, 0.5, 3.4), "StoneDark").lathe([(0.62, 3.4), (0.1, 3.9)], 4, "Stone")
    middle = WALL - 0.2
    places = [(s * 2.6, t * middle) for s in (-1, 1) for t in (-1, 1)]
    for i, place in enumerate([*places, *[(y, x) for x, y in places]], 1):
        level.add(f"NoWalk_GatePost_{i}", post, (*place, 0.0))
    for i, (x, y) in enumerate(((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)), 1):
        level.marker(f"Exit_{i}", (x * (WALL + 1.2), y * (WALL + 1.2), 0.0), turn_towards((0.0, 0.0), (x, y)))


def market(level: Level, draw: random.Random) -> None:
    stalls = [Parts.stall(cloth, draw) for cloth in Parts.CLOTHS]
    places = [(x, -13.2, 180.0) for x in (-14.0, -10.0, -6.0, 2.0, 6.0, 10.0)]
    places += [(x, -7.6, 0.0) for x in (-14.0, -10.0, -6.0, 2.0, 6.0, 10.0)]
    places += [(-12.0, y, 90.0) for y in (-1.0, 3.0, 7.0)] + [(11.0, y, -90.0) for y in (-1.5, 2.5, 6.5)]
    for i, (x, y, turn) in enumerate(places, 1):
        level.add(f"NoWalk_Stall_{i:02d}", stalls[(i + i // 7) % 3], (x, y, 0.0), turn)
        a = math.radians(turn)
        level.marker(f"Goal_Stall_{i:02d}", (x + 1.7 * math.sin(a), y - 1.7 * math.cos(a), 0.0), turn + 180.0)
    level.add("Fountain_Step", Parts.fountain_step(), (*FOUNTAIN, 0.0))
    level.add("NoWalk_Fountain", Parts.fountain(), (*FOUNTAIN, 0.0))
    bench = Parts.bench()
    for i in range(12):
        a = math.tau * i / 12
        place = (FOUNTAIN[0] + 4.3 * math.cos(a), FOUNTAIN[1] + 4.3 * math.sin(a))
        level.marker(f"Goal_Fountain_{i + 1:02d}", (*place, 0.0), turn_towards(place, FOUNTAIN))
    for i in range(8):
        a = math.tau * (i + 0.5) / 8
        out = (math.cos(a), math.sin(a))
        place = (FOUNTAIN[0] + 7.0 * out[0], FOUNTAIN[1] + 7.0 * out[1])
        turn = turn_towards(place, FOUNTAIN)
        level.add(f"NoWalk_Bench_{i + 1}", bench, (*place, 0.0), turn)
        level.marker(f"Goal_Bench_{i + 1}", (place[0] - 0.9 * out[0], place[1] - 0.9 * out[1], 0.0), turn)


def furniture(level: Level) -> None:
    trees = [(-17.0, -17.0), (-10.5, -17.6), (0.5, -17.6), (12.5, -17.6), (17.0, -16.5), (17.0, -6.5)]
    trees += [(-17.0, -4.5), (-17.0, 4.0), (-16.5, 10.5), (-4.0, -10.4), (15.0, -12.0)]
    planter, lamp, barrel, crate = Parts.planter(), Parts.lamp(), Parts.barrel(), Parts.crate()
    for i, (x, y) in enumerate(trees, 1):
        level.add(f"NoWalk_Planter_{i:02d}", planter, (x, y, 0.0), 37.0 * i % 4 * 90.0)
    lamps = [(-8.0, -2.5), (7.5, -3.5), (-8.5, 11.0), (8.0, 11.5)]
    lamps += [(-19.4, -19.4), (19.4, -19.4), (-1.8, -13.2), (-1.8, -7.6)]
    for i, (x, y) in enumerate(lamps, 1):
        level.add(f"NoWalk_Lamp_{i}", lamp, (x, y, 0.0))
    barrels = [(-5.5, -26.4), (-4.1, -26.5), (-26.4, 2.5), (27.4, 13.5), (-14.4, -32.0), (31.6, 5.0), (-31.6, -6.0)]
    for i, (x, y) in enumerate(barrels, 1):
        level.add(f"NoWalk_Barrel_{i}", barrel, (x, y, 0.0))
    crates = [(-26.3, 4.0, 8.0), (27.2, 12.6, -6.0), (12.0, 31.7, 4.0), (13.1, 31.7, -7.0), (-31.7, 8.0, 3.0)]
    for i, (x, y, turn) in enumerate(crates, 1):
        level.add(f"NoWalk_Crate_{i}", crate, (x, y, 0.0), turn)


def markers(level: Level) -> None:
    goals = {"Gallery": [(x, 17.0) for x in (-8.0, -2.0, 4.0, 10.0)], "Hall": [(-1.0, 24.5), (2.5, 25.5), (6.0, 24.5)]}
    for name, places in goals.items():
        for i, (x, y) in enumerate(places, 1):
            level.marker(f"Goal_{name}_{i}", (x, y, FLOOR))
    dead_ends = [(-4.75, -25.0, 180.0), (-25.0, 3.25, 90.0), (25.5, 13.0, -90.0)]
    for i, (x, y, turn) in enumerate(dead_ends, 1):
        level.marker(f"Goal_DeadEnd_{i}", (x, y, 0.0), turn)
    arcade = [(-9.0, 18.0), (-4.5, 18.5), (2.0, 18.0), (9.5, 18.5), (14.0, 18.0)]
    for i, (x, y) in enumerate(arcade, 1):
        level.marker(f"Goal_Arcade_{i}", (x, y, 0.0))
    streets = [(-33.0, -33.0), (-16.5, -33.0), (7.5, -33.0), (33.0, -33.0), (33.0, -10.5), (33.0, 1.5)]
    streets += [(33.0, 33.0), (9.5, 33.0), (-4.5, 33.0), (-33.0, 33.0), (-33.0, -9.5), (0.0, -4.0)]
    for i, (x, y) in enumerate(streets, 1):
        level.marker(f"Spawn_{i:02d}", (x, y, 0.0), turn_towards((x, y), (0.0, 0.0)))


def main() -> None:
    draw = random.Random(11)
    level = Level()
    ground(level)
    houses(level, draw)
    gallery(level)
    hall(level)
    town_wall(level)
    market(level, draw)
    furniture(level)
    markers(level)
    level.write(Path(arguments()[0]))


main()
