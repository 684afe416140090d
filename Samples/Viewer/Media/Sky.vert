#version 400
// A dome around the camera at the far plane. The slow part of the sky is computed at its vertices.
#include "Frame.glsl"
uniform mat4 viewProjection;
uniform vec4 zenith; // rgb; w: 1 where there is no ground and the sky goes all the way down
in vec4 vertex;
out vec3 sky;
out vec3 direction;

void main()
{
	direction = vertex.xyz;
	vec4 place = viewProjection * vec4(vertex.xyz * 10.0 + frameEye.xyz, 1.0);
	gl_Position = vec4(place.xy, place.w * 0.999999, place.w);
	float around = vertex.y * 0.5 + 0.5;
	float up = mix(max(vertex.y, 0.0), 0.75 * around * around, zenith.w);
	float thin = (1.0 - up) * (1.0 - up);
	thin = thin * thin * (1.0 - 0.35 * up);
	float toward = max(dot(vertex.xyz, frameSun.xyz), 0.0);
	float halo = toward * toward;
	halo = halo * halo;
	halo = halo * halo;
	sky = mix(zenith.rgb, HazeColor(vertex.xyz), thin) + frameGlow.rgb * (0.6 * halo * halo);
	sky *= 1.0 - 0.55 * max(-vertex.y, 0.0);
}
