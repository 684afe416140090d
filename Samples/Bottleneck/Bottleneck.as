// One hundred and fifty people leave a room through a passage one metre wide: RiMEA's test 12.
#include "Flow.as"
#include "Checks.as"

const string People = "People";
const float Elbows = 0.26f; // m; the radius that people make way for, while a body's is 0.2
array<AActor> Inside; // who has not come through yet
int Number = 0;

void BeginPlay()
{
	SetTitle("Bottleneck");
	SetDuration(150);
	SetSky(ESceneSky::Overcast);
	SetGround(ESceneGround::Asphalt, -0.2f);
	SetHaze(160);
	SetShadowRadius(18);
	Number = FMath::Clamp(GetIntParameter("boids", 150), 1, 150);
	// As RiMEA has it: a body of 0.2 m, and the mesh as near to the walls as that.
	SetSetting("navmesh.agentRadius", 0.2f);
	SetSetting("navmesh.cellSize", 0.1f);
	SetSetting("crowd.bodyRadius", 0.2f);
	SetSetting("crowd.walkSpeed", 1.34f);
	SetSetting("crowd.avoidance.timeHorizon", 0.7f);
	At(0.1, "FillRoom"); // when the settings are as they shall be
	DeclareChecks();

	Caption("150 people, one passage, 1 m wide", 6);
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(-13, 13, 12), FVector(-4.5f, 0, 0), FVector(-9, 12, 12), FVector(-3, 0, 0), 20);
	At(40, "ShotAbove");
	At(80, "ShotPassage");
}

void FillRoom()
{
	LoadLevel("Bottleneck");
	const array<string> Coats = {"[0.42, 0.06, 0.05]", "[0.05, 0.1, 0.36]", "[0.5, 0.42, 0.3]", "[0.08, 0.22, 0.1]",
		"[0.1, 0.1, 0.11]", "[0.55, 0.3, 0.06]"};
	const int Columns = 10;
	for (int Person = 0; Person < Number; Person++)
	{
		const FVector Place(-3.4f - 0.55f * (Person / Columns), 0.875f, 0.9f * (Person % Columns - 0.5f * (Columns - 1)));
		const FVector Aside(RandomRange(-0.07f, 0.07f), 0, RandomRange(-0.2f, 0.2f));
		Inside.insertLast(SpawnActor("Person", Place + Aside, "", "{\"navAgent\": {\"crowdId\": \"" + People + "\", \"radius\": " +
			Elbows + "}, \"body\": {\"radius\": 0.2, \"halfHeight\": 0.675}, \"visual\": {\"scale\": 0.9, \"color\": " +
			Coats[RandomInt(0, int(Coats.length()) - 1)] + "}}"));
	}
	At(0.4, "SendThem");
}

void SendThem() { SetCrowdGoal(People, GetMarkers("Exit_")[0]); }
void ShotAbove() { Camera::Dolly(FVector(-5, 17, 5), FVector(-4, 0, 0), FVector(-2, 14, 4), FVector(-2.5f, 0, 0), 20, 3); }
void ShotPassage() { Camera::Dolly(FVector(6, 4, 5), FVector(-2, 0.5f, 0), FVector(8, 4, 3), FVector(-2, 0.5f, 0), 30, 3); }
