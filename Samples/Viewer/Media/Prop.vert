#version 400
// Instanced rigid things.
#include "Frame.glsl"
uniform mat4 viewProjection;
in vec4 vertex;
in vec3 normal;
in vec4 uv1; // instance: position
in vec4 uv2; // instance: quaternion
in vec4 uv3; // instance: half extent
in vec4 uv4; // instance: colour
#ifndef CASTER
#include "ShadowPlace.glsl"
out vec3 base;
out vec3 sunlit;
out vec3 shadowPlace;
#endif

vec3 Rotate(vec4 q, vec3 v)
{
	return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main()
{
	// The mesh is a unit shape whose edges are cut by a share of one: with the size, the cut is scaled too.
	vec3 world = uv1.xyz + Rotate(uv2, vertex.xyz * uv3.xyz);
	gl_Position = viewProjection * vec4(world, 1.0);
#ifndef CASTER
	vec3 worldNormal = normalize(Rotate(uv2, normal / uv3.xyz));
	vec3 albedo = uv4.rgb * uv4.rgb;
	vec3 fromEye = world - frameEye.xyz;
	float dist = length(fromEye);
	float clear = 1.0 - HazeAmount(dist);
	base = albedo * AmbientLight(worldNormal) * clear + HazeColor(fromEye / dist) * (1.0 - clear);
	sunlit = albedo * frameSunLight.rgb * (max(dot(worldNormal, frameSun.xyz), 0.0) * clear);
	shadowPlace = ShadowPlace(world, worldNormal, 1.6);
#endif
}
