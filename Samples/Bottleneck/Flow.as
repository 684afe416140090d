// Counts who comes out of the passage, and when.
const float PassageEnd = 2.5f; // m along X
const float Width = 1;         // m
const float OutOfSight = 10;   // m along X, where who is through leaves the world

array<double> Times;  // s, at which somebody came out
array<AActor> Through; // and are still in sight
double LongestGap = 0; // s between two of them

void Tick(float DeltaTime)
{
	for (int Person = int(Inside.length()) - 1; Person >= 0; Person--)
	{
		if (Inside[Person].GetLocation().X <= PassageEnd)
			continue;
		NoteOneMore();
		Through.insertLast(Inside[Person]);
		Inside.removeAt(Person);
	}
	for (int Person = int(Through.length()) - 1; Person >= 0; Person--)
	{
		if (Through[Person].GetLocation().X <= OutOfSight)
			continue;
		Through[Person].Destroy();
		Through.removeAt(Person);
	}
}

void NoteOneMore()
{
	if (Times.length() > 0)
		LongestGap = FMath::Max(LongestGap, GetTime() - Times[Times.length() - 1]);
	Times.insertLast(GetTime());
	if (Times.length() % 10 == 0)
		Plot("flow, 1/(m s)", GetFlow(int(Times.length()) - 10), 0, 2);
}

// People per metre and second since the one who came out as number First.
float GetFlow(int First)
{
	const int Last = int(Times.length()) - 1;
	return Last > First && First >= 0 ? float((Last - First) / (Times[Last] - Times[First]) / Width) : 0.0f;
}

// The same from the begin of the jam until it is over: without the first ten and the last ten.
float GetJamFlow()
{
	const int First = 10;
	const int Last = Number - 10;
	return int(Times.length()) > Last && Last > First ? float((Last - First) / (Times[Last] - Times[First]) / Width) : 0.0f;
}
