"""The Mannequin's joints, shape and weights: a person of 1.75 m, the arms half raised. Runs inside Blender.

X is the person's left, Z where it looks. Shapes at a side are made at the left.
"""

from __future__ import annotations

import numpy as np

from CharacterFile import Joint
from Sculpt import Array, Field, Part, both_sides, cone, egg, grown, half, join, ring, within, without

ARM = np.array([0.629, -0.777, 0.0])  # along the upper arm at rest
FOREARM = np.array([0.606, -0.760, 0.235])
SHOULDER = np.array([0.172, 1.418, -0.018])
ELBOW = SHOULDER + 0.28 * ARM
WRIST = ELBOW + 0.245 * FOREARM
KNUCKLES = WRIST + 0.085 * FOREARM
HIP = np.array([0.094, 0.92, 0.0])
KNEE = np.array([0.098, 0.505, 0.022])
ANKLE = np.array([0.100, 0.088, -0.022])
BALL = np.array([0.104, 0.018, 0.108])

MIDDLE = [
    Joint("root", "", (0.0, 0.0, 0.0)),
    Joint("hips", "root", (0.0, 0.95, 0.0)),
    Joint("spine_01", "hips", (0.0, 1.03, -0.008)),
    Joint("spine_02", "spine_01", (0.0, 1.15, -0.004)),
    Joint("spine_03", "spine_02", (0.0, 1.28, -0.012)),
    Joint("neck", "spine_03", (0.0, 1.465, -0.022)),
    Joint("head", "neck", (0.0, 1.55, -0.004)),
]
SIDE = [
    ("clavicle", "spine_03", (0.028, 1.435, -0.005)),
    ("upperarm", "clavicle", SHOULDER),
    ("lowerarm", "upperarm", ELBOW),
    ("hand", "lowerarm", WRIST),
    ("fingers", "hand", KNUCKLES),
    ("thigh", "hips", HIP),
    ("shin", "thigh", KNEE),
    ("foot", "shin", ANKLE),
    ("toe", "foot", BALL),
]


def joints() -> list[Joint]:
    made = list(MIDDLE)
    for side, sign in (("_l", 1.0), ("_r", -1.0)):
        for name, parent, at in SIDE:
            whole = parent if parent in ("spine_03", "hips") else parent + side
            made.append(Joint(name + side, whole, (sign * float(at[0]), float(at[1]), float(at[2]))))
    return made


COLOURS = {
    "Skin": ("d9a27c", 0.7),
    "Hair": ("4a3024", 0.9),
    "Shirt": ("3f7fae", 0.9),
    "Trousers": ("4b4f5c", 0.9),
    "Shoes": ("7a4a30", 0.7),
    "Soles": ("e8e0d2", 0.8),
    "Eyes": ("e9e4dc", 0.4),
    "Irises": ("3a2a20", 0.3),
    "Lips": ("b0705c", 0.7),
}


def head() -> Field:
    skull = egg((0.0, 1.655, -0.012), (0.077, 0.093, 0.098))
    face = egg((0.0, 1.625, 0.022), (0.068, 0.085, 0.072))
    jaw = egg((0.0, 1.575, 0.036), (0.052, 0.048, 0.056))
    chin = egg((0.0, 1.545, 0.072), (0.024, 0.018, 0.020))
    cheeks = both_sides(egg((0.038, 1.608, 0.060), (0.026, 0.028, 0.026)))
    brow = cone((-0.036, 1.662, 0.074), (0.036, 1.662, 0.074), 0.017, 0.017)
    nose = join(
        cone((0.0, 1.650, 0.088), (0.0, 1.612, 0.112), 0.008, 0.012),
        both_sides(egg((0.010, 1.607, 0.100), (0.010, 0.008, 0.011))),
        blend=0.012,
    )
    lips = egg((0.0, 1.575, 0.088), (0.024, 0.010, 0.012))
    sockets = both_sides(egg((0.031, 1.640, 0.100), (0.018, 0.012, 0.014)))
    ears = both_sides(egg((0.080, 1.628, -0.012), (0.011, 0.031, 0.019)))
    neck = cone((0.0, 1.42, -0.030), (0.0, 1.57, -0.012), 0.061, 0.054)
    whole = join(skull, face, jaw, chin, cheeks, brow, blend=0.035)
    whole = without(whole, sockets, blend=0.016)
    whole = join(whole, nose, lips, blend=0.014)
    whole = join(whole, ears, blend=0.010)
    return within(join(whole, neck, blend=0.03), half((0.0, 1.40, 0.0), (0.0, -1.0, 0.0)))


def hair() -> Field:
    crown = egg((0.0, 1.668, -0.020), (0.088, 0.098, 0.108))
    nape = egg((0.0, 1.628, -0.055), (0.078, 0.075, 0.068))
    fringe = cone((0.045, 1.718, 0.062), (-0.040, 1.724, 0.066), 0.030, 0.026)
    cap = join(crown, nape, fringe, blend=0.03)
    face = join(
        egg((0.0, 1.620, 0.115), (0.082, 0.082, 0.098)),
        both_sides(egg((0.088, 1.615, 0.006), (0.030, 0.042, 0.036))),
        blend=0.02,
    )
    below = half((0.0, 1.578, -0.06), (0.0, 1.0, 0.35))
    return without(cap, face, below, blend=0.008)


def torso() -> Field:
    """Without arms and legs."""
    chest = cone((0.0, 1.335, -0.004), (0.0, 1.21, 0.0), 0.155, 0.140, (1.0, 1.0, 0.70))
    waist = cone((0.0, 1.16, 0.0), (0.0, 1.08, 0.0), 0.124, 0.128, (1.0, 1.0, 0.74))
    hips = cone((0.0, 1.02, -0.004), (0.0, 0.93, -0.008), 0.138, 0.140, (1.0, 1.0, 0.78))
    shoulders = both_sides(cone((0.02, 1.428, -0.020), (0.146, 1.400, -0.018), 0.054, 0.053))
    breast = both_sides(egg((0.066, 1.315, 0.070), (0.070, 0.058, 0.040)))
    blades = both_sides(egg((0.075, 1.34, -0.085), (0.062, 0.085, 0.038)))
    neck = cone((0.0, 1.40, -0.022), (0.0, 1.475, -0.024), 0.080, 0.060)
    trunk = join(chest, waist, hips, shoulders, blend=0.06)
    return join(join(trunk, breast, blades, blend=0.05), neck, blend=0.05)


def arm() -> Field:
    """The left arm down to the wrist."""
    deltoid = egg(SHOULDER + (0.012, -0.012, 0.0), (0.052, 0.056, 0.053))
    upper = cone(SHOULDER, ELBOW, 0.050, 0.041)
    biceps = egg(SHOULDER + 0.15 * ARM + (0.0, 0.0, 0.012), (0.043, 0.060, 0.044))
    lower = join(
        cone(ELBOW, ELBOW + 0.08 * FOREARM, 0.041, 0.043),
        cone(ELBOW + 0.08 * FOREARM, WRIST, 0.043, 0.027),
        blend=0.02,
    )
    return join(deltoid, upper, biceps, lower, blend=0.035)


def hand() -> Field:
    """Four fingers, which bend a little towards the body, and a thumb in front."""
    inward = np.cross(FOREARM, (0.0, 0.0, 1.0))
    inward *= -np.sign(inward[0]) / np.linalg.norm(inward)
    across = np.cross(inward, FOREARM)
    across *= np.sign(across[2]) / np.linalg.norm(across)
    palm = join(
        cone(WRIST - 0.01 * FOREARM, KNUCKLES + 0.018 * across, 0.024, 0.019),
        cone(WRIST - 0.01 * FOREARM, KNUCKLES - 0.022 * across, 0.024, 0.018),
        blend=0.03,
    )
    fingers = []
    for place, length in ((0.026, 0.068), (0.009, 0.078), (-0.009, 0.073), (-0.026, 0.058)):
        start = KNUCKLES + place * across
        middle = start + 0.5 * length * FOREARM + 0.006 * inward
        end = start + length * FOREARM + 0.024 * inward
        fingers.append(join(cone(start, middle, 0.0115, 0.0105), cone(middle, end, 0.0105, 0.0085), blend=0.006))
    root = WRIST + 0.022 * FOREARM + 0.020 * across
    tip = root + 0.055 * FOREARM + 0.034 * across + 0.012 * inward
    thumb = cone(root, tip, 0.015, 0.0095)
    return join(join(palm, join(*fingers, blend=0.006), blend=0.014), thumb, blend=0.018)


def leg() -> Field:
    """The left leg down to the ankle."""
    thigh = cone(HIP + (0.002, -0.02, -0.004), KNEE, 0.088, 0.055)
    calf = join(
        cone(KNEE, ANKLE + (0.0, 0.01, 0.0), 0.051, 0.040),
        egg((0.100, 0.375, -0.018), (0.050, 0.115, 0.051)),
        blend=0.04,
    )
    seat = egg((0.078, 0.905, -0.062), (0.078, 0.088, 0.068))
    return join(join(thigh, calf, blend=0.03), seat, blend=0.05)


def shoe() -> Field:
    heel = egg((0.100, 0.035, -0.034), (0.036, 0.048, 0.050))
    middle = cone((0.100, 0.040, -0.02), (0.104, 0.026, 0.10), 0.040, 0.038)
    toes = egg((0.106, 0.018, 0.128), (0.045, 0.036, 0.070))
    collar = cone((0.100, 0.09, -0.024), (0.100, 0.05, -0.015), 0.047, 0.043)
    whole = join(heel, middle, toes, collar, blend=0.035)
    return within(whole, half((0.0, 0.016, 0.0), (0.0, -1.0, 0.0)), half((0.0, 0.112, 0.0), (0.0, 1.0, 0.08)))


def sole() -> Field:
    outline = cone((0.100, 0.02, -0.042), (0.107, 0.02, 0.135), 0.042, 0.050)
    waist = without(outline, cone((0.045, -0.1, 0.035), (0.045, 0.1, 0.035), 0.012, 0.012), blend=0.05)
    return within(waist, half((0.0, 0.0, 0.0), (0.0, -1.0, 0.0)), half((0.0, 0.022, 0.0), (0.0, 1.0, 0.0)), blend=0.002)


def shirt() -> Field:
    sleeve = within(grown(arm(), 0.008), half(SHOULDER + 0.185 * ARM, ARM), blend=0.008)
    body = join(grown(torso(), 0.010), both_sides(sleeve), blend=0.03)
    skirt = grown(join(torso(), both_sides(leg()), blend=0.05), 0.019)
    body = join(body, within(skirt, half((0.0, 1.06, 0.0), (0.0, 1.0, 0.0)), blend=0.06), blend=0.03)
    cut = half((0.0, 1.476, -0.020), (0.0, 1.0, 0.32))
    body = within(body, cut, half((0.0, 0.925, 0.0), (0.0, -1.0, 0.10)), blend=0.010)
    return join(body, ring((0.0, 1.475, -0.022), (0.0, 1.0, 0.34), 0.063, 0.010), blend=0.008)


def trousers() -> Field:
    legs = both_sides(grown(leg(), 0.008))
    whole = join(grown(torso(), -0.004), legs, blend=0.05)
    hem = both_sides(cone((0.100, 0.30, -0.012), (0.100, 0.07, -0.016), 0.055, 0.055))
    whole = join(whole, hem, blend=0.04)
    ends = half((0.0, 0.068, 0.0), (0.0, -1.0, 0.0))
    return within(whole, ends, half((0.0, 1.0, 0.0), (0.0, 1.0, 0.0)), blend=0.008)


def bare_arm() -> Field:
    return within(join(arm(), hand(), blend=0.02), half(SHOULDER + 0.14 * ARM, -ARM))


def parts() -> list[Part]:
    """With the triangles of each of the three levels of detail."""
    eye = egg((0.0315, 1.6385, 0.0785), (0.0165, 0.0115, 0.0125))
    iris = egg((0.0298, 1.6385, 0.0870), (0.0080, 0.0090, 0.0060))
    brow = within(grown(head(), 0.0035), egg((0.032, 1.6665, 0.095), (0.019, 0.0055, 0.03)), blend=0.003)
    lips = within(grown(head(), 0.0025), egg((0.0, 1.5755, 0.105), (0.021, 0.0055, 0.025)), blend=0.002)
    return [
        Part("Skin", head(), (-0.105, 1.39, -0.125), (0.105, 1.76, 0.135), 0.005, (880, 180, 46)),
        Part("Hair", hair(), (-0.105, 1.54, -0.145), (0.105, 1.785, 0.115), 0.005, (380, 84, 26)),
        Part("Eyes", eye, (0.012, 1.622, 0.062), (0.052, 1.655, 0.096), 0.0025, (44, 0, 0), True),
        Part("Irises", iris, (0.018, 1.625, 0.076), (0.042, 1.652, 0.096), 0.002, (36, 0, 0), True),
        Part("Hair", brow, (0.008, 1.655, 0.06), (0.055, 1.678, 0.12), 0.002, (36, 0, 0), True),
        Part("Lips", lips, (-0.026, 1.566, 0.075), (0.026, 1.585, 0.12), 0.002, (48, 0, 0)),
        Part("Skin", bare_arm(), (0.2, 0.86, -0.09), (0.66, 1.36, 0.2), 0.004, (430, 80, 22), True),
        Part("Shirt", shirt(), (-0.37, 0.88, -0.2), (0.37, 1.53, 0.2), 0.0065, (900, 200, 64)),
        Part("Trousers", trousers(), (-0.24, 0.05, -0.2), (0.24, 1.02, 0.2), 0.0065, (860, 200, 62)),
        Part("Shoes", shoe(), (0.03, 0.0, -0.11), (0.18, 0.13, 0.22), 0.005, (140, 30, 12), True),
        Part("Soles", sole(), (0.03, -0.01, -0.1), (0.18, 0.035, 0.21), 0.004, (90, 24, 8), True),
    ]


def rise(low: float, high: float, x: Array) -> Array:
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def weights(points: Array) -> Array:
    """Each chain's share is a smooth function of the place alone, so that layers that touch move alike."""
    names = [j.name for j in joints()]
    made = np.zeros((len(points), len(names)))
    column = {n: made[:, i] for i, n in enumerate(names)}
    left = np.abs(points) * (1.0, 0.0, 0.0) + points * (0.0, 1.0, 1.0)
    y = points[:, 1]
    sides = rise(-0.014, 0.014, points[:, 0])
    arms = rise(-0.04, 0.035, torso()(left) - arm()(left)) * rise(-0.085, 0.065, (left - SHOULDER) @ ARM_PLANE)
    arms *= 1.0 - rise(0.03, 0.08, join(arm(), hand())(left))  # legs are far from the arms, too
    legs = rise(-0.075, 0.075, (left - HIP) @ HIP_PLANE) * (1.0 - arms)
    rest = 1.0 - arms - legs
    steps = [(1.03, 0.06), (1.15, 0.06), (1.28, 0.07), (1.47, 0.035), (1.56, 0.035)]
    above = [np.ones(len(points)), *(rise(h - w, h + w, y) for h, w in steps), np.zeros(len(points))]
    for i, name in enumerate(("hips", "spine_01", "spine_02", "spine_03", "neck", "head")):
        column[name] += rest * (above[i] - above[i + 1])
    lift = rise(0.03, 0.13, left[:, 0]) * rise(1.30, 1.42, y) * column["spine_03"]
    column["spine_03"] -= lift
    for side, share in (("_l", sides), ("_r", 1.0 - sides)):
        column["clavicle" + side] += lift * share
        for name, portion in (*arm_shares(left), *leg_shares(left)):
            chain = arms if name in ("upperarm", "lowerarm", "hand", "fingers") else legs
            column[name + side] += chain * portion * share
    return made


ARM_PLANE = np.array([0.85, -0.53, 0.0])
HIP_PLANE = np.array([0.40, -0.917, 0.0])


def split(names: tuple[str, ...], steps: list[Array]) -> list[tuple[str, Array]]:
    above = [np.ones(len(steps[0])), *steps, np.zeros(len(steps[0]))]
    return [(name, above[i] - above[i + 1]) for i, name in enumerate(names)]


def arm_shares(left: Array) -> list[tuple[str, Array]]:
    elbow = rise(-0.042, 0.042, (left - ELBOW) @ (ARM + FOREARM) / 2.0)
    wrist = rise(-0.028, 0.022, (left - WRIST) @ FOREARM)
    knuckles = rise(-0.012, 0.016, (left - KNUCKLES) @ FOREARM)
    return split(("upperarm", "lowerarm", "hand", "fingers"), [elbow, wrist, knuckles])


def leg_shares(left: Array) -> list[tuple[str, Array]]:
    knee = rise(-0.07, 0.07, KNEE[1] - left[:, 1])
    ankle = rise(-0.040, 0.0, ANKLE[1] - left[:, 1])
    ball = rise(-0.048, -0.018, left[:, 2] - BALL[2]) * ankle
    return split(("thigh", "shin", "foot", "toe"), [knee, ankle, ball])
