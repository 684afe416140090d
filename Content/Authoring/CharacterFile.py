"""Writes a skinned character as .glb (Khronos' glTF 2.0). Joints have no turn at rest: each frame is the world's."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from Palette import linear
from Sculpt import Array, Mesh

FLOAT, BYTE, SHORT = 5126, 5121, 5123


@dataclass
class Joint:
    name: str
    parent: str  # empty for the root
    at: tuple[float, float, float]  # in the world, at rest


@dataclass
class Clip:
    """Keys at 60 Hz. Turns are quaternions x y z w relative to the parent; moves are places relative to the parent."""

    name: str
    loops: bool
    turns: dict[str, Array]
    moves: dict[str, Array]
    extras: dict = field(default_factory=dict)


@dataclass
class Character:
    name: str
    joints: Sequence[Joint]
    colours: dict[str, tuple[str, float]]  # material: sRGB, roughness
    weights: Callable[[Array], Array]  # points -> points x joints
    meshes: dict[str, list[Mesh]]  # by name of the node
    clips: Sequence[Clip]


RATE = 60.0


class Writer:
    def __init__(self) -> None:
        self.binary = bytearray()
        self.views: list[dict] = []
        self.accessors: list[dict] = []
        self._known: dict[bytes, int] = {}

    def add(self, values: Array, component: int, kind: str, limits: bool = False) -> int:
        data = np.ascontiguousarray(values, {FLOAT: "<f4", BYTE: "u1", SHORT: "<u2"}[component])
        key = data.tobytes() + kind.encode()
        if key in self._known:
            return self._known[key]
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": data.nbytes})
        self.binary += data.tobytes() + b"\0" * (-data.nbytes % 4)
        made = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(data), "type": kind}
        if limits:
            flat = data.reshape(len(data), -1)
            made["min"], made["max"] = ([float(f"{v:.9g}") for v in m] for m in (flat.min(axis=0), flat.max(axis=0)))
        self.accessors.append(made)
        self._known[key] = len(self.accessors) - 1
        return self._known[key]


def four_largest(weights: Array) -> tuple[Array, Array]:
    order = np.argsort(-weights, axis=1, kind="stable")[:, :4]
    kept = np.take_along_axis(weights, order, axis=1)
    kept[kept < 0.004] = 0.0
    kept = np.round(kept / kept.sum(axis=1, keepdims=True), 4)
    kept[:, 0] += 1.0 - kept.sum(axis=1)
    return np.where(kept > 0.0, order, 0), kept


def primitives(writer: Writer, character: Character, meshes: Sequence[Mesh], materials: Sequence[str]) -> list[dict]:
    made = []
    for name in materials:
        parts = [m for m in meshes if m.material == name]
        if parts:
            starts = np.cumsum([0, *(len(p.points) for p in parts)])
            points = np.concatenate([p.points for p in parts])
            joints, weights = four_largest(character.weights(points))
            attributes = {
                "POSITION": writer.add(np.round(points, 5), FLOAT, "VEC3", True),
                "NORMAL": writer.add(np.concatenate([p.normals for p in parts]), FLOAT, "VEC3"),
                "JOINTS_0": writer.add(joints, BYTE, "VEC4"),
                "WEIGHTS_0": writer.add(weights, FLOAT, "VEC4"),
            }
            faces = np.concatenate([p.faces + s for p, s in zip(parts, starts)])
            indices = writer.add(faces.reshape(-1), SHORT, "SCALAR")
            made.append({"attributes": attributes, "indices": indices, "material": materials.index(name)})
    return made


def animation(writer: Writer, clip: Clip, index: dict[str, int]) -> dict:
    samplers, channels = [], []
    for path, tracks, kind in (("translation", clip.moves, "VEC3"), ("rotation", clip.turns, "VEC4")):
        for joint, keys in tracks.items():
            still = np.abs(keys - keys[0]).max() < 1e-6
            kept = keys[[0, -1]] if still else keys
            last = (len(keys) - 1) / RATE
            times = np.array([0.0, last]) if still else np.arange(len(keys)) / RATE
            samplers.append(
                {
                    "input": writer.add(times, FLOAT, "SCALAR", True),
                    "interpolation": "LINEAR",
                    "output": writer.add(kept, FLOAT, kind),
                }
            )
            channels.append({"sampler": len(samplers) - 1, "target": {"node": index[joint], "path": path}})
    return {"name": clip.name, "samplers": samplers, "channels": channels, "extras": clip.extras}


def material(name: str, colour: str, roughness: float) -> dict:
    base = [round(v, 4) for v in linear(colour)]
    shading = {"baseColorFactor": base, "metallicFactor": 0.0, "roughnessFactor": roughness}
    return {"name": name, "pbrMetallicRoughness": shading}


def joint_nodes(joints: Sequence[Joint]) -> list[dict]:
    index = {j.name: i for i, j in enumerate(joints)}
    nodes: list[dict] = []
    for joint in joints:
        origin = joints[index[joint.parent]].at if joint.parent else (0.0, 0.0, 0.0)
        nodes.append({"name": joint.name, "translation": [round(a - b, 5) for a, b in zip(joint.at, origin)]})
        if joint.parent:
            nodes[index[joint.parent]].setdefault("children", []).append(len(nodes) - 1)
    return nodes


def write(character: Character, path: Path) -> None:
    writer = Writer()
    names = list(character.colours)
    nodes = joint_nodes(character.joints)
    index = {j.name: i for i, j in enumerate(character.joints)}
    inverse = np.tile(np.eye(4), (len(index), 1, 1))
    inverse[:, 3, :3] = -np.array([j.at for j in character.joints])  # columns first
    skin = {"joints": list(range(len(index))), "skeleton": 0, "name": character.name}
    skin["inverseBindMatrices"] = writer.add(inverse.reshape(-1, 16), FLOAT, "MAT4")
    meshes = []
    for name, parts in character.meshes.items():
        meshes.append({"name": name, "primitives": primitives(writer, character, parts, names)})
        nodes.append({"name": name, "mesh": len(meshes) - 1, "skin": 0})
    scene = {
        "asset": {"version": "2.0", "generator": "Flockwork Content/Authoring"},
        "scene": 0,
        "scenes": [{"nodes": [0, *range(len(index), len(nodes))]}],
        "nodes": nodes,
        "meshes": meshes,
        "skins": [skin],
        "materials": [material(name, *look) for name, look in character.colours.items()],
        "animations": [animation(writer, clip, index) for clip in character.clips],
    }
    scene |= {"accessors": writer.accessors, "bufferViews": writer.views}
    scene["buffers"] = [{"byteLength": len(writer.binary)}]
    text = json.dumps(scene, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    total = 28 + len(text) + len(writer.binary)
    header = struct.pack("<4sIIII", b"glTF", 2, total, len(text), 0x4E4F534A)
    path.write_bytes(header + text + struct.pack("<II", len(writer.binary), 0x004E4942) + bytes(writer.binary))


def write_facts(character: Character, path: Path, facts: dict) -> None:
    """The small file beside: what the clips are and where the feet stand."""
    clips = {}
    for clip in character.clips:
        known = {k: clip.extras[k] for k in ("speed", "turnRate", "footDown") if k in clip.extras}
        clips[clip.name] = {"seconds": round((_keys(clip) - 1) / RATE, 5), "loops": clip.loops, **known}
    whole = {"character": path.with_suffix(".glb").name, **facts, "clips": clips}
    path.write_text(json.dumps(whole, indent="\t") + "\n")


def _keys(clip: Clip) -> int:
    return max(len(k) for k in (*clip.turns.values(), *clip.moves.values()))
