#version 400
uniform sampler2D glyphs;
in vec2 place;
in vec4 tint;
out vec4 color;

void main()
{
	color = tint * texture(glyphs, place);
}
