// What the show promises: each figure flown in time, by its geometry, and a distance that is always kept.
const double SphereTime = 14;  // s: when each figure must stand
const double RingTime = 27;
const double LettersTime = 43;
const double LandedTime = 58;
const float Tolerance = 0.35f; // m
const float SafeDistance = 0.9f; // m between two drones' middles; their bodies are 0.8 m wide

float Least = 1000; // m, between any two until now

void Tick(float DeltaTime) { Least = FMath::Min(Least, GetFlockMetrics(Show).MinNearestDistance); }

void DeclareChecks()
{
	Check("sphere", "all within 0.35 m of the sphere at 14 s, evenly spread", "IsSphere", ECheckWhen::AtTime, SphereTime);
	Check("ring", "all within 0.35 m of the ring at 27 s, evenly spread", "IsRing", ECheckWhen::AtTime, RingTime);
	Check("letters", "all within 0.35 m of their places at 43 s", "AreLetters", ECheckWhen::AtTime, LettersTime);
	Check("landed", "all back on the field at 58 s, 3 m apart", "HaveLanded", ECheckWhen::AtTime, LandedTime);
	Check("apart", "no two closer than 0.9 m, ever", "AreApart", ECheckWhen::Always);
	Check("speed", "nobody above its speed limit", "IsWithinSpeed", ECheckWhen::Always, 1);
}

// The circle and the sphere on which Count points lie Spacing apart.
float RingRadius(int Count) { return RingSpacing / (2 * FMath::Sin(180.0f / Count)); }
float SphereRadius(int Count) { return SphereSpacing * FMath::Sqrt(float(Count)) / 3.09f; } // Saff and Kuijlaars 1997

bool IsSphere(float& out Worst)
{
	array<FVector>@ Now = GetFlockLocations(Show);
	Worst = 0;
	for (uint Index = 0; Index < Now.length(); Index++)
		Worst = FMath::Max(Worst, FMath::Abs(Now[Index].Distance(Stage) - SphereRadius(Now.length())));
	return Worst < Tolerance && GetFlockMetrics(Show).MinNearestDistance > 0.7f * SphereSpacing;
}
bool IsRing(float& out Worst)
{
	array<FVector>@ Now = GetFlockLocations(Show);
	Worst = 0;
	for (uint Index = 0; Index < Now.length(); Index++)
	{
		const float Outward = Now[Index].Distance2D(Stage) - RingRadius(Now.length());
		Worst = FMath::Max(Worst, FVector(Outward, Now[Index].Y - Stage.Y, 0).Size());
	}
	return Worst < Tolerance && GetFlockMetrics(Show).MinNearestDistance > 0.7f * RingSpacing;
}
bool AreLetters(float& out Worst)
{
	array<FVector>@ Now = GetFlockLocations(Show);
	Worst = 0;
	for (uint Index = 0; Index < Now.length() && Index < Places.length(); Index++)
		Worst = FMath::Max(Worst, Now[Index].Distance(Places[Index]));
	return Now.length() == Places.length() && Worst < Tolerance;
}
bool HaveLanded(float& out Worst)
{
	array<FVector>@ Now = GetFlockLocations(Show);
	Worst = 0;
	for (uint Index = 0; Index < Now.length(); Index++)
		Worst = FMath::Max(Worst, FMath::Abs(Now[Index].Y - 0.6f));
	return Worst < Tolerance && FMath::Abs(GetFlockMetrics(Show).MeanNearestDistance - 3) < 0.2f;
}
bool AreApart(float& out Distance)
{
	Distance = Least;
	return Distance > SafeDistance;
}
bool IsWithinSpeed(float& out Excess)
{
	Excess = GetFlockSpeedExcess(Show);
	return Excess < 0.01f;
}
