"""Maze.glb: 15 x 15 cells with corridors 2 m wide between walls 2.5 m high, with dead ends and loops.

blender -b -P Maze.py -- OUT.glb [SEED]
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from LevelKit import Level, Point, Shape, arguments, rectangle

CELLS = 15
CORRIDOR = 2.0
WALL = 0.2
HEIGHT = 2.5
PITCH = CORRIDOR + WALL
HALF = CELLS * PITCH / 2.0
LOOPS = 24  # walls taken away after the maze is a tree
FORECOURT = 4.0

Cell = tuple[int, int]
Wall = frozenset[Cell]


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [(a, b) for a, b in around if 0 <= a < CELLS and 0 <= b < CELLS]


def carve(draw: random.Random) -> set[Wall]:
    """The openings between cells: a depth-first tree (recursive backtracker), then some loops."""
    middle = (CELLS // 2, CELLS // 2)
    seen, stack, openings = {middle}, [middle], set()
    while stack:
        fresh = [n for n in neighbours(stack[-1]) if n not in seen]
        if not fresh:
            stack.pop()
            continue
        chosen = draw.choice(fresh)
        openings.add(frozenset((stack[-1], chosen)))
        seen.add(chosen)
        stack.append(chosen)
    every = [frozenset((c, n)) for c in all_cells() for n in neighbours(c) if c < n]
    closed = [w for w in every if w not in openings]
    return openings | set(draw.sample(closed, LOOPS))


def all_cells() -> list[Cell]:
    return [(x, y) for x in range(CELLS) for y in range(CELLS)]


def centre(cell: Cell) -> Point:
    return (PITCH * (cell[0] + 0.5) - HALF, PITCH * (cell[1] + 0.5) - HALF)


def wall_outlines(openings: set[Wall]) -> list[list[Point]]:
    """Each wall from post to post; where they meet they overlap, and their union becomes one solid."""
    gates = [frozenset(((CELLS // 2, line - 1), (CELLS // 2, line))) for line in (0, CELLS)]
    passed = openings.union(gates)
    outlines = []
    for line in range(CELLS + 1):
        for along in range(CELLS):
            low, high = along * PITCH - HALF - WALL / 2, (along + 1) * PITCH - HALF + WALL / 2
            at = line * PITCH - HALF
            if frozenset(((along, line - 1), (along, line))) not in passed:
                outlines.append(rectangle(low, high, at - WALL / 2, at + WALL / 2))
            if frozenset(((line - 1, along), (line, along))) not in passed:
                outlines.append(rectangle(at - WALL / 2, at + WALL / 2, low, high))
    return outlines


def main() -> None:
    out, *seed = arguments()
    draw = random.Random(int(seed[0]) if seed else 5)
    openings = carve(draw)
    level = Level()
    reach = HALF + FORECOURT
    level.add("Ground", Shape().prism(rectangle(-reach, reach, -reach, reach), -0.2, 0.0, "Paving"))
    level.add("NoWalk_Walls", Shape().prism(wall_outlines(openings), -0.05, HEIGHT, "Stone"))
    ends = [c for c in all_cells() if sum(frozenset((c, n)) in openings for n in neighbours(c)) == 1]
    for i, cell in enumerate(sorted(ends), 1):
        level.marker(f"Goal_DeadEnd_{i:02d}", (*centre(cell), 0.0))
    for i, cell in enumerate(sorted(draw.sample([c for c in all_cells() if c not in ends], 16)), 1):
        level.marker(f"Spawn_{i:02d}", (*centre(cell), 0.0))
    level.marker("Goal_Middle", (0.0, 0.0, 0.0))
    level.marker("Exit_1", (0.0, -HALF - 2.0, 0.0))
    level.marker("Exit_2", (0.0, HALF + 2.0, 0.0), 180.0)
    level.write(Path(out))


main()
