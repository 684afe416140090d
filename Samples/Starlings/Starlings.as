// Two thousand starlings over their roost, each heeding its seven nearest; a falcon strikes: flash expansion.
#include "Field.as"
#include "Checks.as"

const string Birds = "Starlings"; // the flock's id, from the preset
const double StrikeTime = 14;     // s
const float StoopTime = 1.1f;     // s before it that the falcon comes down
AActor Falcon;
double Course = 0; // s along the way that the flock is drawn, see Draw

void BeginPlay()
{
	SetTitle("Starlings");
	SetDuration(27);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::Grass);
	SetHaze(420);
	SetShadowRadius(60);

	BuildField();
	array<AActor>@ All = SpawnInSphere("Starling", WayPoint(0), 9, GetIntParameter("boids", 2000));
	const FVector Way = (WayPoint(3) - WayPoint(0)).GetSafeNormal();
	for (uint Index = 0; Index < All.length(); Index++)
		All[Index].SetVelocity(Way * 8);
	Falcon = SpawnActor("Falcon", FVector(0, 120, 0), "Falcon", "{\"threat\": {\"enabled\": false}}");
	At(StrikeTime - StoopTime, "Stoop");
	At(StrikeTime, "Strike");
	At(StrikeTime + 0.8, "Leave");
	DeclareChecks();
	TellStory();
}

// They roam over the roost in a figure of eight, wider than high. After the strike what draws them slows down, so that
// they find each other again.
FVector WayPoint(double Seconds)
{
	const float Angle = float(Seconds) * 10.3f;
	return FVector(45 * FMath::Sin(Angle), 40 + 5 * FMath::Sin(2 * Angle), 25 * FMath::Sin(2 * Angle));
}
void Tick(float DeltaTime)
{
	const bool bScattered = GetTime() > StrikeTime && GetTime() < StrikeTime + 9;
	Course += DeltaTime * (bScattered ? 0.4f : 1.0f);
	SetTarget(Birds, WayPoint(Course + 3));
	Watch();
}

// Out of the sun, to where the flock will be.
void Stoop()
{
	const FVector Meeting = GetFlockCenter(Birds) + GetFlockMeanVelocity() * StoopTime;
	Falcon.Teleport(Meeting + FVector(-18, 42, 10));
	SetSetting("playerMover.speed", (Meeting + FVector(-18, 42, 10)).Distance(Meeting) / StoopTime, "Falcon");
	array<FVector> Way = {Meeting};
	Falcon.SetPath(Way);
}
// They see it only now.
void Strike()
{
	BeginStrike();
	SetSetting("threat.enabled", true, "Falcon");
	SetSetting("playerMover.speed", 8.0f, "Falcon");
	array<FVector> Way = {Falcon.GetLocation() + GetFlockMeanVelocity() * 3};
	Falcon.SetPath(Way);
}
void Leave()
{
	SetSetting("threat.enabled", false, "Falcon");
	SetSetting("playerMover.speed", 16.0f, "Falcon");
	array<FVector> Way = {Falcon.GetLocation() + FVector(30, -8, 40), Falcon.GetLocation() + FVector(160, 6, 200)};
	Falcon.SetPath(Way);
}

void TellStory()
{
	Caption("Starlings come to their roost", 4);
	At(5, "TellRule");
	At(StrikeTime + 0.1, "TellStrike");
	At(StrikeTime + 5, "TellReturn");
	Camera::SetFieldOfView(46);
	Camera::FrameFlock(Birds, 5, 20, -3, 3);
	At(StrikeTime - 2.5, "ShotStrike");
	At(StrikeTime + 2.5, "ShotReturn");
}
void TellRule() { Caption("Each heeds its seven nearest: no leader, one will", 5); }
void TellStrike() { Caption("A falcon strikes: flash expansion", 4); }
void TellReturn() { Caption("They close up again", 4); }
void ShotStrike()
{
	Camera::SetFieldOfView(60);
	Camera::Orbit(GetFlockCenter(Birds) + GetFlockMeanVelocity() * 1.3f, 42, 40, -6, 2, 2.5f);
}
void ShotReturn() { Camera::FrameFlock(Birds, 2.3f, 50, -2, 2, 3); }
