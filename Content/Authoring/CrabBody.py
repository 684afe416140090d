"""The Crab's joints, shape and weights: eight walking legs and two claws, 0.35 m high. Runs inside Blender.

X is its left, Z where it looks. Shapes at a side are made at the left.
"""

from __future__ import annotations

import math

import numpy as np

from CharacterFile import Joint
from MannequinBody import rise, split
from Sculpt import Array, Field, Part, both_sides, cone, egg, half, join, within

BODY = np.array([0.0, 0.26, 0.0])
# Each leg from front to back: the way it points (degrees from the side, forward positive) and how far it reaches.
LEGS = {"leg_1": (42.0, 0.56), "leg_2": (14.0, 0.60), "leg_3": (-14.0, 0.60), "leg_4": (-44.0, 0.56)}
ELBOW = np.array([0.235, 0.275, 0.290])
CLAW = np.array([0.150, 0.250, 0.420])
THUMB = np.array([0.120, 0.238, 0.480])
EYE = np.array([0.062, 0.315, 0.205])
TIP = 0.012  # a foot's radius


def way(leg: str) -> Array:
    angle = math.radians(LEGS[leg][0])
    return np.array([math.cos(angle), 0.0, math.sin(angle)])


def leg_places(leg: str) -> tuple[Array, Array, Array, Array]:
    """Where it leaves the body, its knee, its ankle, and where it stands."""
    out, reach = way(leg), LEGS[leg][1]
    start = np.array([0.0, 0.245, 0.0]) + out * (0.185, 0.0, 0.150)
    foot = np.array([0.0, 0.0, 0.0]) + out * reach
    return start, out * (reach * 0.62) + (0.0, 0.400, 0.0), out * (reach * 0.90) + (0.0, 0.190, 0.0), foot


def joints() -> list[Joint]:
    made = [Joint("root", "", (0.0, 0.0, 0.0)), Joint("body", "root", tuple(BODY))]
    for side, sign in (("_l", 1.0), ("_r", -1.0)):
        chains = [("eye", "body", EYE), ("arm", "body", (0.130, 0.245, 0.150)), ("claw", "arm" + side, ELBOW)]
        chains += [("hand", "claw" + side, CLAW), ("pincer", "hand" + side, THUMB)]
        for leg in LEGS:
            start, knee, ankle, _ = leg_places(leg)
            chains += [(leg + "_coxa", "body", start), (leg + "_femur", leg + "_coxa" + side, start + way(leg) * 0.05)]
            chains += [(leg + "_tibia", leg + "_femur" + side, knee), (leg + "_foot", leg + "_tibia" + side, ankle)]
        made += [Joint(n + side, p, (sign * float(a[0]), float(a[1]), float(a[2]))) for n, p, a in chains]
    return made


COLOURS = {
    "Shell": ("b5482f", 0.6),
    "Limbs": ("cf6b45", 0.6),
    "Belly": ("e5c6a0", 0.8),
    "Tips": ("3a2622", 0.5),
    "Eyes": ("18120f", 0.2),
}


def shell() -> Field:
    dome = egg((0.0, 0.262, 0.0), (0.235, 0.095, 0.190))
    front = both_sides(egg((0.085, 0.272, 0.115), (0.080, 0.045, 0.070)))
    bumps = [both_sides(egg(p, (0.040, 0.020, 0.036))) for p in ((0.085, 0.335, 0.03), (0.09, 0.325, -0.07))]
    spikes = [
        both_sides(cone(p, q, 0.022, 0.004))
        for p, q in (
            ((0.205, 0.268, 0.055), (0.262, 0.285, 0.105)),
            ((0.220, 0.266, 0.000), (0.275, 0.282, 0.020)),
            ((0.150, 0.272, 0.130), (0.182, 0.292, 0.192)),
        )
    ]
    whole = join(join(dome, front, *bumps, blend=0.04), *spikes, blend=0.02)
    return within(whole, half((0.0, 0.232, 0.0), (0.0, -1.0, 0.0)), blend=0.02)


def belly() -> Field:
    return within(egg((0.0, 0.245, 0.0), (0.205, 0.080, 0.165)), half((0.0, 0.250, 0.0), (0.0, 1.0, 0.0)))


def leg(name: str) -> Field:
    start, knee, ankle, _ = leg_places(name)
    hip = start + way(name) * 0.05
    femur = cone(hip, knee, 0.036, 0.028)
    return join(cone(start, hip, 0.040, 0.036), femur, cone(knee, ankle, 0.029, 0.020), blend=0.014)


def foot(name: str) -> Field:
    _, _, ankle, tip = leg_places(name)
    spike = cone(ankle, tip + (0.0, TIP * 0.3, 0.0), 0.022, TIP * 1.15)
    return within(spike, half((0.0, 0.0, 0.0), (0.0, -1.0, 0.0)))


def arm() -> Field:
    upper = cone((0.120, 0.245, 0.140), ELBOW, 0.040, 0.043)
    return join(upper, cone(ELBOW, CLAW, 0.044, 0.036), blend=0.02)


def hand() -> Field:
    """The claw's fixed part."""
    palm = egg(CLAW + (-0.018, 0.0, 0.055), (0.060, 0.068, 0.085))
    finger = join(
        cone(CLAW + (-0.005, 0.035, 0.11), CLAW + (-0.03, 0.045, 0.19), 0.032, 0.022),
        cone(CLAW + (-0.03, 0.045, 0.19), CLAW + (-0.06, 0.022, 0.25), 0.022, 0.006),
        blend=0.01,
    )
    return join(palm, finger, blend=0.03)


def pincer() -> Field:
    """The claw's lower finger."""
    base = cone(THUMB + (0.01, 0.0, 0.0), THUMB + (-0.008, -0.026, 0.09), 0.027, 0.020)
    return join(base, cone(THUMB + (-0.008, -0.026, 0.09), THUMB + (-0.034, 0.008, 0.175), 0.020, 0.005), blend=0.01)


def parts() -> list[Part]:
    """With the triangles of each of the three levels of detail."""
    stalk = cone((0.058, 0.270, 0.160), EYE + (0.0, 0.012, 0.010), 0.016, 0.014)
    eye = egg(EYE + (0.0, 0.022, 0.014), (0.022, 0.024, 0.022))
    made = [
        Part("Shell", shell(), (-0.30, 0.20, -0.21), (0.30, 0.38, 0.21), 0.007, (900, 220, 56)),
        Part("Belly", belly(), (-0.22, 0.14, -0.18), (0.22, 0.27, 0.18), 0.008, (200, 50, 16)),
        Part("Limbs", arm(), (0.06, 0.18, 0.07), (0.30, 0.34, 0.48), 0.006, (150, 36, 8), True),
        Part("Shell", hand(), (0.05, 0.16, 0.38), (0.24, 0.36, 0.70), 0.006, (230, 48, 12), True),
        Part("Tips", pincer(), (0.05, 0.17, 0.43), (0.18, 0.28, 0.68), 0.006, (80, 20, 6), True),
        Part("Limbs", stalk, (0.03, 0.24, 0.13), (0.09, 0.36, 0.25), 0.004, (40, 12, 0), True),
        Part("Eyes", eye, (0.03, 0.30, 0.185), (0.09, 0.38, 0.255), 0.004, (60, 16, 4), True),
    ]
    for name in LEGS:
        low, high = _box(np.array(leg_places(name)[:3]), 0.045)
        made.append(Part("Limbs", leg(name), low, high, 0.006, (150, 40, 12), True))
        low, high = _box(np.array(leg_places(name)[2:]), 0.03)
        made.append(Part("Tips", foot(name), low, high, 0.0035, (72, 20, 8), True))
    return made


def _box(places: Array, room: float) -> tuple[Array, Array]:
    return places.min(axis=0) - room, places.max(axis=0) + room


def weights(points: Array) -> Array:
    """A limb's share is how near it is; along a limb the joints share, which a crab's hard legs do within 1 cm."""
    names = [j.name for j in joints()]
    made = np.zeros((len(points), len(names)))
    column = {n: made[:, i] for i, n in enumerate(names)}
    left = np.abs(points) * (1.0, 0.0, 0.0) + points * (0.0, 1.0, 1.0)
    sides = rise(-0.01, 0.01, points[:, 0])
    trunk = join(shell(), belly())(left)
    rest = np.ones(len(points))
    stalk = cone((0.058, 0.270, 0.160), EYE + (0.0, 0.022, 0.014), 0.018, 0.026)
    fields = {name: join(leg(name), foot(name)) for name in LEGS}
    fields |= {"arm": join(arm(), hand(), pincer()), "eye": stalk}
    near = np.stack([f(left) for f in fields.values()], axis=1)
    best = near.argmin(axis=1)
    for i, name in enumerate(fields):
        share = np.where(best == i, rise(-0.012, 0.012, trunk - near[:, i]), 0.0)
        rest -= share
        for joint, portion in shares(name, left):
            column[joint + "_l"] += share * portion * sides
            column[joint + "_r"] += share * portion * (1.0 - sides)
    column["body"] += rest
    return made


def shares(name: str, left: Array) -> list[tuple[str, Array]]:
    if name == "eye":
        return [("eye", np.ones(len(left)))]
    if name == "arm":
        elbow = rise(-0.03, 0.03, _along(left, np.array([0.13, 0.245, 0.15]), ELBOW, CLAW))
        wrist = rise(-0.018, 0.018, _along(left, ELBOW, CLAW, CLAW + (-0.02, 0.0, 0.1)))
        finger = rise(-0.004, 0.004, hand()(left) - pincer()(left)) * rise(-0.02, 0.0, left[:, 2] - THUMB[2])
        return split(("arm", "claw", "hand", "pincer"), [elbow, wrist, wrist * finger])
    start, knee, ankle, tip = leg_places(name)
    hip = start + way(name) * 0.05
    steps = [rise(-0.015, 0.015, _along(left, start, hip, knee)), rise(-0.018, 0.018, _along(left, hip, knee, ankle))]
    steps.append(rise(-0.012, 0.012, _along(left, knee, ankle, tip)))
    return split(tuple(f"{name}_{part}" for part in ("coxa", "femur", "tibia", "foot")), steps)


def _along(points: Array, before: Array, at: Array, after: Array) -> Array:
    """How far points are past a joint, along the mean of its two bones."""
    one, two = (at - before) / np.linalg.norm(at - before), (after - at) / np.linalg.norm(after - at)
    mean = one + two
    return (points - at) @ (mean / np.linalg.norm(mean))
