// What the scene promises about who is near to whom. Distances are sampled four times a second from 8 s on.
int CloudsEaten = 0;
float Samples = 0;
float FishToTuna = 0;    // sums of mean distances to the nearest of the others, m
float RaysToFish = 0;
float TunaToFish = 0;
float NearTuna = 0;      // sums of mean numbers of fish within 3 m
float NearRays = 0;
float TunaNearest = 1e9f;

void DeclareChecks()
{
	Every(0.25, "Measure", 8);
	Check("fish keep away from tuna", "mean distance of a fish to the nearest tuna above 7 m", "FishKeepAway", ECheckWhen::AtTime, 49);
	Check("tuna hunt", "mean distance of a tuna to the nearest fish below 6 m", "TunaHunt", ECheckWhen::AtTime, 49);
	Check("tuna come close", "the nearest that any tuna came to a fish below 3 m", "TunaComeClose", ECheckWhen::AtTime, 49);
	Check("strangers mix", "at least five times as many fish within 3 m of a ray as of a tuna", "StrangersMix", ECheckWhen::AtTime, 49);
	Check("fish graze", "at least two clouds of plankton eaten", "FishGraze", ECheckWhen::AtTime, 49);
	Check("in the reef", "nobody leaves the water of the reef", "AllAreInTheReef", ECheckWhen::Always, 5);
	Check("nobody overlaps", "no centre inside a rock or the ground", "NobodyIsInside", ECheckWhen::Always);
}

// Mean over Of of the distance to the nearest of To; counts those of To within Reach, too.
float MeanNearest(const array<FVector>& in Of, const array<FVector>& in To, float Reach, float& out Within)
{
	float Sum = 0;
	Within = 0;
	for (uint Index = 0; Index < Of.length(); Index++)
	{
		float Least = 1e9f;
		for (uint Other = 0; Other < To.length(); Other++)
		{
			const float Distance = Of[Index].Distance(To[Other]);
			Least = FMath::Min(Least, Distance);
			if (Distance < Reach)
				Within += 1.0f / Of.length();
		}
		Sum += Least / Of.length();
	}
	return Sum;
}

void Measure()
{
	array<FVector>@ Small = GetFlockLocations(Fish);
	array<FVector>@ Big = GetFlockLocations(Tuna);
	array<FVector>@ Flat = GetFlockLocations(Rays);
	float Within;
	Samples++;
	FishToTuna += MeanNearest(Small, Big, 1, Within);
	TunaToFish += MeanNearest(Big, Small, 3, Within);
	NearTuna += Within;
	RaysToFish += MeanNearest(Flat, Small, 3, Within);
	NearRays += Within;
	for (uint Index = 0; Index < Big.length(); Index++)
		for (uint Other = 0; Other < Small.length(); Other++)
			TunaNearest = FMath::Min(TunaNearest, Big[Index].Distance(Small[Other]));
}

bool FishKeepAway(float& out Distance)
{
	Distance = FishToTuna / FMath::Max(Samples, 1.0f);
	return Distance > 7;
}

bool TunaHunt(float& out Distance)
{
	Distance = TunaToFish / FMath::Max(Samples, 1.0f);
	return Samples > 0 && Distance < 6;
}

bool TunaComeClose(float& out Distance)
{
	Distance = TunaNearest;
	return Distance < 3;
}

bool StrangersMix(float& out Ratio)
{
	Ratio = NearRays / FMath::Max(NearTuna, 0.001f);
	return Ratio > 5;
}

bool FishGraze(float& out Clouds)
{
	Clouds = CloudsEaten;
	return CloudsEaten >= 2;
}

bool AllAreInTheReef(float& out Farthest)
{
	Farthest = GetFlockMaxDistance(Fish, FVector());
	Farthest = FMath::Max(Farthest, GetFlockMaxDistance(Tuna, FVector()));
	Farthest = FMath::Max(Farthest, GetFlockMaxDistance(Rays, FVector()));
	return Farthest < 34;
}

bool NobodyIsInside()
{
	array<string> Flocks = {Fish, Tuna, Rays};
	for (uint Flock = 0; Flock < Flocks.length(); Flock++)
	{
		array<FVector>@ Places = GetFlockLocations(Flocks[Flock]);
		for (uint Index = 0; Index < Places.length(); Index++)
			if (OverlapsStatic(Places[Index], 0.1f))
				return false;
	}
	return true;
}
