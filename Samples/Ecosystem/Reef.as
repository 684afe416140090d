// The floor and the rocks of the reef.
void BuildReef()
{
	SpawnActor("Ground", FVector(0, -10, 0), "Ground");
	FRandomStream Dice = RandomStream("reef");
	for (int Rock = 0; Rock < 34; Rock++)
	{
		const float Angle = 360.0f * Rock / 34;
		const float Distance = Dice.RandomRange(9.0f, 26.0f);
		const float Size = Dice.RandomRange(0.6f, 2.6f);
		const float Shade = Dice.RandomRange(0.6f, 1.1f);
		const FVector Place(Distance * FMath::Sin(Angle), -9 + 0.35f * Size, 0.75f * Distance * FMath::Cos(Angle));
		SpawnSphere(Place, Size, FVector(0.26f, 0.2f, 0.15f) * Shade);
		// A smaller one beside it, as corals grow.
		const FVector Beside(Dice.RandomRange(-1.0f, 1.0f), 0.5f * Size, Dice.RandomRange(-1.0f, 1.0f));
		SpawnSphere(Place + Beside, 0.55f * Size, FVector(0.42f, 0.17f, 0.14f) * Shade);
	}
}
