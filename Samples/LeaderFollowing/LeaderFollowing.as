// A skein of geese follows its leader; half way a falcon kills it, another goose takes over, and nobody is lost.
#include "Checks.as"

const string Skein = "Skein"; // the geese's flock, from the prefab
const float LeaderSpeed = 0.72f; // share of the flock's speed, so that the others can keep up
const FVector White(0.85f, 0.82f, 0.76f);

AActor Leader;
AActor Falcon;
AActor Dying; // the leader that the falcon has struck
int LeaderNumber = 0;
float Way = 0; // degrees along the leader's course

void BeginPlay()
{
	SetTitle("Leader following");
	SetDuration(48);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::Grass);
	SetHaze(600);
	SetShadowRadius(60);
	PlantPosts();

	const int Count = FMath::Min(GetIntParameter("boids", 45), 200);
	const FVector Start = GetCourse(0);
	SpawnInBox("Goose", Start + FVector(-34, -5, -12), Start + FVector(-8, 6, 12), Count - 1, 7);
	Lead(SpawnActor("Goose", Start, "FirstLeader"));
	Every(0.1, "LeadOn", 0);
	OnEvent("destroyed", "WhoDied");
	At(19, "FalconComes");
	When("FalconHasStruck", "LeaderDies", EWhen::Once);
	DeclareChecks();

	Caption("All follow the white one", 5);
	Camera::SetFieldOfView(44);
	Camera::FrameFlock(Skein, 2.6f, 25, 6, 5);
	At(9, "ShotBehind");
	At(17, "ShotAside");
	At(36, "ShotLast");
}

// The leader's course: a long figure of eight over the meadows. Every point is ahead of where the leader is.
FVector GetCourse(float Angle)
{
	return FVector(95 * FMath::Sin(Angle), 26 + 5 * FMath::Sin(1.7f * Angle), 55 * FMath::Sin(2 * Angle));
}

void LeadOn()
{
	if (!Leader.IsAlive() || Leader == Dying)
		return;
	// On along the course, as far as keeps the point 14 m ahead of the leader.
	while (GetCourse(Way).Distance(Leader.GetLocation()) < 14)
		Way += 0.5f;
	Leader.SetTarget(GetCourse(Way), 6);
}

void Lead(const AActor& in Goose)
{
	Leader = Goose;
	LeaderNumber++;
	SetTarget(Skein, Goose, "leader");
	SetSetting("flocking.speedScale", LeaderSpeed, Goose.GetName());
	SetSetting("visual.color", White, Goose.GetName());
}

// The one that is nearest to the old leader's place takes over.
void WhoDied(const FEvent& in Event)
{
	if (!(Event.A == Leader))
		return;
	array<AActor>@ Geese = GetFlockActors(Skein);
	AActor Nearest;
	float Least = 1e9f;
	for (uint Index = 0; Index < Geese.length(); Index++)
	{
		const float Distance = Geese[Index].GetLocation().Distance(Event.Position);
		if (Distance < Least && !(Geese[Index] == Leader))
		{
			Least = Distance;
			Nearest = Geese[Index];
		}
	}
	Lead(Nearest);
	Camera::OrbitActor(Leader, 20, 150, 12, -5, 2);
}

void FalconComes()
{
	const FVector Ahead = Leader.GetLocation() + Leader.GetVelocity().GetSafeNormal() * 30;
	Falcon = SpawnActor("Falcon", Ahead + FVector(0, 32, 0), "Falcon");
	SetSetting("playerMover.speed", 30.0f, "Falcon");
	SetSetting("playerMover.loop", false, "Falcon");
	DiveTimer = Every(0.1, "FalconDives");
}

bool bStruck = false;
int DiveTimer = 0;

void FalconDives()
{
	if (!Falcon.IsAlive())
		return;
	array<FVector> Course;
	if (!bStruck && Leader.IsAlive())
		Course.insertLast(Leader.GetLocation() + Leader.GetVelocity() * 0.15f);
	else
		Course.insertLast(Falcon.GetLocation() + Falcon.GetForward() * 40 + FVector(0, 8, 0));
	Falcon.SetPath(Course);
}

bool FalconHasStruck()
{
	return Falcon.IsAlive() && Leader.IsAlive() && Falcon.GetLocation().Distance(Leader.GetLocation()) < 1.6f;
}

void LeaderDies()
{
	bStruck = true;
	Dying = Leader;
	Caption("The leader is dead; the nearest takes over", 5);
	Leader.Destroy();
	After(7, "FalconGoes");
}

void FalconGoes()
{
	Cancel(DiveTimer);
	Falcon.Destroy();
}

// Posts along the meadows, to see the way by.
void PlantPosts()
{
	const FVector Wood(0.13f, 0.09f, 0.05f);
	for (int Row = -4; Row <= 4; Row++)
		for (int Column = -6; Column <= 6; Column++)
		{
			const float X = 24.0f * Column + 7 * FMath::Sin(178.0f * Row);
			const float Z = 26.0f * Row + 7 * FMath::Sin(132.0f * Column);
			const float Height = 1.5f + 0.7f * FMath::Sin(109.0f * Row + 155.0f * Column);
			SpawnBox(FVector(X, Height, Z), FVector(0.22f, Height, 0.22f), 17.0f * Column, Wood);
		}
}

void ShotBehind() { Camera::Follow(Leader, 17, 5, 0, 2.5f); }
void ShotAside() { Camera::OrbitActor(Leader, 21, 70, 10, 6, 2.5f); }
void ShotLast() { Camera::FrameFlock(Skein, 2.8f, 40, 8, -5, 3); }
