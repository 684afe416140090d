// The simulator page's figures: means from 20 s to the end, 1,800 of 3,000 steps. Five seconds alone tell little: groups
// meet and part, and in them the order comes and goes by 0.03 about its mean of 0.94.
const float UnitsPerMetre = 10; // of the page
int Samples = 0;
float Polarisations = 0; // sums
float Distances = 0;     // units

void DeclareChecks()
{
	Every(0.1, "Measure", 20);
	Check("one way", "polarisation over 0.9 in the last 30 s", "IsPolarised", ECheckWhen::AtTime, 50);
	Check("apart", "mean nearest neighbour 20 units, give or take 6, in the last 30 s", "IsApart", ECheckWhen::AtTime, 50);
	Check("no edge", "nobody is ever outside the world", "AreInside", ECheckWhen::Always, 0.1);
	Check("speed", "nobody faster than 4 units a step", "IsWithinSpeed", ECheckWhen::Always);
}

void Measure()
{
	const FFlockMetrics Now = GetFlockMetrics(Flock);
	Samples++;
	Polarisations += Now.Polarisation;
	Distances += Now.MeanNearestDistance * UnitsPerMetre;
}

bool IsPolarised(float& out Mean)
{
	Mean = Polarisations / FMath::Max(float(Samples), 1.0f);
	return Mean > 0.9f;
}
bool IsApart(float& out Mean)
{
	Mean = Distances / FMath::Max(float(Samples), 1.0f);
	return FMath::Abs(Mean - 20) <= 6;
}
bool AreInside(float& out Farthest)
{
	array<FVector>@ Places = GetFlockLocations(Flock);
	Farthest = -1000; // m beyond the nearest edge
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		const FVector Place = Places[Index];
		Farthest = FMath::Max(Farthest, FMath::Max(FMath::Abs(Place.X) - 0.5f * WorldSize.X, FMath::Abs(Place.Z) - 0.5f * WorldSize.Z));
	}
	return Farthest < 0.001f;
}
bool IsWithinSpeed(float& out Excess)
{
	Excess = GetFlockSpeedExcess(Flock);
	return Excess < 0.01f;
}
