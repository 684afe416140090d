#version 400
in vec4 tint;
in float across;
out vec4 color;

void main()
{
	color = vec4(tint.rgb, tint.a * clamp(1.6 - 1.5 * abs(across), 0.0, 1.0));
}
