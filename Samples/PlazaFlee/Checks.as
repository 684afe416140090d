// What the scene promises: all stay on the mesh, none walks into another, none is stuck, and who can get away does.
float WorstOverlap = 0; // share of the radii's sum, so far
int MostOffMesh = 0;
float LongestStuck = 0; // s

void DeclareChecks()
{
	Every(0.1, "Watch", 3);
	Check("on the mesh", "no agent ever leaves the navmesh", "AllAreOnTheMesh", ECheckWhen::Always, 3);
	Check("no overlap", "no two bodies more than 5 % of their radii's sum into each other, from 3 s on", "NoneOverlaps",
		ECheckWhen::Always, 3);
	Check("none is stuck", "nobody who is going somewhere, or is in reach of a threat, stands for 5 s",
		"NoneIsStuck", ECheckWhen::Always, 3);
	Check("first panic", "at least 97 % of those with a way out are beyond 25 m at 26 s", "FirstEscaped",
		ECheckWhen::AtTime, 26.5);
	Check("second panic", "at least 97 % of those with a way out are beyond 25 m of both at 74 s", "SecondEscaped",
		ECheckWhen::AtTime, 74.5);
	Check("third panic", "nobody is caught, and at 116 s at least 97 % are out of its sight, 20 m", "ThirdEscaped",
		ECheckWhen::AtTime, 117);
	Check("they go on", "at 178 s nobody flees, and everybody has walked on", "LifeGoesOn", ECheckWhen::AtTime, 178);
}

void Watch()
{
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	WorstOverlap = FMath::Max(WorstOverlap, Now.LargestOverlap);
	MostOffMesh = FMath::Max(MostOffMesh, Now.OffMesh);
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

bool FirstEscaped(float& out Share) { return HasEscaped(0, Share); }
bool SecondEscaped(float& out Share) { return HasEscaped(1, Share); }
bool ThirdEscaped(float& out Share) { return HasEscaped(2, Share) && Closest > 1.3f; }

bool HasEscaped(int Panic, float& out Share)
{
	Share = Panic < int(Escaped.length()) ? Escaped[Panic] : 0.0f;
	return Share >= 0.97f && (Fled[Panic] > 0 || People.length() < 100);
}

bool LifeGoesOn(float& out Idlers)
{
	Idlers = 0;
	for (uint Person = 0; Person < People.length(); Person++)
		Idlers += Walked[Person] < 2 ? 1 : 0;
	const FCrowdMetrics Now = GetCrowdMetrics(Crowd);
	return Idlers == 0 && Now.Fleeing == 0 && Now.Cowering == 0;
}
