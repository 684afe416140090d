// The hunter goes by path after the nearest who has not been caught. Whoever it comes up to is out.
const float HunterSpeed = 3.5f; // m/s
const float FleeSpeed = 6;      // m/s, of the others
const float CatchDistance = 1.3f; // m between centres: its reach of 1 m, and a body

AActor Hunter;
double HuntStart = 1e9; // s
int Caught = 0;

void LetLoose()
{
	Hunter = SpawnActor("", GetMarkers("Goal_Middle")[0] + FVector(0, 0.9f, 0), "Hunter",
		"{\"body\": {\"shape\": \"capsule\", \"radius\": 0.3, \"halfHeight\": 0.6, \"mass\": 70, \"friction\": 0, "
		"\"gravity\": true, \"lockRotation\": true, \"layer\": \"threat\"}, "
		"\"navAgent\": {\"crowdId\": \"Hunters\", \"speed\": " + HunterSpeed + ", \"angularSpeed\": 360}, "
		"\"threat\": {\"speed\": " + HunterSpeed + "}, "
		"\"visual\": {\"species\": \"zombie\", \"color\": [0.12, 0.42, 0.06], \"scale\": 1.35, "
		"\"offset\": [0, -0.9, 0], \"strideLength\": 1.6, \"idleRate\": 0.4}}");
	HuntStart = GetTime();
	Every(0.25, "RunAfterNearest", GetTime() + 0.25);
	Caption("A zombie, and it is not slow", 4);
}

void RunAfterNearest()
{
	const FVector Here = Hunter.GetLocation();
	int Nearest = -1;
	float Best = 1e9f;
	for (int Index = 0; Index < int(Visitors.length()); Index++)
	{
		const FVector There = Visitors[Index].GetLocation();
		if ((There - Here).Size2D() >= Best) // no way is shorter than that
			continue;
		const float Way = GetPathLength(Here, There);
		if (Way >= 0 && Way < Best)
		{
			Best = Way;
			Nearest = Index;
		}
	}
	if (Nearest >= 0)
		Hunter.SetGoal(Visitors[Nearest].GetFeet());
}

void Tick(float DeltaTime)
{
	if (GetTime() < HuntStart + 1)
		return;
	const FVector Here = Hunter.GetLocation();
	for (int Index = int(Visitors.length()) - 1; Index >= 0; Index--)
	{
		if ((Visitors[Index].GetLocation() - Here).Size2D() >= CatchDistance)
			continue;
		Visitors[Index].Destroy();
		Visitors.removeAt(Index);
		Caught++;
		Caption("Caught: " + Caught, 2);
	}
}
