"""Looks for faults in level files: python3 CheckLevels.py LEVEL.glb ... (no Blender, no packages).

Reports numbers that are none, degenerate and doubled triangles, open solids, normals that do not fit, faces of two
things that lie in one plane over each other (they flicker), steps too high to walk, and the figures of each level.
"""

from __future__ import annotations

import json
import math
import struct
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

HIGHEST_STEP = 0.35
GROUND_THICKNESS = 0.301  # nobody sees what lies within it, save at a level's rim
LARGEST_FILE = 310_000
PREFIXES = ("NoWalk_", "Ground", "Stairs_", "Ramp_", "Bridge_", "Plateau_", "Gallery_", "Hall_", "Fountain_", "Seat_")
MARKERS = ("Link_", "Spawn_", "Goal_", "Exit_")

Vector = tuple[float, float, float]
Triangle = tuple[Vector, Vector, Vector]


def subtract(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def twice_area_and_normal(corners: Triangle) -> tuple[float, Vector]:
    normal = cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]))
    length = math.sqrt(dot(normal, normal))
    return length, (tuple(v / length for v in normal) if length > 0.0 else (0.0, 0.0, 0.0))


def rounded(point: Vector) -> Vector:
    return tuple(round(v, 4) + 0.0 for v in point)


class Level:
    """A level file's nodes and meshes."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        self.size = len(data)
        self.scene = json.loads(data[20 : 20 + length])
        self._binary = data[28 + length :]
        self.meshes = [list(self._triangles(mesh)) for mesh in self.scene["meshes"]]

    def _read(self, index: int) -> list[tuple[float, ...]]:
        accessor = self.scene["accessors"][index]
        view = self.scene["bufferViews"][accessor["bufferView"]]
        form = {5126: "f", 5125: "I", 5123: "H", 5121: "B"}[accessor["componentType"]]
        width = {"SCALAR": 1, "VEC3": 3}[accessor["type"]]
        start = view.get("byteOffset", 0)
        whole = struct.unpack_from(f"<{accessor['count'] * width}{form}", self._binary, start)
        return [whole[i : i + width] for i in range(0, len(whole), width)]

    def _triangles(self, mesh: dict) -> Iterator[tuple[Triangle, Triangle]]:
        for primitive in mesh["primitives"]:
            points = self._read(primitive["attributes"]["POSITION"])
            normals = self._read(primitive["attributes"]["NORMAL"])
            indices = [i for (i,) in self._read(primitive["indices"])]
            for at in range(0, len(indices), 3):
                corners = indices[at : at + 3]
                yield tuple(points[i] for i in corners), tuple(normals[i] for i in corners)

    def placed(self) -> Iterator[tuple[str, Triangle]]:
        """All triangles in the world; nodes are only moved and turned, none has a parent."""
        for node in self.scene["nodes"]:
            if "mesh" in node:
                moved = node.get("translation", (0.0, 0.0, 0.0))
                x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
                for corners, _ in self.meshes[node["mesh"]]:
                    yield node["name"], tuple(turn(p, (x, y, z), w, moved) for p in corners)


def turn(point: Vector, axis: Vector, w: float, moved: Vector) -> Vector:
    t = tuple(2.0 * v for v in cross(axis, point))
    u = cross(axis, t)
    return tuple(point[i] + w * t[i] + u[i] + moved[i] for i in range(3))


def mesh_faults(name: str, triangles: list[tuple[Triangle, Triangle]]) -> Iterator[str]:
    edges: Counter[tuple[Vector, Vector]] = Counter()
    seen: set[frozenset[Vector]] = set()
    for corners, normals in triangles:
        if not all(math.isfinite(v) for p in (*corners, *normals) for v in p):
            yield f"{name}: holds a number that is none"
            return
        area, normal = twice_area_and_normal(corners)
        places = [rounded(p) for p in corners]
        if area < 1e-8 or len(set(places)) < 3:
            yield f"{name}: a triangle without area at {places[0]}"
        elif any(dot(normal, n) < 0.3 or abs(dot(n, n) - 1.0) > 0.01 for n in normals):
            yield f"{name}: a normal that does not fit its face at {places[0]}"
        if frozenset(places) in seen:
            yield f"{name}: a triangle twice at {places[0]}"
        seen.add(frozenset(places))
        edges.update((places[i], places[(i + 1) % 3]) for i in range(3))
    open_edges = [e for e, count in edges.items() if count != edges[e[1], e[0]]]
    if open_edges:
        yield f"{name}: {len(open_edges)} open edges, one at {open_edges[0]}"


def overlap_depth(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> float:
    """How deep two triangles of a plane lie in each other; 0 or less when they do not (separating axes)."""
    depth = math.inf
    for one in (a, b):
        for i in range(3):
            (x0, y0), (x1, y1) = one[i], one[(i + 1) % 3]
            length = math.hypot(x1 - x0, y1 - y0)
            nx, ny = (y1 - y0) / length, (x0 - x1) / length
            in_a, in_b = ([x * nx + y * ny for x, y in t] for t in (a, b))
            depth = min(depth, max(in_a) - min(in_b), max(in_b) - min(in_a))
            if depth <= 0.0:
                return depth
    return depth


def are_apart(a: list[tuple[float, float]], b: list[tuple[float, float]]) -> bool:
    """A quick look at the boxes round two triangles."""
    spans = [([p[i] for p in a], [p[i] for p in b]) for i in (0, 1)]
    return any(max(one) <= min(two) or max(two) <= min(one) for one, two in spans)


def flickering(level: Level) -> Iterator[str]:
    planes: dict[tuple, list[tuple[str, list[tuple[float, float]]]]] = defaultdict(list)
    for name, corners in level.placed():
        area, normal = twice_area_and_normal(corners)
        if area > 1e-6 and not all(-GROUND_THICKNESS <= p[1] <= 0.001 for p in corners):
            drop = max(range(3), key=lambda i: abs(normal[i]))
            flat = [tuple(p[i] for i in range(3) if i != drop) for p in corners]
            planes[(*(round(v, 2) + 0.0 for v in normal), round(dot(normal, corners[0]), 3))].append((name, flat))
    reported: set[tuple[str, str]] = set()
    for plane, members in planes.items():
        for (name_a, a), (name_b, b) in combinations(members, 2):
            if (name_a, name_b) not in reported and not are_apart(a, b) and overlap_depth(a, b) > 0.005:
                reported.add((name_a, name_b))
                yield f"{name_a} and {name_b} lie in one plane {plane} near {tuple(round(v, 2) for v in a[0])}"


def step_faults(level: Level) -> Iterator[str]:
    floors: dict[str, set[float]] = defaultdict(set)
    for name, corners in level.placed():
        if name.startswith("Stairs_") and twice_area_and_normal(corners)[1][1] > 0.99:
            floors[name].add(round(corners[0][1], 3))
    for name, heights in floors.items():
        ordered = [0.0, *sorted(heights)]
        highest = max(b - a for a, b in zip(ordered, ordered[1:]))
        if highest >= HIGHEST_STEP:
            yield f"{name}: a step of {highest:.3f} m"


def name_faults(level: Level) -> Iterator[str]:
    for name, count in Counter(node["name"] for node in level.scene["nodes"]).items():
        if count > 1:
            yield f"{name}: {count} nodes have this name"
    for node in level.scene["nodes"]:
        if not node["name"].startswith(PREFIXES if "mesh" in node else MARKERS):
            yield f"{node['name']}: no known prefix"


def check(path: Path) -> int:
    level = Level(path)
    faults = [f for mesh, t in zip(level.scene["meshes"], level.meshes) for f in mesh_faults(mesh["name"], t)]
    faults += [*flickering(level), *step_faults(level), *name_faults(level)]
    if level.size > LARGEST_FILE:
        faults.append(f"{level.size} bytes long")
    placed = sum(1 for _ in level.placed())
    marking = [n["name"] for n in level.scene["nodes"] if "mesh" not in n or n["name"].startswith("Seat_")]
    markers = Counter(name.split("_")[0] for name in marking)
    print(f"{path.name}: {level.size} bytes, {placed} triangles, {len(level.scene['nodes'])} nodes, {dict(markers)}")
    for fault in faults:
        print(f"  {fault}")
    return len(faults)


if __name__ == "__main__":
    sys.exit(1 if sum([check(Path(name)) for name in sys.argv[1:]]) else 0)
