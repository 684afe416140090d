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

void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety)
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

#ifdef BODY_BIRD
void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety)
{
	int chain = int(part.y + 0.5);
	float beat = sin(phase);
	float amplitude = 0.55 / (1.0 + 0.02 * speed) + 0.1 * variety;
	if (chain == 1 || chain == 2)
	{
		float side = chain == 1 ? 1.0 : -1.0;
		float tip = clamp(part.z - 1.0, 0.0, 1.0);
		// The tip follows the inner wing with a delay and folds on the upstroke.
		TurnZ(p, n, vec3(0.25 * side, 0.03, 0.0), side * tip * (0.65 * amplitude * sin(phase - 0.9) - 0.12));
		TurnZ(p, n, vec3(0.03 * side, 0.02, 0.0), side * clamp(part.z, 0.0, 1.0) * (amplitude * beat + 0.10));
	}
	if (chain == 3)
	{
		TurnX(p, n, vec3(0.0, 0.0, -0.2), 0.08 * sin(phase - 1.0));
	}
	p.y -= 0.035 * beat * amplitude;
}
#endif

#ifdef BODY_FISH
void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety)
{
	// A wave that runs from the head to the tail and grows on its way (carangiform swimming).
	float along = 0.5 - p.z;
	float reach = 0.10 + 0.03 * min(speed, 4.0);
	float size = reach * along * along + 0.012;
	float wave = phase - along * 4.2;
	float slope = reach * 2.0 * along * sin(wave) - 4.2 * size * cos(wave);
	p.x += size * sin(wave);
	n.z += n.x * slope;
}
#endif

#ifdef BODY_DRONE
void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety)
{
	if (part.y > 0.5)
	{
		vec3 hub = vec3(p.x < 0.0 ? -0.28 : 0.28, 0.07, p.z < 0.0 ? -0.28 : 0.28);
		TurnY(p, n, hub, phase * (hub.x * hub.z > 0.0 ? 1.0 : -1.0));
	}
}
#endif

#ifdef BODY_ARROW
void Pose(inout vec3 p, inout vec3 n, vec4 part, float phase, float speed, float variety)
{
}
#endif
