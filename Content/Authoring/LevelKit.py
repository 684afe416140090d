"""What the level scripts share: shapes, placing and export. Runs inside Blender.

Lengths in metres, angles in degrees. Blender's axes while building: X east, Y north, Z up; the exporter turns them into
glTF's (X east, Y up, Z south). A thing that is turned by 0 faces south, which is +Z in the file, the game's forward.
"""

from __future__ import annotations

import json
import math
import struct
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import bmesh
import bpy
from mathutils import Matrix, Vector
from mathutils.geometry import delaunay_2d_cdt

from Palette import material

Point = tuple[float, float]
Place = tuple[float, float, float]

# Edges sharper than this stay sharp.
SMOOTH_ANGLE = math.radians(35.0)

def rectangle(left: float, right: float, south: float, north: float) -> list[Point]:
    return [(left, south), (right, south), (right, north), (left, north)]


def circle(radius: float, segments: int, centre: Point = (0.0, 0.0)) -> list[Point]:
    steps = (math.tau * i / segments for i in range(segments))
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in steps]


def stair_profile(steps: int, rise: float, run: float, base: float) -> list[Point]:
    """Seen from the side: climbs from (0, 0) to (steps x run, steps x rise), solid down to base."""
    outline: list[Point] = [(0.0, base), (steps * run, base)]
    for i in reversed(range(steps)):
        outline += [((i + 1) * run, (i + 1) * rise), (i * run, (i + 1) * rise)]
    return outline


class Shape:
    """A mesh in the making: closed solids are added one by one, each with its material."""

    def __init__(self, smooth: bool = True) -> None:
        self._bmesh = bmesh.new()
        self._smooth = smooth  # across edges that are not sharp
        self._materials: list[str] = []
        self._mesh: bpy.types.Mesh | None = None

    def _slot(self, name: str) -> int:
        if name not in self._materials:
            self._materials.append(name)
        return self._materials.index(name)

    def _faces(self, points: Sequence[Place], faces: Iterable[Sequence[int]], name: str, frame: Matrix) -> None:
        vertices = [self._bmesh.verts.new(frame @ Vector(p)) for p in points]
        slot = self._slot(name)
        for indices in faces:
            self._bmesh.faces.new([vertices[i] for i in indices]).material_index = slot

    def prism(
        self,
        outlines: Sequence[Point] | Sequence[Sequence[Point]],
        bottom: float,
        top: float,
        name: str,
        holes: Sequence[Sequence[Point]] = (),
        frame: Matrix = Matrix(),
    ) -> Shape:
        """An outline (or the union of several, less the holes) from bottom to top."""
        single = isinstance(outlines[0][0], (int, float))
        areas = [list(outlines)] if single else [list(o) for o in outlines]
        points, faces = _one_face(areas[0]) if len(areas) == 1 and not holes else _triangulate(areas, holes)
        count = len(points)
        used = {(a, b) for face in faces for a, b in _edges(face)}
        rims = [(a, b) for a, b in sorted(used) if (b, a) not in used]
        solid = [(*p, bottom) for p in points] + [(*p, top) for p in points]
        caps = [[i + count for i in face] for face in faces] + [list(reversed(face)) for face in faces]
        sides = [(a, b, b + count, a + count) for a, b in rims]
        self._faces(solid, caps + sides, name, frame)
        return self

    def box(self, low: Place, high: Place, name: str, frame: Matrix = Matrix()) -> Shape:
        return self.prism(rectangle(low[0], high[0], low[1], high[1]), low[2], high[2], name, frame=frame)

    def along_x(self, profile: Sequence[Point], start: float, end: float, name: str) -> Shape:
        """A profile of (y, z) drawn from x = start to x = end."""
        frame = Matrix(((0, 0, 1, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
        return self.prism(profile, start, end, name, frame=frame)

    def along_y(self, profile: Sequence[Point], start: float, end: float, name: str) -> Shape:
        """A profile of (x, z) drawn from y = start to y = end."""
        frame = Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
        return self.prism(profile, -end, -start, name, frame=frame)

    def loft(self, rings: Sequence[Sequence[Place]], *names: str) -> Shape:
        """A solid through rings of equally many points, counter-clockwise seen from the last ring's side.

        The materials take turns from ring to ring.
        """
        size = len(rings[0])
        corners = [[self._bmesh.verts.new(p) for p in ring] for ring in rings]
        ends = ((rings[0][::-1], corners[0][::-1], 0), (rings[-1], corners[-1], len(rings) - 2))
        for ring, corner, part in ends:
            for face in _cap(ring):
                self._bmesh.faces.new([corner[i] for i in face]).material_index = self._slot(names[part % len(names)])
        for i, (low, high) in enumerate(zip(corners, corners[1:])):
            slot = self._slot(names[i % len(names)])
            for a, b in _edges(range(size)):
                self._bmesh.faces.new((low[a], low[b], high[b], high[a])).material_index = slot
        return self

    def lathe(self, profile: Sequence[Point], segments: int, name: str, at: Place = (0.0, 0.0, 0.0)) -> Shape:
        """A profile of (radius, height) from below upwards, turned about the vertical through at."""
        return self.loft(
            [[(at[0] + x, at[1] + y, at[2] + z) for x, y in circle(radius, segments)] for radius, z in profile], name
        )

    def ball(self, radius: float, at: Place, name: str, detail: int = 2, squash: float = 1.0) -> Shape:
        frame = Matrix.Translation(at) @ Matrix.Diagonal((1.0, 1.0, squash, 1.0))
        made = bmesh.ops.create_icosphere(self._bmesh, subdivisions=detail, radius=radius, matrix=frame)
        slot = self._slot(name)
        for face in {f for v in made["verts"] for f in v.link_faces}:
            face.material_index = slot
        return self

    def mesh(self, name: str) -> bpy.types.Mesh:
        """The finished mesh: made once, shared by all who place it."""
        if self._mesh is None:
            self._mesh = bpy.data.meshes.new(name)
            for face in self._bmesh.faces:
                face.smooth = self._smooth
            self._bmesh.to_mesh(self._mesh)
            self._bmesh.free()
            self._mesh.use_auto_smooth = True
            self._mesh.auto_smooth_angle = SMOOTH_ANGLE
            for used in self._materials:
                self._mesh.materials.append(material(used))
        return self._mesh


def _edges(face: Sequence[int]) -> list[tuple[int, int]]:
    return [(face[i], face[(i + 1) % len(face)]) for i in range(len(face))]


def _counter_clockwise(outline: Sequence[Point]) -> list[Point]:
    area = sum(outline[a][0] * outline[b][1] - outline[b][0] * outline[a][1] for a, b in _edges(range(len(outline))))
    return list(outline) if area > 0.0 else list(reversed(outline))


def _one_face(outline: Sequence[Point]) -> tuple[list[Point], list[list[int]]]:
    """One polygon where that is safe: with notches or points in a row it would be cut into triangles without area."""
    points = _counter_clockwise(outline)
    for (a, b), (_, c) in zip(_edges(range(len(points))), _edges([*range(1, len(points)), 0])):
        one, two = Vector(points[b]) - Vector(points[a]), Vector(points[c]) - Vector(points[b])
        if one.normalized().cross(two.normalized()) < 1e-3:
            return _triangulate([points], [])
    return points, [list(range(len(points)))]


def _cap(ring: Sequence[Place]) -> list[list[int]]:
    """The faces that close a flat ring, counter-clockwise as it is."""
    points = [Vector(p) for p in ring]
    normal = sum((points[a].cross(points[b]) for a, b in _edges(range(len(points)))), Vector()).normalized()
    right = normal.orthogonal().normalized()
    up = normal.cross(right)
    return _one_face([(p.dot(right), p.dot(up)) for p in points])[1]


def _triangulate(
    areas: Sequence[Sequence[Point]], holes: Sequence[Sequence[Point]]
) -> tuple[list[Point], list[list[int]]]:
    points: list[Vector] = []
    outlines: list[list[int]] = []
    for outline in [*areas, *holes]:
        outlines.append(list(range(len(points), len(points) + len(outline))))
        points += [Vector(p) for p in _counter_clockwise(outline)]
    found, _, faces, _, _, origins = delaunay_2d_cdt(points, [], outlines, 0, 1e-4)
    inside = [f for f, origin in zip(faces, origins) if origin and max(origin) < len(areas)]
    used = sorted({i for face in inside for i in face})
    new_index = {old: new for new, old in enumerate(used)}
    return [tuple(found[i]) for i in used], [[new_index[i] for i in face] for face in inside]


class Level:
    """Collects what stands in a level and writes it. Names are unique; each prefix has a meaning (see the README)."""

    def __init__(self) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)

    def add(self, name: str, shape: Shape, at: Place = (0.0, 0.0, 0.0), turn: float = 0.0) -> None:
        self._place(name, shape.mesh(name), at, turn)

    def marker(self, name: str, at: Place, turn: float = 0.0) -> None:
        self._place(name, None, at, turn)

    def _place(self, name: str, data: bpy.types.Mesh | None, at: Place, turn: float) -> None:
        if name in bpy.data.objects:
            raise ValueError(f"two things are named {name}")
        thing = bpy.data.objects.new(name, data)
        thing.location = at
        thing.rotation_euler = (0.0, 0.0, math.radians(turn))
        bpy.context.scene.collection.objects.link(thing)

    def write(self, path: Path) -> None:
        bpy.ops.export_scene.gltf(
            filepath=str(path),
            export_format="GLB",
            export_yup=True,
            export_texcoords=False,
            export_animations=False,
            export_skins=False,
            export_morph=False,
        )
        _shorten(path)


def _shorten(path: Path) -> None:
    """Writes numbers no longer than they need be (places to 0.1 mm) and leaves out what is optional."""
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    scene = json.loads(data[20 : 20 + length])
    for node in scene["nodes"]:
        for key, digits in (("translation", 4), ("rotation", 6)):
            if key in node:
                node[key] = [round(v, digits) + 0.0 for v in node[key]]
    for accessor in scene.get("accessors", []):
        for key in accessor.keys() & {"min", "max"}:
            accessor[key] = [float(f"{v:.9g}") for v in accessor[key]]  # nine digits hold a 32-bit number
    for view in scene.get("bufferViews", []):
        view.pop("target", None)
    text = json.dumps(scene, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    header = struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A)
    path.write_bytes(header + text + rest)


def turn_towards(at: Point, target: Point) -> float:
    """The turn with which a thing at one place faces another."""
    return math.degrees(math.atan2(target[0] - at[0], at[1] - target[1]))


def arguments() -> list[str]:
    """What stands behind -- on Blender's command line."""
    return sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
