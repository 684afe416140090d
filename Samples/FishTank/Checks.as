// The fountain, measured at the first meeting: who passes the shark on which side, how wide the school
// opens and whether it closes. At the second the shark comes for them, and all get by.
int Way = 0;              // +1, -1: along X, the school's way in this meeting
array<bool> bBehind;      // by fish: has passed the shark in this meeting
int Passed = 0;           // in both meetings
int OnLeft = 0;           // of the first meeting's, on the shark's left
float Closest = 1000;     // m, shark's middle to a fish, while it is slow
float WidthBefore = 0;    // m across the way, before the first meeting
float WidthWithin = 0;    // the widest
float WidthAfter = 0;     // 6 s after half of them have passed
double PassTime = 1000;   // s at which half of them had passed, in the first meeting

void DeclareChecks()
{
	Check("all pass", "in both meetings every fish passes the shark", "HaveAllPassed", ECheckWhen::AtTime, 38);
	Check("both sides", "each side of the shark is taken by a quarter of them or more", "AreBothSidesTaken",
		ECheckWhen::AtTime, 20);
	Check("untouched", "none comes nearer than 0.6 m to the slow shark's middle", "AreUntouched", ECheckWhen::AtTime, 38);
	Check("opens", "passing it the school is at least 1.3 times as wide as before", "HasOpened", ECheckWhen::AtTime, 20);
	Check("closes", "6 s after, at most 1.2 times", "HasClosed", ECheckWhen::AtTime, 20);
	Check("in the glass", "no fish outside the tank", "AreInTheGlass", ECheckWhen::Always);
	Check("speed", "no fish above its speed limit", "IsWithinSpeed", ECheckWhen::Always, 1);
}

void BeginMeeting(int Along)
{
	Way = Along;
	bBehind.resize(0);
	bBehind.resize(GetIntParameter("boids", 150));
}

int CountBehind()
{
	int Count = 0;
	for (uint Index = 0; Index < bBehind.length(); Index++)
		Count += bBehind[Index] ? 1 : 0;
	return Count;
}

// Root mean square distance from the school's middle, across its way.
float GetWidth(const array<FVector>& in Places)
{
	const FVector Middle = GetFlockCenter(School);
	float Sum = 0;
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		const FVector Offset = Places[Index] - Middle;
		Sum += Offset.Y * Offset.Y + Offset.Z * Offset.Z;
	}
	return FMath::Sqrt(Sum / FMath::Max(float(Places.length()), 1.0f));
}

void Tick(float DeltaTime)
{
	array<FVector>@ Places = GetFlockLocations(School);
	if (GetTime() < 38)
		WatchPassing(Places);
	if (Way > 0)
		WatchWidth(GetWidth(Places));
}
void WatchPassing(const array<FVector>& in Places)
{
	const FVector Middle = Shark.GetLocation();
	for (uint Index = 0; Index < Places.length() && Index < bBehind.length(); Index++)
	{
		const FVector Offset = Places[Index] - Middle;
		Closest = FMath::Min(Closest, Offset.Size());
		if (!bBehind[Index] && Offset.X * Way > 0)
		{
			bBehind[Index] = true;
			Passed++;
			OnLeft += Way > 0 && Offset.Z < 0 ? 1 : 0;
			if (Passed == int(Places.length()) / 2)
				PassTime = GetTime();
		}
	}
}
void WatchWidth(float Width)
{
	if (GetTime() < 4)
		WidthBefore = Width;
	else if (GetTime() < PassTime + 2)
		WidthWithin = FMath::Max(WidthWithin, Width);
	else if (GetTime() < PassTime + 6)
		WidthAfter = Width;
}

bool HaveAllPassed(float& out Count)
{
	Count = Passed;
	return Passed == 2 * GetFlockSize(School);
}
bool AreBothSidesTaken(float& out Share)
{
	Share = float(OnLeft) / FMath::Max(float(GetFlockSize(School)), 1.0f);
	return Share >= 0.25f && Share <= 0.75f;
}
bool AreUntouched(float& out Distance)
{
	Distance = Closest;
	return Distance > 0.6f;
}
bool HasOpened(float& out Ratio)
{
	Ratio = WidthWithin / FMath::Max(WidthBefore, 0.001f);
	return Ratio >= 1.3f;
}
bool HasClosed(float& out Ratio)
{
	Ratio = WidthAfter / FMath::Max(WidthBefore, 0.001f);
	return PassTime < 13 && Ratio <= 1.2f;
}
bool AreInTheGlass(float& out Farthest)
{
	array<FVector>@ Places = GetFlockLocations(School);
	Farthest = -1000; // m beyond the nearest pane
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		const FVector Place = Places[Index];
		Farthest = FMath::Max(Farthest, FMath::Max(FMath::Abs(Place.X) - TankHalf.X,
			FMath::Max(FMath::Abs(Place.Y) - TankHalf.Y, FMath::Abs(Place.Z) - TankHalf.Z)));
	}
	return Farthest < 0;
}
bool IsWithinSpeed(float& out Excess)
{
	Excess = GetFlockSpeedExcess(School);
	return Excess < 0.01f;
}
