#version 400
uniform mat4 worldViewProjection;
in vec4 vertex;
in vec2 uv0;
in vec4 colour;
out vec2 place;
out vec4 tint;

void main()
{
	gl_Position = worldViewProjection * vec4(vertex.xy, 0.0, 1.0);
	place = uv0;
	tint = colour;
}
