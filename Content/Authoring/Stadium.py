"""Stadium.glb: a bowl with 1,000 seats on ten tiers, eight aisles and four gates 2.4 m wide.

blender -b -P Stadium.py -- OUT.glb
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from LevelKit import Level, Place, Point, Shape, arguments, rectangle, stair_profile, turn_towards

SEATS = 1000
ROWS, RISE, DEPTH = 10, 0.25, 0.8
TOP_WALK = 1.6  # behind the last row
WALL = 0.3
LONG, SHORT, CORNER = 13.0, 8.5, 5.0  # half the field's sides, the radius of its corners
SEGMENTS = 8  # of a corner
GATE = 1.2  # half its width
STAND = GATE + WALL  # where the tiers begin, beside a gate's walls
AISLES = (1, 6)  # the corner's segments that have one in their middle
AISLE = 1.2
STANDING = 0.28  # where a seat's owner stands, from the tier's front edge
BACK = ROWS * DEPTH + TOP_WALK
OUTSIDE = 8.0


def path(east: float, north: float, out: float, gap: float = STAND) -> list[Point]:
    """A quarter of the bowl from the east gate round to the north gate, at a distance out from the field's edge."""
    angles = (math.pi / 2 * i / SEGMENTS for i in range(SEGMENTS + 1))
    middle, radius = (east - CORNER, north - CORNER), CORNER + out
    arc = [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
    return [(east + out, gap), *arc, (gap, north + out)]


def swept(shape: Shape, east: float, north: float, profile: list[Point], name: str) -> None:
    """A profile of (distance out, height), counter-clockwise, drawn along the quarter."""
    lines = [[(x, y, z) for x, y in path(east, north, out)] for out, z in reversed(profile)]
    shape.loft([list(ring) for ring in zip(*lines)], name)


def tiers(east: float, north: float) -> Shape:
    shape = Shape()
    profile = stair_profile(ROWS + 1, RISE, DEPTH, -0.1)
    widened = [(BACK if out > ROWS * DEPTH + 0.1 else out, z) for out, z in profile]
    swept(shape, east, north, widened, "Concrete")
    for segment in AISLES:
        aisle_steps(shape, east, north, segment)
    return shape


def aisle_steps(shape: Shape, east: float, north: float, segment: int) -> None:
    """A half step before each tier, in a strip across one segment of the corner."""
    angle = math.pi / 2 * (segment + 0.5) / SEGMENTS
    outward, along = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    for row in range(ROWS + 1):
        edge = (CORNER + row * DEPTH) * math.cos(math.pi / 4 / SEGMENTS)
        corners = [(edge - 0.4, -AISLE / 2), (edge + 0.1, -AISLE / 2), (edge + 0.1, AISLE / 2), (edge - 0.4, AISLE / 2)]
        outline = [
            (east - CORNER + a * outward[0] + b * along[0], north - CORNER + a * outward[1] + b * along[1])
            for a, b in corners
        ]
        shape.prism(outline, row * RISE - 0.1, (row + 0.5) * RISE, "Stone")


def back_wall(east: float, north: float) -> Shape:
    shape, low, high = Shape(), -0.1, (ROWS + 1) * RISE + 1.1
    swept(shape, east, north, [(BACK, low), (BACK + WALL, low), (BACK + WALL, high), (BACK, high)], "PlasterCream")
    inner, outer = BACK - 0.06, BACK + WALL + 0.06
    cap = [(inner, high), (outer, high), (outer, high + 0.12), (inner, high + 0.12)]
    swept(shape, east, north, cap, "StoneDark")
    return shape


def free_stretches(east: float, north: float, row: int) -> list[tuple[float, float]]:
    """Where along a row's line seats may stand: neither in an aisle nor at a gate's wall."""
    line = path(east, north, row * DEPTH + STANDING)
    lengths = [math.dist(a, b) for a, b in zip(line, line[1:])]
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    stretches, begin = [], 0.1
    for segment in AISLES:
        middle = starts[segment + 1] + lengths[segment + 1] / 2
        stretches.append((begin, middle - AISLE / 2))
        begin = middle + AISLE / 2
    return [*stretches, (begin, sum(lengths) - 0.1)]


def along_line(line: list[Point], distance: float) -> tuple[Point, float]:
    """A point of a line and the turn with which one there faces the field, to the left of the line's way."""
    for a, b in zip(line, line[1:]):
        length = math.dist(a, b)
        if distance <= length:
            t = distance / length
            left = (a[0] - (b[1] - a[1]), a[1] + (b[0] - a[0]))
            return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), turn_towards(a, left)
        distance -= length
    raise ValueError("beyond the line's end")


def seats_of_row(east: float, north: float, row: int, pitch: float) -> list[tuple[Place, float]]:
    found, line = [], path(east, north, row * DEPTH + STANDING)
    for begin, end in free_stretches(east, north, row):
        count = int((end - begin) / pitch)
        for i in range(count):
            (x, y), turn = along_line(line, (begin + end) / 2 + (i - (count - 1) / 2) * pitch)
            found.append(((x, y, (row + 1) * RISE), turn))
    return found


def all_seats(pitch: float) -> list[tuple[Place, float]]:
    found = []
    for row in range(ROWS):
        for quarter in range(4):
            east, north = (LONG, SHORT) if quarter % 2 == 0 else (SHORT, LONG)
            c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
            for (x, y, z), turn in seats_of_row(east, north, row, pitch):
                found.append(((x * c - y * s, x * s + y * c, z), turn + 90.0 * quarter))
    return found


def widest_pitch() -> float:
    low, high = 0.5, 1.5
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if len(all_seats(middle)) >= SEATS else (low, middle)
    return low


def seat() -> Shape:
    """As high as the next tier: one may step from it to that."""
    shape = Shape()
    front, back, height = DEPTH - STANDING - 0.36, DEPTH - STANDING - 0.01, RISE - 0.02
    outline = [(-0.24, front + 0.05), (-0.19, front), (0.19, front), (0.24, front + 0.05), (0.24, back), (-0.24, back)]
    return shape.prism(outline, -0.02, height, "ClothBlue")


def gate(reach: float) -> tuple[Shape, Shape]:
    """The way out to the east: its two walls with the lintel, and its sign."""
    walls, top = Shape(), (ROWS + 1) * RISE + 1.1
    slope = [(-0.3, -0.1), (BACK + WALL + 0.05, -0.1), (BACK + WALL + 0.05, top), (ROWS * DEPTH, top), (-0.3, 1.25)]
    for side in (-STAND, GATE):
        walls.along_y([(reach + out, z) for out, z in slope], side, side + WALL, "StoneDark")
    lintel = (reach + BACK - 0.4, reach + BACK + WALL + 0.08)
    walls.box((lintel[0], -STAND - 0.02, 2.7), (lintel[1], STAND + 0.02, top + 0.3), "PlasterOchre")
    sign = Shape().box((reach + BACK - 0.46, -0.8, 2.9), (reach + BACK - 0.3, 0.8, 3.5), "ClothGreen")
    return walls, sign


def ground(level: Level) -> None:
    field = [p for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) for p in turned(quarter_outline(c != 0, -2.5), c, s)]
    holes = []
    for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        east, north = (LONG, SHORT) if c else (SHORT, LONG)
        under = path(east, north, 0.1, GATE + 0.1) + path(east, north, BACK + WALL - 0.1, GATE + 0.1)[::-1]
        holes.append(turned(under, c, s))
    x, y = LONG + BACK + OUTSIDE, SHORT + BACK + OUTSIDE
    level.add("Ground", Shape().prism([rectangle(-x, x, -y, y)], -0.2, 0.0, "Paving", [field, *holes]))
    level.add("Ground_Field", Shape().prism(field, -0.2, 0.0, "Grass"))


def quarter_outline(is_long: bool, out: float) -> list[Point]:
    east, north = (LONG, SHORT) if is_long else (SHORT, LONG)
    return path(east, north, out)[1:-1]


def turned(points: list[Point], c: int, s: int) -> list[Point]:
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def main() -> None:
    level = Level()
    ground(level)
    shapes = [(tiers(a, b), back_wall(a, b), *gate(a)) for a, b in ((LONG, SHORT), (SHORT, LONG))]
    for quarter in range(4):
        stand, wall, walls, sign = shapes[quarter % 2]
        turn, number = 90.0 * quarter, quarter + 1
        level.add(f"Stairs_Tiers_{number}", stand, turn=turn)
        level.add(f"NoWalk_BackWall_{number}", wall, turn=turn)
        level.add(f"NoWalk_Gate_{number}", walls, turn=turn)
        level.add(f"NoWalk_Sign_{number}", sign, turn=turn)
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
        reach = (LONG if quarter % 2 == 0 else SHORT) + BACK + WALL + 2.0
        level.marker(f"Exit_{number}", (reach * c, reach * s, 0.0), 90.0 * (quarter + 1))
    one = seat()
    for number, (place, turn) in enumerate(all_seats(widest_pitch())[:SEATS], 1):
        level.add(f"Seat_{number:04d}", one, place, turn)
    level.write(Path(arguments()[0]))


main()
