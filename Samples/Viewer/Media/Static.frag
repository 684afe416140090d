#version 400
#include "Frame.glsl"
#include "Shadow.glsl"
uniform sampler2D plaster;
in vec3 ambient;
in vec3 sunlit;
in vec3 shadowPlace;
in vec4 haze;
in vec4 surface;
out vec4 color;

void main()
{
	float grain = texture(plaster, surface.zw).r * 0.24 + 0.88;
	// Less of the sky reaches the foot of a wall.
	float rise = clamp(surface.x * 0.75, 0.0, 1.0);
	float open = 1.0 - surface.y * (1.0 - rise) * (1.0 - rise);
	vec3 lit = (ambient * open + sunlit * SoftShadow(shadowPlace)) * grain;
	color = vec4(Tone(mix(lit, haze.rgb, haze.a)), 1.0);
}
