// Where a point lies in the shadow map: xy 0..1, z the depth to compare with.
uniform mat4 shadowMatrix;

// The point is moved along its normal by about a texel, and toward the light by half of one, so that a surface does not
// shadow itself and shadows still begin at the feet.
vec3 ShadowPlace(vec3 world, vec3 normal, float texels)
{
	vec4 place = shadowMatrix * vec4(world + normal * (frameShadow.y * texels), 1.0);
	return vec3(place.xy, place.z * 0.5 + 0.5 - 0.5 * frameShadow.y / frameShadow.z);
}
