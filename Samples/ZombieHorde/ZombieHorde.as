// Zombies chase a player round the obstacles of a walled yard: a loose clump that does not line up.
#include "Yard.as"
#include "Checks.as"

const FVector HordeStart(-17, 0.9f, -15);
const string Horde = "ZombieHorde"; // the flock's id, from the prefab
AActor Player;

void BeginPlay()
{
	SetTitle("Zombie horde");
	SetDuration(60);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::Grass);
	SetHaze(260);
	SetShadowRadius(26);

	BuildYard();
	const int Wanted = GetIntParameter("boids", 50);
	const int Count = FMath::Min(Wanted, 100);
	if (Count < Wanted)
		LogWarning("the yard has room for 100 zombies; the rest stays at home");
	SpawnDisc("Zombie", HordeStart, FMath::Max(0.52f * FMath::Sqrt(float(Count)), 3.0f), Count);
	Player = SpawnActor("Player", FVector(-3, 0.9f, -8), "Player");
	SetSetting("playerMover.loop", false, "Player");
	SetTarget(Horde, Player);
	BindInput(Player); // keys take over from the path

	At(0, "WalkAway");
	At(42, "BreakOut");
	DeclareChecks();

	Camera::SetFieldOfView(48);
	Camera::Dolly(FVector(6, 6, 4), FVector(-9, 0, -11), FVector(2, 2.6f, -3), FVector(-10, 0.9f, -12), 7);
	At(7, "ShotBehind");
	At(15, "ShotRound");
	At(24, "ShotAbove");
	At(42, "ShotAhead");
	At(48, "ShotLast");
}

// He walks off, waits in the far corner, and is caught.
void WalkAway()
{
	SetSetting("playerMover.speed", 1.6f, "Player");
	array<FVector> Route = {FVector(8, 0.9f, -9), FVector(16, 0.9f, -3), FVector(15, 0.9f, 8)};
	Player.SetPath(Route);
}

// He runs through them and makes his stand a little farther on.
void BreakOut()
{
	SetSetting("playerMover.speed", 5.0f, "Player");
	array<FVector> Route = {FVector(9, 0.9f, 15), FVector(1, 0.9f, 13)};
	Player.SetPath(Route);
}

void ShotBehind() { Camera::Follow(Player, -5.5f, 2.4f, 0.4f, 2.5f); }
void ShotRound() { Camera::OrbitActor(Player, 10, 60, 24, -12, 3); }
void ShotAbove() { Camera::OrbitActor(Player, 13, -70, 36, -9, 4); }
void ShotAhead() { Camera::Follow(Player, -7.5f, 2.6f, 0.3f, 2); }
void ShotLast() { Camera::OrbitActor(Player, 16, 130, 30, 10, 4); }
