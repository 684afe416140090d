// Everyday life: everybody walks to a place of the market, stays there for a while, and goes to another.
const string Crowd = "Visitors";
const float Elbows = 1.8f; // m between two who stand: others pass between them
const float Patience = 3.5f; // s; who cannot get through in that time goes elsewhere
const float LongestWay = 22; // m, as the bird flies; more where nothing so near is free

array<AActor> People;
array<FVector> Goals;  // of each: where it goes or stands
array<double> GoesOn;  // of each: s when it leaves again; negative on the way
array<float> Walked;   // of each: m that it has walked, calm, since the last panic
array<FVector> Anchors; // of each: where it was when it last got on
array<double> GotOn;   // of each: when that was, s
array<FVector> LastFeet; // of each: where it was when it was last looked at
array<FVector> Places; // of the market
int Number = 0;        // of people

// Some in each step: looking for room among three hundred is much for one.
void SpawnPeople()
{
	const FVector Middle = GetMarkers("Spawn_12")[0];
	for (int Try = 0; int(People.length()) < Number && Try < 400; Try++)
	{
		const FVector Place = GetRandomGround();
		if (IsInTown(Place) && IsWide(Place, 0.6f) && IsFree(Place, -1, 1) && GetPathLength(Place, Middle) >= 0)
			SpawnPerson(Place);
	}
}

void SpawnPerson(const FVector& in Place)
{
	const array<string> Coats = {"[0.42, 0.06, 0.05]", "[0.05, 0.1, 0.36]", "[0.5, 0.42, 0.3]", "[0.08, 0.22, 0.1]",
		"[0.1, 0.1, 0.11]", "[0.55, 0.3, 0.06]", "[0.35, 0.35, 0.37]", "[0.3, 0.1, 0.26]"};
	const string Changes = "{\"navAgent\": {\"crowdId\": \"" + Crowd + "\"}, \"flee\": {\"fleeSpeed\": 6, " +
		"\"calmDownTime\": 22}, \"visual\": {\"color\": " + Coats[RandomInt(0, int(Coats.length()) - 1)] + "}}";
	People.insertLast(SpawnActor("Person", Place + FVector(0, 0.875f, 0), "", Changes));
	Goals.insertLast(Place);
	GoesOn.insertLast(RandomRange(0.2f, 6));
	Walked.insertLast(0);
	LastFeet.insertLast(Place);
	Anchors.insertLast(Place);
	GotOn.insertLast(GetTime());
}

// Whether nobody but Self stands there or means to.
bool IsFree(const FVector& in Place, int Self, float Gap)
{
	for (uint Other = 0; Other < Goals.length(); Other++)
		if (int(Other) != Self && (Goals[Other] - Place).SizeSquared() < Gap * Gap)
			return false;
	return true;
}

// Who stands there is in nobody's way.
bool IsWide(const FVector& in Place, float Room = 1)
{
	const FVector Right(Room, 0, 0);
	const FVector Ahead(0, 0, Room);
	return IsOnMesh(Place) && IsOnMesh(Place + Right) && IsOnMesh(Place - Right) && IsOnMesh(Place + Ahead) &&
		IsOnMesh(Place - Ahead);
}

void Live()
{
	for (int Person = 0; Person < int(People.length()); Person++)
	{
		WatchProgress(Person);
		const bool bCalm = People[Person].GetFleeState() == "calm";
		const FVector Feet = People[Person].GetFeet();
		Walked[Person] = bCalm ? Walked[Person] + (Feet - LastFeet[Person]).Size() : 0.0f;
		LastFeet[Person] = Feet;
		if (!bCalm)
			PanickedAt[Person] = FMath::Min(PanickedAt[Person], float(GetTime()));
		else if (GoesOn[Person] < 0 && People[Person].HasArrived())
		{
			GoesOn[Person] = GetTime() + RandomRange(2, 9);
		}
		else if (GoesOn[Person] >= 0 && GetTime() >= GoesOn[Person])
			Leave(Person);
	}
}

// Whoever waits, or stands in a throng beyond the threats' reach, is not stuck.
void WatchProgress(int Person)
{
	const FVector Feet = People[Person].GetFeet();
	const string State = People[Person].GetFleeState();
	const bool bGoes = State == "calm" ? GoesOn[Person] < 0 && !People[Person].HasArrived()
		: State != "safe" && !IsFarFromThreats(Feet);
	if (!bGoes || (Feet - Anchors[Person]).Size() > 0.5f)
	{
		Anchors[Person] = Feet;
		GotOn[Person] = GetTime();
	}
	else if (State == "calm" && GetTime() - GotOn[Person] >= Patience)
		Leave(Person, true);
	LongestStuck = FMath::Max(LongestStuck, float(GetTime() - GotOn[Person]));
}

// bTurnBack: away from where it has been going.
void Leave(int Person, bool bTurnBack = false)
{
	const FVector Feet = People[Person].GetFeet();
	const FVector Former = Goals[Person] - Feet;
	for (int Try = 0; Try < 120; Try++)
	{
		const FVector Goal = Try % 2 == 0 ? FindPlaceAtMarket() : GetRandomGround();
		const FVector Way = Goal - Feet;
		if (bTurnBack && Way.X * Former.X + Way.Z * Former.Z > 0 && Try < 60)
			continue;
		if (Way.Size2D() < LongestWay + 2 * Try && IsInTown(Goal) && IsWide(Goal) && IsFree(Goal, Person, Elbows) &&
			IsFarFromThreats(Goal))
		{
			Goals[Person] = Goal;
			GoesOn[Person] = -1;
			People[Person].SetGoal(Goal);
			return;
		}
	}
	People[Person].ClearGoal(); // nowhere to go: it stays where it is for a while
	Goals[Person] = Feet;
	GoesOn[Person] = GetTime() + RandomRange(1, 3);
}

FVector FindPlaceAtMarket()
{
	const float Angle = RandomRange(0, 6.2832f);
	const float Distance = 4 * FMath::Sqrt(Random());
	return Places[RandomInt(0, int(Places.length()) - 1)] + FVector(FMath::Sin(Angle), 0, FMath::Cos(Angle)) * Distance;
}

// On the ground, within the walls.
bool IsInTown(const FVector& in Place)
{
	return FMath::Abs(Place.X) < 34 && FMath::Abs(Place.Z) < 34 && Place.Y < 1;
}
