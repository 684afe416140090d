#version 400
#include "Frame.glsl"
uniform vec4 sunDisc; // rgb as seen; w: strength
in vec2 corner;
out vec4 color;

void main()
{
	float r = length(corner);
	float disc = smoothstep(0.115, 0.095, r);
	float glow = max(1.0 - r, 0.0);
	glow *= glow;
	color = vec4(sunDisc.rgb, sunDisc.w * clamp(disc + 0.55 * glow * glow, 0.0, 1.0));
}
