// The camera goes along with the school; a mill it looks at along the mill's axis, whichever way that lies.
const FVector Aslant = FVector(0.5f, 0.45f, 0.75f).GetSafeNormal();
FVector Side = Aslant; // unit, from the school to the camera
FVector Middle;
float Distance = 30; // m

void Watch(const FFlockMetrics& in Now)
{
	FVector Wanted = Aslant;
	if (Now.Milling > 0.5f)
	{
		Wanted = GetAxis(Now.Centroid);
		if (Wanted.Dot(Side) < 0)
			Wanted = -Wanted;
		Wanted.Y = FMath::Clamp(Wanted.Y, -0.9f, 0.9f);
	}
	Side = FMath::Lerp(Side, Wanted, 0.015f).GetSafeNormal();
	Middle = FMath::Lerp(Middle, Now.Centroid, 0.2f);
	Distance = FMath::Lerp(Distance, 6 + 3.4f * Now.GyrationRadius, 0.01f);
	Camera::Look(Middle + Side * Distance, Middle);
}

// Of the way round that most of them go.
FVector GetAxis(const FVector& in Center)
{
	array<FVector>@ Places = GetFlockLocations(School);
	array<FVector>@ Velocities = GetFlockVelocities(School);
	FVector Spin;
	for (uint Index = 0; Index < Places.length(); Index++)
		Spin += (Places[Index] - Center).Cross(Velocities[Index]);
	return Spin.GetSafeNormal();
}
