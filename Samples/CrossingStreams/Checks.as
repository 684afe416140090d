// What the scene promises: all stay on the navmesh, none walks into another, none is stuck, all arrive.
float WorstOverlap = 0; // share of the radii's sum, so far
int MostOffMesh = 0;
float LongestStuck = 0; // s

void DeclareChecks()
{
	Every(0.05, "Watch", 0.5);
	Check("on the mesh", "no agent ever leaves the navmesh", "AllAreOnTheMesh", ECheckWhen::Always, 0.5);
	Check("no overlap", "no two bodies more than 5 % of their radii's sum into each other", "NoneOverlaps",
		ECheckWhen::Always, 0.5);
	Check("none is stuck", "nobody stands for 5 s while there is somewhere to go", "NoneIsStuck", ECheckWhen::Always, 0.5);
	Check("they do cross", "at 12 s both streams have people within 6 m of the middle", "BothAreInTheMiddle",
		ECheckWhen::AtTime, 12);
	Check("all arrive", "everybody is where they were sent at 38 s", "AllHaveArrived", ECheckWhen::AtTime, 38);
}

void Watch()
{
	const FCrowdMetrics Now = GetCrowdMetrics();
	WorstOverlap = FMath::Max(WorstOverlap, Now.LargestOverlap);
	MostOffMesh = FMath::Max(MostOffMesh, Now.OffMesh);
	LongestStuck = FMath::Max(LongestStuck, Now.LongestStuck);
}

bool AllAreOnTheMesh(float& out Count)
{
	Count = MostOffMesh;
	return MostOffMesh == 0;
}

bool NoneOverlaps(float& out Share)
{
	Share = WorstOverlap;
	return WorstOverlap <= 0.05f;
}

bool NoneIsStuck(float& out Seconds)
{
	Seconds = LongestStuck;
	return LongestStuck < 5;
}

bool BothAreInTheMiddle(float& out Fewer)
{
	Fewer = FMath::Min(CountInTheMiddle(Eastbound), CountInTheMiddle(Southbound));
	return Fewer > 0 || Number == 0;
}

int CountInTheMiddle(const array<AActor>& in Stream)
{
	int Count = 0;
	for (uint Index = 0; Index < Stream.length(); Index++)
		Count += Stream[Index].GetLocation().Size2D() < 6 ? 1 : 0;
	return Count;
}

bool AllHaveArrived(float& out Left)
{
	const FCrowdMetrics Now = GetCrowdMetrics();
	Left = Now.Count - Now.Arrived;
	return Left == 0 && Now.Count == Number;
}
