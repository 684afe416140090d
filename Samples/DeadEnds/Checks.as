// What the scene promises: few are caught, and all stay on the mesh, none walks into another, nobody freezes.
float WorstOverlap = 0; // share of the radii's sum, so far
int MostOffMesh = 0;
float LongestStuck = 0; // s
int MostFleeing = 0;

void DeclareChecks()
{
	Every(0.1, "Watch", 1);
	Check("on the mesh", "no agent ever leaves the navmesh", "AllAreOnTheMesh", ECheckWhen::Always, 1);
	Check("no overlap", "no two bodies more than 5 % of their radii's sum into each other", "NoneOverlaps",
		ECheckWhen::Always, 1);
	Check("none is stuck", "nobody stands for 5 s while there is somewhere to run", "NoneIsStuck", ECheckWhen::Always, 1);
	Check("they flee", "at least a third of them has been fleeing at once", "TheyFlee", ECheckWhen::AtTime, 20);
	Check("few are caught", "at most one in ten is caught in 38 s", "FewAreCaught", ECheckWhen::AtEnd);
}

void Watch()
{
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	WorstOverlap = FMath::Max(WorstOverlap, Now.LargestOverlap);
	MostOffMesh = FMath::Max(MostOffMesh, Now.OffMesh);
	LongestStuck = FMath::Max(LongestStuck, Now.LongestStuck);
	MostFleeing = FMath::Max(MostFleeing, Now.Fleeing);
	Plot("fleeing", Now.Fleeing, 0, Number, FVector(0.9f, 0.5f, 0.1f));
	Plot("cowering", Now.Cowering, 0, Number, FVector(0.6f, 0.2f, 0.7f));
	Plot("caught", Caught, 0, Number, FVector(0.8f, 0.1f, 0.1f));
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

bool TheyFlee(float& out Count)
{
	Count = MostFleeing;
	return MostFleeing * 3 >= Number || Number < 30;
}

bool FewAreCaught(float& out Count)
{
	Count = Caught;
	return Caught * 10 <= Number;
}
