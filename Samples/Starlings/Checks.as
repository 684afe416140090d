// What the scene promises: the figures of starlings, measured while it runs.
const double Settled = 5;    // s: spawned at random, they have found each other by then
const double Reaction = 1;   // s in which the flash must have opened
const double Recovery = 10;  // s after which they must be back
array<AActor> Struck;        // those within reach of the falcon as it strikes
float NearestBefore = 0;     // m, of these
float WidestRatio = 0;       // of their mean nearest neighbour distance, now by before
float LeastPolarisation = 1; // these three: once settled, before the strike
float LeastSpacing = 1000;   // m
float MostSpacing = 0;
float HardestTurn = 0;       // m/s^2, of those that did not flee
float Lowest = 1000;         // m above the ground

void DeclareChecks()
{
	Check("one will", "polarisation over 0.9 before the strike", "IsPolarised", ECheckWhen::Always, Settled);
	Check("not crowded", "mean nearest neighbour 0.7 m or more before the strike", "IsFarEnough", ECheckWhen::Always, Settled);
	Check("not loose", "mean nearest neighbour 1.5 m or less before the strike", "IsNearEnough", ECheckWhen::Always, Settled);
	Check("turns", "nobody turns harder than 2 g but in flight from the falcon", "IsTurnPossible", ECheckWhen::Always);
	Check("speed", "nobody above its speed limit", "IsWithinSpeed", ECheckWhen::Always, 1);
	Check("flash", "within 1 s of the strike the nearest neighbours of those in reach are twice as far", "HasOpened",
		ECheckWhen::AtTime, StrikeTime + Reaction);
	Check("closed again", "10 s after the strike they are back within 20 %", "HasClosed", ECheckWhen::AtTime,
		StrikeTime + Recovery);
	Check("aloft", "nobody touches the ground", "AreAloft", ECheckWhen::Always);
}

FVector GetFlockMeanVelocity()
{
	array<FVector>@ Velocities = GetFlockVelocities(Birds);
	FVector Sum;
	for (uint Index = 0; Index < Velocities.length(); Index++)
		Sum += Velocities[Index];
	return Velocities.length() > 0 ? Sum / float(Velocities.length()) : Sum;
}

void BeginStrike()
{
	Struck = GetFlockActorsWithin(Birds, Falcon.GetLocation(), GetSetting("flock.predator.radius", Birds));
	NearestBefore = GetMeanNearestDistance(Birds, Struck);
}
float GetRatio()
{
	return GetMeanNearestDistance(Birds, Struck) / FMath::Max(NearestBefore, 0.001f);
}
void Watch()
{
	const double Since = GetTime() - StrikeTime;
	if (GetTime() >= Settled && Since <= 0)
	{
		const FFlockMetrics Now = GetFlockMetrics(Birds);
		LeastPolarisation = FMath::Min(LeastPolarisation, Now.Polarisation);
		LeastSpacing = FMath::Min(LeastSpacing, Now.MeanNearestDistance);
		MostSpacing = FMath::Max(MostSpacing, Now.MeanNearestDistance);
	}
	if (Since > 0 && Since <= Reaction + 0.001 && GetStep() % 5 == 0)
		WidestRatio = FMath::Max(WidestRatio, GetRatio());
	HardestTurn = FMath::Max(HardestTurn, GetFlockMaxTurn(Birds, false));
	array<FVector>@ Places = GetFlockLocations(Birds);
	for (uint Index = 0; Index < Places.length(); Index++)
		Lowest = FMath::Min(Lowest, Places[Index].Y);
}

bool IsPolarised(float& out Least)
{
	Least = LeastPolarisation;
	return Least > 0.9f;
}
bool IsFarEnough(float& out Least)
{
	Least = LeastSpacing;
	return Least >= 0.7f;
}
bool IsNearEnough(float& out Most)
{
	Most = MostSpacing;
	return Most <= 1.5f;
}
bool IsTurnPossible(float& out Gravities)
{
	Gravities = HardestTurn / 9.81f;
	return Gravities < 2;
}
bool IsWithinSpeed(float& out Excess)
{
	Excess = GetFlockSpeedExcess(Birds);
	return Excess < 0.01f;
}
bool HasOpened(float& out Ratio)
{
	Ratio = WidestRatio;
	return Struck.length() >= 100 && Ratio >= 2;
}
bool HasClosed(float& out Ratio)
{
	Ratio = GetRatio();
	return Struck.length() >= 100 && Ratio > 0.8f && Ratio < 1.2f;
}
bool AreAloft(float& out Height)
{
	Height = Lowest;
	return Height > 0.1f;
}
