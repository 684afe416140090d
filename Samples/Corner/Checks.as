// What the scene promises: none goes through the wall, all stay on the mesh, none walks into another, none is stuck.
const float Radius = 0.2f; // m, of a body
float WorstOverlap = 0;    // share of the radii's sum, so far
int MostOffMesh = 0;
float LongestStuck = 0;    // s
float DeepestInWall = -1;  // m by which a body was beyond the corridor's walls, so far

void DeclareChecks()
{
	Every(0.05, "Watch", 0.5);
	Check("none through the wall", "no body is ever more than 2 cm into a wall", "NoneIsInTheWall", ECheckWhen::Always, 0.5);
	Check("on the mesh", "no agent ever leaves the navmesh", "AllAreOnTheMesh", ECheckWhen::Always, 0.5);
	Check("no overlap", "no two bodies more than 5 % of their radii's sum into each other", "NoneOverlaps",
		ECheckWhen::Always, 0.5);
	Check("none is stuck", "nobody stands for 5 s while there is somewhere to go", "NoneIsStuck", ECheckWhen::Always, 0.5);
	Check("all are round", "everybody is where they were sent at 32 s", "AllHaveArrived", ECheckWhen::AtTime, 32);
}

void Watch()
{
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	WorstOverlap = FMath::Max(WorstOverlap, Now.LargestOverlap);
	MostOffMesh = FMath::Max(MostOffMesh, Now.OffMesh);
	LongestStuck = FMath::Max(LongestStuck, Now.LongestStuck);
	for (uint Walker = 0; Walker < Walkers.length(); Walker++)
		DeepestInWall = FMath::Max(DeepestInWall, GetDepthInWall(Walkers[Walker].GetLocation()));
}

// m by which a body at Place is in a wall. The first leg runs along X up to 7, the second along -Z from 7 to -5; beyond
// that it is open.
float GetDepthInWall(const FVector& in Place)
{
	if (Place.Z < -5)
		return -1;
	const float First = FMath::Max(FMath::Max(-5 - Place.X, Place.X - 7), FMath::Max(5 - Place.Z, Place.Z - 7));
	const float Second = FMath::Max(FMath::Max(5 - Place.X, Place.X - 7), Place.Z - 7);
	return Radius + FMath::Min(First, Second);
}

bool NoneIsInTheWall(float& out Depth)
{
	Depth = DeepestInWall;
	return DeepestInWall < 0.02f;
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

bool AllHaveArrived(float& out Left)
{
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	Left = Now.Count - Now.Arrived;
	return Left == 0 && Now.Count == Number;
}
