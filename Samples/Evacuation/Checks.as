// What the scene promises: all get out in time, all stay on the mesh, none walks into another, no gate is ever blocked.
float WorstOverlap = 0; // share of the radii's sum, so far
int MostOffMesh = 0;

void DeclareChecks()
{
	Every(0.25, "Watch", 3);
	Check("on the mesh", "no agent ever leaves the navmesh", "AllAreOnTheMesh", ECheckWhen::Always, 3);
	Check("no overlap", "no two bodies more than 5 % of their radii's sum into each other", "NoneOverlaps",
		ECheckWhen::Always, 3);
	Check("none is stuck", "never do 5 s pass between two at one gate", "NoneIsStuck", ECheckWhen::Always, 3);
	Check("all are out", "the last one is out within 80 s of the alarm", "AllAreOut", ECheckWhen::AtTime, Alarm + 80);
}

void Watch()
{
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	WorstOverlap = FMath::Max(WorstOverlap, Now.LargestOverlap);
	MostOffMesh = FMath::Max(MostOffMesh, Now.OffMesh);
	Plot("inside", Spectators.length(), 0, Number);
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
	Seconds = LongestGap;
	return Seconds < 5;
}

bool AllAreOut(float& out Seconds)
{
	Seconds = LastTime - Alarm;
	return Spectators.length() == 0 && CountOut() == Number;
}
