"""Crab.glb and Crab.json: a crab with its clips.

blender -b --python-exit-code 1 -P Crab.py -- OUT.glb

It walks in two sets of four legs that take turns (alternating tetrapod): left 1 and 3 with right 2 and 4.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import bpy
from mathutils import Vector

import CrabBody as Body
from CharacterFile import RATE, Character, Clip, write, write_facts
from LevelKit import arguments
from Motion import Pose, Rig, Step, Take, Y, record, straight, turned, wave
from Sculpt import build

RIG = Rig(Body.joints())
SIDES = (("_l", 1.0), ("_r", -1.0))
FEET = [(name, side, sign) for name in Body.LEGS for side, sign in SIDES]


def tip(name: str, sign: float) -> Vector:
    place = Body.leg_places(name)[3]
    return Vector((sign * place[0], place[1], place[2]))


def start_of(name: str, side: str) -> float:
    """Legs of a set follow each other a little, from the back to the front."""
    number = int(name[-1])
    first = (number % 2 == 1) == (side == "_l")
    return (0.0 if first else 0.5) + 0.015 * (4 - number)


def put(pose: Pose, name: str, side: str, sign: float, at: Vector) -> None:
    """Turns a leg so that its tip stands at a place; the foot keeps upright."""
    coxa, femur, tibia, foot = (f"{name}_{part}{side}" for part in ("coxa", "femur", "tibia", "foot"))
    body = pose.turn_of("body")
    rest = tip(name, sign) - RIG.at[coxa]
    now = body.inverted() @ (at - pose.at(coxa))
    yaw = math.degrees(math.atan2(now.x, now.z) - math.atan2(rest.x, rest.z))
    pose.bend(coxa, turned(0.0, (yaw + 180.0) % 360.0 - 180.0))
    ankle = at + RIG.at[foot] - tip(name, sign)
    pose.limb(femur, tibia, foot, ankle, Y, Y)
    pose.turn[foot] = turned()


def arms(pose: Pose, phase: float, raised: float, snap: float) -> None:
    for side, sign in SIDES:
        own = phase + (0.0 if sign > 0.0 else 0.5)
        pose.bend("arm" + side, turned(-raised + wave(own, (2.0, 0.2)), sign * wave(own, (3.0, 0.1))))
        pose.bend("claw" + side, turned(-0.6 * raised + wave(own, (3.0, 0.3)), sign * (4.0 + wave(own, (3.0, 0.4)))))
        pose.bend("hand" + side, turned(0.8 * raised + wave(own, (3.0, 0.5))))
        pose.bend("pincer" + side, turned(4.0 + snap * max(0.0, wave(own, (1.0, 0.7))) ** 2))
        pose.bend("eye" + side, turned(wave(own, (5.0, 0.3)), 0.0, sign * wave(phase, (0.0, 0.0), (4.0, 0.1))))


def stand_at(phase: float) -> Pose:
    pose = Pose(RIG)
    breath = wave(phase, (1.0, 0.2))
    pose.place["body"] = Vector((0.004 * wave(phase, (1.0, 0.4)), Body.BODY[1] - 0.006 + 0.004 * breath, 0.0))
    pose.turn["body"] = turned(1.0 * breath, wave(phase, (1.5, 0.1)), wave(phase, (1.0, 0.6)))
    arms(pose, phase, 8.0, 22.0)
    for name, side, sign in FEET:
        put(pose, name, side, sign, tip(name, sign))
    return pose


def walking(name: str, frames: int, speed: float, side_speed: float, duty: float, lift: float) -> Take:
    seconds = frames / RATE
    steps = []
    for leg, side, sign in FEET:
        rest = tip(leg, sign)
        ground, start = straight(speed, side_speed), start_of(leg, side)
        steps.append(
            Step(rest, None, 0.03, seconds, duty, ground, rest, lambda _: 0.0, lift, (1.5, 1.6), 0.45, 0.0, start)
        )

    def pose_at(phase: float) -> Pose:
        pose = Pose(RIG)
        bob = wave(phase, (0.0, 0.0), (0.006, 0.40))
        along = Vector((side_speed, 0.0, speed)).normalized() * wave(phase, (0.0, 0.0), (0.006, 0.1))
        pose.place["body"] = Vector((0.0, Body.BODY[1] - 0.008 + bob, 0.0)) + along
        nod, yaw, roll = wave(phase, (0.0, 0.0), (1.2, 0.2)), wave(phase, (2.0, 0.1)), wave(phase, (2.2, 0.3))
        pose.turn["body"] = turned(nod, yaw, roll)
        arms(pose, phase, 14.0, 8.0)
        for (leg, side, sign), step in zip(FEET, steps):
            put(pose, leg, side, sign, step.at(phase).ball)
        return pose

    down = {f"{leg}_foot{side}": [round(start_of(leg, side) * seconds, 5)] for leg, side, _ in FEET}
    extras = {"speed": speed, "sideSpeed": side_speed, "duty": duty, "footDown": down}
    return Take(name, frames, True, pose_at, extras)


def clips() -> list[Clip]:
    takes = [
        Take("stand", 180, True, stand_at, {"speed": 0.0}),
        walking("walk", 36, 0.5, 0.0, 0.58, 0.075),
        walking("run", 24, 1.1, 0.0, 0.52, 0.085),
        walking("walk_left", 32, 0.0, 0.6, 0.58, 0.075),
        walking("walk_right", 32, 0.0, -0.6, 0.58, 0.075),
    ]
    return [record(RIG, take, "body") for take in takes]


def feet() -> dict:
    made = {}
    for name, side, _ in FEET:
        femur, tibia, foot = (f"{name}_{part}{side}" for part in ("femur", "tibia", "foot"))
        height = round(RIG.at[foot].y, 4)
        made[foot] = {"thigh": femur, "shin": tibia, "foot": foot, "ankleHeight": height}
    return made


def main() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    recorded = clips()
    parts = Body.parts()
    names = ("Crab", "Crab_LOD1", "Crab_LOD2")
    meshes = {name: build(parts, level) for level, name in enumerate(names)}
    out = Path(arguments()[0])
    character = Character("Crab", Body.joints(), Body.COLOURS, Body.weights, meshes, recorded)
    write(character, out)
    write_facts(character, out.with_suffix(".json"), {"feet": feet()})


main()
