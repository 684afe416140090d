// Soft shadow: the mean of 3 x 3 bilinear depth comparisons, read as 4 x 4 texels in four gathers.
uniform sampler2DShadow shadowMap;

float SoftShadow(vec3 place)
{
	vec2 texel = place.xy * frameShadow.x - 0.5;
	vec2 corner = floor(texel);
	vec2 f = texel - corner;
	float inverse = 1.0 / frameShadow.x;
	vec2 at = corner * inverse;
	float depth = place.z;
	vec4 a = textureGather(shadowMap, at, depth);
	vec4 b = textureGather(shadowMap, at + vec2(2.0 * inverse, 0.0), depth);
	vec4 c = textureGather(shadowMap, at + vec2(0.0, 2.0 * inverse), depth);
	vec4 d = textureGather(shadowMap, at + vec2(2.0 * inverse), depth);
	vec2 g = 1.0 - f;
	float row0 = a.w * g.x + a.z + b.w + b.z * f.x;
	float row1 = a.x * g.x + a.y + b.x + b.y * f.x;
	float row2 = c.w * g.x + c.z + d.w + d.z * f.x;
	float row3 = c.x * g.x + c.y + d.x + d.y * f.x;
	return (row0 * g.y + row1 + row2 + row3 * f.y) * (1.0 / 9.0);
}
