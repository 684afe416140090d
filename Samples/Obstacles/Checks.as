// What the scene promises: nobody ever touches stone or passes through it, and all come out on the other side.
array<FVector> BirdsBefore;
array<FVector> SwiftsBefore;
bool bPassedThrough = false;

void DeclareChecks()
{
	Check("birds touch nothing", "no bird's body touches static geometry, ever", "BirdsAreFree", ECheckWhen::Always);
	Check("swifts touch nothing", "no swift's body does, at 30 m/s", "SwiftsAreFree", ECheckWhen::Always);
	Check("none passes through", "no way of a step crosses static geometry", "NonePassedThrough", ECheckWhen::Always);
	Check("birds are through", "all birds beyond the hall at 30 s", "BirdsAreThrough", ECheckWhen::AtTime, 30);
	Check("swifts are fast", "the swifts' mean speed inside the hall above 20 m/s", "SwiftsWereFast", ECheckWhen::AtTime, 39);
	Check("and near 30 m/s", "the fastest among the pillars above 29 m/s", "SwiftsWereVeryFast", ECheckWhen::AtTime, 39);
	Check("swifts are through", "all swifts beyond the hall at 39 s", "SwiftsAreThrough", ECheckWhen::AtTime, 39);
}

float SwiftTime = 0; // s, inside the hall, over all swifts
float SwiftWay = 0;  // m
float SwiftTop = 0;  // m/s

void Tick(float DeltaTime)
{
	array<FVector>@ Now = GetFlockLocations(Birds);
	LookBack(BirdsBefore, Now);
	BirdsBefore = Now;
	@Now = GetFlockLocations(Swifts);
	LookBack(SwiftsBefore, Now);
	for (uint Index = 0; Index < Now.length() && SwiftsBefore.length() == Now.length(); Index++)
	{
		if (FMath::Abs(Now[Index].Z) < HalfLength)
		{
			SwiftTime += DeltaTime;
			const float Way = Now[Index].Distance(SwiftsBefore[Index]);
			SwiftWay += Way;
			SwiftTop = FMath::Max(SwiftTop, Way / DeltaTime);
		}
	}
	SwiftsBefore = Now;
}

// The way since the step before, as a ray.
void LookBack(const array<FVector>& in Before, const array<FVector>& in Now)
{
	FHit Hit;
	for (uint Index = 0; Index < Now.length() && Before.length() == Now.length(); Index++)
		bPassedThrough = bPassedThrough || Raycast(Before[Index], Now[Index], Hit);
}

int CountTouching(const string& in Flock, float Radius)
{
	array<FVector>@ Places = GetFlockLocations(Flock);
	int Touching = 0;
	for (uint Index = 0; Index < Places.length(); Index++)
		if (OverlapsStatic(Places[Index], Radius))
			Touching++;
	return Touching;
}

bool BirdsAreFree(float& out Touching)
{
	Touching = CountTouching(Birds, 0.2f); // the radius of a bird's body
	return Touching == 0;
}

bool SwiftsAreFree(float& out Touching)
{
	Touching = CountTouching(Swifts, 0.15f);
	return Touching == 0;
}

bool NonePassedThrough() { return !bPassedThrough; }

float GetLeastZ(const string& in Flock)
{
	array<FVector>@ Places = GetFlockLocations(Flock);
	float Least = 1000;
	for (uint Index = 0; Index < Places.length(); Index++)
		Least = FMath::Min(Least, Places[Index].Z);
	return Least;
}

bool BirdsAreThrough(float& out Last)
{
	Last = GetLeastZ(Birds);
	return GetFlockSize(Birds) > 0 && Last > HalfLength + 1;
}

bool SwiftsAreThrough(float& out Last)
{
	Last = GetLeastZ(Swifts);
	return GetFlockSize(Swifts) > 0 && Last > HalfLength + 1;
}

bool SwiftsWereFast(float& out Speed)
{
	Speed = SwiftWay / FMath::Max(SwiftTime, 0.001f);
	return Speed > 20;
}

bool SwiftsWereVeryFast(float& out Speed)
{
	Speed = SwiftTop;
	return Speed > 29;
}
