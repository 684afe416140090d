// People cross a chasm on narrow bridges, take fright in the midst of it, and nobody falls.
#include "Checks.as"

const string Crowd = "Travellers";
const float ThreatTime = 26; // s
array<AActor> Travellers;
int Number = 0;

void BeginPlay()
{
	SetTitle("Bridge");
	SetDuration(100);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::None);
	SetHaze(220);
	SetShadowRadius(34);
	Number = FMath::Clamp(GetIntParameter("boids", 48), 4, 48);
	// Rails have posts: an outline of the mesh that is true to a few centimetres keeps bodies from being caught by them.
	SetSetting("navmesh.cellSize", 0.1f);
	At(0.1, "Settle"); // when the settings are as they shall be
	At(ThreatTime, "Frighten");
	DeclareChecks();

	Caption("Everybody wants to another rock", 5);
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(-34, 24, 26), FVector(-10, 0, 0), FVector(-20, 24, 30), FVector(-2, 0, 0), 24);
	At(24, "ShotMiddle");
	At(46, "ShotFar");
}

void Settle()
{
	LoadLevel("Bridges");
	Gather("West", "East", "[0.5, 0.07, 0.05]", 0);
	Gather("East", "West", "[0.05, 0.13, 0.5]", 1);
	Gather("North", "West", "[0.55, 0.4, 0.06]", 2); // over planks without rails
	Gather("South", "East", "[0.06, 0.3, 0.1]", 3);
	Every(1.2, "SendNext", 0.4);
}

array<FVector> Goals; // of each
array<int> Ranks;     // of each: how many set out before it from its plateau
int Sent = 0;

// A quarter of them stands on the plateau From, and each has a place of its own on the plateau To.
void Gather(const string& in From, const string& in To, const string& in Coat, int Side)
{
	const FVector Start = GetMarkers("Goal_" + From)[0];
	const FVector End = GetMarkers("Goal_" + To)[0];
	const int Abreast = 4;
	for (int Index = 0; Index < (Number + 3 - Side) / 4; Index++)
	{
		const FVector Place(1.1f * (Index % Abreast - 0.5f * (Abreast - 1)), 0, 1.1f * (Index / Abreast - 1.5f));
		Travellers.insertLast(SpawnActor("Person", Start + Place + FVector(0, 0.875f, 0), "",
			"{\"navAgent\": {\"crowdId\": \"" + Crowd + "\"}, \"flee\": {\"preset\": \"Calm\"}, "
			"\"visual\": {\"color\": " + Coat + ", \"colorVariation\": 0.3}}"));
		Goals.insertLast(End + Place + FVector(0, 0, Side < 2 ? -2.0f : 3.5f));
		Ranks.insertLast(Index);
	}
}

// One from each side at a time.
void SendNext()
{
	for (uint Index = 0; Index < Travellers.length(); Index++)
		if (Ranks[Index] == Sent)
			Travellers[Index].SetGoal(Goals[Index]);
	Sent++;
}

// For ten seconds; then they go on.
void Frighten()
{
	const FVector Middle = GetMarkers("Goal_Middle")[0];
	DropThreat(Middle + FVector(0, 1, 0), 0, 10, "Howl");
	ShowLayer(EDebugLayer::Threats);
	At(ThreatTime + 10, "Hush");
	Caption("Something howls on the middle rock", 5);
}

void Hush() { ShowLayer(EDebugLayer::Threats, false); }
void ShotMiddle() { Camera::Dolly(FVector(-14, 22, 20), FVector(-2, 0, 0), FVector(4, 24, 22), FVector(0, 0, 0), 22, 3); }
void ShotFar() { Camera::Dolly(FVector(30, 26, 34), FVector(4, 0, 2), FVector(38, 22, 26), FVector(10, 0, 0), 40, 4); }
