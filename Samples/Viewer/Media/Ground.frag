#version 400
#include "Frame.glsl"
#include "Shadow.glsl"
uniform sampler2D surface;  // the ground's colour (linear, square root) over tileSize metres
uniform sampler2D patches;  // slow variation, so that the tiles do not show
uniform vec4 tile;          // x: 1 / tile size; y: 1 / patch size; z: strength of the patches
in vec3 world;
in vec3 shadowPlace;
in vec4 haze;
out vec4 color;

void main()
{
	vec3 root = texture(surface, world.xz * tile.x).rgb;
	float patchiness = texture(patches, world.xz * tile.y).r;
	vec3 albedo = root * root * (1.0 + tile.z * (patchiness - 0.5));
	vec3 lit = albedo * (frameSky.rgb + frameSunLight.rgb * (frameSun.y * SoftShadow(shadowPlace)));
	color = vec4(Tone(mix(lit, haze.rgb, haze.a)), 1.0);
}
