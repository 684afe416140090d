// The same orbits by explicit Euler, semi-implicit Euler and Runge-Kutta: one spirals out, one holds, one is exact.
#include "Checks.as"

const array<string> Flocks = {"Explicit Euler", "Semi-implicit Euler", "Runge-Kutta 4"};
const array<string> Curves = {"Energy, explicit", "Energy, semi-implicit", "Energy, Runge-Kutta"};
const array<string> Methods = {"explicitEuler", "semiImplicitEuler", "rungeKutta4"};
const array<FVector> Colors = {FVector(0.9f, 0.35f, 0.03f), FVector(0.03f, 0.75f, 0.6f), FVector(0.85f, 0.06f, 0.6f)};
const int Motes = 10;       // in each flock; by pairs on opposite sides, so that the middle rests
const float Stiffness = 2;  // 1/s^2: flock.cohesion.weight
const float Apart = 15;     // m between the flocks' middles

void BeginPlay()
{
	SetTitle("Integrators");
	SetDuration(40);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::Grid);
	SetHaze(300);
	SetShadowRadius(36);
	ShowTrails(true);

	for (uint Flock = 0; Flock < Flocks.length(); Flock++)
		SpawnOrbits(Flock);
	Every(0.1, "PlotEnergies", 0.1);
	DeclareChecks();

	Caption("Three methods, the same orbits, the same step of 1/60 s", 5);
	At(8, "TellExplicit");
	At(19, "TellSemiImplicit");
	At(28, "TellRungeKutta");
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(-9, 9, 33), FVector(0, 7.5f, 0), FVector(5, 10, 31), FVector(0, 7.5f, 0), 8);
	At(34, "ShotAll");
}

FVector GetMiddle(uint Flock) { return FVector(Apart * (float(Flock) - 1), 8, 0); }

// The dice begin anew for each flock: all three get the same orbits.
void SpawnOrbits(uint Flock)
{
	const string Color = "[" + Colors[Flock].X + ", " + Colors[Flock].Y + ", " + Colors[Flock].Z + "]";
	const string Changes = "{\"flocking\": {\"flockId\": \"" + Flocks[Flock] + "\", \"flock\": {\"integrator\": \"" +
		Methods[Flock] + "\"}}, \"visual\": {\"color\": " + Color + "}}";
	for (int Pair = 0; Pair < Motes / 2; Pair++)
	{
		// A ring of ellipses, each tilted its own way.
		const float Angle = 180.0f * Pair / (Motes / 2);
		const FVector Long = FVector(FMath::Cos(Angle), FMath::Sin(Angle), 0.35f * FMath::Sin(2 * Angle)).GetSafeNormal();
		const FVector Short = Long.Cross(FVector(0.3f, 0.2f, 1)).GetSafeNormal();
		const FVector Offset = Long * (3.2f + 0.35f * Pair);
		const FVector Velocity = Short * (GetOmega() * (1.5f + 0.3f * Pair));
		for (int Side = -1; Side <= 1; Side += 2)
		{
			AActor Mote = SpawnActor("Mote", GetMiddle(Flock) + Offset * Side, "", Changes);
			Mote.SetVelocity(Velocity * Side);
		}
	}
}

// Every mote is drawn to the mean of the others: about the middle it swings with omega^2 = k n / (n - 1).
float GetOmega() { return FMath::Sqrt(Stiffness * Motes / (Motes - 1.0f)); }

void PlotEnergies()
{
	for (uint Flock = 0; Flock < Flocks.length(); Flock++)
		Plot(Curves[Flock], float(GetEnergy(Flock) / StartEnergy), 0, 4.5f, Colors[Flock]);
}

void TellExplicit()
{
	Caption("Explicit Euler gains energy in every step", 5);
	Camera::Orbit(GetMiddle(0), 17, -22, 10, 3, 3);
}
void TellSemiImplicit()
{
	Caption("Semi-implicit Euler, as the physics uses it: the energy sways, and stays", 5);
	Camera::Orbit(GetMiddle(1), 15, -5, 10, 3, 3);
}
void TellRungeKutta()
{
	Caption("Runge-Kutta: four evaluations a step, nothing to be seen of an error", 5);
	Camera::Orbit(GetMiddle(2), 15, 22, 10, -3, 3);
}
void ShotAll() { Camera::Dolly(FVector(6, 10, 34), FVector(0, 8, 0), FVector(0, 10, 38), FVector(0, 8, 0), 6, 3); }
