// Two streets, 9 m wide, that cross between four houses.
const float HalfWidth = 4.5f;
const float HalfHouse = 6;

void BuildSquare()
{
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	for (int X = -1; X <= 1; X += 2)
		for (int Z = -1; Z <= 1; Z += 2)
			BuildHouse(FVector(X, 0, Z) * (HalfWidth + HalfHouse));
}

void BuildHouse(const FVector& in Middle)
{
	const FVector Plaster(0.42f, 0.4f, 0.36f);
	const FVector Stone(0.3f, 0.29f, 0.28f);
	const FVector Roof(0.17f, 0.15f, 0.14f);
	SpawnBox(Middle + FVector(0, 1.7f, 0), FVector(HalfHouse - 0.15f, 1.7f, HalfHouse - 0.15f), 0, Plaster);
	SpawnBox(Middle + FVector(0, 0.3f, 0), FVector(HalfHouse, 0.3f, HalfHouse), 0, Stone);
	SpawnBox(Middle + FVector(0, 3.5f, 0), FVector(HalfHouse + 0.25f, 0.15f, HalfHouse + 0.25f), 0, Roof);
}
