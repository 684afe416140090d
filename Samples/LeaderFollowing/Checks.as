// What the scene promises: the skein stays with its leader, whoever that is.
int FirstCount = 0;
double DeathTime = -1;
double NewLeaderTime = -1;

void DeclareChecks()
{
	Check("all follow", "every goose within 30 m of the first leader at 18 s", "AllFollow", ECheckWhen::AtTime, 18);
	Check("along with it", "mean cosine to the leader's way above 0.85 at 18 s", "GoAlong", ECheckWhen::AtTime, 18);
	Check("the leader dies", "one goose less, and one alone, at 30 s", "OneIsDead", ECheckWhen::AtTime, 30);
	Check("another leads", "a new leader within 0.1 s of the death", "AnotherLeads", ECheckWhen::AtTime, 30);
	Check("nobody is lost", "every goose within 30 m of the new leader at 47 s", "AllFollow", ECheckWhen::AtTime, 47);
	Check("along with the new one", "mean cosine to its way above 0.85 at 47 s", "GoAlong", ECheckWhen::AtTime, 47);
	Check("apart", "mean nearest neighbour above 1.2 m after the start", "KeepApart", ECheckWhen::Always, 4);
}

void Tick(float DeltaTime)
{
	FirstCount = FMath::Max(FirstCount, GetFlockSize(Skein));
	if (DeathTime < 0 && bStruck && GetFlockSize(Skein) < FirstCount)
		DeathTime = GetTime();
	if (NewLeaderTime < 0 && LeaderNumber > 1 && Leader.IsAlive())
		NewLeaderTime = GetTime();
}

bool AllFollow(float& out Farthest)
{
	if (!Leader.IsAlive())
		return false;
	Farthest = GetFlockMaxDistance(Skein, Leader.GetLocation());
	return Farthest < 30;
}

bool GoAlong(float& out Cosine)
{
	if (!Leader.IsAlive())
		return false;
	const FVector Course = Leader.GetVelocity().GetSafeNormal();
	array<FVector>@ Velocities = GetFlockVelocities(Skein);
	Cosine = 0;
	for (uint Index = 0; Index < Velocities.length(); Index++)
		Cosine += Velocities[Index].GetSafeNormal().Dot(Course) / Velocities.length();
	return Cosine > 0.85f;
}

bool OneIsDead(float& out Count)
{
	Count = GetFlockSize(Skein);
	return FirstCount > 1 && GetFlockSize(Skein) == FirstCount - 1;
}

bool AnotherLeads(float& out Seconds)
{
	Seconds = float(NewLeaderTime - DeathTime);
	return DeathTime > 0 && NewLeaderTime > 0 && Seconds <= 0.1f && LeaderNumber == 2;
}

bool KeepApart(float& out Distance)
{
	Distance = GetFlockMetrics(Skein).MeanNearestDistance;
	return Distance > 1.2f;
}
