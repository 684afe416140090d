// The tank: water in a box of glass, of which only the edges show. Soft walls turn the school, the panes stop it.
const FVector TankHalf(12, 4, 6); // m, inside
const float Thick = 0.08f;        // m, half of the frame's and the panes' thickness

void BuildTank()
{
	const FVector Steel(0.02f, 0.025f, 0.03f);
	const FVector Half = TankHalf + FVector(Thick, Thick, Thick);
	for (int A = -1; A <= 1; A += 2)
	{
		for (int B = -1; B <= 1; B += 2)
		{
			SpawnBox(FVector(0, A * Half.Y, B * Half.Z), FVector(Half.X + Thick, Thick, Thick), 0, Steel);
			SpawnBox(FVector(A * Half.X, 0, B * Half.Z), FVector(Thick, Half.Y, Thick), 0, Steel);
			SpawnBox(FVector(A * Half.X, B * Half.Y, 0), FVector(Thick, Thick, Half.Z), 0, Steel);
		}
		SpawnPane(FVector(A * Half.X, 0, 0), FVector(Thick, Half.Y, Half.Z));
		SpawnPane(FVector(0, A * Half.Y, 0), FVector(Half.X, Thick, Half.Z));
		SpawnPane(FVector(0, 0, A * Half.Z), FVector(Half.X, Half.Y, Thick));
	}
	BuildReef();
}

// A wall without a visual.
void SpawnPane(const FVector& in Center, const FVector& in Half)
{
	SpawnActor("", Center, "", "{\"body\": {\"type\": \"static\", \"shape\": \"box\", \"layer\": \"worldStatic\", "
		+ "\"halfExtent\": [" + Half.X + ", " + Half.Y + ", " + Half.Z + "]}}");
}

void BuildReef()
{
	const FVector Rock(0.16f, 0.14f, 0.12f);
	SpawnSphere(FVector(-8, -4.2f, -3.5f), 1.3f, Rock);
	SpawnSphere(FVector(-6.6f, -4.1f, -4.2f), 0.9f, Rock);
	SpawnSphere(FVector(7.5f, -4.4f, 3.4f), 1.5f, Rock);
	SpawnSphere(FVector(9, -4.2f, 2.2f), 1, Rock);
	SpawnSphere(FVector(2, -4.3f, -4.6f), 1.1f, Rock);
	BuildWeed(FVector(-8.8f, -4, 3.6f), 7);
	BuildWeed(FVector(4.2f, -4, -4.4f), 6);
	BuildWeed(FVector(10, -4, -4.5f), 5);
}

// A tuft of blades.
void BuildWeed(const FVector& in Foot, int Blades)
{
	for (int Blade = 0; Blade < Blades; Blade++)
	{
		const float Turn = 137.5f * Blade;
		const float Height = 0.7f + 0.22f * ((Blade * 3) % 5);
		const FVector Place = Foot + FVector(FMath::Sin(Turn), 0, FMath::Cos(Turn)) * (0.12f * Blade);
		SpawnBox(Place + FVector(0, Height, 0), FVector(0.05f, Height, 0.015f), Turn, FVector(0.05f, 0.16f, 0.05f));
	}
}

string TankWorld()
{
	return """{"flocking": {"flock": {"world": {"shape": "box"}, "box": {"halfExtent": [12, 4, 6], "margin": 2.5},
		"bounds": {"weight": 5}, "obstacle": {"radius": 0.2}}}}""";
}
