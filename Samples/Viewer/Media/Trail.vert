#version 400
uniform mat4 viewProjection;
in vec4 vertex;
in vec4 colour;
out vec4 tint;

void main()
{
	gl_Position = viewProjection * vertex;
	tint = colour;
}
