// Two streams of people cross at right angles: nobody stops, and nobody walks into anybody.
#include "Square.as"
#include "Checks.as"

array<AActor> Eastbound; // toward +X
array<AActor> Southbound; // toward +Z
const float Start = 16; // m from the middle
const float Way = 25;   // m that everybody walks
int Number = 0;

void BeginPlay()
{
	SetTitle("Crossing streams");
	SetDuration(40);
	SetSky(ESceneSky::Overcast);
	SetGround(ESceneGround::Asphalt);
	SetHaze(160);
	SetShadowRadius(26);
	BuildSquare();
	BuildNavMesh(FVector(-21, -0.5f, -21), FVector(21, 3, 21));

	Number = FMath::Min(GetIntParameter("boids", 80), 80) / 2 * 2;
	SpawnStreams();
	At(0.1, "SendThem");
	DeclareChecks();

	Caption("Red walk to the right, blue towards us", 5);
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(-12, 19, 22), FVector(-2, 0, 0), FVector(-8, 15, 20), FVector(0, 0, 0), 12);
	At(12, "ShotAbove");
	At(24, "ShotLow");
}

void SpawnStreams()
{
	const string Red = "{\"visual\": {\"color\": [0.5, 0.07, 0.05], \"colorVariation\": 0.3}}";
	const string Blue = "{\"visual\": {\"color\": [0.05, 0.13, 0.5], \"colorVariation\": 0.3}}";
	const int Abreast = 4;
	for (int Place = 0; Place < Number; Place++)
	{
		const int Row = Place / 2 / Abreast;
		const float Aside = (Place / 2 % Abreast - 0.5f * (Abreast - 1)) * 2.0f + RandomRange(-0.2f, 0.2f);
		const float Along = -Start + 1.2f * Row + RandomRange(-0.15f, 0.15f);
		if (Place % 2 == 0)
			Eastbound.insertLast(SpawnActor("Person", FVector(Along, 0.875f, Aside), "", Red));
		else
			Southbound.insertLast(SpawnActor("Person", FVector(Aside, 0.875f, Along), "", Blue));
	}
}

// Everybody straight on, to the other side.
void SendThem()
{
	for (uint Index = 0; Index < Eastbound.length(); Index++)
	{
		const FVector From = Eastbound[Index].GetFeet();
		Eastbound[Index].SetGoal(From + FVector(Way, 0, 0));
	}
	for (uint Index = 0; Index < Southbound.length(); Index++)
	{
		const FVector From = Southbound[Index].GetFeet();
		Southbound[Index].SetGoal(From + FVector(0, 0, Way));
	}
}

void ShotAbove() { Camera::Dolly(FVector(0, 26, 6), FVector(0, 0, 0), FVector(0, 23, 4), FVector(0, 0, 0), 14, 3); }
void ShotLow() { Camera::Dolly(FVector(-9, 4, 9), FVector(4, 0, 0), FVector(-6, 6, 14), FVector(5, 0, 4), 16, 3); }
