// The hall: 60 m long and 25 m wide between stone walls, open to the sky; four rows of pillars under beams, three gates
// at either end and three in the middle.
const float HalfLength = 30; // m along Z
const float HalfWidth = 12.8f; // m to the walls' inner faces
const FVector Stone(0.40f, 0.34f, 0.26f);
const FVector PaleStone(0.47f, 0.41f, 0.32f);

void BuildHall()
{
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	BuildWalls();
	BuildGates(-HalfLength);
	BuildGates(0);
	BuildGates(HalfLength);
	const float Bays = 7;
	for (int Row = 0; Row < 4; Row++)
	{
		const float X = -9.6f + 6.4f * Row;
		for (float Z = -HalfLength + 6; Z < HalfLength - 1; Z += 6)
			if (FMath::Abs(Z) > 1)
				BuildPillar(FVector(X, 0, Z));
		// Beams along the row, from gate to gate.
		SpawnBox(FVector(X, 7.4f, -0.5f * HalfLength), FVector(0.5f, 0.4f, 0.5f * HalfLength - 0.5f), 0, PaleStone);
		SpawnBox(FVector(X, 7.4f, 0.5f * HalfLength), FVector(0.5f, 0.4f, 0.5f * HalfLength - 0.5f), 0, PaleStone);
	}
	BuildRubble();
}

void BuildWalls()
{
	for (int Side = -1; Side <= 1; Side += 2)
	{
		const float X = Side * (HalfWidth + 0.6f);
		SpawnBox(FVector(X, 3.9f, 0), FVector(0.6f, 3.9f, HalfLength + 0.5f), 0, Stone);
		SpawnBox(FVector(X, 8, 0), FVector(0.8f, 0.25f, HalfLength + 0.7f), 0, PaleStone); // coping
		// The forecourt's walls lead to the gates.
		SpawnBox(FVector(Side * 17.5f, 2.4f, -41), FVector(0.5f, 2.4f, 12), Side * 22.0f, Stone);
	}
}

// Three archways side by side, from wall to wall, and what is above them.
void BuildGates(float Z)
{
	for (int Gate = -1; Gate <= 1; Gate++)
		SpawnActor("Arch", FVector(6.4f * Gate, 0, Z));
	for (int Side = -1; Side <= 1; Side += 2)
		SpawnBox(FVector(Side * 11.2f, 3.5f, Z), FVector(1.6f, 3.5f, 0.5f), 0, Stone);
	SpawnBox(FVector(0, 7.4f, Z), FVector(HalfWidth, 0.4f, 0.7f), 0, PaleStone);
}

void BuildPillar(const FVector& in Foot)
{
	SpawnActor("Pillar", Foot + FVector(0, 3.4f, 0), "", "{\"body\": {\"halfHeight\": 3.4, \"radius\": 0.55}}");
	SpawnBox(Foot + FVector(0, 0.25f, 0), FVector(0.8f, 0.25f, 0.8f), 0, PaleStone);
	SpawnBox(Foot + FVector(0, 6.75f, 0), FVector(0.8f, 0.25f, 0.8f), 0, PaleStone);
}

// A fallen pillar, boulders and blocks on the floor.
void BuildRubble()
{
	const FQuat Lying = FQuat(FVector(0, 1, 0), 35) * FQuat(FVector(0, 0, 1), 90);
	SpawnActor("Pillar", FVector(0.2f, 0.6f, -14), Lying, "Fallen");
	SpawnActor("Pillar", FVector(-5.5f, 0.6f, 14.5f), FQuat(FVector(0, 1, 0), -20) * FQuat(FVector(0, 0, 1), 90));
	SpawnSphere(FVector(6.2f, 0.9f, -20), 1.5f, Stone);
	SpawnSphere(FVector(-6.6f, 0.5f, -8.5f), 1.1f, PaleStone);
	SpawnSphere(FVector(0.4f, 1.1f, 20.5f), 1.7f, Stone);
	SpawnBox(FVector(6, 0.6f, 8.8f), FVector(0.9f, 0.6f, 0.7f), 25, Stone);
	SpawnBox(FVector(5.2f, 1.5f, 9), FVector(0.6f, 0.35f, 0.5f), 50, PaleStone);
}
