"""Small yards for the RiMEA tests, https://rimea.de (version 3.0, 2016), and for crossing streams.

blender -b -P Yards.py -- NAME OUT.glb     NAME: Corridor, Corner, Doors2, Doors4, Bottleneck, Crossing
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from LevelKit import Level, Point, Shape, arguments, rectangle

HEIGHT = 2.5
WALL = 0.2
MARGIN = 0.1  # the floor goes on beyond the walls, or its side would lie in one plane with theirs

Rectangle = tuple[float, float, float, float]  # west, east, south, north
Marker = tuple[str, Point, float]


def build(level: Level, floors: list[Rectangle], walls: list[Rectangle], markers: list[Marker]) -> None:
    outlines = [rectangle(w - MARGIN, e + MARGIN, s - MARGIN, n + MARGIN) for w, e, s, n in floors]
    level.add("Ground", Shape().prism(outlines, -0.2, 0.0, "Concrete"))
    level.add("NoWalk_Walls", Shape().prism([rectangle(*w) for w in walls], -0.1, HEIGHT, "PlasterOchre"))
    for name, (x, y), turn in markers:
        level.marker(name, (x, y, 0.0), turn)


def corridor(level: Level) -> None:
    """Test 1: 40 x 2 m from Spawn_1 to Goal_1; the floor goes on for 4 m at either end."""
    walls = [(-20.0, 20.0, -1.0 - WALL, -1.0), (-20.0, 20.0, 1.0, 1.0 + WALL)]
    places = {"Spawn_1": (-20.0, 0.0), "Goal_1": (20.0, 0.0), "Exit_1": (22.0, 0.0)}
    markers = [(name, place, 90.0) for name, place in places.items()]
    build(level, [(-24.0, 24.0, -1.0 - WALL, 1.0 + WALL)], walls, markers)


def corner(level: Level) -> None:
    """Test 6: 2 m wide, each leg 10 m before the corner's square; the corner is at (5, -5)."""
    walls = [
        (-5.0 - WALL, 5.0 + WALL + 2.0, -7.0 - WALL, -7.0),
        (7.0, 7.0 + WALL, -7.0, 5.0),
        (-5.0 - WALL, 5.0, -5.0, -5.0 + WALL),
        (5.0 - WALL, 5.0, -5.0, 5.0),
        (-5.0 - WALL, -5.0, -7.0, -5.0),
    ]
    floors = [
        (-5.0 - WALL, 7.0 + WALL, -7.0 - WALL, -5.0 + WALL),
        (5.0 - WALL, 7.0 + WALL, -5.0, 5.0),
        (2.0, 10.0, 5.0, 9.0),
    ]
    markers: list[Marker] = [(f"Spawn_{i + 1:02d}", (-4.6 + 0.6 * (i // 2), -6.5 + (i % 2)), 90.0) for i in range(20)]
    build(level, floors, walls, [*markers, ("Goal_1", (6.0, 4.5), 180.0), ("Exit_1", (6.0, 7.0), 180.0)])


def doors(level: Level, middles: list[Point]) -> None:
    """Test 9: a room of 30 x 20 m with doors 1 m wide in its long sides; outside it is open."""
    walls: list[Rectangle] = [(-15.0 - WALL, -15.0, -10.0, 10.0), (15.0, 15.0 + WALL, -10.0, 10.0)]
    markers: list[Marker] = []
    for side in (-1.0, 1.0):
        south, north = sorted((side * 10.0, side * (10.0 + WALL)))
        gaps = sorted(x for x, y in middles if y * side > 0.0)
        edges = [-15.0 - WALL, *[e for x in gaps for e in (x - 0.5, x + 0.5)], 15.0 + WALL]
        walls += [(west, east, south, north) for west, east in zip(edges[::2], edges[1::2])]
    for i, (x, y) in enumerate(middles, 1):
        side, turn = (1.0, 180.0) if y > 0.0 else (-1.0, 0.0)
        markers += [(f"Goal_{i}", (x, side * 10.1), turn), (f"Exit_{i}", (x, side * 12.5), turn)]
    build(level, [(-21.0, 21.0, -16.0, 16.0)], walls, [*markers, ("Spawn_1", (0.0, 0.0), 0.0)])


def bottleneck(level: Level) -> None:
    """Test 12: a room of 10 x 10 m, a passage 1 m wide and 5 m long, a room that nobody stands in."""
    walls = [
        (-12.5 - WALL, -12.5, -5.0 - WALL, 5.0 + WALL),
        (-12.5, -2.5, 5.0, 5.0 + WALL),
        (-12.5, -2.5, -5.0 - WALL, -5.0),
        (-2.5, 2.5, 0.5, 5.0 + WALL),
        (-2.5, 2.5, -5.0 - WALL, -0.5),
    ]
    # None below the blocks beside the passage, or one could walk inside them.
    room = (-5.0 - WALL, 5.0 + WALL)
    floors = [(-12.5 - WALL, -2.4, *room), (-2.4, 2.4, -0.6, 0.6), (2.4, 14.0, *room)]
    places = {"Spawn_1": (-7.5, 0.0), "Goal_1": (2.5, 0.0), "Exit_1": (11.0, 0.0)}
    markers = [(name, place, 90.0) for name, place in places.items()]
    build(level, floors, walls, markers)


def crossing(level: Level) -> None:
    """Two streams through corridors 4 m wide that cross; each arm 12 m long."""
    walls = [
        (-14.0, -2.0, 2.0, 2.0 + WALL), (2.0, 14.0, 2.0, 2.0 + WALL),
        (-14.0, -2.0, -2.0 - WALL, -2.0), (2.0, 14.0, -2.0 - WALL, -2.0),
        (-2.0 - WALL, -2.0, 2.0, 14.0), (2.0, 2.0 + WALL, 2.0, 14.0),
        (-2.0 - WALL, -2.0, -14.0, -2.0), (2.0, 2.0 + WALL, -14.0, -2.0),
    ]  # fmt: skip
    floors = [(-18.0, 18.0, -2.0 - WALL, 2.0 + WALL), (-2.0 - WALL, 2.0 + WALL, -18.0, 18.0)]
    markers: list[Marker] = []
    for i, (x, y, turn) in enumerate(((-1, 0, 90.0), (1, 0, -90.0), (0, -1, 180.0), (0, 1, 0.0)), 1):
        markers += [(f"Spawn_{i}", (11.0 * x, 11.0 * y), turn), (f"Exit_{i}", (16.0 * x, 16.0 * y), turn + 180.0)]
    build(level, floors, walls, markers)


FOUR_DOORS: list[Point] = [(-7.5, -10.0), (7.5, -10.0), (-7.5, 10.0), (7.5, 10.0)]
YARDS: dict[str, Callable[[Level], None]] = {
    "Corridor": corridor,
    "Corner": corner,
    "Doors2": lambda level: doors(level, FOUR_DOORS[:2]),
    "Doors4": lambda level: doors(level, FOUR_DOORS),
    "Bottleneck": bottleneck,
    "Crossing": crossing,
}


def main() -> None:
    name, out = arguments()
    level = Level()
    YARDS[name](level)
    level.write(Path(out))


main()
