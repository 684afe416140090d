#version 400
// Baked geometry: already in world space.
#include "Frame.glsl"
uniform mat4 viewProjection;
in vec4 vertex;
#ifndef CASTER
#include "ShadowPlace.glsl"
in vec3 normal;
in vec4 colour;
in vec4 uv0; // x: metres above the thing's own foot; y: how much its foot darkens; zw: place in the texture
out vec3 ambient;
out vec3 sunlit;
out vec3 shadowPlace;
out vec4 haze; // rgb colour, amount
out vec4 surface;
#endif

void main()
{
	gl_Position = viewProjection * vertex;
#ifndef CASTER
	vec3 world = vertex.xyz;
	vec3 albedo = colour.rgb * colour.rgb;
	vec3 fromEye = world - frameEye.xyz;
	float dist = length(fromEye);
	ambient = albedo * AmbientLight(normal);
	sunlit = albedo * frameSunLight.rgb * max(dot(normal, frameSun.xyz), 0.0);
	shadowPlace = ShadowPlace(world, normal, 1.6);
	haze = vec4(HazeColor(fromEye / dist), HazeAmount(dist));
	surface = uv0;
#endif
}
