// What the scene promises, by the closed forms of the harmonic oscillator (Hairer, Lubich and Wanner 2006, chapter I):
// with step h, explicit Euler multiplies the energy by 1 + (omega h)^2 in each step; semi-implicit Euler keeps
// v^2 + omega^2 x^2 - h omega^2 x v, so the energy stays within omega h / 2 of where it began; of Runge-Kutta's error,
// (omega h)^6 / 72 a step, nothing but rounding is left.
double StartEnergy = 1;
int64 StartStep = -1;
double WorstSemiImplicit = 0;
double WorstRungeKutta = 0;
double WorstPath = 0;      // m, of Runge-Kutta from the closed form
array<FVector> StartOffsets;
array<FVector> StartVelocities;

void DeclareChecks()
{
	Check("explicit Euler grows", "its energy within 1 % of E0 (1 + (omega h)^2)^n", "ExplicitGrows", ECheckWhen::Always, 1);
	Check("and visibly", "its energy more than doubled at 39 s", "ExplicitHasDoubled", ECheckWhen::AtTime, 39);
	Check("semi-implicit Euler stays", "its energy within omega h / 2 of E0, rounded up by 1 %", "SemiImplicitStays", ECheckWhen::Always, 1);
	Check("and does sway", "its energy has been off by more than 0.2 %", "SemiImplicitSways", ECheckWhen::AtTime, 39);
	Check("Runge-Kutta keeps", "its energy within 0.01 % of E0", "RungeKuttaKeeps", ECheckWhen::Always, 1);
	Check("Runge-Kutta's path", "every mote within 1 cm of its ellipse's closed form", "RungeKuttaIsOnItsWay", ECheckWhen::Always, 1);
}

double GetEnergy(uint Flock)
{
	array<FVector>@ Places = GetFlockLocations(Flocks[Flock]);
	array<FVector>@ Velocities = GetFlockVelocities(Flocks[Flock]);
	const double Omega2 = double(GetOmega()) * GetOmega();
	double Energy = 0;
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		const FVector Offset = Places[Index] - GetMiddle(Flock);
		Energy += 0.5 * Velocities[Index].Dot(Velocities[Index]) + 0.5 * Omega2 * Offset.Dot(Offset);
	}
	return Energy;
}

void Tick(float DeltaTime)
{
	if (GetFlockSize(Flocks[2]) == 0)
		return;
	if (StartStep < 0)
		Begin();
	WorstSemiImplicit = FMath::Max(float(WorstSemiImplicit), FMath::Abs(float(GetEnergy(1) / StartEnergy - 1)));
	WorstRungeKutta = FMath::Max(float(WorstRungeKutta), FMath::Abs(float(GetEnergy(2) / StartEnergy - 1)));
	array<FVector>@ Places = GetFlockLocations(Flocks[2]);
	const float Angle = GetOmega() * float(GetStep() - StartStep) * DeltaTime * 180 / FMath::Pi;
	for (uint Index = 0; Index < Places.length(); Index++)
	{
		const FVector Exact = GetMiddle(2) + StartOffsets[Index] * FMath::Cos(Angle) +
			StartVelocities[Index] * (FMath::Sin(Angle) / GetOmega());
		WorstPath = FMath::Max(float(WorstPath), Places[Index].Distance(Exact));
	}
}

// From the first step that Runge-Kutta has made, all three are compared with it.
void Begin()
{
	StartStep = GetStep();
	StartEnergy = GetEnergy(2);
	array<FVector>@ Places = GetFlockLocations(Flocks[2]);
	for (uint Index = 0; Index < Places.length(); Index++)
		StartOffsets.insertLast(Places[Index] - GetMiddle(2));
	StartVelocities = GetFlockVelocities(Flocks[2]);
}

bool ExplicitGrows(float& out Ratio)
{
	const double PerStep = 1 + double(GetOmega()) * GetOmega() * GetFixedStep() * GetFixedStep();
	double Expected = StartEnergy;
	for (int64 Step = StartStep; Step < GetStep(); Step++)
		Expected *= PerStep;
	Ratio = float(GetEnergy(0) / Expected);
	return FMath::Abs(Ratio - 1) < 0.01f;
}

bool ExplicitHasDoubled(float& out Growth)
{
	Growth = float(GetEnergy(0) / StartEnergy);
	return Growth > 2;
}

bool SemiImplicitStays(float& out Off)
{
	Off = float(WorstSemiImplicit);
	const float Half = 0.5f * GetOmega() * GetFixedStep();
	return Off < 1.01f * Half / (1 - Half);
}

bool SemiImplicitSways(float& out Off)
{
	Off = float(WorstSemiImplicit);
	return Off > 0.002f;
}

bool RungeKuttaKeeps(float& out Off)
{
	Off = float(WorstRungeKutta);
	return Off < 0.0001f;
}

bool RungeKuttaIsOnItsWay(float& out Distance)
{
	Distance = float(WorstPath);
	return StartStep >= 0 && Distance < 0.01f;
}
