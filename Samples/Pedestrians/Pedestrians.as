// Two streams of people meet in a corridor: out of the jumble lanes form, and all get to where they want.
#include "Corridor.as"
#include "Checks.as"

const string People = "Pedestrians";
const float Period = 30;  // m: who goes in at one end comes out at the other, until the doors open
const float DoorsOpen = 29; // s
const float GoalX = 16.5f;  // m: who is beyond has arrived
array<AActor> Eastbound;    // toward +X
array<AActor> Westbound;
int Arrived = 0;
int Number = 0;

void BeginPlay()
{
	SetTitle("Pedestrians");
	SetDuration(60);
	SetSky(ESceneSky::Overcast);
	SetGround(ESceneGround::Asphalt);
	SetHaze(160);
	SetShadowRadius(22);
	BuildCorridor();

	Number = FMath::Min(GetIntParameter("boids", 60), 100) / 2 * 2;
	PlaceWalkers();
	SetSetting("flock.world.shape", "torus", People);
	SetSetting("flock.torus.size", FVector(Period, 0, 0), People);
	SetSetting("flock.speedVariation", 0.12f, People);
	Every(0.2, "GoOn", 0);
	At(DoorsOpen, "OpenDoors");
	Every(0.1, "SeeWhoArrives", DoorsOpen);
	DeclareChecks();

	Caption("Red walk right, blue walk left", 5);
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(-6, 15, 16), FVector(-2, 0, 0), FVector(2, 14, 15), FVector(2, 0, 0), 12);
	At(12, "ShotAbove");
	At(21, "ShotLow");
	At(31, "ShotEnd");
}

// On a grid with a little disorder, so that nobody starts inside another; which way each goes is left to chance.
void PlaceWalkers()
{
	const string Red = "{\"visual\": {\"color\": [0.5, 0.07, 0.05], \"colorVariation\": 0.3}}";
	const string Blue = "{\"visual\": {\"color\": [0.05, 0.13, 0.5], \"colorVariation\": 0.3}}";
	const int Rows = 5;
	const int Columns = (Number + Rows - 1) / Rows;
	array<int> Ways; // as many one way as the other, shuffled
	for (int Place = 0; Place < Number; Place++)
		Ways.insertLast(Place % 2 == 0 ? 1 : -1);
	for (int Place = Number - 1; Place > 0; Place--)
	{
		const int Other = RandomInt(0, Place);
		const int Way = Ways[Place];
		Ways[Place] = Ways[Other];
		Ways[Other] = Way;
	}
	for (int Place = 0; Place < Number; Place++)
	{
		const float X = (Place / Rows + 0.5f) * Period / Columns - 0.5f * Period;
		const float Z = (Place % Rows - 0.5f * (Rows - 1)) * 1.05f;
		const float Along = RandomRange(-0.4f, 0.4f);
		const float Across = RandomRange(-0.25f, 0.25f);
		AActor Walker = SpawnActor("Pedestrian", FVector(X + Along, 0.9f, Z + Across), "", Ways[Place] > 0 ? Red : Blue);
		if (Ways[Place] > 0)
			Eastbound.insertLast(Walker);
		else
			Westbound.insertLast(Walker);
	}
}

// Everybody wants straight on, from wherever the others have pushed him to.
void GoOn()
{
	for (uint Index = 0; Index < Eastbound.length(); Index++)
		Eastbound[Index].SetTarget(Eastbound[Index].GetLocation() + FVector(10, 0, 0));
	for (uint Index = 0; Index < Westbound.length(); Index++)
		Westbound[Index].SetTarget(Westbound[Index].GetLocation() - FVector(10, 0, 0));
}

void OpenDoors()
{
	SetSetting("flock.world.shape", "open", People);
	Caption("The doors open", 4);
}

// Who has arrived leaves by the door.
void SeeWhoArrives()
{
	for (int Index = int(Eastbound.length()) - 1; Index >= 0; Index--)
		if (Eastbound[Index].IsAlive() && Eastbound[Index].GetLocation().X > GoalX)
			Leave(Eastbound, Index);
	for (int Index = int(Westbound.length()) - 1; Index >= 0; Index--)
		if (Westbound[Index].IsAlive() && Westbound[Index].GetLocation().X < -GoalX)
			Leave(Westbound, Index);
}

void Leave(array<AActor>& inout Stream, int Index)
{
	Stream[Index].Destroy();
	Stream.removeAt(Index);
	Arrived++;
}

void ShotAbove() { Camera::Dolly(FVector(-2, 21, 5), FVector(0, 0, 0), FVector(2, 19, 6), FVector(0, 0, 0), 14, 3); }
void ShotLow() { Camera::Dolly(FVector(-11.5f, 3.4f, 0.8f), FVector(0, 1, 0), FVector(-9, 2.8f, -0.6f), FVector(4, 1, 0), 10, 3); }
void ShotEnd() { Camera::Dolly(FVector(2, 13, 17), FVector(4, 0, 0), FVector(8, 11, 18), FVector(10, 0, 0), 22, 3); }
