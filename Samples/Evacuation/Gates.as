// Who gets out by which gate, and when. The gates lie in the middles of the four sides.
array<int> Out(4);         // of each gate: how many
array<double> LastOut(4);  // of each gate: s, when the last one was through
double LongestGap = 0;     // s between two at one gate while others still come
double LastTime = 0;       // s, when the last one of all was through

// The nearest.
int FindGate(const FVector& in Place)
{
	const array<FVector> Exits = GetMarkers("Exit_");
	int Nearest = 0;
	for (int Index = 1; Index < 4; Index++)
		if ((Exits[Index] - Place).SizeSquared() < (Exits[Nearest] - Place).SizeSquared())
			Nearest = Index;
	return Nearest;
}

void Tick(float DeltaTime)
{
	if (GetStep() % 3 != 0) // a thousand people are many
		return;
	const array<FVector> Exits = GetMarkers("Exit_");
	for (int Person = int(Spectators.length()) - 1; Person >= 0; Person--)
	{
		const int Index = Gate[Person];
		if ((Spectators[Person].GetLocation() - Exits[Index]).Size2D() > 1.5f)
			continue;
		Out[Index]++;
		LastTime = GetTime();
		if (Out[Index] > 1)
			LongestGap = FMath::Max(LongestGap, LastTime - LastOut[Index]);
		LastOut[Index] = LastTime;
		Spectators[Person].Destroy();
		Spectators.removeAt(Person);
		Gate.removeAt(Person);
	}
}

int CountOut() { return Out[0] + Out[1] + Out[2] + Out[3]; }
