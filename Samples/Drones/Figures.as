// What they fly: formations of the flock's own (flock.formation.shape), and letters, a place for each drone.
const float SphereSpacing = 3.5f; // m between neighbours
const float RingSpacing = 2.7f;
const float LetterSpacing = 2.6f;
array<FVector> Places; // of the letters, by drone

void Form(const string& in Shape, float Spacing, const FVector& in Center)
{
	array<AActor>@ All = GetFlockActors(Show);
	for (uint Index = 0; Index < All.length(); Index++)
		All[Index].ClearTarget();
	SetTarget(Show, Center, "formation");
	SetSetting("flock.formation.weight", 4.0f, Show);
	SetSetting("flock.formation.spacing", Spacing, Show);
	SetSetting("flock.formation.shape", Shape, Show);
}

void FlyLetters()
{
	array<AActor>@ All = GetFlockActors(Show);
	Places = LetterPlaces();
	ShortenWays(GetFlockLocations(Show));
	SetSetting("flock.formation.weight", 0.0f, Show);
	for (uint Index = 0; Index < All.length() && Index < Places.length(); Index++)
		All[Index].SetTarget(Places[Index], 1);
}

array<FVector> LetterPlaces()
{
	const array<string> Rows = {"#####...#.....#", "#.......#.....#", "#.......#.....#", "####....#..#..#",
		"#.......#.#.#.#", "#.......##...##", "#.......#.....#", "", "###############"};
	array<FVector> Found;
	for (uint Row = 0; Row < Rows.length(); Row++)
	{
		for (uint Column = 0; Column < Rows[Row].length(); Column++)
		{
			if (Rows[Row].substr(Column, 1) == "#")
				Found.insertLast(Stage + FVector(float(Column) - 7, 4 - float(Row), 0) * LetterSpacing);
		}
	}
	return Found;
}

// Two drones swap places while that shortens their ways (squared: many short ways rather than one long one), so that
// hardly any cross.
void ShortenWays(const array<FVector>& in From)
{
	bool bBetter = true;
	while (bBetter)
	{
		bBetter = false;
		for (uint A = 0; A < Places.length() && A < From.length(); A++)
		{
			for (uint B = A + 1; B < Places.length() && B < From.length(); B++)
			{
				const float Now = (From[A] - Places[A]).SizeSquared() + (From[B] - Places[B]).SizeSquared();
				const float Swapped = (From[A] - Places[B]).SizeSquared() + (From[B] - Places[A]).SizeSquared();
				if (Swapped < 0.999f * Now)
				{
					const FVector Other = Places[A];
					Places[A] = Places[B];
					Places[B] = Other;
					bBetter = true;
				}
			}
		}
	}
}
