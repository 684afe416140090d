// The yard: a lawn of 52 m between brick walls, a ruin, columns and heaps of timber round it.
const float HalfYard = 26; // m from the middle to the walls

void BuildYard()
{
	const FVector Brick(0.20f, 0.085f, 0.055f);
	const float Thick = 0.4f;
	const float Middle = HalfYard + Thick;
	const float Length = Middle + Thick;
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	SpawnBox(FVector(0, 1.2f, -Middle), FVector(Length, 1.2f, Thick), 0, Brick, "NorthWall");
	SpawnBox(FVector(0, 1.2f, Middle), FVector(Length, 1.2f, Thick), 0, Brick, "SouthWall");
	SpawnBox(FVector(-Middle, 1.2f, 0), FVector(Thick, 1.2f, Length), 0, Brick, "WestWall");
	SpawnBox(FVector(Middle, 1.2f, 0), FVector(Thick, 1.2f, Length), 0, Brick, "EastWall");
	BuildRuin();

	array<FVector> Columns = {FVector(-9, 1.7f, -14), FVector(3, 1.7f, 2), FVector(6, 1.7f, -12), FVector(11, 1.7f, -2),
		FVector(10, 1.7f, 3), FVector(20, 1.7f, 10), FVector(-18, 1.7f, 3)};
	SpawnAt("Column", Columns);
	array<FVector> Heaps = {FVector(20, 0, -14), FVector(8, 0, -20), FVector(13, 0, 21), FVector(-12, 0, 20), FVector(-21, 0, 12)};
	for (uint Index = 0; Index < Heaps.length(); Index++)
		BuildHeap(Heaps[Index], 35.0f * Index);
}

void BuildRuin()
{
	const FVector Stone(0.20f, 0.19f, 0.17f);
	SpawnBox(FVector(-7, 1.6f, 9), FVector(4, 1.6f, 0.35f), 8, Stone, "RuinBack");
	SpawnBox(FVector(-11.3f, 0.9f, 6.6f), FVector(0.35f, 0.9f, 2), 8, Stone, "RuinSide");
	SpawnBox(FVector(-2.9f, 0.5f, 7.2f), FVector(0.35f, 0.5f, 1.3f), 8, Stone, "RuinStump");
}

void BuildHeap(const FVector& in Place, float Yaw)
{
	const FVector Timber(0.16f, 0.09f, 0.045f);
	const FQuat Turn(FVector(0, 1, 0), Yaw);
	SpawnBox(Place + FVector(0, 0.6f, 0), FVector(1.6f, 0.6f, 0.8f), Yaw, Timber);
	SpawnBox(Place + Turn * FVector(0.3f, 1.5f, 0), FVector(1, 0.3f, 0.6f), Yaw + 12, Timber);
}
