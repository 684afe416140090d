"""Mannequin.glb and Mannequin.json: a person with its clips.

blender -b --python-exit-code 1 -P Mannequin.py -- OUT.glb
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import bpy

import MannequinBody as Body
from CharacterFile import Character, write, write_facts
from LevelKit import arguments
from MannequinClips import clips
from Sculpt import build

FEET = {
    "foot_l": {"thigh": "thigh_l", "shin": "shin_l", "foot": "foot_l", "toe": "toe_l", "ankleHeight": Body.ANKLE[1]},
    "foot_r": {"thigh": "thigh_r", "shin": "shin_r", "foot": "foot_r", "toe": "toe_r", "ankleHeight": Body.ANKLE[1]},
}


def main() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    recorded = clips()
    parts = Body.parts()
    meshes = {
        "Mannequin": build(parts, 0),
        "Mannequin_LOD1": build(parts, 1),
        "Mannequin_LOD2": build(parts, 2),
    }
    character = Character("Mannequin", Body.joints(), Body.COLOURS, Body.weights, meshes, recorded)
    out = Path(arguments()[0])
    write(character, out)
    write_facts(character, out.with_suffix(".json"), {"feet": FEET})


main()
