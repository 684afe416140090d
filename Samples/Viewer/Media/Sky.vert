#version 400
// A dome around the camera at the far plane. The slow part of the sky is computed at its vertices.
#include "Frame.glsl"
uniform mat4 viewProjection;
uniform vec4 zenith; // rgb
in vec4 vertex;
out vec3 sky;
out vec3 direction;

void main()
{
	direction = vertex.xyz;
	vec4 place = viewProjection * vec4(vertex.xyz * 10.0 + frameEye.xyz, 1.0);
	gl_Position = vec4(place.xy, place.w * 0.999999, place.w);
	float up = max(vertex.y, 0.0);
	float thin = (1.0 - up) * (1.0 - up);
	thin = thin * thin * (1.0 - 0.35 * up);
	float toward = max(dot(vertex.xyz, frameSun.xyz), 0.0);
	float halo = toward * toward;
	halo = halo * halo;
	halo = halo * halo;
	sky = mix(zenith.rgb, HazeColor(vertex.xyz), thin) + frameGlow.rgb * (0.6 * halo * halo);
	// Below the horizon (seen only where there is no ground) the haze deepens.
	sky *= 1.0 - 0.55 * max(-vertex.y, 0.0);
}
