#version 400
in vec4 tint;
in float across;
out vec4 color;

void main()
{
	float opacity = tint.a * clamp(1.6 - 1.5 * abs(across), 0.0, 1.0);
#ifdef HIDDEN
	opacity *= 0.4; // what lies behind things shows through
#endif
	color = vec4(tint.rgb, opacity);
}
