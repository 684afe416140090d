// What the scene promises: the preset's figures, measured while it runs.
float ClumpedTime = 0;         // s
float HighestPolarisation = 0; // of that time

void DeclareChecks()
{
	Check("near the player", "every zombie within 12 m of the player at 60 s", "AllAreNear", ECheckWhen::AtTime, 60);
	Check("in the yard", "no zombie inside a wall or under the ground, ever", "AllAreInTheYard", ECheckWhen::Always);
	Check("loose", "mean nearest neighbour over 0.8 m while clumped", "IsLoose", ECheckWhen::Always);
	Check("not lined up", "polarisation below 0.8 at every moment while clumped", "IsNotLinedUp", ECheckWhen::AtTime, 60);
	Check("speed", "no zombie above its speed limit", "IsWithinSpeed", ECheckWhen::Always);
}

// They have him: he stands in the midst of them.
bool IsClumped(const FFlockMetrics& in Now)
{
	return Now.Count > 1 && Now.Centroid.Distance2D(Player.GetLocation()) < 0.6f * Now.GyrationRadius;
}

void Tick(float DeltaTime)
{
	const FFlockMetrics Now = GetFlockMetrics(Horde);
	if (IsClumped(Now))
	{
		ClumpedTime += DeltaTime;
		HighestPolarisation = FMath::Max(HighestPolarisation, Now.Polarisation);
	}
}

bool AllAreNear(float& out Farthest)
{
	Farthest = GetFlockMaxDistance(Horde, Player.GetLocation());
	return Farthest <= 12;
}

bool AllAreInTheYard(float& out Lowest)
{
	array<FVector>@ Places = GetFlockLocations(Horde);
	Lowest = 1000;
	bool bAll = true;
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		const FVector Place = Places[Index];
		Lowest = FMath::Min(Lowest, Place.Y);
		const bool bWithin = FMath::Abs(Place.X) < HalfYard && FMath::Abs(Place.Z) < HalfYard && Place.Y > 0.8f;
		// A body's axis stays nearly its radius (0.42 m) away from whatever it leans on.
		bAll = bAll && bWithin && !OverlapsStatic(Place, 0.3f);
	}
	return bAll;
}

bool IsLoose(float& out Distance)
{
	const FFlockMetrics Now = GetFlockMetrics(Horde);
	Distance = Now.MeanNearestDistance;
	return !IsClumped(Now) || Distance > 0.8f;
}

bool IsNotLinedUp(float& out Highest)
{
	Highest = HighestPolarisation;
	return ClumpedTime > 2 && Highest < 0.8f;
}

bool IsWithinSpeed(float& out Excess)
{
	Excess = GetFlockSpeedExcess(Horde);
	return Excess < 0.01f;
}
