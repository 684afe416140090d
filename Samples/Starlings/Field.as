// Where they roost: meadows with a barn and poplars, small under the sky.
void BuildField()
{
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	const FVector Wall(0.22f, 0.12f, 0.08f);
	const FVector Roof(0.09f, 0.05f, 0.045f);
	SpawnBox(FVector(-14, 2.5f, -30), FVector(9, 2.5f, 5), 20, Wall, "Barn");
	SpawnBox(FVector(-14, 5.4f, -30), FVector(9.6f, 0.5f, 5.6f), 20, Roof);
	SpawnBox(FVector(-14, 6.3f, -30), FVector(9.3f, 0.5f, 3.4f), 20, Roof);
	SpawnBox(FVector(-14, 7.1f, -30), FVector(9, 0.4f, 1.4f), 20, Roof);
	for (int Index = 0; Index < 9; Index++)
		BuildPoplar(FVector(-66 + 15.0f * Index, 0, -58 - 3.0f * (Index % 3)), 9 + 1.3f * ((Index * 7) % 5));
	for (int Index = 0; Index < 5; Index++)
		BuildPoplar(FVector(58, 0, -30 + 14.0f * Index), 8 + 1.1f * ((Index * 3) % 4));
}

void BuildPoplar(const FVector& in Foot, float Height)
{
	const FVector Leaf(0.03f, 0.06f, 0.018f);
	SpawnBox(Foot + FVector(0, 1, 0), FVector(0.25f, 1.2f, 0.25f), 0, FVector(0.08f, 0.055f, 0.035f));
	for (int Ball = 0; Ball < 5; Ball++)
	{
		const float Share = (float(Ball) + 0.5f) / 5;
		SpawnSphere(Foot + FVector(0, 1.8f + Share * (Height - 1.8f), 0), 1.9f - 1.1f * FMath::Abs(Share - 0.35f) * 1.5f, Leaf);
	}
}
