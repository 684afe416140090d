#version 400
#include "Frame.glsl"
#include "Shadow.glsl"
uniform sampler2D picture;
in vec3 ambient;
in vec3 sunlit;
in vec3 shadowPlace;
in vec4 haze;
in vec2 place;
out vec4 color;

void main()
{
	vec3 texel = texture(picture, place).rgb;
	vec3 lit = (ambient + sunlit * SoftShadow(shadowPlace)) * (texel * texel);
	color = vec4(Tone(mix(lit, haze.rgb, haze.a)), 1.0);
}
