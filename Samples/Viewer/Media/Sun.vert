#version 400
// The sun's disc and its glow: a small square at the far plane.
#include "Frame.glsl"
uniform mat4 viewProjection;
in vec4 vertex; // corner of the square, -1..1
out vec2 corner;

void main()
{
	vec3 side = normalize(cross(vec3(0.0, 1.0, 0.001), frameSun.xyz));
	vec3 up = cross(frameSun.xyz, side);
	vec3 ray = frameSun.xyz + (side * vertex.x + up * vertex.y) * 0.22;
	vec4 place = viewProjection * vec4(ray * 10.0 + frameEye.xyz, 1.0);
	gl_Position = vec4(place.xy, place.w * 0.999999, place.w);
	corner = vertex.xy;
}
