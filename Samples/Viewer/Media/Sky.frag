#version 400
#include "Frame.glsl"
uniform sampler2D clouds;     // r: thickness, g: light
uniform vec4 cloudShape;      // x: threshold; y: gain; zw: drift
uniform vec4 cloudLight;      // rgb: sunny side
uniform vec4 cloudShade;      // rgb: shaded side
in vec3 sky;
in vec3 direction;
out vec4 color;

void main()
{
	// A flat layer seen from below.
	float height = max(direction.y, 0.0);
	vec2 place = direction.xz / (height + 0.14) * 0.115 + cloudShape.zw;
	vec2 cloud = texture(clouds, place).rg;
	float cover = clamp((cloud.r - cloudShape.x) * cloudShape.y, 0.0, 1.0);
	cover *= clamp(height * 7.0 - 0.12, 0.0, 1.0);
	vec3 lit = mix(cloudShade.rgb, cloudLight.rgb, cloud.g);
	color = vec4(Tone(mix(sky, lit, cover * 0.92)), 1.0);
}
