// What the scene promises: nobody falls, all stay on the mesh, none walks into another, none is stuck, all get there.
const float LeastHeight = -0.6f; // m; the plateaus lie at 0 and 2, the chasm's floor at -6
float WorstOverlap = 0; // share of the radii's sum, so far
int MostOffMesh = 0;
float LongestStuck = 0; // s
float Lowest = 100;     // m, of anybody's feet who was not leaping
int MostFleeing = 0;

void DeclareChecks()
{
	Every(0.1, "Watch", 0.5);
	Check("nobody falls", "nobody's feet are ever lower than 0.6 m under the bridges", "NobodyHasFallen", ECheckWhen::Always, 0.5);
	Check("on the mesh", "no agent ever leaves the navmesh", "AllAreOnTheMesh", ECheckWhen::Always, 0.5);
	Check("no overlap", "no two bodies more than 5 % of their radii's sum into each other", "NoneOverlaps",
		ECheckWhen::Always, 0.5);
	Check("none is stuck", "nobody stands for 5 s while there is somewhere to go", "NoneIsStuck", ECheckWhen::Always, 0.5);
	Check("they took fright", "somebody fled within 6 s", "SomebodyFled", ECheckWhen::AtTime, ThreatTime + 6);
	Check("all arrive", "everybody is where they wanted to be at 98 s", "AllHaveArrived", ECheckWhen::AtTime, 98);
}

void Watch()
{
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	WorstOverlap = FMath::Max(WorstOverlap, Now.LargestOverlap);
	MostOffMesh = FMath::Max(MostOffMesh, Now.OffMesh);
	LongestStuck = FMath::Max(LongestStuck, Now.LongestStuck);
	MostFleeing = FMath::Max(MostFleeing, Now.Fleeing);
	for (uint Index = 0; Index < Travellers.length(); Index++)
		Lowest = FMath::Min(Lowest, Travellers[Index].GetFeet().Y);
}

bool NobodyHasFallen(float& out Height)
{
	Height = Lowest;
	return Lowest > LeastHeight;
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

bool SomebodyFled(float& out Count)
{
	Count = MostFleeing;
	return MostFleeing > 0 || Number < 40;
}

bool AllHaveArrived(float& out Left)
{
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	Left = Now.Count - Now.Arrived;
	return Left == 0 && Now.Count == int(Travellers.length());
}
