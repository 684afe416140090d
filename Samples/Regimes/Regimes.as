// One school and its three ways to be together, by how far its fish heed each other's direction (Couzin et al. 2002).
//
// The model's second lasts a sixth here, so that a step of the world is one of the model's (0.1 s): 3 m/s become 18, 40
// degrees a second 240, and the noise, which grows with the root of time, root 6 of itself.
#include "Checks.as"
#include "Watching.as"

const string School = "Mill"; // the flock's id, from the preset

void BeginPlay()
{
	SetTitle("Regimes");
	SetDuration(60);
	SetSky(ESceneSky::Underwater);
	SetGround(ESceneGround::None);
	SetHaze(110);
	SetShadowRadius(20);
	ShowTrails(true);
	SetColoring(EFlockColoring::Heading);
	ShowPlots();

	SpawnInSphere("Fish", FVector(0, 0, 0), 5, GetIntParameter("boids", 100), 18, Changes());
	Every(3, "Tell", 1);
	DeclareChecks();
	Camera::SetFieldOfView(42);
}

string Changes()
{
	return """{"body": {"collidesWith": "none"}, "visual": {"scale": 1.1},
		"flocking": {"preset": "Mill", "flock": {"maxSpeed": 18, "rotationSpeed": 40, "obstacle": {"avoid": false},
			"zones": {"orientationWidth": 0.5, "turnRate": 4.1887902, "noise": 0.1224745}}}}""";
}

// m: up, over the middle with time for a mill to form, and down again to the same middle.
float WidthAt(float Time)
{
	if (Time < 31)
		return FMath::Lerp(0.5f, 2.75f, FMath::SmoothStep(8, 12, Time));
	return FMath::Lerp(2.75f, 5.5f, FMath::SmoothStep(31, 33, Time) - FMath::SmoothStep(46, 51, Time));
}
void Tick(float DeltaTime)
{
	SetSetting("flock.zones.orientationWidth", WidthAt(float(GetTime())), School);
	const FFlockMetrics Now = GetFlockMetrics(School);
	Measure(Now);
	Watch(Now);
}

void Tell()
{
	const FFlockMetrics Now = GetFlockMetrics(School);
	Caption("They heed direction within " + formatFloat(1 + GetSetting("flock.zones.orientationWidth", School), 2)
		+ " m:  " + Now.GetState() + "   (polarisation " + formatFloat(Now.Polarisation, 2) + ", milling "
		+ formatFloat(Now.Milling, 2) + ")", 3);
}
