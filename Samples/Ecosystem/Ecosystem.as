// Three species in one reef: fish graze on plankton and flee tuna, tuna hunt fish, rays mind nobody.
#include "Reef.as"
#include "Checks.as"

const string Fish = "Fish";
const string Tuna = "Tuna";
const string Rays = "Rays";
const int CloudCount = 3;
const int SpecksInCloud = 60;
array<AActor> Clouds; // of plankton
array<AActor> Specks; // what is to be seen of them, cloud by cloud
array<float> Food;    // of each cloud, 1: untouched

void BeginPlay()
{
	SetTitle("Ecosystem");
	SetDuration(50);
	SetSky(ESceneSky::Underwater);
	SetGround(ESceneGround::Sand, -9);
	SetHaze(36);
	SetShadowRadius(24);
	BuildReef();

	const int Count = FMath::Min(GetIntParameter("boids", 160), 400);
	SpawnInSphere("Fish", FVector(-9, 0, 2), 3.5f + 0.01f * Count, Count, 1);
	SpawnInSphere("Tuna", FVector(16, 1, -8), 3, 3, 1);
	SpawnInSphere("Ray", FVector(2, -1, 5), 5, 8, 0.5f);
	SetRelation(Fish, Tuna, "flee");
	SetRelation(Tuna, Fish, "hunt");
	SetRelation(Fish, Rays, "ignore");
	SetRelation(Rays, Fish, "ignore");
	SetSetting("flock.maxSpeed", 2.6f, Fish);
	SetSetting("flock.species.radius", 8.5f, Fish);
	SetSetting("flock.species.weight", 3.0f, Fish);
	SetSetting("flock.world.shape", "box", Fish);
	SetSetting("flock.box.halfExtent", FVector(20, 6, 14), Fish);
	SetSetting("flock.box.margin", 4.0f, Fish);
	SetSetting("flock.bounds.weight", 4.0f, Fish);
	SetSetting("flock.attractor.weight", 0.9f, Fish);
	for (int Cloud = 0; Cloud < CloudCount; Cloud++)
	{
		Clouds.insertLast(AActor());
		Food.insertLast(0);
		for (int Speck = 0; Speck < SpecksInCloud; Speck++)
			Specks.insertLast(AActor());
		Bloom(Cloud);
	}
	Every(0.5, "Graze");
	DeclareChecks();

	Caption("Fish flee tuna, tuna hunt fish, rays mind nobody", 5);
	Camera::SetFieldOfView(50);
	Camera::Orbit(FVector(0, -1, 1), 16, 25, 9, 2);
	At(10, "ShotSchool");
	At(21, "ShotHunters");
	At(24, "ShotHunted");
	At(32, "ShotRays");
	At(41, "ShotAll");
}

// A new cloud somewhere in the reef.
void Bloom(int Cloud)
{
	FRandomStream Dice = RandomStream("plankton");
	const FVector Place = Dice.RandomInBox(FVector(-13, -3, -8), FVector(13, 3, 8));
	Clouds[Cloud] = SpawnActor("Plankton", Place);
	array<AActor>@ New = SpawnInSphere("Speck", Place, 2.2f, SpecksInCloud);
	for (int Speck = 0; Speck < SpecksInCloud; Speck++)
		Specks[Cloud * SpecksInCloud + Speck] = New[Speck];
	Food[Cloud] = 1;
}

// Fish near a cloud eat of it; where one is eaten up another blooms elsewhere.
void Graze()
{
	array<FVector>@ Places = GetFlockLocations(Fish);
	for (int Cloud = 0; Cloud < CloudCount; Cloud++)
	{
		if (!Clouds[Cloud].IsAlive())
			continue;
		const FVector Heart = Clouds[Cloud].GetLocation();
		int Grazing = 0;
		for (uint Index = 0; Index < Places.length(); Index++)
			if (Places[Index].Distance(Heart) < 4)
				Grazing++;
		Food[Cloud] -= 0.0008f * Grazing;
		for (int Speck = int(SpecksInCloud * FMath::Max(Food[Cloud], 0.0f)); Speck < SpecksInCloud; Speck++)
			if (Specks[Cloud * SpecksInCloud + Speck].IsAlive())
				Specks[Cloud * SpecksInCloud + Speck].Destroy();
		if (Food[Cloud] < 0)
		{
			CloudsEaten++;
			Clouds[Cloud].Destroy();
			Bloom(Cloud);
		}
	}
}

void ShotSchool() { Camera::FrameFlock(Fish, 2.4f, 40, 10, 6, 3); }
// Behind the hunter that is nearest to the school, so that its prey is ahead of it.
void ShotHunters()
{
	array<AActor>@ Hunters = GetFlockActors(Tuna);
	const FVector School = GetFlockCenter(Fish);
	AActor Nearest = Hunters[0];
	for (uint Index = 1; Index < Hunters.length(); Index++)
		if (Hunters[Index].GetLocation().Distance(School) < Nearest.GetLocation().Distance(School))
			Nearest = Hunters[Index];
	Camera::Follow(Nearest, 3.2f, 0.9f, 0, 2);
}
void ShotHunted() { Camera::FrameFlock(Fish, 2.0f, 160, 4, 7, 2); }
void ShotRays() { Camera::FrameFlock(Rays, 2.2f, -30, 14, 5, 3); }
void ShotAll() { Camera::FrameFlock(Fish, 3.4f, 150, 10, -3, 3); }
