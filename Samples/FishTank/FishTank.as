// A school in a glass tank lets a slow shark come near, parts round it and closes again behind it: the fountain.
#include "Tank.as"
#include "Checks.as"

const string School = "Fish"; // the flock's id, from the preset
const float NearReach = 1.7f; // m at which they mind a shark as slow as this
AActor Shark;
int Aiming = 0; // the timer, in the second meeting

void BeginPlay()
{
	SetTitle("Fish tank");
	SetDuration(52);
	SetSky(ESceneSky::Underwater);
	SetGround(ESceneGround::Sand, -TankHalf.Y - 2 * Thick);
	SetHaze(70);
	SetShadowRadius(18);

	BuildTank();
	SpawnInBox("Fish", FVector(-10, -1.5f, -2), FVector(-6, 1.5f, 2), GetIntParameter("boids", 150), 0, TankWorld());
	Shark = SpawnActor("Shark", FVector(9, 0, 0), FQuat(FVector(0, 1, 0), -90), "Shark",
		"{\"threat\": {\"radius\": " + NearReach + "}, \"playerMover\": {\"speed\": 0.7, \"loop\": false}}");
	At(0, "Meet");
	At(13, "Gather");
	At(24, "MeetAgain");
	At(38, "Roam");
	At(43, "Lunge");
	DeclareChecks();
	TellStory();
}

// School and shark along the tank's middle, toward each other.
void Meet()
{
	BeginMeeting(1);
	SetTarget(School, FVector(11, 0, 0));
	array<FVector> Path = {FVector(-7.5f, 0, 0)};
	Shark.SetPath(Path);
}
void Gather() { SetTarget(School, FVector(8, 0, 0)); }
void MeetAgain()
{
	BeginMeeting(-1);
	SetTarget(School, FVector(-11, 0, 0));
	Aiming = Every(0.25, "Aim");
}
// It goes for the middle of the school until half of them are past.
void Aim()
{
	array<FVector> Path = {GetFlockCenter(School)};
	if (CountBehind() > GetFlockSize(School) / 2)
	{
		Cancel(Aiming);
		Path[0] = FVector(6, 0, 0);
	}
	Shark.SetPath(Path);
}
void Roam() { ClearTarget(School); }
// Now they flee it from as far as the preset says.
void Lunge()
{
	SetSetting("threat.radius", 0.0f, "Shark");
	SetSetting("playerMover.speed", 4.5f, "Shark");
	array<FVector> Path = {GetFlockCenter(School), FVector(0, 0.5f, 0)};
	Shark.SetPath(Path);
}

void TellStory()
{
	Caption("A school, and a shark that takes its time", 5);
	At(6, "TellFountain");
	At(24, "TellAgain");
	At(43, "TellLunge");
	Camera::SetFieldOfView(44);
	Camera::Orbit(FVector(1, -0.3f, 0), 20, -20, 9, 1.8f);
	At(16, "ShotAbove");
	At(36, "ShotLow");
}
void TellFountain() { Caption("They part round it and close behind it: the fountain", 6); }
void TellAgain() { Caption("Once more, the other way", 4); }
void TellLunge() { Caption("It lunges", 3); }
void ShotAbove() { Camera::Orbit(FVector(0, -0.5f, 0), 21, 20, 12, -1.5f, 4); }
void ShotLow() { Camera::Orbit(FVector(0, -0.3f, 0), 21, -30, 5, 3, 4); }
