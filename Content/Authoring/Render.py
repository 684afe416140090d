"""A picture of a level: blender -b -P Render.py -- LEVEL.glb OUT.png AZIMUTH ELEVATION DISTANCE [X Y Z of the target]

Azimuth 0 looks from the south, 90 from the east. X east, Y north, Z up.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import bpy
import numpy
from mathutils import Vector

from LevelKit import arguments


def sky(scene: bpy.types.Scene) -> None:
    scene.world = bpy.data.worlds.new("Sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.7, 0.9, 1.0)
    scene.world.node_tree.nodes["Background"].inputs[1].default_value = 0.6
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy = 3.5
    sun.rotation_euler = (math.radians(42.0), 0.0, math.radians(35.0))
    scene.collection.objects.link(sun)


def camera(scene: bpy.types.Scene, azimuth: float, elevation: float, distance: float, target: Vector) -> None:
    a, e = math.radians(azimuth), math.radians(elevation)
    away = Vector((math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)))
    scene.camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    scene.camera.data.clip_end = 1000.0
    scene.camera.location = target + away * distance
    scene.camera.rotation_euler = away.to_track_quat("Z", "Y").to_euler()
    scene.collection.objects.link(scene.camera)


def main() -> None:
    numpy.bool = bool  # Blender 3.4's importer asks for a name that newer numpy has no more
    level, out, *numbers = arguments()
    azimuth, elevation, distance, *target = map(float, numbers)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=level)
    scene = bpy.context.scene
    sky(scene)
    camera(scene, azimuth, elevation, distance, Vector(target or (0.0, 0.0, 0.0)))
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 3
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x, scene.render.resolution_y = 960, 540
    scene.render.filepath = str(Path(out).resolve())
    bpy.ops.render.render(write_still=True)


main()
