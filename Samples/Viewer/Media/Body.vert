#version 400
// Instanced bodies: pose, place, light. Light is computed here, at the vertices: the figures are small and the software
// driver pays for pixels.
#include "Frame.glsl"
#include "Pose.glsl"

uniform mat4 viewProjection;
in vec4 vertex;
in vec3 normal;
in vec4 uv0; // part: slot, limb, level * 100, shade
in vec4 uv1; // instance: position, scale
in vec4 uv2; // instance: quaternion
in vec4 uv3; // instance: colour, tint
in vec3 uv4; // instance: phase, speed, variety

vec3 Rotate(vec4 q, vec3 v)
{
	return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

#ifndef CASTER
#include "ShadowPlace.glsl"
uniform vec4 palette[32];
out vec3 base;
out vec3 sunlit;
out vec3 shadowPlace;

vec3 SlotColor(float slot, float variety)
{
	int variant = int(fract(variety * (7.0 + slot * 3.0)) * 4.0);
	return palette[int(slot + 0.5) * 4 + variant].rgb;
}

float CoatShare(float slot)
{
	int place = int(slot + 0.5);
#if defined(BODY_ZOMBIE) || defined(BODY_HUMAN)
	return place == 1 ? 1.0 : 0.0;
#elif defined(BODY_BIRD) || defined(BODY_FALCON)
	return place <= 1 ? 1.0 : place == 2 || place == 6 ? 0.75 : 0.0;
#elif defined(BODY_FISH) || defined(BODY_SHARK)
	return place == 0 ? 1.0 : place == 2 ? 0.8 : 0.0;
#else
	return place == 0 ? 1.0 : 0.0;
#endif
}

vec3 Albedo(vec3 local, vec3 localNormal)
{
	vec3 color = SlotColor(uv0.x, uv4.z);
	float below = 0.0;
#if defined(BODY_FISH) || defined(BODY_SHARK) || defined(BODY_BIRD) || defined(BODY_FALCON)
#if defined(BODY_FISH) || defined(BODY_SHARK)
	const float BellySlot = 1.0;
#else
	const float BellySlot = 4.0;
#endif
	if (uv0.x < 0.5)
	{
		below = smoothstep(0.25, -0.35, localNormal.y);
#ifdef BODY_SHARK
		below = smoothstep(0.0, -0.25, localNormal.y); // a sharp line
#endif
		color = mix(color, SlotColor(BellySlot, uv4.z), below);
	}
#endif
	// Tint up to a half colours the coat alone, above it the whole body: FBoidLook::SetCoat and SetColor.
	float tint = uv3.a * 255.0;
	float whole = clamp((tint - 128.0) / 127.0, 0.0, 1.0) * (uv0.x < 0.5 || uv0.x > 2.5 ? 0.75 : 1.0);
	float coat = tint < 127.5 ? tint / 127.0 * CoatShare(uv0.x) * (1.0 - 0.65 * below) : 0.0;
	return mix(color, uv3.rgb * uv3.rgb, max(whole, coat));
}
#endif

void main()
{
	vec3 local = vertex.xyz;
	vec3 n = normal;
	vec4 part = vec4(uv0.x, uv0.y, uv0.z * 0.01, uv0.w);
	float climb = Rotate(uv2, vec3(0.0, 0.0, 1.0)).y; // sine of the angle above the horizon
	Pose(local, n, part, uv4.x, uv4.y / uv1.w, uv4.z, climb);
	vec3 world = uv1.xyz + Rotate(uv2, local) * uv1.w;
	gl_Position = viewProjection * vec4(world, 1.0);
#ifndef CASTER
	vec3 worldNormal = normalize(Rotate(uv2, n));
	vec3 albedo = Albedo(vertex.xyz, normal);
	vec3 toEye = frameEye.xyz - world;
	float dist = length(toEye);
	toEye /= dist;
	float shade = uv0.w * (1.0 / 255.0);
	float rim = 1.0 - max(dot(worldNormal, toEye), 0.0);
	vec3 ambient = albedo * AmbientLight(worldNormal) * shade + frameSky.rgb * (0.10 * rim * rim * rim * shade);
	float direct = max(dot(worldNormal, frameSun.xyz) * 0.92 + 0.08, 0.0);
	float clear = 1.0 - HazeAmount(dist);
	base = ambient * clear + HazeColor(-toEye) * (1.0 - clear);
	sunlit = albedo * frameSunLight.rgb * (direct * clear * (0.5 + 0.5 * shade));
	shadowPlace = ShadowPlace(world, worldNormal, 1.6);
#endif
}
