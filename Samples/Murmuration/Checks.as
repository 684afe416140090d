// What a murmuration promises: spacing as measured at roosts (Ballerini et al. 2008), one cloud, limits kept, a shape
// that changes.
float FlattestRadius = 1000; // m, of gyration
float WidestRadius = 0;

void DeclareChecks()
{
	Check("speed", "no bird above its speed limit", "IsWithinSpeed", ECheckWhen::Always, 1);
	Check("turns", "no bird turns harder than 2 g", "IsWithinForce", ECheckWhen::Always, 1);
	Check("spacing", "mean nearest neighbour 0.5 to 1.5 m", "IsSpaced", ECheckWhen::AtTime, 16);
	Check("one cloud", "three quarters of the birds are in one cluster at the end", "IsOneCloud", ECheckWhen::AtTime, 40);
	Check("shape", "its radius of gyration varies by a fifth or more", "HasChanged", ECheckWhen::AtTime, 40);
	Check("at the roost", "the cloud's centre stays within 60 m of the roost", "IsAtRoost", ECheckWhen::Always, 2);
	Every(0.5, "WatchShape", 4);
}

void WatchShape()
{
	const float Radius = GetFlockMetrics(Cloud).GyrationRadius;
	FlattestRadius = FMath::Min(FlattestRadius, Radius);
	WidestRadius = FMath::Max(WidestRadius, Radius);
}

bool IsWithinSpeed(float& out Excess)
{
	Excess = GetFlockSpeedExcess(Cloud);
	return Excess < 0.01f;
}
bool IsWithinForce(float& out Force)
{
	Force = GetFlockMaxAcceleration(Cloud);
	return Force < 19.7f;
}
bool IsSpaced(float& out Distance)
{
	Distance = GetFlockMetrics(Cloud).MeanNearestDistance;
	return Distance >= 0.5f && Distance <= 1.5f;
}
bool IsOneCloud(float& out Share)
{
	const FFlockMetrics Now = GetFlockMetrics(Cloud);
	Share = float(Now.LargestCluster) / FMath::Max(float(Now.Count), 1.0f);
	return Share >= 0.75f;
}
bool HasChanged(float& out Ratio)
{
	Ratio = WidestRadius / FMath::Max(FlattestRadius, 0.001f);
	return Ratio >= 1.2f;
}
bool IsAtRoost(float& out Distance)
{
	Distance = (GetFlockCenter(Cloud) - Roost).Size();
	return Distance < 60;
}
