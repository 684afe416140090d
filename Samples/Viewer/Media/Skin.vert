#version 400
// Instanced characters whose skin follows joints (linear blend skinning). The joints' matrices, three texels each, and
// the tints lie in a float texture; light is computed here, at the vertices.
#include "Frame.glsl"

uniform mat4 viewProjection;
uniform sampler2D joints;
in vec4 vertex;
in vec3 normal;
in vec4 blendIndices;
in vec4 blendWeights; // falling
in vec4 uv1; // instance: position, scale
in vec4 uv2; // instance: quaternion
in vec2 uv3; // instance: texels of its first joint and first tint

vec3 Rotate(vec4 q, vec3 v)
{
	return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

vec4 Texel(int number)
{
	return texelFetch(joints, ivec2(number & 1023, number >> 10), 0);
}

void AddJoint(inout vec4 rows[3], float joint, float weight)
{
	int first = int(uv3.x) + 3 * int(joint);
	for (int row = 0; row < 3; ++row)
	{
		rows[row] += Texel(first + row) * weight;
	}
}

#ifndef CASTER
#include "ShadowPlace.glsl"
in vec4 colour; // base colour; tint slot + 1
in vec2 uv0;
out vec3 ambient;
out vec3 sunlit;
out vec3 shadowPlace;
out vec4 haze; // rgb colour, amount
out vec2 place;
#endif

void main()
{
	vec4 rows[3] = vec4[3](vec4(0.0), vec4(0.0), vec4(0.0));
#if INFLUENCES == 2
	float sum = 1.0 / (blendWeights.x + blendWeights.y);
	AddJoint(rows, blendIndices.x, blendWeights.x * sum);
	AddJoint(rows, blendIndices.y, blendWeights.y * sum);
#else
	AddJoint(rows, blendIndices.x, blendWeights.x);
	AddJoint(rows, blendIndices.y, blendWeights.y);
	AddJoint(rows, blendIndices.z, blendWeights.z);
	AddJoint(rows, blendIndices.w, blendWeights.w);
#endif
	vec4 point = vec4(vertex.xyz, 1.0);
	vec3 local = vec3(dot(rows[0], point), dot(rows[1], point), dot(rows[2], point));
	vec3 world = uv1.xyz + Rotate(uv2, local) * uv1.w;
	gl_Position = viewProjection * vec4(world, 1.0);
#ifndef CASTER
	vec3 turned = vec3(dot(rows[0].xyz, normal), dot(rows[1].xyz, normal), dot(rows[2].xyz, normal));
	vec3 worldNormal = normalize(Rotate(uv2, turned));
	vec3 albedo = colour.rgb * colour.rgb;
	int slot = int(colour.a * 255.0 + 0.5);
	if (slot > 0)
	{
		albedo *= Texel(int(uv3.y) + slot - 1).rgb;
	}
	vec3 toEye = frameEye.xyz - world;
	float dist = length(toEye);
	toEye /= dist;
	float rim = 1.0 - max(dot(worldNormal, toEye), 0.0);
	ambient = albedo * AmbientLight(worldNormal) + frameSky.rgb * (0.10 * rim * rim * rim);
	sunlit = albedo * frameSunLight.rgb * max(dot(worldNormal, frameSun.xyz) * 0.92 + 0.08, 0.0);
	shadowPlace = ShadowPlace(world, worldNormal, 1.6);
	haze = vec4(HazeColor(-toEye), HazeAmount(dist));
	place = uv0;
#endif
}
