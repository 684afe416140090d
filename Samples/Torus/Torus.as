// The simulator page's case: 200 boids in a flat world without edges, seen from above, come to go one way.
//
// One unit of the page is 0.1 m here, one of its steps a step of the world, 1/60 s: 800 x 600 units are 80 x 60 m, 4
// units a step 24 m/s. A rule asks for the missing velocity within one unit of time, which is a step there and a second
// here: so the weights 1.5, 1, 1 become 60 times as large, and the limit, 0.1 units a step, stays a velocity: 0.6 m/s.
#include "Checks.as"

const string Flock = "Torus"; // the flock's id
const FVector WorldSize(80, 0, 60);

void BeginPlay()
{
	SetTitle("Torus");
	SetDuration(50); // 3,000 steps
	SetSky(ESceneSky::Overcast);
	SetGround(ESceneGround::Grid, -0.6f);
	SetHaze(3000);
	SetShadowRadius(60);
	SetColoring(EFlockColoring::Heading);
	ShowTrails(true);
	ShowPlots();

	BuildEdge();
	SpawnInBox("Boid", WorldSize * -0.5f, WorldSize * 0.5f, GetIntParameter("boids", 200), 24, Changes());
	DeclareChecks();

	Caption("200 boids, each its own way, in a world whose edges meet", 5);
	At(6, "TellRules");
	At(30, "TellEnd");
	Camera::SetFieldOfView(40);
	Camera::Dolly(FVector(-52, 38, 62), FVector(0, 0, 4), FVector(10, 90, 0.5f), FVector(10, 0, 0), 7);
}

// Where they leave and come in again.
void BuildEdge()
{
	const FVector Dark(0.04f, 0.045f, 0.05f);
	const FVector Half = WorldSize * 0.5f;
	for (int Side = -1; Side <= 1; Side += 2)
	{
		SpawnBox(FVector(0, -0.5f, Side * (Half.Z + 0.3f)), FVector(Half.X + 0.6f, 0.12f, 0.3f), 0, Dark);
		SpawnBox(FVector(Side * (Half.X + 0.3f), -0.5f, 0), FVector(0.3f, 0.12f, Half.Z + 0.6f), 0, Dark);
	}
}

string Changes()
{
	return """{
		"body": {"radius": 0.2, "collidesWith": "none"},
		"visual": {"scale": 1.5},
		"flocking": {"flockId": "Torus", "flock": {
			"model": "reynolds", "planar": "on", "maxSpeed": 24, "maxSteerForce": 0.6,
			"neighborRadius": 5, "separation": {"radius": 2.5, "weight": 90}, "alignment": {"weight": 60},
			"cohesion": {"weight": 60}, "obstacle": {"avoid": false},
			"world": {"shape": "torus"}, "torus": {"size": [80, 0, 60]}, "rotationSpeed": 30}}}""";
}

void TellRules() { Caption("Separation 1.5, alignment 1, cohesion 1, within 50 units", 6); }
void TellEnd() { Caption("One way, 20 units apart", 6); }
