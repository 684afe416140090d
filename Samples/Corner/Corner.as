// Twenty people go round a corner, and none through the wall: RiMEA's test 6.
#include "Checks.as"

const string Crowd = "Walkers";
array<AActor> Walkers;
int Number = 0;

void BeginPlay()
{
	SetTitle("Corner");
	SetDuration(34);
	SetSky(ESceneSky::Day);
	SetGround(ESceneGround::Grass, -0.2f);
	SetHaze(160);
	SetShadowRadius(14);
	Number = FMath::Clamp(GetIntParameter("boids", 20), 1, 20);
	// As RiMEA has it: a body of 0.2 m, and the mesh as near to the walls as that.
	SetSetting("navmesh.agentRadius", 0.2f);
	SetSetting("navmesh.cellSize", 0.1f);
	SetSetting("crowd.bodyRadius", 0.2f);
	SetSetting("crowd.walkSpeed", 1.34f);
	At(0.1, "FillCorridor"); // when the settings are as they shall be
	DeclareChecks();

	Caption("20 people in a corridor 2 m wide", 5);
	Camera::SetFieldOfView(44);
	Camera::Dolly(FVector(-2, 14, 12), FVector(1, 0, 4), FVector(1, 15, 12), FVector(2.5f, 0, 2.5f), 10);
	At(8, "ShotCorner");
	At(18, "ShotEnd");
}

void FillCorridor()
{
	LoadLevel("Corner");
	const array<FVector> Places = GetMarkers("Spawn_");
	const array<string> Coats = {"[0.42, 0.06, 0.05]", "[0.05, 0.1, 0.36]", "[0.5, 0.42, 0.3]", "[0.08, 0.22, 0.1]",
		"[0.1, 0.1, 0.11]", "[0.55, 0.3, 0.06]"};
	for (int Walker = 0; Walker < Number; Walker++)
		Walkers.insertLast(SpawnActor("Person", Places[Walker] + FVector(0, 0.875f, 0), "",
			"{\"navAgent\": {\"crowdId\": \"" + Crowd + "\"}, \"body\": {\"radius\": 0.2, \"halfHeight\": 0.675}, "
			"\"visual\": {\"scale\": 0.95, \"color\": " + Coats[Walker % Coats.length()] + "}}"));
	At(0.5, "SendThem");
}

// Beyond the corridor's end, each to a place of its own: the first to the farthest row.
void SendThem()
{
	const FVector Exit = GetMarkers("Exit_")[0];
	for (int Walker = 0; Walker < Number; Walker++)
	{
		const int Rank = Number - 1 - Walker;
		Walkers[Walker].SetGoal(Exit + FVector(1.2f * (Rank % 5 - 2), 0, 0.8f * (Rank / 5) - 1.2f));
	}
}

void ShotCorner() { Camera::Dolly(FVector(7, 13, 9), FVector(5, 0, 3.5f), FVector(7, 13, 6), FVector(5, 0, 0.5f), 10, 3); }
void ShotEnd() { Camera::Dolly(FVector(2, 10, 3), FVector(5.5f, 0, -4), FVector(1, 7, 1), FVector(6, 0, -6), 14, 3); }
