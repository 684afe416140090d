// Something hunts sixty people through a maze full of dead ends: they run where they will not be cut off.
#include "Hunt.as"
#include "Checks.as"

const string Crowd = "Visitors";
array<AActor> Visitors;
int Number = 0;

void BeginPlay()
{
	SetTitle("Dead ends");
	SetDuration(40);
	SetSky(ESceneSky::Day);
	SetGround(ESceneGround::Grass, -0.2f);
	SetHaze(300);
	SetShadowRadius(26);
	LoadLevel("Maze");
	Number = FMath::Clamp(GetIntParameter("boids", 60), 1, 60);
	SpawnVisitors();
	At(2, "LetLoose");
	DeclareChecks();

	Caption("60 people in a maze", 3);
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(0, 44, 20), FVector(0, 0, 1.5f), FVector(0, 42, 14), FVector(0, 0, 1), 14);
	At(14, "ShotNear");
	At(28, "ShotAll");
	ShowLayer(EDebugLayer::Threats);
}

// At random, but nobody so near to another that they touch.
void SpawnVisitors()
{
	const array<string> Coats = {"[0.42, 0.06, 0.05]", "[0.05, 0.1, 0.36]", "[0.5, 0.42, 0.3]", "[0.08, 0.22, 0.1]",
		"[0.1, 0.1, 0.11]", "[0.55, 0.3, 0.06]"};
	array<FVector> Places;
	for (int Try = 0; int(Places.length()) < Number && Try < 4000; Try++)
	{
		const FVector Place = GetRandomGround();
		bool bFree = FMath::Max(FMath::Abs(Place.X), FMath::Abs(Place.Z)) < 16.5f && Place.Size2D() > 4;
		for (uint Other = 0; bFree && Other < Places.length(); Other++)
			bFree = (Places[Other] - Place).SizeSquared() > 1;
		if (!bFree)
			continue;
		Places.insertLast(Place);
		Visitors.insertLast(SpawnActor("Person", Place + FVector(0, 0.875f, 0), "",
			"{\"navAgent\": {\"crowdId\": \"" + Crowd + "\"}, \"flee\": {\"fleeSpeed\": " + FleeSpeed + "}, "
			"\"visual\": {\"color\": " + Coats[Places.length() % Coats.length()] + "}}"));
	}
}

void ShotNear() { Camera::Dolly(FVector(-4, 25, 12), FVector(-4, 0, -1), FVector(5, 25, 12), FVector(5, 0, -1), 14, 3); }
void ShotAll() { Camera::Dolly(FVector(0, 42, 14), FVector(0, 0, 1), FVector(6, 40, 16), FVector(0, 0, 1), 14, 3); }
