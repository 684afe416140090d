"""Shapes of characters as signed distance fields, and meshes made from them. Runs inside Blender.

A field takes n points (n x 3, metres, glTF's axes: X left, Y up, Z forward) and gives n distances, negative inside.
Fields are joined smoothly (polynomial minimum, Quilez 2013), meshed by surface nets (Gibson 1998), thinned by Blender's
edge collapse, and put back on the field; normals are the field's gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import bpy
import numpy as np

Array = np.ndarray
Field = Callable[[Array], Array]
Place = Sequence[float]


def ball(centre: Place, radius: float) -> Field:
    return lambda p: np.linalg.norm(p - np.asarray(centre), axis=1) - radius


def egg(centre: Place, radii: Place) -> Field:
    """An ellipsoid (the bound of Quilez, exact on the surface)."""
    c, r = np.asarray(centre), np.asarray(radii)

    def field(p: Array) -> Array:
        q = (p - c) / r
        k0, k1 = np.linalg.norm(q, axis=1), np.linalg.norm(q / r, axis=1)
        return np.where(k1 > 1e-9, k0 * (k0 - 1.0) / np.maximum(k1, 1e-9), -r.min())

    return field


def cone(start: Place, end: Place, first: float, second: float, squash: Place = (1.0, 1.0, 1.0)) -> Field:
    """A rod with round ends whose radius goes from first to second; squash stretches it about its start."""
    a, scale = np.asarray(start, float), np.asarray(squash, float)
    b = (np.asarray(end, float) - a) / scale
    length = float(b @ b)

    def field(p: Array) -> Array:
        q = (p - a) / scale
        t = np.clip(q @ b / length, 0.0, 1.0)
        near = np.linalg.norm(q - t[:, None] * b, axis=1)
        return (near - (first + (second - first) * t)) * scale.min()

    return field


def ring(centre: Place, axis: Place, radius: float, thickness: float) -> Field:
    c, n = np.asarray(centre, float), np.asarray(axis, float) / np.linalg.norm(axis)

    def field(p: Array) -> Array:
        height = (p - c) @ n
        out = np.linalg.norm(p - c - height[:, None] * n, axis=1)
        return np.hypot(out - radius, height) - thickness

    return field


def half(point: Place, normal: Place) -> Field:
    """Everything behind a plane."""
    n = np.asarray(normal, float) / np.linalg.norm(normal)
    c = np.asarray(point, float)
    return lambda p: (p - c) @ n


def join(*fields: Field, blend: float = 0.0) -> Field:
    def field(p: Array) -> Array:
        d = fields[0](p)
        for other in fields[1:]:
            e = other(p)
            lower = np.minimum(d, e)
            if blend > 0.0:
                h = np.maximum(blend - np.abs(d - e), 0.0) / blend
                lower = lower - h * h * blend / 4.0
            d = lower
        return d

    return field


def inverse(field: Field) -> Field:
    return lambda p: -field(p)


def within(*fields: Field, blend: float = 0.0) -> Field:
    return inverse(join(*(inverse(f) for f in fields), blend=blend))


def without(field: Field, *others: Field, blend: float = 0.0) -> Field:
    return within(field, *(inverse(o) for o in others), blend=blend)


def grown(field: Field, by: float) -> Field:
    return lambda p: field(p) - by


def both_sides(field: Field) -> Field:
    """A field made for the left side (X > 0), on both."""
    return lambda p: field(np.abs(p) * (1.0, 0.0, 0.0) + p * (0.0, 1.0, 1.0))


def gradient(field: Field, p: Array, step: float = 5e-4) -> Array:
    g = np.stack([field(p + step * e) - field(p - step * e) for e in np.eye(3)], axis=1)
    return g / np.maximum(np.linalg.norm(g, axis=1, keepdims=True), 1e-12)


@dataclass
class Part:
    """One closed surface of one material. A mirrored part is made at the left and copied to the right."""

    material: str
    field: Field
    low: Place
    high: Place
    cell: float
    triangles: Sequence[int]  # for each level of detail
    mirrored: bool = False


@dataclass
class Mesh:
    """Triangles whose corners have been split where normals differ."""

    points: Array
    normals: Array
    faces: Array
    material: str


def surface_net(part: Part) -> tuple[Array, Array]:
    """Points and quads, counter-clockwise from outside."""
    low, cell = np.asarray(part.low, float), part.cell
    counts = np.ceil((np.asarray(part.high) - low) / cell).astype(int) + 1
    axes = [low[i] + cell * np.arange(counts[i]) for i in range(3)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    values = part.field(grid.reshape(-1, 3)).reshape(counts) + 1e-7
    inside = values < 0.0
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    view = lambda a, c: a[tuple(slice(o, n - 1 + o) for o, n in zip(c, counts))]
    number = sum(view(inside, c).astype(int) for c in corners)
    crossed = (number > 0) & (number < 8)
    index = np.full(crossed.shape, -1)
    index[crossed] = np.arange(crossed.sum())
    total, weight = np.zeros((*crossed.shape, 3)), np.zeros(crossed.shape)
    for c in corners:
        for axis in range(3):
            if c[axis] == 0:
                d = tuple(1 if i == axis else v for i, v in enumerate(c))
                a, b = view(values, c), view(values, d)
                cut = (a < 0.0) != (b < 0.0)
                t = np.where(cut, a / np.where(cut, a - b, 1.0), 0.0)
                place = np.stack([np.full(a.shape, float(v)) for v in c], axis=-1)
                place[..., axis] += t
                total += place * cut[..., None]
                weight += cut
    cells = np.argwhere(crossed)
    points = low + cell * (cells + total[crossed] / weight[crossed][:, None])
    return points, np.concatenate([_quads(inside, index, axis) for axis in range(3)])


def _quads(inside: Array, index: Array, axis: int) -> Array:
    """One quad for each edge along an axis that the surface crosses."""
    one, two = (axis + 1) % 3, (axis + 2) % 3
    a = np.moveaxis(inside, (axis, one, two), (0, 1, 2))
    cells = np.moveaxis(index, (axis, one, two), (0, 1, 2))
    start, end = a[:-1, 1:-1, 1:-1], a[1:, 1:-1, 1:-1]
    ring = np.stack([cells[:, :-1, :-1], cells[:, 1:, :-1], cells[:, 1:, 1:], cells[:, :-1, 1:]], axis=-1)
    return np.concatenate([ring[start & ~end], ring[~start & end][:, ::-1]])


def thinned(points: Array, quads: Array, target: int) -> tuple[Array, Array]:
    """At most about target triangles."""
    mesh = bpy.data.meshes.new("Part")
    mesh.from_pydata(points.tolist(), [], quads.tolist())
    thing = bpy.data.objects.new("Part", mesh)
    bpy.context.scene.collection.objects.link(thing)
    modifier = thing.modifiers.new("Thin", "DECIMATE")
    modifier.ratio = min(1.0, target / (2.0 * len(quads)))
    modifier.use_collapse_triangulate = True
    made = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    made.calc_loop_triangles()
    out = np.array([v.co[:] for v in made.vertices]), np.array([t.vertices[:] for t in made.loop_triangles])
    bpy.data.objects.remove(thing)
    bpy.data.meshes.remove(mesh)
    return out


def put_back(field: Field, points: Array, faces: Array, cell: float, flat_below: float) -> Array:
    """Moves thinned points onto the surface, save those whose faces would turn over."""
    before = points
    for _ in range(4):
        d = np.clip(field(points), -cell, cell)
        points = points - 0.8 * d[:, None] * gradient(field, points)
    for _ in range(3):
        corners = points[faces]
        flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        turned = np.einsum("fi,fi->f", flat, gradient(field, corners.mean(axis=1))) < 0.3 * np.linalg.norm(flat, axis=1)
        points[np.unique(faces[turned])] = before[np.unique(faces[turned])]
    flat = points[:, 1] < flat_below  # soles lie in the ground
    points[flat, 1] = 0.0
    points[:, 1] = np.maximum(points[:, 1], 0.0)
    return points


def without_slivers(points: Array, faces: Array) -> Array:
    corners = points[faces]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    return faces[area > 1e-9]


def shaded(part: Part, points: Array, faces: Array) -> Mesh:
    """Splits corners where the field has an edge: each face reads its normals a little inwards of its corners."""
    corners = points[faces]
    centre = corners.mean(axis=1, keepdims=True)
    inward = (corners + 0.12 * (centre - corners)).reshape(-1, 3)
    normals = gradient(part.field, inward).reshape(-1, 3, 3)
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    wrong = np.einsum("fij,fj->fi", normals, flat) < 0.4
    normals[wrong] = np.broadcast_to(flat[:, None], normals.shape)[wrong]
    made: dict[int, list[tuple[Array, int]]] = {}
    out_points, sums, out_faces = [], [], []
    for face, face_normals in zip(faces, normals):
        row = []
        for v, n in zip(face, face_normals):
            fits = [i for first, i in made.setdefault(int(v), []) if first @ n > 0.75]
            if fits:
                sums[fits[0]] = sums[fits[0]] + n
            else:
                made[int(v)].append((n, len(sums)))
                out_points.append(points[v])
                sums.append(n)
            row.append(fits[0] if fits else len(sums) - 1)
        out_faces.append(row)
    unit = np.array(sums)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    return Mesh(np.array(out_points), unit, np.array(out_faces), part.material)


def mirror(mesh: Mesh) -> Mesh:
    flip = np.array([-1.0, 1.0, 1.0])
    return Mesh(mesh.points * flip, mesh.normals * flip, mesh.faces[:, ::-1], mesh.material)


def build(parts: Sequence[Part], level: int) -> list[Mesh]:
    """The meshes of one level of detail; parts with no triangles there are left out."""
    meshes = []
    for part in parts:
        if part.triangles[level] > 0:
            points, quads = surface_net(part)
            points, faces = thinned(points, quads, part.triangles[level])
            points = put_back(part.field, points, faces, part.cell, (0.0015, 0.0025, 0.0075)[level])
            mesh = shaded(part, points, without_slivers(points, faces))
            meshes += [mesh, mirror(mesh)] if part.mirrored else [mesh]
    return meshes

