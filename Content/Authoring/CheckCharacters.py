"""Looks for faults in character files: python3 CheckCharacters.py CHARACTER.glb ... (no Blender, no packages).

Reads a file and the facts beside it (.json) as glTF's specification says, skins the soles, and finds the contacts of
each foot from the soles alone: a point that is lower than 2 mm stands. Reports numbers that are none, open surfaces,
weights that do not add up, soles off the ground, clips that do not close, and for each clip how far feet slide, sink
and float, how long they stand, and how straight the knees get.
"""

from __future__ import annotations

import json
import math
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

LARGEST_FILE = 600_000
STANDS = 0.002  # a sole's point lower than this has contact
SLIDE = 0.001  # in one contact, of the point that stands
SINK = 0.0015  # at a key
SINK_BETWEEN = 0.005  # between two keys of a fast clip
FLOAT = 0.003
STRAIGHTEST = 172.0
RATIOS = {"walk": (0.60, 0.62), "jog": (0.0, 0.5), "run": (0.0, 0.5)}  # of two-legged gaits, as people walk and run
FINE = 4  # samples a key, for depth and time

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
SIZES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
FORMS = {5126: "f", 5125: "I", 5123: "H", 5121: "B"}


def add(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def subtract(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(x * y for x, y in zip(a, b))


def turn(q: Quaternion, v: Vector) -> Vector:
    t = tuple(2.0 * c for c in cross(q[:3], v))
    u = cross(q[:3], t)
    return (v[0] + q[3] * t[0] + u[0], v[1] + q[3] * t[1] + u[1], v[2] + q[3] * t[2] + u[2])


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    v = cross(a[:3], b[:3])
    x, y, z = (a[3] * b[i] + b[3] * a[i] + v[i] for i in range(3))
    return (x, y, z, a[3] * b[3] - dot(a[:3], b[:3]))


class Character:
    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        self.size = len(data)
        self.scene = json.loads(data[20 : 20 + length])
        self._binary = data[28 + length :]
        self.facts = json.loads(path.with_suffix(".json").read_text())
        self.joints = [self.scene["nodes"][j] for j in self.scene["skins"][0]["joints"]]
        self.names = [j["name"] for j in self.joints]
        self.parents = {c: i for i, j in enumerate(self.joints) for c in j.get("children", ())}
        self.rest = [j.get("translation", (0.0, 0.0, 0.0)) for j in self.joints]
        self.meshes = {m["name"]: m for m in self.scene["meshes"]}

    def read(self, index: int) -> list[tuple]:
        accessor = self.scene["accessors"][index]
        view = self.scene["bufferViews"][accessor["bufferView"]]
        width = SIZES[accessor["type"]]
        form = f"<{accessor['count'] * width}{FORMS[accessor['componentType']]}"
        whole = struct.unpack_from(form, self._binary, view.get("byteOffset", 0))
        return [whole[i : i + width] for i in range(0, len(whole), width)]

    def world(self, turns: list[Quaternion], moves: list[Vector]) -> list[tuple[Quaternion, Vector]]:
        made: list[tuple[Quaternion, Vector]] = []
        for i, (q, v) in enumerate(zip(turns, moves)):  # parents stand before their children
            if i in self.parents:
                above, at = made[self.parents[i]]
                made.append((product(above, q), add(at, turn(above, v))))
            else:
                made.append((q, v))
        return made

    def bind(self) -> list[Vector]:
        return [at for _, at in self.world([(0.0, 0.0, 0.0, 1.0)] * len(self.joints), self.rest)]


class Clip:
    def __init__(self, character: Character, animation: dict) -> None:
        self.name = animation["name"]
        self.extras = animation["extras"]
        self.facts = {**self.extras, **character.facts["clips"][self.name]}
        self._character = character
        self.tracks: list[tuple[int, str, list[float], list[tuple]]] = []
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            times = [t for (t,) in character.read(sampler["input"])]
            target = channel["target"]
            self.tracks.append((target["node"], target["path"], times, character.read(sampler["output"])))
        self.seconds = max(times[-1] for _, _, times, _ in self.tracks)
        self.keys = max(len(times) for _, _, times, _ in self.tracks)
        self._fine: list[list[tuple[Quaternion, Vector]]] = []

    def fine_poses(self) -> list[list[tuple[Quaternion, Vector]]]:
        if not self._fine:
            count = (self.keys - 1) * FINE
            self._fine = [self.at(self.seconds * i / count) for i in range(count + 1)]
        return self._fine

    def at(self, seconds: float) -> list[tuple[Quaternion, Vector]]:
        turns: list[Quaternion] = [(0.0, 0.0, 0.0, 1.0)] * len(self._character.joints)
        moves: list[Vector] = list(self._character.rest)
        for joint, path, times, keys in self.tracks:
            value = sampled(times, keys, seconds)
            if path == "rotation":
                turns[joint] = value
            else:
                moves[joint] = value
        return self._character.world(turns, moves)


def sampled(times: list[float], keys: list[tuple], seconds: float) -> tuple:
    last = len(times) - 1
    i = min(int(seconds / times[-1] * last + 1e-6), last - 1)  # keys are evenly spaced
    t = min(max((seconds - times[i]) / (times[i + 1] - times[i]), 0.0), 1.0)
    if len(keys[0]) == 3:
        return tuple(a + t * (b - a) for a, b in zip(keys[i], keys[i + 1]))
    return slerp(keys[i], keys[i + 1], t)


def slerp(a: Quaternion, b: Quaternion, t: float) -> Quaternion:
    cosine = dot(a, b)
    if cosine < 0.0:
        b, cosine = tuple(-v for v in b), -cosine
    if cosine > 0.9995:  # the angle's sine loses its digits
        mixed = tuple(x + t * (y - x) for x, y in zip(a, b))
        length = math.sqrt(dot(mixed, mixed))
        return tuple(v / length for v in mixed)
    angle = math.acos(cosine)
    u, v = math.sin((1.0 - t) * angle) / math.sin(angle), math.sin(t * angle) / math.sin(angle)
    return tuple(u * x + v * y for x, y in zip(a, b))


Influence = tuple[Vector, list[tuple[int, float]]]


def vertices(character: Character, mesh: str) -> Iterator[Influence]:
    for primitive in character.meshes[mesh]["primitives"]:
        read = {k: character.read(v) for k, v in primitive["attributes"].items()}
        for point, joints, weights in zip(read["POSITION"], read["JOINTS_0"], read["WEIGHTS_0"]):
            yield point, [(j, w) for j, w in zip(joints, weights) if w > 0.0]


def skinned(vertex: Influence, pose: list[tuple[Quaternion, Vector]], bind: list[Vector]) -> Vector:
    point, influences = vertex
    total = (0.0, 0.0, 0.0)
    for joint, weight in influences:
        q, at = pose[joint]
        there = add(turn(q, subtract(point, bind[joint])), at)
        total = add(total, tuple(weight * v for v in there))
    return total


def soles(character: Character) -> dict[str, list[Influence]]:
    """The points of the finest mesh that touch the ground at rest, by foot."""
    made: dict[str, list[Influence]] = {foot: [] for foot in character.facts["feet"]}
    owner = {}
    for foot, names in character.facts["feet"].items():
        owner |= {character.names.index(names[k]): foot for k in ("foot", "toe") if k in names}
    for vertex in vertices(character, next(iter(character.meshes))):
        foot = owner.get(max(vertex[1], key=lambda pair: pair[1])[0])
        if vertex[0][1] < 0.001 and foot:
            made[foot].append(vertex)
    return made


def mesh_faults(character: Character, name: str) -> Iterator[str]:
    for primitive in character.meshes[name]["primitives"]:
        read = {k: character.read(v) for k, v in primitive["attributes"].items()}
        if not all(math.isfinite(v) for values in read.values() for row in values for v in row):
            yield f"{name}: holds a number that is none"
        if any(abs(sum(row) - 1.0) > 1e-4 or min(row) < 0.0 for row in read["WEIGHTS_0"]):
            yield f"{name}: weights that do not add up to 1"
        if any(abs(dot(n, n) - 1.0) > 0.01 for n in read["NORMAL"]):
            yield f"{name}: a normal that is no unit vector"
        yield from surface_faults(name, read, [i for (i,) in character.read(primitive["indices"])])


def surface_faults(name: str, read: dict[str, list[tuple]], indices: list[int]) -> Iterator[str]:
    edges: Counter[tuple[Vector, Vector]] = Counter()
    inside = 0
    for i in range(0, len(indices), 3):
        a, b, c = (read["POSITION"][v] for v in indices[i : i + 3])
        normal = cross(subtract(b, a), subtract(c, a))
        if dot(normal, normal) < 1e-20:
            yield f"{name}: a triangle without area at {a}"
        inside += sum(dot(normal, read["NORMAL"][v]) for v in indices[i : i + 3]) < 0.0
        edges.update(((a, b), (b, c), (c, a)))
    open_edges = sum(1 for (a, b), count in edges.items() if edges[b, a] != count)
    if open_edges:
        yield f"{name}: {open_edges} open edges"
    if inside:
        yield f"{name}: {inside} triangles whose normals look inwards"


def rest_faults(character: Character, feet: dict[str, list[Influence]]) -> Iterator[str]:
    bind = character.bind()
    inverse = character.read(character.scene["skins"][0]["inverseBindMatrices"])
    for name, at, matrix in zip(character.names, bind, inverse):
        if max(abs(a + m) for a, m in zip(at, matrix[12:15])) > 2e-5:
            yield f"{name}: its bind matrix is not its rest place"
    if len(set(character.names)) < len(character.names):
        yield "two joints of one name"
    for name in character.meshes:
        lowest = min(point[1] for point, _ in vertices(character, name))
        if abs(lowest) > 1e-5:
            yield f"{name}: its lowest point lies at {lowest * 1000.0:.2f} mm"
    yield from (f"{foot}: only {len(points)} points of sole" for foot, points in feet.items() if len(points) < 3)


def ground_step(facts: dict, point: Vector, seconds: float) -> Vector:
    """Where the ground takes a point within some seconds."""
    angle = -math.radians(facts.get("turnRate", 0.0)) * seconds
    turned = turn((0.0, math.sin(angle / 2.0), 0.0, math.cos(angle / 2.0)), point)
    return add(turned, (-facts.get("sideSpeed", 0.0) * seconds, 0.0, -facts["speed"] * seconds))


class FootFigures:
    """One foot through one clip, from its sole alone."""

    def __init__(self, clip: Clip, sole: list[Influence], bind: list[Vector]) -> None:
        count = clip.keys - 1
        poses = clip.fine_poses()
        self.fine = [[skinned(v, pose, bind) for v in sole] for pose in poses]
        lowest = [min(p[1] for p in points) for points in self.fine]
        self.sink = max(0.0, -min(lowest[::FINE]))
        self.between = max(0.0, -min(lowest))
        self.ratio = sum(low < STANDS for low in lowest[:-1]) / (count * FINE)
        self.lift = max(lowest)
        self.down = self._downs(lowest, clip.seconds)
        self.slide, self.longest = self._slides(clip, self.fine[::FINE], clip.seconds / count)

    @staticmethod
    def _downs(lowest: list[float], seconds: float) -> list[float]:
        count = len(lowest) - 1
        return [seconds * i / count for i in range(count) if lowest[i] < STANDS <= lowest[i - 1 if i else count - 1]]

    @staticmethod
    def _slides(clip: Clip, keys: list[list[Vector]], step: float) -> tuple[float, float]:
        """The farthest that a standing point gets from where the ground takes it: at a key, and in one contact."""
        most, longest = 0.0, 0.0
        drift = [(0.0, 0.0)] * len(keys[0])
        for before, after in [*zip(keys, keys[1:])] * (2 if clip.facts["loops"] else 1):
            for i, (a, b) in enumerate(zip(before, after)):
                if a[1] < STANDS and b[1] < STANDS:
                    carried = ground_step(clip.facts, a, step)
                    off = (b[0] - carried[0], b[2] - carried[2])
                    most = max(most, math.hypot(*off))
                    drift[i] = (drift[i][0] + off[0], drift[i][1] + off[1])
                    longest = max(longest, math.hypot(*drift[i]))
                else:
                    drift[i] = (0.0, 0.0)
        return most, longest


def knee_angles(character: Character, clip: Clip) -> tuple[float, float]:
    angles = []
    for i in range(clip.keys):
        pose = clip.at(clip.seconds * i / (clip.keys - 1))
        for names in character.facts["feet"].values():
            hip, knee, ankle = (pose[character.names.index(names[k])][1] for k in ("thigh", "shin", "foot"))
            a, b = subtract(hip, knee), subtract(ankle, knee)
            angles.append(math.degrees(math.acos(dot(a, b) / math.sqrt(dot(a, a) * dot(b, b)))))
    return min(angles), max(angles)


def seam(clip: Clip) -> tuple[float, float]:
    """How far joints are from closing the loop, and how much faster they change their speed there than elsewhere."""
    count = clip.keys - 1
    places = [[at for _, at in clip.at(clip.seconds * i / count)] for i in range(count + 1)]
    apart = max(math.dist(a, b) for a, b in zip(places[0], places[-1]))
    jolts = []
    for i in range(count):
        before, now, after = places[i - 1 if i else count - 1], places[i], places[i + 1]
        jolts.append(max(math.dist(subtract(c, b), subtract(b, a)) for a, b, c in zip(before, now, after)))
    return apart, jolts[0] / max(1e-6, max(jolts[1:]))


def clip_faults(
    character: Character, clip: Clip, feet: dict[str, list[Influence]], bind: list[Vector]
) -> Iterator[str]:
    where = f"{clip.name}:"
    if abs(clip.facts["seconds"] - clip.seconds) > 1e-4 or clip.extras.get("speed") != clip.facts["speed"]:
        yield f"{where} the facts beside the file are not the file's"
    if any(abs(dot(k, k) - 1.0) > 1e-4 for _, path, _, keys in clip.tracks if path == "rotation" for k in keys):
        yield f"{where} a turn that is no unit quaternion"
    figures = {foot: FootFigures(clip, sole, bind) for foot, sole in feet.items()}
    straightest = knee_angles(character, clip)
    kinds = ("slide", "longest", "sink", "between")
    slide, longest, sink, between = (max(getattr(f, k) for f in figures.values()) for k in kinds)
    ratios = [f.ratio for f in figures.values()]
    print(
        f"  {clip.name:12} {clip.seconds:5.3f} s, slide a key {slide * 1000:5.2f} mm,"
        f" a contact {longest * 1000:5.2f} mm, sink {sink * 1000:4.2f} mm ({between * 1000:4.2f} between keys),"
        f" stands {min(ratios):5.3f} to {max(ratios):5.3f},"
        f" knee {straightest[0]:5.1f} to {straightest[1]:5.1f}"
    )
    if longest > SLIDE:
        yield f"{where} a foot slides by {longest * 1000:.2f} mm"
    if sink > SINK or between > SINK_BETWEEN:
        yield f"{where} a foot sinks in by {sink * 1000:.2f} mm, between keys by {between * 1000:.2f} mm"
    if straightest[1] > STRAIGHTEST:
        yield f"{where} a knee of {straightest[1]:.1f} degrees"
    if clip.facts["loops"]:
        apart, jolt = seam(clip)
        if apart > 1e-4 or jolt > 1.5:
            yield f"{where} does not close: {apart * 1000:.2f} mm apart, {jolt:.2f} times the jolt of the rest"
    yield from footfall_faults(clip, figures)


def footfall_faults(clip: Clip, figures: dict[str, FootFigures]) -> Iterator[str]:
    duty = clip.facts.get("duty")
    if duty is None:
        for foot, found in figures.items():
            if found.lift > FLOAT:
                yield f"{clip.name}: {foot} floats by {found.lift * 1000:.2f} mm"
        return
    for foot, found in figures.items():
        low, high = RATIOS[clip.name] if len(figures) == 2 and clip.name in RATIOS else (duty - 0.02, duty + 0.04)
        if not low <= found.ratio <= high:
            yield f"{clip.name}: {foot} stands for {found.ratio:.3f} of the cycle, not {low} to {high}"
        told = clip.facts["footDown"][foot]
        apart = [abs(a - b) for a, b in zip(sorted(told), found.down)]
        apart = [min(d, clip.seconds - d) for d in apart]
        if len(told) != len(found.down) or max(apart) > 1.5 / 60.0:
            yield f"{clip.name}: {foot} comes down at {found.down}, not at {told}"


def check(path: Path) -> int:
    character = Character(path)
    counts = {}
    for name, mesh in character.meshes.items():
        counts[name] = sum(character.scene["accessors"][p["indices"]]["count"] // 3 for p in mesh["primitives"])
    print(f"{path.name}: {character.size} bytes, {len(character.joints)} joints, triangles {counts}")
    feet = soles(character)
    faults = [f for name in character.meshes for f in mesh_faults(character, name)]
    faults += rest_faults(character, feet)
    bind = character.bind()
    for animation in character.scene["animations"]:
        faults += clip_faults(character, Clip(character, animation), feet, bind)
    if character.size > LARGEST_FILE:
        faults.append(f"{character.size} bytes long")
    for fault in faults:
        print(f"  FAULT {fault}")
    return len(faults)


if __name__ == "__main__":
    sys.exit(1 if sum([check(Path(name)) for name in sys.argv[1:]]) else 0)
