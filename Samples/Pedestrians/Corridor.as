// The corridor: 27 m in the open along X, 6 m wide, between low walls; at both ends it leads into a building.
const float HalfWidth = 3;

void BuildCorridor()
{
	const FVector Concrete(0.33f, 0.33f, 0.34f);
	const FVector Rail(0.16f, 0.17f, 0.19f);
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	for (int Side = -1; Side <= 1; Side += 2)
	{
		const float Z = Side * (HalfWidth + 0.25f);
		SpawnBox(FVector(0, 0.65f, Z), FVector(13.5f, 0.65f, 0.25f), 0, Concrete);
		SpawnBox(FVector(0, 1.36f, Z), FVector(13.5f, 0.06f, 0.33f), 0, Rail);
		for (int Post = -3; Post <= 3; Post++)
			SpawnBox(FVector(4.0f * Post, 0.75f, Z + 0.3f * Side), FVector(0.22f, 0.75f, 0.12f), 0, Rail);
		BuildHouse(Side);
	}
}

// From 13.5 m on: two side walls, a back wall, a roof.
void BuildHouse(int Side)
{
	const FVector Plaster(0.42f, 0.4f, 0.36f);
	const FVector Roof(0.17f, 0.15f, 0.14f);
	const float Middle = 17.5f * Side;
	for (int Wall = -1; Wall <= 1; Wall += 2)
		SpawnBox(FVector(Middle, 1.7f, Wall * (HalfWidth + 0.5f)), FVector(4, 1.7f, 0.5f), 0, Plaster);
	SpawnBox(FVector(21.3f * Side, 1.7f, 0), FVector(0.3f, 1.7f, HalfWidth), 0, Plaster);
	SpawnBox(FVector(Middle, 3.65f, 0), FVector(4.4f, 0.25f, HalfWidth + 1.4f), 0, Roof);
}
