// What every shader of a frame shares: light, air and the tone curve. Colours are linear.
uniform vec4 frameEye;     // xyz: camera; w: time of the simulation, s
uniform vec4 frameSun;     // xyz: unit vector toward the sun; w: 1 where shadows are drawn, else 0
uniform vec4 frameSunLight; // rgb
uniform vec4 frameSky;     // rgb: light from above
uniform vec4 frameBounce;  // rgb: light from below
uniform vec4 frameHaze;    // rgb: colour of distance; w: density, 1/m
uniform vec4 frameGlow;    // rgb: what the sun adds to the haze around it
uniform vec4 frameShadow;  // x: texels a side; y: metres a texel; z: depth range, m; w: ground height, m

// Light that arrives at a surface from everywhere but the sun (hemisphere ambient).
vec3 AmbientLight(vec3 normal)
{
	return mix(frameBounce.rgb, frameSky.rgb, normal.y * 0.5 + 0.5);
}

vec3 HazeColor(vec3 direction)
{
	float toward = max(dot(direction, frameSun.xyz), 0.0);
	toward *= toward;
	return frameHaze.rgb + frameGlow.rgb * (toward * toward);
}

// Little near the camera, then growing with distance: near things keep their contrast.
float HazeAmount(float dist)
{
	float x = dist * frameHaze.w;
	return 1.0 - exp2(-x * x / (x + 0.6));
}

// Filmic curve with the display's gamma folded in (Hejl and Burgess-Dawson, 2010). ToLight in C++ inverts it.
vec3 Tone(vec3 color)
{
	vec3 x = max(color - 0.004, 0.0);
	return x * (6.2 * x + 0.5) / (x * (6.2 * x + 1.7) + 0.06);
}
