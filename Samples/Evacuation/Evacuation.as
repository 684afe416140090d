// A thousand people leave their seats, go down the aisles and out of a stadium through four gates.
#include "Gates.as"
#include "Checks.as"

const string Crowd = "Spectators";
const float Alarm = 3; // s
array<AActor> Spectators;
array<int> Gate; // of each: which one it goes to
int Number = 0;

void BeginPlay()
{
	SetTitle("Evacuation");
	SetDuration(85);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::Grass, -0.2f);
	SetHaze(300);
	SetShadowRadius(34);
	LoadLevel("Stadium");
	SetSetting("crowd.avoidance.timeHorizon", 0.5f);
	SetSetting("crowd.sideStepShare", 1.0f);
	SeatThem();
	At(Alarm, "SendThem");
	DeclareChecks();

	Caption("" + Number + " seats, all taken", 3);
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(-30, 26, 34), FVector(0, 0, 0), FVector(-16, 34, 38), FVector(0, 0, 2), 20);
	At(20, "ShotGate");
	At(50, "ShotAbove");
}

// Fewer than a thousand are spread evenly over the seats.
void SeatThem()
{
	const array<FVector> Seats = GetMarkers("Seat_");
	Number = FMath::Clamp(GetIntParameter("boids", 1000), 1, int(Seats.length()));
	const array<string> Coats = {"[0.42, 0.06, 0.05]", "[0.05, 0.1, 0.36]", "[0.5, 0.42, 0.3]", "[0.08, 0.22, 0.1]",
		"[0.1, 0.1, 0.11]", "[0.55, 0.3, 0.06]", "[0.5, 0.5, 0.52]"};
	for (int Person = 0; Person < Number; Person++)
	{
		const FVector Seat = Seats[int64(Person) * Seats.length() / Number];
		Spectators.insertLast(SpawnActor("Person", Seat + FVector(0, 0.875f, 0), "",
			"{\"body\": null, \"navAgent\": {\"crowdId\": \"" + Crowd + "\", \"radius\": 0.25}, "
			"\"visual\": {\"color\": " + Coats[RandomInt(0, int(Coats.length()) - 1)] + "}}"));
		Gate.insertLast(FindGate(Seat));
	}
}

void SendThem()
{
	Caption("Everybody out!", 4);
	const array<FVector> Exits = GetMarkers("Exit_");
	for (uint Person = 0; Person < Spectators.length(); Person++)
		Spectators[Person].SetGoal(Exits[Gate[Person]]);
}

void ShotGate() { Camera::Dolly(FVector(-2, 7, 26), FVector(0, 0, 12), FVector(2, 8, 25), FVector(0, 0, 10), 30, 3); }
void ShotAbove() { Camera::Dolly(FVector(10, 36, 34), FVector(0, 0, 2), FVector(26, 28, 34), FVector(0, 0, 0), 60, 4); }
