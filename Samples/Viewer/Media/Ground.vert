#version 400
// A disc of rings around the camera, out to the horizon.
#include "Frame.glsl"
#include "ShadowPlace.glsl"
uniform mat4 viewProjection;
in vec4 vertex;
out vec3 world;
out vec3 shadowPlace;
out vec4 haze; // rgb colour, amount

void main()
{
	world = vec3(vertex.x + frameEye.x, frameShadow.w, vertex.z + frameEye.z);
	gl_Position = viewProjection * vec4(world, 1.0);
	shadowPlace = ShadowPlace(world, vec3(0.0, 1.0, 0.0), 1.0);
	vec3 fromEye = world - frameEye.xyz;
	float dist = length(fromEye);
	haze = vec4(HazeColor(fromEye / dist), HazeAmount(dist));
}
