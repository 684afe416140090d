// Motion of the bodies: each vertex knows its limb (part.y) and how far along the limb's joints it lies (part.z, 1 a
// joint; between two joints it takes its share of the bend). Phase comes with the boid, so feet and wings do not slide.

void TurnX(inout vec3 point, inout vec3 normal, vec3 pivot, float angle)
{
	float c = cos(angle);
	float s = sin(angle);
	vec3 r = point - pivot;
	point = pivot + vec3(r.x, c * r.y - s * r.z, s * r.y + c * r.z);
	normal = vec3(normal.x, c * normal.y - s * normal.z, s * normal.y + c * normal.z);
}

void TurnY(inout vec3 point, inout vec3 normal, vec3 pivot, float angle)
{
	float c = cos(angle);
	float s = sin(angle);
	vec3 r = point - pivot;
	point = pivot + vec3(c * r.x + s * r.z, r.y, c * r.z - s * r.x);
	normal = vec3(c * normal.x + s * normal.z, normal.y, c * normal.z - s * normal.x);
}

void TurnZ(inout vec3 point, inout vec3 normal, vec3 pivot, float angle)
{
	float c = cos(angle);
	float s = sin(angle);
	vec3 r = point - pivot;
	point = pivot + vec3(c * r.x - s * r.y, s * r.x + c * r.y, r.z);
	normal = vec3(c * normal.x - s * normal.y, s * normal.x + c * normal.y, normal.z);
}

#if defined(BODY_ZOMBIE) || defined(BODY_HUMAN)
const float Hip = 0.92;
const float Thigh = 0.42; // hip to knee
const float Shin = 0.42;  // knee to ankle

#ifdef BODY_ZOMBIE
const float SwingLimit = 0.50;
const float SwingHalfSpeed = 0.8;
#else
const float SwingLimit = 0.75;
const float SwingHalfSpeed = 1.2;
#endif

// Legs swing wider at speed; FBoidAnimator::GetPhaseRate has the same formula.
float LegSwing(float speed)
{
	return SwingLimit * speed / (speed + SwingHalfSpeed);
}

void LegAngles(float swing, float phase, out float hip, out float knee)
{
	// A foot on the ground goes back at the body's own speed, so that it stays where it stands; in the air it swings.
	float turn = fract(phase * 0.159154943);
	bool bStands = turn > 0.25 && turn < 0.75;
	hip = swing * (bStands ? 2.0 - 4.0 * turn : sin(phase));
	float lift = max(cos(phase), 0.0);
	knee = swing * 2.1 * lift + 0.12 * swing;
}

float LegReach(float hip, float knee)
{
	return Thigh * cos(hip) + Shin * cos(hip - knee);
}

void MoveLeg(inout vec3 p, inout vec3 n, float level, float hip, float knee, float side)
{
	float bend = clamp(level - 1.0, 0.0, 1.0);
	float ankle = clamp((level - 2.0) * 2.0, 0.0, 1.0);
	TurnX(p, n, vec3(0.0, Hip - Thigh - Shin, 0.0), ankle * (hip - knee) * 0.8);
	TurnX(p, n, vec3(0.0, Hip - Thigh, 0.0), bend * knee);
	TurnX(p, n, vec3(0.095 * side, Hip, 0.0), -hip);
}

void MoveArm(inout vec3 p, inout vec3 n, float level, float side, float phase, float speed, float variety)
{
#ifdef BODY_ZOMBIE
	float droop = 0.20 * sin(phase + side * 0.9) + (variety - 0.5) * 0.5 + side * 0.10;
	TurnX(p, n, vec3(0.0, 1.355, 0.36), clamp(level - 1.0, 0.0, 1.0) * (-0.15 + 0.20 * sin(phase + 1.5)));
	TurnX(p, n, vec3(0.0, 1.42, 0.08), droop);
	TurnY(p, n, vec3(0.215 * side, 1.42, 0.08), side * (0.16 * variety - 0.05));
#else
	float swing = LegSwing(speed);
	float run = clamp(speed * 0.25 - 0.4, 0.0, 1.0);
	TurnX(p, n, vec3(0.0, 1.13, -0.02), -clamp(level - 1.0, 0.0, 1.0) * (0.25 + 1.2 * run));
	TurnX(p, n, vec3(0.0, 1.42, 0.0), 0.9 * swing * sin(phase) * side);
	TurnZ(p, n, vec3(0.215 * side, 1.42, 0.0), 0.05 * side);
#endif
}

void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety, float climb)
{
	float swing = LegSwing(speed);
	float hipL, kneeL, hipR, kneeR;
	LegAngles(swing, phase, hipL, kneeL);
	LegAngles(swing, phase + 3.14159265, hipR, kneeR);
	int chain = int(part.y + 0.5);
	float side = (chain == 2 || chain == 4) ? 1.0 : -1.0;
	if (chain >= 4)
	{
		MoveLeg(p, n, part.z, side > 0.0 ? hipL : hipR, side > 0.0 ? kneeL : kneeR, side);
	}
	else
	{
		if (chain >= 2)
		{
			MoveArm(p, n, part.z, side, phase, speed, variety);
		}
#ifdef BODY_ZOMBIE
		else if (chain == 1)
		{
			TurnZ(p, n, vec3(0.0, 1.50, 0.12), (variety - 0.5) * 0.7 + 0.08 * sin(phase));
			TurnX(p, n, vec3(0.0, 1.50, 0.12), 0.10 * sin(phase * 2.0 + 1.0));
		}
		float breath = 0.03 * sin(frameEye.w * 1.7 + variety * 40.0);
		TurnX(p, n, vec3(0.0, Hip, 0.0), 0.10 + breath + 0.05 * sin(phase * 2.0));
		TurnZ(p, n, vec3(0.0, Hip, 0.0), 0.30 * swing * sin(phase + 0.4) + (variety - 0.5) * 0.12);
		TurnY(p, n, vec3(0.0), 0.45 * swing * sin(phase));
#else
		TurnX(p, n, vec3(0.0, Hip, 0.0), 0.035 * speed);
		TurnY(p, n, vec3(0.0), 0.25 * swing * sin(phase));
#endif
	}
	// The pelvis sinks so that the lower foot stands on the ground.
	p.y += max(LegReach(hipL, kneeL), LegReach(hipR, kneeR)) - (Thigh + Shin);
}
#endif

#if defined(BODY_BIRD) || defined(BODY_FALCON)
// How much a wing beats: birds glide for a moment now and then, each at its own times; all do when they sink, none when
// they climb.
float BeatShare(float variety, float climb)
{
	float moment = sin(frameEye.w * (0.8 + 0.5 * variety) + variety * 91.0);
	float glide = max(smoothstep(0.70, 0.95, moment), smoothstep(0.10, 0.40, -climb));
	return 1.0 - glide * (1.0 - smoothstep(0.05, 0.25, climb));
}

void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety, float climb)
{
	int chain = int(part.y + 0.5);
	float share = BeatShare(variety, climb);
	float beat = sin(phase);
#ifdef BODY_FALCON
	float amplitude = 0.46 * share;
	float fold = smoothstep(0.35, 0.75, -climb); // the stoop
#else
	float amplitude = (0.62 + 0.12 * variety) * share;
	float fold = 0.35 * smoothstep(0.35, 0.75, -climb);
#endif
	if (chain == 1 || chain == 2)
	{
		float side = chain == 1 ? 1.0 : -1.0;
		float arm = clamp(part.z, 0.0, 1.0);
		float hand = clamp(part.z - 1.0, 0.0, 1.0);
		// On the upstroke the wrist bends: the hand is drawn in and hangs, and follows the arm with a delay.
		float up = max(cos(phase), 0.0) * share;
		TurnY(p, n, vec3(0.24 * side, 0.025, 0.06), side * hand * (0.55 * up + 1.0 * fold));
		TurnZ(p, n, vec3(0.24 * side, 0.03, 0.0), side * hand * (0.75 * amplitude * sin(phase - 1.0) - 0.35 * up - 0.06));
		TurnY(p, n, vec3(0.03 * side, 0.02, 0.08), side * arm * (0.10 * up + 0.22 * fold));
		// The leading edge is lowered as the wing comes down: that is what drives the bird forward.
		TurnX(p, n, vec3(0.0, 0.025, 0.05), arm * 0.22 * share * -cos(phase));
		TurnZ(p, n, vec3(0.03 * side, 0.02, 0.0), side * arm * (amplitude * beat + 0.12 - 0.10 * fold));
	}
	if (chain == 3)
	{
		// The tail steadies the body, and spreads when the bird glides.
		p.x *= 1.0 + 0.5 * (1.0 - share) * (1.0 - fold);
		TurnX(p, n, vec3(0.0, 0.0, -0.18), 0.06 * share * sin(phase - 1.0) - 0.10 * climb);
	}
	p.y -= 0.05 * beat * amplitude;
}
#endif

#if defined(BODY_FISH) || defined(BODY_SHARK)
void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety, float climb)
{
	// A wave that runs from the head to the tail and grows on its way: carangiform swimming; a shark's body is longer
	// for its wave, so that the whole of it sways.
#ifdef BODY_SHARK
	float waves = 5.2;
	float reach = 0.11 + 0.02 * min(speed, 3.0);
	float head = 0.016;
#else
	float waves = 4.2;
	float reach = 0.10 + 0.03 * min(speed, 4.0);
	float head = 0.012;
#endif
	float along = 0.5 - p.z;
	float size = reach * along * along + head;
	float wave = phase - along * waves;
	float slope = reach * 2.0 * along * sin(wave) - waves * size * cos(wave);
	p.x += size * sin(wave);
	n.z += n.x * slope;
}
#endif

#ifdef BODY_DRONE
void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety, float climb)
{
	// It leans into its way: the rotors push it forward.
	float lean = min(0.05 * speed, 0.55);
	if (part.y > 0.5)
	{
		vec3 hub = vec3(p.x < 0.0 ? -0.28 : 0.28, 0.07, p.z < 0.0 ? -0.28 : 0.28);
		TurnY(p, n, hub, phase * (hub.x * hub.z > 0.0 ? 1.0 : -1.0));
	}
	TurnX(p, n, vec3(0.0), lean);
}
#endif

#ifdef BODY_ARROW
void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety, float climb)
{
}
#endif
