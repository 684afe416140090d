"""The Mannequin's clips. Runs inside Blender.

Phase 0 is when the left foot comes down, 0.5 when the right one does. Angles and timing follow what is measured on
people (Winter 1991 for walking, Novacheck 1998 for running).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from mathutils import Vector

import MannequinBody as Body
from CharacterFile import RATE, Clip
from Motion import Curve, Footing, Ground, Leg, Pose, Rig, Step, Take, Z
from Motion import record, rise, stand_on, straight, turned, turning, wave

RIG = Rig(Body.joints())
BALL = Vector(Body.BALL)
HEEL = Vector((0.100, 0.0, -0.0715))
TIP = 0.078
SPINE = ("spine_01", "spine_02", "spine_03")
SIDES = (("_l", 1.0, 0.0), ("_r", -1.0, 0.5))  # suffix, sign of X, phase


def mirrored(v: Vector, sign: float) -> Vector:
    return Vector((v.x * sign, v.y, v.z))


def leg(side: str, sign: float) -> Leg:
    return Leg("thigh" + side, "shin" + side, "foot" + side, "toe" + side, Z, mirrored(HEEL, sign), TIP)


@dataclass
class Gait:
    """Angles in degrees; curves of the left side, the right does the same half a cycle later."""

    name: str
    frames: int
    speed: float
    duty: float
    pitch: Curve  # of the foot, by the phase since it came down
    lift: float
    middle: tuple[float, float]  # X and Z of the toe joint at half of the stance
    height: Callable[[float], float]
    sway: float
    yaw: tuple[float, float]  # of the hips, and of the chest in the world
    roll: tuple[float, float]
    lean: tuple[float, float]  # of the hips, and of the chest
    swing: tuple[float, float]  # of the arms: how far about which middle
    elbow: tuple[float, float]
    shape: tuple[float, float] = (2.0, 2.0)
    haste: float = 0.5
    toe_out: float = 5.0
    out: float = 13.0  # of the arms


def curl(pose: Pose, pitch: float, yaw: float = 0.0, roll: float = 0.0) -> None:
    """Bends the spine, a third in each of its joints."""
    for joint in SPINE:
        pose.bend(joint, turned(pitch / 3.0, yaw / 3.0, roll / 3.0))


def face(pose: Pose, pitch: float, yaw: float = 0.0, roll: float = 0.0) -> None:
    """Turns the head in the world, half of it by the neck."""
    pose.turn["neck"] = pose.turn_of("spine_03").slerp(turned(pitch, yaw, roll), 0.45)
    pose.turn["head"] = turned(pitch, yaw, roll)


def hang(pose: Pose, side: str, sign: float, swing: float, elbow: float, out: float, inward: float = 16.0) -> None:
    """An arm that hangs from the chest: forward by swing, away from the body by out."""
    chest = pose.turn_of("clavicle" + side)
    s, o, i = (math.radians(v) for v in (swing, out, inward))
    along = Vector((sign * math.sin(o), -math.cos(o) * math.cos(s), math.cos(o) * math.sin(s)))
    front = Vector((-sign * math.sin(i), math.cos(i) * math.sin(s), math.cos(i) * math.cos(s)))
    pose.aim("upperarm" + side, "lowerarm" + side, "hand" + side, chest @ along, chest @ front, elbow)
    pose.bend("fingers" + side, turned(0.0, 0.0, -sign * 22.0))


def steps_of(gait: Gait, ground: Ground) -> list[Step]:
    made = []
    for _, sign, start in SIDES:
        middle = Vector((sign * gait.middle[0], BALL.y, gait.middle[1]))
        made.append(
            Step(
                rest=mirrored(BALL, sign),
                heel=mirrored(HEEL, sign),
                tip=TIP,
                seconds=gait.frames / RATE,
                duty=gait.duty,
                ground=ground,
                middle=middle,
                pitch=gait.pitch,
                lift=gait.lift,
                shape=gait.shape,
                haste=gait.haste,
                yaw=sign * gait.toe_out,
                start=start,
            )
        )
    return made


def footfalls(frames: int) -> dict:
    return {"footDown": {"foot_l": [0.0], "foot_r": [round(frames / RATE / 2.0, 5)]}}


def walking(gait: Gait) -> Take:
    steps = steps_of(gait, straight(gait.speed))
    middle = gait.duty / 2.0

    def pose_at(phase: float) -> Pose:
        pose = Pose(RIG)
        sway = wave(phase, (gait.sway, middle))
        pose.place["hips"] = Vector((sway, gait.height(phase), wave(phase, (0.0, 0.0), (0.006, 0.1))))
        yaw, roll = wave(phase, (-gait.yaw[0], 0.0)), wave(phase, (gait.roll[0], middle - 0.1))
        pose.turn["hips"] = turned(gait.lean[0] + wave(phase, (0.0, 0.0), (1.0, 0.1)), yaw, roll)
        chest = wave(phase, (gait.yaw[1], 0.02))
        tilt = wave(phase, (-gait.roll[1], middle - 0.1))
        curl(pose, gait.lean[1] - gait.lean[0], chest - yaw, tilt - roll)
        face(pose, gait.lean[1] * 0.25 + wave(phase, (0.0, 0.0), (1.0, 0.2)), chest * 0.2, tilt * 0.3)
        for (side, sign, start), step in zip(SIDES, steps):
            own = phase - start
            swing = gait.swing[1] + wave(own, (gait.swing[0], 0.53))
            elbow = gait.elbow[1] + wave(own, (gait.elbow[0], 0.56))
            pose.bend("clavicle" + side, turned(0.0, -sign * swing * 0.12, -sign * 5.0))
            hang(pose, side, sign, swing, elbow, gait.out)
            stand_on(pose, leg(side, sign), step.at(phase))
        return pose

    extras = {"speed": gait.speed, "duty": gait.duty, **footfalls(gait.frames)}
    return Take(gait.name, gait.frames, True, pose_at, extras)


WALK = Gait(
    name="walk",
    frames=63,
    speed=1.4,
    duty=0.585,
    pitch=Curve((0.0, -19.0), (0.09, 0.0), (0.28, 0.0), (0.48, 20.0), (0.585, 54.0), (0.65, 61.0), (0.95, -20.0)),
    lift=0.05,
    middle=(0.068, 0.022),
    height=lambda phase: 0.9135 + wave(phase, (0.0, 0.0), (0.020, 0.31)),
    sway=0.018,
    yaw=(6.0, 5.0),
    roll=(3.5, 1.0),
    lean=(2.0, 4.0),
    swing=(23.0, 0.0),
    elbow=(10.0, 22.0),
    shape=(1.5, 2.0),
)
JOG = Gait(
    name="jog",
    frames=44,
    speed=3.0,
    duty=0.36,
    pitch=Curve((0.0, -8.0), (0.05, 0.0), (0.15, 0.0), (0.36, 52.0), (0.44, 74.0), (0.66, 42.0), (0.95, -10.0)),
    lift=0.15,
    middle=(0.055, -0.035),
    height=lambda phase: 0.885 + wave(phase, (0.0, 0.0), (0.030, 0.43)),
    sway=0.012,
    yaw=(7.0, 9.0),
    roll=(3.0, 1.5),
    lean=(5.0, 8.0),
    swing=(30.0, -4.0),
    elbow=(12.0, 82.0),
    shape=(1.8, 2.0),
    haste=0.40,
    toe_out=4.0,
    out=16.0,
)
RUN = Gait(
    name="run",
    frames=36,
    speed=6.0,
    duty=0.25,
    pitch=Curve(
        (0.0, -5.0), (0.025, 0.0), (0.09, 0.0), (0.25, 62.0), (0.36, 98.0), (0.55, 74.0), (0.80, 8.0), (0.95, -8.0)
    ),
    lift=0.34,
    middle=(0.045, -0.025),
    height=lambda phase: 0.866 + wave(phase, (0.0, 0.0), (0.028, 0.375)),
    sway=0.008,
    yaw=(9.0, 13.0),
    roll=(3.0, 2.0),
    lean=(9.0, 13.0),
    swing=(44.0, -6.0),
    elbow=(16.0, 94.0),
    shape=(2.0, 2.8),
    haste=0.32,
    toe_out=2.0,
    out=17.0,
)


def planted(sign: float, spread: float = 0.0, forward: float = 0.0, pitch: float = 0.0) -> Footing:
    return Footing(Vector((sign * (BALL.x + spread), BALL.y, BALL.z + forward)), pitch, 0.0, sign * 7.0)


def standing(phase: float, sway: float = 0.014, breath: float = 1.0) -> Pose:
    """At ease: the weight goes from one leg to the other, the chest rises and falls. Feet are not set yet."""
    pose = Pose(RIG)
    side = wave(phase, (1.0, 0.25))
    pose.place["hips"] = Vector((sway * side, 0.938 - 0.003 * side * side, -0.004 + wave(phase, (0.003, 0.6))))
    pose.turn["hips"] = turned(1.0, 1.5 * side, 1.6 * side)
    curl(pose, 1.5 + breath * wave(phase, (-1.2, 0.4)), -1.0 * side, -2.2 * side)
    lifted = breath * wave(phase, (1.6, 0.4))
    for name, sign, _ in SIDES:
        pose.bend("clavicle" + name, turned(0.0, 0.0, sign * (lifted - 6.0)))
        hang(pose, name, sign, -1.0 + 1.2 * side * sign + lifted * 0.4, 17.0 + lifted, 13.0 + 0.5 * lifted)
    return pose


def idle_at(phase: float) -> Pose:
    pose = standing(phase)
    face(pose, 1.5 + wave(phase, (1.0, 0.1)), wave(phase, (3.0, 0.3), (1.5, 0.1)), wave(phase, (-0.8, 0.25)))
    for side, sign, _ in SIDES:
        stand_on(pose, leg(side, sign), planted(sign))
    return pose


LOOK = Curve((0.0, 0.0), (0.06, 0.0), (0.22, 62.0), (0.36, 58.0), (0.62, -62.0), (0.78, -56.0), (0.94, 0.0))


def look_at(phase: float) -> Pose:
    yaw = LOOK(phase)
    pose = standing(phase, 0.008)
    pose.turn["hips"] = turned(1.0, yaw * 0.10)
    curl(pose, 2.0, yaw * 0.35)
    for name, sign, _ in SIDES:
        hang(pose, name, sign, -1.0, 17.0, 13.0)
        stand_on(pose, leg(name, sign), planted(sign))
    dip = abs(yaw) / 62.0
    face(pose, 1.0 + 4.0 * dip * (1.0 if yaw > 0.0 else -1.2), yaw, -yaw * 0.06)
    return pose


def turn_take(frames: int = 60, rate: float = 90.0) -> Take:
    """To the left on the spot, 90 degrees a cycle."""
    pitch = Curve((0.0, 0.0), (0.45, 0.0), (0.60, 16.0), (0.68, 24.0), (0.86, 0.0), (0.97, 0.0))
    gait = Gait("turn_left", frames, 0.0, 0.60, pitch, 0.075, (0.105, 0.06), lambda _: 0.0, 0.0, *[(0.0, 0.0)] * 5)
    gait.toe_out, gait.haste, gait.shape = 6.0, 0.45, (1.5, 1.5)
    steps = steps_of(gait, turning(rate * RATE / frames))

    def pose_at(phase: float) -> Pose:
        pose = Pose(RIG)
        side = wave(phase, (1.0, 0.30))
        pose.place["hips"] = Vector((0.022 * side, 0.925 + wave(phase, (0.0, 0.0), (0.006, 0.30)), 0.0))
        pose.turn["hips"] = turned(2.0, 3.0 + wave(phase, (5.0, 0.0)), 2.0 * side)
        curl(pose, 2.0, 6.0 + wave(phase, (-3.0, 0.0)), -2.5 * side)
        face(pose, 2.0, 22.0 + wave(phase, (2.0, 0.1)), -1.0)
        for (name, sign, start), step in zip(SIDES, steps):
            hang(pose, name, sign, wave(phase - start, (7.0, 0.5)), 24.0 + wave(phase - start, (4.0, 0.5)), 14.0)
            stand_on(pose, leg(name, sign), step.at(phase))
        return pose

    extras = {"speed": 0.0, "turnRate": rate * RATE / frames, "duty": gait.duty, **footfalls(frames)}
    return Take("turn_left", frames, True, pose_at, extras)


def huddled(phase: float, depth: float) -> Pose:
    """From standing (depth 0) to cowering (1): crouched, the back round, the arms over the head."""
    upright = standing(0.0)
    down = rise(depth)
    shake = depth * (0.5 * math.sin(math.tau * 13.0 * phase) + 0.3 * math.sin(math.tau * 17.0 * phase + 1.0))
    breath = depth * wave(phase, (0.0, 0.0), (1.0, 0.2))
    pose = Pose(RIG)
    low = Vector((0.0, 0.455 + 0.004 * breath, -0.135))
    pose.place["hips"] = upright.at("hips").lerp(low, down)
    pose.turn["hips"] = turned(1.0 + 12.0 * down, shake * 0.5)
    curl(pose, 1.5 + down * (72.0 - 2.0 * breath), shake, shake * 0.6)
    bow = rise(depth * 1.4)
    pose.bend("neck", turned(bow * 22.0))
    pose.bend("head", turned(bow * 18.0 + shake))
    guard = rise((depth - 0.15) / 0.75)
    for name, sign, _ in SIDES:
        pose.bend("clavicle" + name, turned(0.0, -sign * 14.0 * guard, sign * (22.0 * guard - 6.0)))
        hang(pose, name, sign, -1.0, 17.0, 13.0)
        free = {j: pose.turn[j + name].copy() for j in ("upperarm", "lowerarm")}
        head = pose.turn_of("head")
        hand = pose.at("head") + head @ Vector((sign * 0.095, 0.195, -0.055 + 0.005 * shake))
        pole = head @ Vector((sign * 0.75, 0.05, 0.75))
        pose.limb("upperarm" + name, "lowerarm" + name, "hand" + name, hand, pole, REST_POLE[name])
        for joint, turn in free.items():
            pose.turn[joint + name] = turn.slerp(pose.turn[joint + name], guard)
        lower = pose.turn["lowerarm" + name]
        pose.turn["hand" + name] = lower @ turned(0.0, 0.0, -sign * 30.0 * guard)
        pose.bend("fingers" + name, turned(0.0, 0.0, -sign * (22.0 + 18.0 * guard)))
        spread = 0.03 * rise((depth if sign > 0.0 else depth - 0.1) / 0.9)
        stand_on(pose, leg(name, sign), planted(sign, 0.0, 0.0, 24.0 * down), sign * 22.0 * down)
    return pose


REST_POLE = {name: Vector((0.0, 0.0, -1.0)) for name, _, _ in SIDES}  # the elbow points back at rest


def mirrored_clip(clip: Clip, name: str, extras: dict) -> Clip:
    other = lambda joint: joint[:-1] + {"l": "r", "r": "l"}[joint[-1]] if joint[-2:] in ("_l", "_r") else joint
    turns = {other(j): keys * (1.0, -1.0, -1.0, 1.0) for j, keys in clip.turns.items()}
    moves = {other(j): keys * (-1.0, 1.0, 1.0) for j, keys in clip.moves.items()}
    return Clip(name, clip.loops, turns, moves, extras)


def clips() -> list[Clip]:
    still = {"speed": 0.0}
    make = lambda take: record(RIG, take, "hips")
    left = make(turn_take())
    half = left.extras["footDown"]["foot_r"]
    right = {**left.extras, "turnRate": -left.extras["turnRate"], "footDown": {"foot_r": [0.0], "foot_l": half}}
    return [
        make(Take("idle", 240, True, idle_at, still)),
        *(make(walking(gait)) for gait in (WALK, JOG, RUN)),
        left,
        mirrored_clip(left, "turn_right", right),
        make(Take("cower_enter", 42, False, lambda phase: huddled(0.0, phase), still)),
        make(Take("cower", 120, True, lambda phase: huddled(phase, 1.0), still)),
        make(Take("look_around", 240, True, look_at, still)),
    ]
