// What the scene promises: lanes form, nobody walks through anybody or through a wall, all arrive.
// The lane index is the order parameter of Rex and Loewen (Phys. Rev. E 75, 051402, 2007): of each walker
// ((Same - Other) / (Same + Other))^2 over those whose way lies within 0.4 m of its own across the corridor, itself left
// out; then the mean. With n of them at random it is about 1 / n, in lanes 1.
float EarlyIndex = 0;
float LateIndex = 0;
int EarlyCount = 0;
int LateCount = 0;

void DeclareChecks()
{
	Every(0.25, "Measure");
	Check("a jumble at first", "lane index below 0.4 in the first second", "StartsAsJumble", ECheckWhen::AtTime, 2);
	Check("lanes form", "lane index above 0.6 from 18 to 29 s", "LanesForm", ECheckWhen::AtTime, 29);
	Check("nobody overlaps", "no two bodies more than 3 cm into each other", "NobodyOverlaps", ECheckWhen::Always);
	Check("no wall is touched", "nobody nearer than a body's radius to a wall's face", "NobodyIsInAWall", ECheckWhen::Always);
	Check("all arrive", "everybody through the door at 59 s", "AllHaveArrived", ECheckWhen::AtTime, 59);
}

void Collect(const array<AActor>& in Stream, float Way, array<FVector>& inout Places, array<float>& inout Ways)
{
	for (uint Index = 0; Index < Stream.length(); Index++)
	{
		const FVector Place = Stream[Index].GetLocation();
		Places.insertLast(Place);
		Ways.insertLast(Way);
	}
}

float GetLaneIndex(int& out Count)
{
	array<FVector> Places;
	array<float> Ways;
	Collect(Eastbound, 1, Places, Ways);
	Collect(Westbound, -1, Places, Ways);
	float Sum = 0;
	Count = 0;
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		float Same = 0;
		float Others = 0;
		for (uint Other = 0; Other < Places.length(); Other++)
		{
			if (Other != Index && FMath::Abs(Places[Other].Z - Places[Index].Z) < 0.4f)
			{
				Same += Ways[Other] * Ways[Index];
				Others++;
			}
		}
		if (Others > 0)
		{
			Sum += (Same / Others) * (Same / Others);
			Count++;
		}
	}
	return Count > 0 ? Sum / Count : 0.0f;
}

void Measure()
{
	int Count = 0;
	const float Index = GetLaneIndex(Count);
	if (GetTime() < 1.1 && Count > 0)
	{
		EarlyIndex += Index;
		EarlyCount++;
	}
	if (GetTime() > 18 && GetTime() < 28.9 && Count > 0)
	{
		LateIndex += Index;
		LateCount++;
	}
}

bool StartsAsJumble(float& out Index)
{
	Index = EarlyIndex / FMath::Max(EarlyCount, 1);
	return EarlyCount > 0 && Index < 0.4f;
}

bool LanesForm(float& out Index)
{
	Index = LateIndex / FMath::Max(LateCount, 1);
	return LateCount > 0 && Index > 0.6f;
}

float Closest = 10; // m, of any two centres so far
float Farthest = 0; // m from the middle line so far

// In the open: at the seam of the ring, inside the houses, bodies of the two ends do not meet.
void Tick(float DeltaTime)
{
	array<FVector>@ Places = GetFlockLocations(People);
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		Farthest = FMath::Max(Farthest, FMath::Abs(Places[Index].Z));
		if (FMath::Abs(Places[Index].X) < 13.5f)
			for (uint Other = 0; Other < Index; Other++)
				Closest = FMath::Min(Closest, Places[Index].Distance2D(Places[Other]));
	}
}

bool NobodyOverlaps(float& out Distance)
{
	Distance = Closest;
	return Closest > 0.47f; // two radii of 0.25 m
}

bool NobodyIsInAWall(float& out Distance)
{
	Distance = Farthest;
	return Farthest < HalfWidth - 0.25f + 0.02f;
}

bool AllHaveArrived(float& out Left)
{
	Left = GetFlockSize(People);
	return Number > 0 && Arrived == Number && Left == 0;
}
