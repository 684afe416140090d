#version 400
// Debug lines as screen-space ribbons: the core profile draws no wide lines.
uniform mat4 viewProjection;
uniform vec4 pixel; // xy: 2 / viewport size; z: half width in pixels
in vec4 vertex;     // xyz: this end; w: width, negative on the other side
in vec3 normal;     // the other end
in vec4 colour;
out vec4 tint;
out float across;

void main()
{
	vec4 here = viewProjection * vec4(vertex.xyz, 1.0);
	vec4 there = viewProjection * vec4(normal, 1.0);
	// An end behind the camera is pulled to just in front of it.
	const float Near = 0.02;
	if (here.w < Near && there.w > Near)
	{
		here = mix(here, there, (Near - here.w) / (there.w - here.w));
	}
	vec4 other = there.w < Near && here.w > Near ? mix(there, here, (Near - there.w) / (here.w - there.w)) : there;
	vec2 way = (other.xy / other.w - here.xy / here.w) / pixel.xy;
	float size = max(length(way), 1e-4);
	vec2 side = vec2(-way.y, way.x) / size;
	here.xy += side * vertex.w * pixel.z * pixel.xy * here.w;
	here.z -= 0.0006 * here.w; // in front of the surface it lies on
	gl_Position = here;
	tint = colour;
	across = sign(vertex.w);
}
