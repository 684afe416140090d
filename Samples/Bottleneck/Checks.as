// What the scene promises: RiMEA's flow, and that all stay on the mesh, none walks into another, none is stuck.
const float Radius = 0.2f; // m, of a body
float WorstOverlap = 0;    // share of the radii's sum, so far
int MostOffMesh = 0;

void DeclareChecks()
{
	Every(0.25, "Watch", 1);
	Check("on the mesh", "no agent ever leaves the navmesh", "AllAreOnTheMesh", ECheckWhen::Always, 1);
	Check("no overlap", "no two bodies more than 5 % of their radii's sum into each other", "NoneOverlaps",
		ECheckWhen::Always, 1);
	Check("none is stuck", "never do 5 s pass between two who come out", "NoneIsStuck", ECheckWhen::Always, 1);
	Check("flow", "1.0 to 1.6 people per metre and second, from the 10th to the 140th", "FlowIsPeoples",
		ECheckWhen::AtTime, 145);
	Check("all are through", "everybody has come through at 145 s", "AllAreThrough", ECheckWhen::AtTime, 145);
}

void Watch()
{
	const FCrowdMetrics Now = GetCrowdMetrics(People);
	MostOffMesh = FMath::Max(MostOffMesh, Now.OffMesh);
	WorstOverlap = FMath::Max(WorstOverlap, 1 - GetLeastDistance() / (2 * Radius));
}

// m between the centres of any two.
float GetLeastDistance()
{
	array<FVector> Places;
	for (uint Person = 0; Person < Inside.length(); Person++)
		Places.insertLast(Inside[Person].GetLocation());
	float Least = 100;
	for (uint One = 0; One < Places.length(); One++)
		for (uint Other = One + 1; Other < Places.length(); Other++)
			Least = FMath::Min(Least, (Places[One] - Places[Other]).SizeSquared());
	return FMath::Sqrt(Least);
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
	if (Times.length() > 0 && int(Times.length()) < Number)
		Seconds = FMath::Max(Seconds, float(GetTime() - Times[Times.length() - 1]));
	return Seconds < 5;
}

bool FlowIsPeoples(float& out Flow)
{
	Flow = GetJamFlow();
	return Flow >= 1.0f && Flow <= 1.6f;
}

bool AllAreThrough(float& out Left)
{
	Left = Number - int(Times.length());
	return Left == 0;
}
