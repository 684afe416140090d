"""Hound.glb and Hound.json: a dog with its clips.

blender -b --python-exit-code 1 -P Hound.py -- OUT.glb

Footfall orders and how long feet stand follow Muybridge (1887) and Hildebrand (1977): walk in four beats with the hind
foot leading its side, trot in diagonal pairs, rotary gallop with two flights.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import bpy
from mathutils import Vector

import HoundBody as Body
from CharacterFile import RATE, Character, Clip, write, write_facts
from LevelKit import arguments
from Motion import Curve, Footing, Leg, Pose, Rig, Step, Take, Z, record, stand_on, straight, turned, wave
from Sculpt import build

RIG = Rig(Body.joints())
FRONT, HIND = Vector(Body.PAW), Vector(Body.FOOT)
SIDES = (("_l", 1.0), ("_r", -1.0))


def legs() -> dict[str, Leg]:
    made = {}
    for side, _ in SIDES:
        made["paw" + side] = Leg("upperarm" + side, "forearm" + side, "pastern" + side, "paw" + side, -Z, None, 0.06)
    for side, _ in SIDES:
        made["toe" + side] = Leg("thigh" + side, "shin" + side, "hock" + side, "toe" + side, Z, None, 0.06)
    return made


def rest_of(foot: str) -> Vector:
    place = FRONT if foot.startswith("paw") else HIND
    return Vector((place.x if foot.endswith("_l") else -place.x, place.y, place.z))


LEGS = legs()


@dataclass
class Gait:
    """Curves run over the phase since the foot came down."""

    name: str
    frames: int
    speed: float
    starts: dict[str, float]  # the phase at which each foot comes down
    duty: float
    fore_pitch: Curve
    hind_pitch: Curve
    lift: tuple[float, float]  # of the front and the hind feet
    reach: tuple[float, float]  # of the middle of the stance before the rest place, front and hind
    narrow: float
    body: Callable[[Pose, float], None]  # sets hips, spine, neck, head and tail
    scapula: float  # how far it swings
    haste: float = 0.4
    shape: tuple[float, float] = (1.7, 2.0)


def steps_of(gait: Gait) -> dict[str, Step]:
    made = {}
    for foot, start in gait.starts.items():
        kind = 0 if foot.startswith("paw") else 1
        rest = rest_of(foot)
        middle = Vector((rest.x * gait.narrow, rest.y, rest.z + gait.reach[kind]))
        made[foot] = Step(
            rest=rest,
            heel=None,
            tip=0.06,
            seconds=gait.frames / RATE,
            duty=gait.duty,
            ground=straight(gait.speed),
            middle=middle,
            pitch=gait.hind_pitch if kind else gait.fore_pitch,
            lift=gait.lift[kind],
            shape=gait.shape,
            haste=gait.haste,
            start=start,
        )
    return made


def going(gait: Gait) -> Take:
    steps = steps_of(gait)

    def pose_at(phase: float) -> Pose:
        pose = Pose(RIG)
        gait.body(pose, phase)
        for foot, step in steps.items():
            if foot.startswith("paw"):
                own = phase - gait.starts[foot]
                pose.bend("scapula" + foot[-2:], turned(wave(own, (-gait.scapula, -0.02))))
            stand_on(pose, LEGS[foot], step.at(phase))
        return pose

    down = {foot: [round(start * gait.frames / RATE, 5)] for foot, start in gait.starts.items()}
    extras = {"speed": gait.speed, "duty": gait.duty, "footDown": down}
    return Take(gait.name, gait.frames, True, pose_at, extras)


def tail(pose: Pose, lifted: float, wag: Callable[[int], float]) -> None:
    for i in range(4):
        pose.bend(f"tail_{i + 1:02}", turned(lifted * (1.0, 0.5, -0.2, -0.6)[i], wag(i)))


def head_level(pose: Pose, nod: float, yaw: float = 0.0, neck: float = 0.0) -> None:
    pose.bend("neck_01", turned(neck + nod * 0.5, yaw * 0.3))
    pose.bend("neck_02", turned(neck * 0.5 + nod * 0.5, yaw * 0.3))
    pose.turn["head"] = turned(nod * 0.4 + 4.0, yaw, 0.0)


def ears(pose: Pose, flap: float) -> None:
    for side, sign in SIDES:
        pose.bend("ear" + side, turned(0.0, 0.0, sign * flap))


def walk_body(pose: Pose, phase: float) -> None:
    side = wave(phase, (1.0, 0.30))
    pose.place["hips"] = Vector((0.008 * side, 0.588 + wave(phase, (0.0, 0.0), (0.007, 0.08)), -0.255))
    pose.turn["hips"] = turned(wave(phase, (0.0, 0.0), (1.2, 0.2)), -3.5 * wave(phase, (1.0, 0.0)), 2.5 * side)
    for joint in ("spine_01", "spine_02", "chest"):
        bend = wave(phase, (2.6, 0.02))
        pose.bend(joint, turned(wave(phase, (0.0, 0.0), (-0.8, 0.25)), bend, -1.4 * side))
    head_level(pose, 3.0 + wave(phase, (0.0, 0.0), (2.5, 0.42)), wave(phase, (-1.5, 0.1)), 6.0)
    ears(pose, wave(phase, (0.0, 0.0), (3.0, 0.5)))
    tail(pose, 4.0 + wave(phase, (0.0, 0.0), (2.0, 0.3)), lambda i: wave(phase, (5.0, 0.1 + 0.1 * i)))


def trot_body(pose: Pose, phase: float) -> None:
    pose.place["hips"] = Vector((0.0, 0.582 + wave(phase, (0.0, 0.0), (0.017, 0.46)), -0.255))
    pose.turn["hips"] = turned(1.5, -3.0 * wave(phase, (1.0, 0.0)), 1.5 * wave(phase, (1.0, 0.2)))
    for joint in ("spine_01", "spine_02", "chest"):
        pose.bend(joint, turned(-0.5, wave(phase, (2.0, 0.0)), 0.0))
    head_level(pose, 2.0 + wave(phase, (0.0, 0.0), (1.5, 0.1)), 0.0, 4.0)
    ears(pose, 4.0 + wave(phase, (0.0, 0.0), (9.0, 0.6)))
    tail(pose, 12.0 + wave(phase, (0.0, 0.0), (3.0, 0.6)), lambda i: wave(phase, (4.0, 0.1 + 0.1 * i)))


def gallop_body(pose: Pose, phase: float) -> None:
    """Gathered after the front feet have left the ground (0.9), stretched after the hind ones have (0.4)."""
    gather = wave(phase, (1.0, 0.93))
    rock = wave(phase, (1.0, 0.13))
    height = 0.560 + wave(phase, (0.006, 0.5), (0.020, 0.43))
    pose.place["hips"] = Vector((0.0, height, -0.235 + 0.03 * gather))
    pose.turn["hips"] = turned(-2.0 - 13.0 * gather - 8.0 * rock)
    for joint in ("spine_01", "spine_02", "chest"):
        pose.bend(joint, turned(1.0 + 9.0 * gather + 2.2 * rock))
    head_level(pose, 8.0 - 5.0 * gather, 0.0, 16.0 - 8.0 * gather)
    ears(pose, 12.0 + wave(phase, (14.0, 0.75)))
    tail(pose, 24.0 + wave(phase, (10.0, 0.55)), lambda i: wave(phase, (2.0, 0.1 * i)))


def stand_at(phase: float) -> Pose:
    """Breathes, wags, looks about."""
    pose = Pose(RIG)
    side = wave(phase, (1.0, 0.25))
    breath = wave(phase, (0.0, 0.0), (1.0, 0.1))
    pose.place["hips"] = Vector((0.006 * side, 0.606 + 0.0015 * breath, -0.255))
    pose.turn["hips"] = turned(0.0, 1.0 * side, 0.8 * side)
    for joint in ("spine_01", "spine_02", "chest"):
        pose.bend(joint, turned(0.25 * breath, -0.8 * side, -0.3 * side))
    head_level(pose, 1.0 + 0.8 * breath, wave(phase, (14.0, 0.3), (5.0, 0.1)), 0.0)
    pose.bend("jaw", turned(5.0 + 1.5 * breath))
    ears(pose, 0.8 * breath)
    tail(pose, 14.0, lambda i: 9.0 * wave(phase * 4.0, (1.0, 0.07 * i)))
    for foot, leg in LEGS.items():
        stand_on(pose, leg, Footing(rest_of(foot), 0.0, 0.0))
    return pose


WALK = Gait(
    name="walk",
    frames=45,
    speed=1.0,
    starts={"toe_l": 0.0, "paw_l": 0.25, "toe_r": 0.5, "paw_r": 0.75},
    duty=0.62,
    fore_pitch=Curve((0.0, -16.0), (0.12, -6.0), (0.40, 6.0), (0.62, 40.0), (0.72, 62.0), (0.88, 10.0), (0.96, -16.0)),
    hind_pitch=Curve((0.0, -14.0), (0.15, -6.0), (0.40, 4.0), (0.62, 28.0), (0.74, 34.0), (0.90, 0.0)),
    lift=(0.085, 0.07),
    reach=(0.025, 0.03),
    narrow=0.85,
    body=walk_body,
    scapula=13.0,
)
TROT = Gait(
    name="trot",
    frames=27,
    speed=2.4,
    starts={"toe_l": 0.0, "paw_r": 0.0, "toe_r": 0.5, "paw_l": 0.5},
    duty=0.40,
    fore_pitch=Curve(
        (0.0, -16.0), (0.14, -14.0), (0.30, 10.0), (0.40, 42.0), (0.56, 82.0), (0.80, 20.0), (0.95, -16.0)
    ),
    hind_pitch=Curve((0.0, -10.0), (0.15, -6.0), (0.30, 8.0), (0.40, 30.0), (0.56, 38.0), (0.86, 0.0)),
    lift=(0.12, 0.10),
    reach=(0.02, 0.01),
    narrow=0.70,
    body=trot_body,
    scapula=13.0,
)
GALLOP = Gait(
    name="gallop",
    frames=24,
    speed=5.5,
    starts={"toe_r": 0.0, "toe_l": 0.09, "paw_l": 0.45, "paw_r": 0.57},
    duty=0.17,
    fore_pitch=Curve((0.0, -18.0), (0.07, -16.0), (0.12, 8.0), (0.17, 32.0), (0.36, 92.0), (0.70, 60.0), (0.95, -18.0)),
    hind_pitch=Curve((0.0, -16.0), (0.08, -8.0), (0.12, 10.0), (0.17, 36.0), (0.30, 40.0), (0.72, -8.0)),
    lift=(0.19, 0.16),
    reach=(0.0, 0.07),
    narrow=0.62,
    body=gallop_body,
    scapula=18.0,
    haste=0.34,
    shape=(1.4, 1.7),
)


def clips() -> list[Clip]:
    takes = [Take("stand", 240, True, stand_at, {"speed": 0.0}), *(going(g) for g in (WALK, TROT, GALLOP))]
    return [record(RIG, take, "hips") for take in takes]


def feet() -> dict:
    made = {}
    for foot, leg in LEGS.items():
        ankle = round(RIG.at[leg.foot].y, 4)
        made[foot] = {"thigh": leg.upper, "shin": leg.lower, "foot": leg.foot, "toe": leg.toe, "ankleHeight": ankle}
    return made


def main() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    recorded = clips()
    parts = Body.parts()
    names = ("Hound", "Hound_LOD1", "Hound_LOD2")
    meshes = {name: build(parts, level) for level, name in enumerate(names)}
    out = Path(arguments()[0])
    character = Character("Hound", Body.joints(), Body.COLOURS, Body.weights, meshes, recorded)
    write(character, out)
    write_facts(character, out.with_suffix(".json"), {"feet": feet()})


main()
