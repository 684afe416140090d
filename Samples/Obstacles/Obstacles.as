// A flock of birds flies through a pillared hall and touches nothing; then swifts do it at 30 m/s.
#include "Hall.as"
#include "Checks.as"

const string Birds = "Birds";
const string Swifts = "Swifts";
const FVector FarMeadow(0, 5, 400); // beyond the hall

void BeginPlay()
{
	SetTitle("Obstacles");
	SetDuration(40);
	SetSky(ESceneSky::Day);
	SetGround(ESceneGround::Sand);
	SetHaze(240);
	SetShadowRadius(34);

	BuildHall();
	const int Count = FMath::Min(GetIntParameter("boids", 80), 150);
	// They see each other and do not push each other, not even into a wall.
	SpawnInBox("Bird", FVector(-9, 2, -76), FVector(9, 7, -60), Count, 5, "{\"body\": {\"collidesWith\": \"all -boid\"}}");
	SetTarget(Birds, FarMeadow);
	StayLow(Birds);
	At(25, "SendSwifts");
	DeclareChecks();

	Camera::SetFieldOfView(50);
	Camera::Dolly(FVector(13, 13, -50), FVector(-2, 4, -60), FVector(9, 10, -46), FVector(0, 4, -40), 5);
	At(5, "ShotNave");
	At(10.5, "ShotAbove");
	At(18, "ShotExit");
	At(25, "ShotSwifts");
	At(28, "ShotAhead");
	At(32, "ShotLast");
}

// Lower and faster than the flock, one behind the other.
void SendSwifts()
{
	SpawnInBox("Swift", FVector(-2.5f, 2.5f, -165), FVector(2.5f, 5.5f, -125), 14);
	array<FVector> Nave = {FVector(0, 4, -200), FVector(0, 4, 600)};
	SetFlockPath(Swifts, Nave);
	StayLow(Swifts);
	Caption("Swifts at 30 m/s", 4);
}

// They may not take the way over the walls.
void StayLow(const string& in Flock)
{
	SetSetting("flock.world.shape", "box", Flock);
	SetSetting("flock.bounds.center", FVector(0, 4.5f, 200), Flock);
	SetSetting("flock.box.halfExtent", FVector(12, 4.5f, 500), Flock);
	SetSetting("flock.box.margin", 2.5f, Flock);
	SetSetting("flock.bounds.weight", 2.0f, Flock);
}

void ShotNave() { Camera::Dolly(FVector(6, 4.2f, -14), FVector(-3, 3.6f, -34), FVector(6, 5, 2), FVector(-1, 3.6f, -14), 5.5f); }
void ShotAbove() { Camera::Dolly(FVector(3.5f, 13, 14), FVector(0, 3.5f, 0), FVector(3.5f, 13, 32), FVector(0, 3.5f, 18), 5.5f); }
void ShotExit() { Camera::Dolly(FVector(-12, 6, 52), FVector(0, 4, 26), FVector(-16, 9, 60), FVector(0, 4, 50), 4); }
void ShotSwifts() { Camera::Look(FVector(5, 6, -42), FVector(-1, 4, -80)); }
void ShotAhead() { Camera::Dolly(FVector(1.5f, 5.2f, -2), FVector(-0.9f, 3.4f, -32), FVector(1.3f, 4.8f, -4), FVector(-0.9f, 3.6f, -32), 5); }
void ShotLast() { Camera::Dolly(FVector(-14, 8, 56), FVector(0, 4, 26), FVector(-18, 10, 64), FVector(0, 4, 40), 7); }
