"""A sheet of pictures of a character: /usr/bin/python3 RenderCharacter.py FILE.glb OUT.png [WIDTH] VIEW ...

A view is MESH@CLIP:SECONDS:AZIMUTH[:ELEVATION[:HEIGHT[:SPAN]]], or MESH@:0:AZIMUTH for the rest pose; azimuth 0 looks
at the face, 90 at its left side; height is where the picture's middle lies, span how many metres high it is. The file
is read, posed and skinned as glTF's specification says, and drawn by a small rasteriser (needs numpy, no Blender).
"""

from __future__ import annotations

import json
import math
import struct
import sys
import zlib
from pathlib import Path

import numpy as np

Array = np.ndarray
SIZES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
FORMS = {5126: "<f4", 5125: "<u4", 5123: "<u2", 5121: "u1"}


class File:
    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        self.scene = json.loads(data[20 : 20 + length])
        self._binary = data[28 + length :]
        self.nodes = self.scene["nodes"]
        self.parents = {c: i for i, n in enumerate(self.nodes) for c in n.get("children", ())}

    def read(self, index: int) -> Array:
        accessor = self.scene["accessors"][index]
        view = self.scene["bufferViews"][accessor["bufferView"]]
        size = SIZES[accessor["type"]]
        start = view.get("byteOffset", 0)
        values = np.frombuffer(self._binary, FORMS[accessor["componentType"]], accessor["count"] * size, start)
        return values.reshape(-1, size)

    def pose(self, clip: str, seconds: float) -> list[Array]:
        """Each node's matrix in the world."""
        turns = [np.array(n.get("rotation", (0.0, 0.0, 0.0, 1.0))) for n in self.nodes]
        moves = [np.array(n.get("translation", (0.0, 0.0, 0.0))) for n in self.nodes]
        for animation in self.scene.get("animations", ()):
            if animation["name"] == clip:
                for channel in animation["channels"]:
                    sampler = animation["samplers"][channel["sampler"]]
                    times, keys = self.read(sampler["input"])[:, 0], self.read(sampler["output"]).astype(float)
                    value = sampled(times, keys, seconds)
                    (turns if channel["target"]["path"] == "rotation" else moves)[channel["target"]["node"]] = value
        made: dict[int, Array] = {}
        for i in range(len(self.nodes)):
            self._world(i, turns, moves, made)
        return [made[i] for i in range(len(self.nodes))]

    def _world(self, node: int, turns: list[Array], moves: list[Array], made: dict[int, Array]) -> Array:
        if node not in made:
            local = np.eye(4)
            local[:3, :3], local[:3, 3] = matrix(turns[node]), moves[node]
            above = self._world(self.parents[node], turns, moves, made) if node in self.parents else np.eye(4)
            made[node] = above @ local
        return made[node]

    def skinned(self, mesh: str, pose: list[Array]) -> list[tuple[Array, Array, Array, Array]]:
        """For each primitive: points, normals, faces, linear colour."""
        node = next(n for n in self.nodes if "mesh" in n and n["name"] == mesh)
        skin = self.scene["skins"][node["skin"]]
        inverse = self.read(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        palette = np.array([pose[j] for j in skin["joints"]]) @ inverse
        made = []
        for primitive in self.scene["meshes"][node["mesh"]]["primitives"]:
            read = {k: self.read(v) for k, v in primitive["attributes"].items()}
            blend = np.einsum("vk,vkij->vij", read["WEIGHTS_0"], palette[read["JOINTS_0"]])
            points = np.einsum("vij,vj->vi", blend[:, :3, :3], read["POSITION"]) + blend[:, :3, 3]
            normals = np.einsum("vij,vj->vi", blend[:, :3, :3], read["NORMAL"])
            look = self.scene["materials"][primitive["material"]]["pbrMetallicRoughness"]["baseColorFactor"]
            made.append((points, normals, self.read(primitive["indices"]).reshape(-1, 3), np.array(look[:3])))
        return made


def sampled(times: Array, keys: Array, seconds: float) -> Array:
    i = int(np.clip(np.searchsorted(times, seconds, "right") - 1, 0, len(times) - 2))
    t = float(np.clip((seconds - times[i]) / (times[i + 1] - times[i]), 0.0, 1.0))
    end = keys[i + 1] if keys.shape[1] == 3 or keys[i] @ keys[i + 1] >= 0.0 else -keys[i + 1]
    value = keys[i] + t * (end - keys[i])
    return value if keys.shape[1] == 3 else value / np.linalg.norm(value)


def matrix(q: Array) -> Array:
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def draw(parts: list, size: tuple[int, int], azimuth: float, elevation: float, middle: Array, span: float) -> Array:
    """A picture with linear colours, orthographic; back faces are drawn in magenta, so that they show."""
    a, e = math.radians(azimuth), math.radians(elevation)
    away = np.array([math.sin(a) * math.cos(e), math.sin(e), math.cos(a) * math.cos(e)])
    right = np.array([math.cos(a), 0.0, -math.sin(a)])
    up = np.cross(away, right)
    wide, high = size
    picture, depth = np.full((high, wide, 3), (0.62, 0.68, 0.74)), np.full((high, wide), -1e9)
    ground(picture, depth, (right, up, away), middle, span)
    sun = away * 0.55 + up * 0.75 + right * -0.45
    sun /= np.linalg.norm(sun)
    for points, normals, faces, colour in parts:
        rows = (points - middle) @ np.stack([right, up, away], axis=1)
        x, y = wide / 2 + rows[:, 0] * high / span, high / 2 - rows[:, 1] * high / span
        shade = 0.30 + 0.75 * np.clip(normals @ sun, 0.0, 1.0) + 0.12 * np.clip(normals[:, 1], -1.0, 1.0)
        for face in faces:
            triangle(picture, depth, x[face], y[face], rows[face, 2], shade[face], colour)
    return picture


def ground(picture: Array, depth: Array, axes: tuple[Array, Array, Array], middle: Array, span: float) -> None:
    """Squares of 0.25 m at height 0; those that cross the origin are darker."""
    right, up, away = axes
    high, wide = depth.shape
    if away[1] < 0.02:
        return
    j, i = np.mgrid[0:high, 0:wide]
    flat = middle + ((i - wide / 2) * span / high)[..., None] * right + ((high / 2 - j) * span / high)[..., None] * up
    place = flat - (flat[..., 1] / away[1])[..., None] * away
    odd = (np.floor(place[..., 0] * 4.0) + np.floor(place[..., 2] * 4.0)) % 2
    picture[:] = np.where(odd[..., None] == 1, (0.40, 0.42, 0.40), (0.46, 0.48, 0.45))
    depth[:] = (place - middle) @ away


def triangle(picture: Array, depth: Array, x: Array, y: Array, z: Array, shade: Array, colour: Array) -> None:
    area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    left, right = max(int(x.min()), 0), min(int(x.max()) + 2, depth.shape[1])
    top, bottom = max(int(y.min()), 0), min(int(y.max()) + 2, depth.shape[0])
    if abs(area) < 1e-9 or left >= right or top >= bottom:
        return
    px, py = np.arange(left, right)[None, :], np.arange(top, bottom)[:, None]
    b = ((x[2] - px) * (y[0] - py) - (x[0] - px) * (y[2] - py)) / area
    c = ((x[0] - px) * (y[1] - py) - (x[1] - px) * (y[0] - py)) / area
    a = 1.0 - b - c
    far = a * z[0] + b * z[1] + c * z[2]
    window = depth[top:bottom, left:right]
    seen = (a >= -1e-6) & (b >= -1e-6) & (c >= -1e-6) & (far > window)
    window[seen] = far[seen]
    lit = (a * shade[0] + b * shade[1] + c * shade[2])[seen][:, None] * colour
    picture[top:bottom, left:right][seen] = lit if area < 0.0 else (1.0, 0.0, 1.0)


def png(picture: Array, path: Path) -> None:
    values = np.clip(picture, 0.0, 1.0)
    encoded = np.where(values <= 0.0031308, values * 12.92, 1.055 * values ** (1 / 2.4) - 0.055)
    rows = (encoded * 255.0 + 0.5).astype(np.uint8)
    high, wide = rows.shape[:2]
    raw = b"".join(b"\0" + rows[j].tobytes() for j in range(high))
    chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b""))


def view(file: File, words: str, size: tuple[int, int]) -> Array:
    mesh, rest = words.split("@")
    clip, *given = rest.split(":")
    numbers = [float(g) for g in given]
    seconds, azimuth, elevation, height, span = numbers + [0.0, 0.0, 8.0, 0.92, 2.05][len(numbers) :]
    parts = file.skinned(mesh, file.pose(clip, seconds))
    big = draw(parts, (size[0] * 2, size[1] * 2), azimuth, elevation, np.array([0.0, height, 0.0]), span)
    return big.reshape(size[1], 2, size[0], 2, 3).mean(axis=(1, 3))


def main() -> None:
    file, out, *views = sys.argv[1:]
    wide = int(views.pop(0)) if views[0].isdigit() else 300
    loaded = File(Path(file))
    pictures = [view(loaded, v, (wide, int(wide * 1.25))) for v in views]
    columns = min(len(pictures), max(1, 1800 // wide))
    blank = np.ones_like(pictures[0])
    pictures += [blank] * (-len(pictures) % columns)
    rows = [np.concatenate(pictures[i : i + columns], axis=1) for i in range(0, len(pictures), columns)]
    png(np.concatenate(rows), Path(out))


main()
