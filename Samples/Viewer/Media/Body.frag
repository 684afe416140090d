#version 400
#include "Frame.glsl"
#include "Shadow.glsl"
in vec3 base;
in vec3 sunlit;
in vec3 shadowPlace;
out vec4 color;

void main()
{
	color = vec4(Tone(base + sunlit * SoftShadow(shadowPlace)), 1.0);
}
