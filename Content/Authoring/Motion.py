"""Poses and gaits of characters: curves, two-bone legs, feet that the ground carries. Runs inside Blender.

A clip plays in place: the ground moves under the character. While a foot stands, it moves with the ground exactly; how
it rolls (heel, sole, ball) and swings are curves over the cycle. Angles in degrees, X left, Y up, Z forward.
Everything at rest has the world's axes, so a joint's turn in the world is also its turn from rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from mathutils import Matrix, Quaternion, Vector

from CharacterFile import RATE, Clip, Joint

X, Y, Z = Vector((1.0, 0.0, 0.0)), Vector((0.0, 1.0, 0.0)), Vector((0.0, 0.0, 1.0))
Ground = Callable[[float], tuple[Quaternion, Vector]]  # how it has moved, seen from the character, after some seconds


def turned(pitch: float = 0.0, yaw: float = 0.0, roll: float = 0.0) -> Quaternion:
    """First roll (about Z), then pitch (about X, nose down), then yaw (about Y, to the left)."""
    about = lambda axis, angle: Quaternion(axis, math.radians(angle))
    return about(Y, yaw) @ about(X, pitch) @ about(Z, roll)


def wave(phase: float, *terms: tuple[float, float]) -> float:
    """A sum of cosines: for the first, second ... harmonic its size and the phase at which it is highest."""
    return sum(size * math.cos(math.tau * (n + 1) * (phase - peak)) for n, (size, peak) in enumerate(terms))


def rise(t: float) -> float:
    t = min(max(t, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


class Curve:
    """A periodic curve through keys (phase, value) that never leaves their range (Fritsch and Carlson 1980)."""

    def __init__(self, *keys: tuple[float, float]) -> None:
        ordered = sorted(keys)
        self._x = [ordered[-1][0] - 1.0, *(x for x, _ in ordered), ordered[0][0] + 1.0]
        self._y = [ordered[-1][1], *(y for _, y in ordered), ordered[0][1]]
        steps = [(b - a, v - u) for a, b, u, v in zip(self._x, self._x[1:], self._y, self._y[1:])]
        slopes = [self._slope(*one, *two) for one, two in zip(steps, steps[1:])]
        self._slopes = [slopes[-1], *slopes, slopes[0]]

    @staticmethod
    def _slope(h1: float, d1: float, h2: float, d2: float) -> float:
        if d1 * d2 <= 0.0:
            return 0.0
        w1, w2 = 2.0 * h2 + h1, h2 + 2.0 * h1
        return (w1 + w2) / (w1 * h1 / d1 + w2 * h2 / d2)

    def __call__(self, phase: float) -> float:
        x = phase % 1.0
        if x < self._x[1]:
            x += 1.0
        i = max(i for i in range(len(self._x) - 1) if self._x[i] <= x + 1e-12)
        h = self._x[i + 1] - self._x[i]
        t = (x - self._x[i]) / h
        a, b = (1.0 + 2.0 * t) * (1.0 - t) ** 2, t * t * (3.0 - 2.0 * t)
        c, d = t * (1.0 - t) ** 2, t * t * (t - 1.0)
        return a * self._y[i] + b * self._y[i + 1] + h * (c * self._slopes[i] + d * self._slopes[i + 1])


class Rig:
    def __init__(self, joints: Sequence[Joint]) -> None:
        self.joints = list(joints)
        self.at = {j.name: Vector(j.at) for j in joints}
        self.parent = {j.name: j.parent for j in joints}

    def offset(self, start: str, end: str) -> Vector:
        return self.at[end] - self.at[start]


def frame(along: Vector, towards: Vector) -> Quaternion:
    a = along.normalized()
    n = a.cross(towards).normalized()
    return Matrix((a, n, a.cross(n))).transposed().to_quaternion()


class Pose:
    """Turns and places in the world, set from the root outwards; what is not set keeps its rest turn to its parent."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.turn: dict[str, Quaternion] = {}
        self.place: dict[str, Vector] = {}
        self.stretch = 0.0  # the straightest leg that stands: its length of what it could have
        self.reach = 0.0  # the same of any limb

    def at(self, joint: str) -> Vector:
        if joint not in self.place:
            parent = self.rig.parent[joint]
            start = self.at(parent) if parent else Vector()
            self.place[joint] = start + self.turn_of(parent) @ self.rig.offset(parent, joint) if parent else Vector()
        return self.place[joint]

    def turn_of(self, joint: str) -> Quaternion:
        if joint not in self.turn:
            parent = self.rig.parent[joint]
            self.turn[joint] = self.turn_of(parent).copy() if parent else Quaternion()
        return self.turn[joint]

    def bend(self, joint: str, by: Quaternion) -> None:
        """Turns a joint within its parent."""
        self.turn[joint] = self.turn_of(self.rig.parent[joint]) @ by

    def limb(self, upper: str, lower: str, end: str, target: Vector, pole: Vector, rest_pole: Vector) -> None:
        """Two bones so that the end joint lies at target and the middle one points to pole (law of cosines)."""
        first, second = self.rig.offset(upper, lower), self.rig.offset(lower, end)
        a, b = first.length, second.length
        start = self.at(upper)
        way = target - start
        self.reach = max(self.reach, way.length / (a + b))
        c = min(max(way.length, abs(a - b) * 1.02 + 1e-4), 0.9965 * (a + b))
        along = way.normalized()
        side = (pole - along * pole.dot(along)).normalized()
        angle = math.acos((a * a + c * c - b * b) / (2.0 * a * c))
        middle = along * (a * math.cos(angle)) + side * (a * math.sin(angle))
        self.turn[upper] = frame(middle, _across(middle, along, pole)) @ frame(first, rest_pole).inverted()
        lowest = along * c - middle
        self.turn[lower] = frame(lowest, _across(lowest, along, pole)) @ frame(second, rest_pole).inverted()

    def aim(self, upper: str, lower: str, end: str, along: Vector, towards: Vector, bend: float) -> None:
        """An arm by directions: the upper bone goes along, the lower one bends from it towards (both in the world)."""
        first, second = self.rig.offset(upper, lower).normalized(), self.rig.offset(lower, end).normalized()
        a = along.normalized()
        f = (towards - a * towards.dot(a)).normalized()
        angle = math.radians(bend)
        lowest = a * math.cos(angle) + f * math.sin(angle)
        further = f * math.cos(angle) - a * math.sin(angle)
        rest = (second - first * second.dot(first)).normalized()
        self.turn[upper] = frame(a, f) @ frame(first, rest).inverted()
        rest_further = second.dot(first) * rest - rest.dot(second) * first
        self.turn[lower] = frame(lowest, further) @ frame(second, rest_further).inverted()


def _across(bone: Vector, along: Vector, pole: Vector) -> Vector:
    """The pole seen from a bone: in the limb's plane, square to the bone."""
    normal = along.cross(pole).normalized()
    return normal.cross(bone)


@dataclass
class Leg:
    upper: str
    lower: str
    foot: str
    toe: str
    pole: Vector
    heel: Vector | None = None  # the sole's hindmost place at rest; none: the leg never stands on its heel
    tip: float = 0.08  # from the toe joint to the end of the sole


@dataclass
class Footing:
    """Where a foot is: its toe joint, how the foot and the toes are turned in the world (pitch: heel up)."""

    ball: Vector
    pitch: float
    toes: float
    yaw: float = 0.0
    stands: bool = True


@dataclass
class Step:
    """How one foot goes through the cycle. Phases count from when it comes down; duty is the share it stands."""

    rest: Vector  # the toe joint at rest
    heel: Vector | None
    tip: float
    seconds: float
    duty: float
    ground: Ground
    middle: Vector  # where the toe joint is at half of the stance, at rest height
    pitch: Callable[[float], float]
    lift: float
    shape: tuple[float, float] = (2.0, 2.0)  # of the lift: how early and late it is
    haste: float = 0.5  # the share of the swing in which the foot gains and loses its speed
    yaw: float = 0.0
    start: float = 0.0  # the phase at which the foot comes down

    def standing(self, phase: float) -> Footing:
        turn, move = self.ground((phase - self.duty / 2.0) * self.seconds)
        pitch = self.pitch(phase)
        yaw = self.yaw + math.degrees(2.0 * math.atan2(turn.y, turn.w))
        ball = turn @ self.middle + move
        if self.heel is None:
            return Footing(ball, pitch, 0.0, yaw)
        if pitch < 0.0:
            level, tilted = turned(0.0, yaw), turned(pitch, yaw)
            heel = self.heel - self.rest
            ball = ball + level @ heel - tilted @ heel
        return Footing(ball, pitch, pitch if pitch < 0.0 else 0.0, yaw)

    def at(self, phase: float) -> Footing:
        phase = (phase - self.start) % 1.0
        if phase <= self.duty:
            return self.standing(phase)
        off, on = self.standing(self.duty), self.standing(0.0)
        h = 1e-4
        leaving = (off.ball - self.standing(self.duty - h).ball) / (h * self.seconds)
        landing = (self.standing(h).ball - on.ball) / (h * self.seconds)
        span = (1.0 - self.duty) * self.seconds
        time = (phase - self.duty) * self.seconds
        ease = span * self.haste
        cruise = (on.ball - off.ball - (leaving + landing) * ease / 2.0) / (span - ease)
        s = time / span
        ball = off.ball + leaving * _spent(ease, time, False) + landing * _spent(ease, time - span + ease, True)
        ball += cruise * (time - _spent(ease, time, False) - _spent(ease, time - span + ease, True))
        a, b = self.shape
        top = (a / (a + b)) ** a * (b / (a + b)) ** b
        ball.y += self.lift * s**a * (1.0 - s) ** b / top
        pitch = self.pitch(phase)
        yaw = off.yaw + (on.yaw - off.yaw) * rise(s)
        room = max(ball.y - self.rest.y, 0.0) * 0.45 / self.tip
        toes = pitch * rise(s / 0.45)
        if self.heel is None:
            toes = max(toes, 0.0) * (1.0 - rise((s - 0.6) / 0.38))
        if toes > 0.0:
            toes = min(toes, math.degrees(math.asin(min(room, 1.0))))
        return Footing(ball, pitch, toes, yaw, False)


def _spent(ease: float, time: float, gains: bool) -> float:
    """The integral of a smooth rise (or fall) over ease seconds, up to time."""
    u = min(max(time / ease, 0.0), 1.0)
    risen = ease * (u**3 - u**4 / 2.0) + max(time - ease, 0.0)
    return risen if gains else min(max(time, 0.0), ease) - ease * (u**3 - u**4 / 2.0)


def stand_on(pose: Pose, leg: Leg, footing: Footing, pole_yaw: float = 0.0) -> None:
    foot = turned(footing.pitch, footing.yaw)
    ankle = footing.ball + foot @ pose.rig.offset(leg.toe, leg.foot)
    pole = turned(0.0, footing.yaw + pole_yaw) @ leg.pole
    if footing.stands:
        bones = pose.rig.offset(leg.upper, leg.lower).length + pose.rig.offset(leg.lower, leg.foot).length
        pose.stretch = max(pose.stretch, (ankle - pose.at(leg.upper)).length / bones)
    pose.limb(leg.upper, leg.lower, leg.foot, ankle, pole, leg.pole)
    pose.turn[leg.foot] = foot
    pose.turn[leg.toe] = turned(footing.toes, footing.yaw)


def straight(speed: float, side: float = 0.0) -> Ground:
    return lambda seconds: (Quaternion(), Vector((-side * seconds, 0.0, -speed * seconds)))


def turning(rate: float) -> Ground:
    """The character turns to the left by rate degrees a second, so the ground goes to the right."""
    return lambda seconds: (turned(0.0, -rate * seconds), Vector())


@dataclass
class Take:
    """A clip to be recorded: pose_at gives the pose at a phase of 0 to 1."""

    name: str
    frames: int
    loops: bool
    pose_at: Callable[[float], Pose]
    extras: dict = field(default_factory=dict)


def record(rig: Rig, take: Take, mover: str) -> Clip:
    """Keys of all joints but the root; mover is the one joint that is moved, not only turned."""
    poses = [take.pose_at(i / take.frames) for i in range(take.frames + (0 if take.loops else 1))]
    if take.loops:
        poses.append(poses[0])
    turns: dict[str, list[Quaternion]] = {}
    for joint in rig.joints[1:]:
        keys: list[Quaternion] = []
        for pose in poses:
            key = pose.turn_of(joint.parent).inverted() @ pose.turn_of(joint.name)
            if keys and keys[-1].dot(key) < 0.0:
                key = -key
            keys.append(key.normalized())
        turns[joint.name] = keys
    arrays = {n: np.round(np.array([(q.x, q.y, q.z, q.w) for q in k]), 6) for n, k in turns.items()}
    origin = rig.at[rig.parent[mover]]
    moves = {mover: np.round(np.array([tuple(p.at(mover) - origin) for p in poses]), 6)}
    straightest = max(range(len(poses)), key=lambda i: poses[i].stretch)
    reach = max(p.reach for p in poses)
    stretch = poses[straightest].stretch
    print(f"{take.name}: a standing leg's {stretch:.4f} at {straightest / take.frames:.3f}, any limb's {reach:.4f}")
    return Clip(take.name, take.loops, arrays, moves, take.extras)
