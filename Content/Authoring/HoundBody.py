"""The Hound's joints, shape and weights: a dog of 0.7 m at the shoulder. Runs inside Blender.

X is its left, Z where it looks. Shapes at a side are made at the left.
"""

from __future__ import annotations

import numpy as np

from CharacterFile import Joint
from MannequinBody import rise, split
from Sculpt import Array, Field, Part, both_sides, cone, egg, grown, half, join, within

# The front leg hangs from the shoulder blade, the hind leg from the hip.
BLADE = np.array([0.075, 0.640, 0.235])
SHOULDER = np.array([0.085, 0.510, 0.315])
ELBOW = np.array([0.090, 0.385, 0.225])
WRIST = np.array([0.090, 0.165, 0.245])
PAW = np.array([0.092, 0.028, 0.272])
HIP = np.array([0.070, 0.570, -0.300])
KNEE = np.array([0.085, 0.395, -0.215])
HOCK = np.array([0.085, 0.185, -0.395])
FOOT = np.array([0.087, 0.028, -0.362])

MIDDLE = [
    Joint("root", "", (0.0, 0.0, 0.0)),
    Joint("hips", "root", (0.0, 0.610, -0.255)),
    Joint("spine_01", "hips", (0.0, 0.635, -0.130)),
    Joint("spine_02", "spine_01", (0.0, 0.635, 0.020)),
    Joint("chest", "spine_02", (0.0, 0.620, 0.160)),
    Joint("neck_01", "chest", (0.0, 0.660, 0.310)),
    Joint("neck_02", "neck_01", (0.0, 0.755, 0.395)),
    Joint("head", "neck_02", (0.0, 0.840, 0.450)),
    Joint("jaw", "head", (0.0, 0.800, 0.490)),
    Joint("tail_01", "hips", (0.0, 0.630, -0.385)),
    Joint("tail_02", "tail_01", (0.0, 0.590, -0.485)),
    Joint("tail_03", "tail_02", (0.0, 0.535, -0.570)),
    Joint("tail_04", "tail_03", (0.0, 0.490, -0.655)),
]
SIDE = [
    ("ear", "head", (0.048, 0.880, 0.440)),
    ("scapula", "chest", BLADE),
    ("upperarm", "scapula", SHOULDER),
    ("forearm", "upperarm", ELBOW),
    ("pastern", "forearm", WRIST),
    ("paw", "pastern", PAW),
    ("thigh", "hips", HIP),
    ("shin", "thigh", KNEE),
    ("hock", "shin", HOCK),
    ("toe", "hock", FOOT),
]


def joints() -> list[Joint]:
    made = list(MIDDLE)
    trunk = {j.name for j in MIDDLE}
    for side, sign in (("_l", 1.0), ("_r", -1.0)):
        for name, parent, at in SIDE:
            whole = parent if parent in trunk else parent + side
            made.append(Joint(name + side, whole, (sign * float(at[0]), float(at[1]), float(at[2]))))
    return made


COLOURS = {
    "Coat": ("8a6a48", 0.9),
    "Pale": ("d8c4a0", 0.9),
    "Dark": ("3a3029", 0.8),
    "Eyes": ("1c1614", 0.3),
}

TAIL = [np.array(j.at) for j in MIDDLE if j.name.startswith("tail")] + [np.array([0.0, 0.470, -0.745])]


def trunk() -> Field:
    ribs = egg((0.0, 0.545, 0.165), (0.118, 0.168, 0.225))
    breast = egg((0.0, 0.520, 0.300), (0.090, 0.120, 0.090))
    withers = cone((0.0, 0.650, 0.230), (0.0, 0.655, 0.06), 0.062, 0.060)
    loin = cone((0.0, 0.605, 0.02), (0.0, 0.605, -0.22), 0.098, 0.088)
    croup = egg((0.0, 0.585, -0.285), (0.098, 0.098, 0.135))
    return join(ribs, breast, withers, loin, croup, blend=0.09)


def neck() -> Field:
    low = cone((0.0, 0.590, 0.270), (0.0, 0.765, 0.400), 0.112, 0.076)
    return join(low, cone((0.0, 0.765, 0.400), (0.0, 0.835, 0.445), 0.076, 0.070), blend=0.05)


def head() -> Field:
    skull = egg((0.0, 0.858, 0.478), (0.074, 0.068, 0.084))
    cheeks = both_sides(egg((0.040, 0.835, 0.490), (0.036, 0.044, 0.055)))
    muzzle = cone((0.0, 0.836, 0.530), (0.0, 0.818, 0.655), 0.046, 0.033)
    lip = cone((0.0, 0.806, 0.540), (0.0, 0.797, 0.640), 0.036, 0.024)
    brows = both_sides(egg((0.031, 0.888, 0.536), (0.022, 0.016, 0.020)))
    return join(skull, cheeks, muzzle, lip, brows, blend=0.035)


def ear() -> Field:
    flap = cone((0.050, 0.900, 0.440), (0.108, 0.800, 0.452), 0.024, 0.038, (0.5, 1.0, 1.0))
    return join(flap, egg((0.046, 0.897, 0.440), (0.026, 0.026, 0.030)), blend=0.03)


def front_leg() -> Field:
    blade = egg(BLADE + (0.004, -0.06, 0.03), (0.046, 0.112, 0.075))
    shoulder = join(blade, cone(SHOULDER, ELBOW, 0.062, 0.050), blend=0.05)
    fore = cone(ELBOW, WRIST, 0.046, 0.029)
    pastern = cone(WRIST, PAW + (0.0, 0.012, -0.004), 0.030, 0.027)
    return join(shoulder, fore, pastern, blend=0.035)


def hind_leg() -> Field:
    ham = egg((0.083, 0.480, -0.290), (0.055, 0.105, 0.088))
    thigh = join(cone(HIP + (0.004, 0.0, 0.0), KNEE, 0.098, 0.056), ham, blend=0.05)
    shin = cone(KNEE, HOCK, 0.054, 0.028)
    hock = cone(HOCK + (0.0, 0.005, -0.006), FOOT + (0.0, 0.012, -0.004), 0.029, 0.026)
    return join(thigh, shin, hock, blend=0.04)


def paw(at: Array) -> Field:
    """Four toes side by side, flat below."""
    pad = egg(at + (0.0, 0.002, 0.012), (0.036, 0.034, 0.046))
    places = ((-0.026, 0.036), (-0.009, 0.049), (0.009, 0.049), (0.026, 0.036))
    toes = [egg(at + (x, -0.006, z), (0.0135, 0.024, 0.026)) for x, z in places]
    whole = join(pad, join(*toes, blend=0.006), blend=0.016)
    return within(whole, half((0.0, 0.0, 0.0), (0.0, -1.0, 0.0)), blend=0.004)


def tail() -> Field:
    radii = (0.040, 0.036, 0.032, 0.027, 0.014)
    rods = [cone(a, b, r, s) for a, b, r, s in zip(TAIL, TAIL[1:], radii, radii[1:])]
    return join(*rods, blend=0.03)


def coat() -> Field:
    legs = both_sides(join(front_leg(), hind_leg(), paw(PAW), paw(FOOT), blend=0.02))
    whole = join(join(trunk(), neck(), blend=0.08), legs, blend=0.05)
    return join(join(whole, head(), blend=0.045), tail(), blend=0.05)


GROUND = half((0.0, 0.0, 0.0), (0.0, -1.0, 0.0))
LIMBS = ((front_leg(), PAW), (hind_leg(), FOOT))


def parts() -> list[Part]:
    """With the triangles of each of the three levels of detail."""
    nose = egg((0.0, 0.826, 0.686), (0.021, 0.017, 0.016))
    eye = egg((0.0400, 0.868, 0.5555), (0.0135, 0.0135, 0.012))
    bib = within(grown(coat(), 0.003), egg((0.0, 0.490, 0.350), (0.056, 0.135, 0.130)), blend=0.003)
    mask = within(grown(head(), 0.003), egg((0.0, 0.800, 0.650), (0.062, 0.056, 0.100)), blend=0.003)
    ends = half((0.0, 0.105, 0.0), (0.0, 1.0, 0.0))
    above = half((0.0, 0.085, 0.0), (0.0, -1.0, 0.0))  # below, the coat would show through the socks
    socks = [within(grown(join(limb, paw(at), blend=0.02), 0.003), ends, GROUND) for limb, at in LIMBS]
    return [
        Part("Coat", within(coat(), above), (-0.2, 0.06, -0.79), (0.2, 0.97, 0.72), 0.0085, (2700, 620, 180)),
        Part("Pale", bib, (-0.07, 0.34, 0.20), (0.07, 0.64, 0.50), 0.006, (160, 36, 0)),
        Part("Dark", mask, (-0.06, 0.74, 0.53), (0.06, 0.88, 0.71), 0.006, (160, 40, 12)),
        Part("Pale", socks[0], (0.03, -0.01, 0.19), (0.15, 0.115, 0.37), 0.006, (170, 40, 14), True),
        Part("Pale", socks[1], (0.03, -0.01, -0.45), (0.15, 0.115, -0.26), 0.006, (170, 40, 14), True),
        Part("Dark", ear(), (0.0, 0.72, 0.37), (0.18, 0.95, 0.53), 0.006, (150, 40, 10), True),
        Part("Dark", nose, (-0.03, 0.80, 0.66), (0.03, 0.85, 0.71), 0.004, (60, 16, 8)),
        Part("Eyes", eye, (0.02, 0.85, 0.535), (0.06, 0.89, 0.575), 0.0025, (40, 12, 0), True),
    ]


def weights(points: Array) -> Array:
    names = [j.name for j in joints()]
    made = np.zeros((len(points), len(names)))
    column = {n: made[:, i] for i, n in enumerate(names)}
    left = np.abs(points) * (1.0, 0.0, 0.0) + points * (0.0, 1.0, 1.0)
    sides = rise(-0.01, 0.01, points[:, 0])
    body = join(trunk(), neck())(left)
    front = rise(-0.035, 0.035, body - join(front_leg(), paw(PAW))(left)) * rise(-0.04, 0.06, left[:, 2] - 0.09)
    front *= 1.0 - rise(0.03, 0.08, join(front_leg(), paw(PAW))(left))
    hind = rise(-0.035, 0.04, body - join(hind_leg(), paw(FOOT))(left)) * rise(-0.06, 0.04, -0.12 - left[:, 2])
    hind *= 1.0 - rise(0.03, 0.08, join(hind_leg(), paw(FOOT))(left))
    wag = rise(-0.03, 0.03, body - tail()(left)) * rise(-0.03, 0.05, TAIL[0][2] + 0.01 - left[:, 2])
    wag *= 1.0 - hind
    rest = 1.0 - front - hind - wag
    for name, portion in trunk_shares(points):
        column[name] += rest * portion
    for name, portion in chain_shares("tail", TAIL[:-1], TAIL[-1], points):
        column[name] += wag * portion
    flop = rise(0.0, 0.006, head()(left) - ear()(left)) * (1.0 - rise(0.01, 0.02, ear()(left)))
    flop *= rise(0.02, 0.085, 0.93 - left[:, 1])
    column["jaw"] += column["head"] * rise(0.0, 0.012, 0.808 - points[:, 1]) * rise(0.50, 0.54, points[:, 2])
    column["head"] -= column["jaw"]
    for side, share in (("_l", sides), ("_r", 1.0 - sides)):
        column["ear" + side] += column["head"] * flop * share
        for name, portion in front_shares(left):
            column[name + side] += front * portion * share
        for name, portion in hind_shares(left):
            column[name + side] += hind * portion * share
    column["head"] *= 1.0 - flop
    return made


def trunk_shares(points: Array) -> list[tuple[str, Array]]:
    z = points[:, 2]
    up = (points - MIDDLE[5].at) @ np.array([0.0, 0.64, 0.77])
    steps = [rise(-0.07, 0.07, z + 0.130), rise(-0.07, 0.07, z - 0.020), rise(-0.07, 0.07, z - 0.130)]
    steps += [rise(-0.07, 0.07, up), rise(-0.05, 0.05, up - 0.127), rise(-0.03, 0.05, up - 0.225)]
    return split(("hips", "spine_01", "spine_02", "chest", "neck_01", "neck_02", "head"), steps)


def chain_shares(name: str, places: list[Array], end: Array, points: Array) -> list[tuple[str, Array]]:
    steps = []
    for before, at, after in zip(places, places[1:], [*places[2:], end]):
        along = (after - before) / np.linalg.norm(after - before)
        steps.append(rise(-0.03, 0.03, (points - at) @ along))
    return split(tuple(f"{name}_{i + 1:02}" for i in range(len(places))), steps)


def front_shares(left: Array) -> list[tuple[str, Array]]:
    y, z = left[:, 1], left[:, 2]
    shoulder = rise(-0.05, 0.05, SHOULDER[1] - 0.01 - y)
    elbow = rise(-0.045, 0.04, (left - ELBOW) @ np.array([0.0, -0.93, 0.36]))
    wrist = rise(-0.03, 0.03, WRIST[1] - y)
    toes = rise(0.002, 0.022, PAW[1] + 0.022 - y) * rise(-0.045, -0.02, z - PAW[2])
    return split(("scapula", "upperarm", "forearm", "pastern", "paw"), [shoulder, shoulder * elbow, wrist, toes])


def hind_shares(left: Array) -> list[tuple[str, Array]]:
    y, z = left[:, 1], left[:, 2]
    knee = rise(-0.05, 0.05, (left - KNEE) @ np.array([0.0, -0.97, -0.25]))
    hock = rise(-0.03, 0.03, HOCK[1] - y)
    toes = rise(0.002, 0.022, FOOT[1] + 0.022 - y) * rise(-0.045, -0.02, z - FOOT[2])
    return split(("thigh", "shin", "hock", "toe"), [knee, hock, toes])
