// A show of 48 drones: from the ground into a sphere, a ring and letters, and down again; no two ever touch.
#include "Figures.as"
#include "Checks.as"

const string Show = "Drones";  // the flock's id, from the preset
const FVector Stage(0, 25, 0); // m, the middle of the figures

void BeginPlay()
{
	SetTitle("Drones");
	SetDuration(60);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::Grass);
	SetHaze(500);
	SetShadowRadius(45);
	SpawnActor("Ground", FVector(0, -1, 0), "Ground");
	SpawnBox(FVector(0, -0.04f, 0), FVector(14, 0.05f, 11), 0, FVector(0.09f, 0.09f, 0.1f), "Field");
	SpawnGrid("Drone", FVector(0, 0.6f, 0), 8, 6, 3, Changes());

	At(1, "FlySphere");
	At(SphereTime + 1, "FlyRing");
	At(RingTime + 1, "FlyLetters");
	At(LettersTime + 1, "Land");
	DeclareChecks();
	TellStory();
}

// A boid answers within about a second: separation reaches as far as they close in on each other in that time.
string Changes()
{
	return """{"visual": {"scale": 2.2}, "flocking": {"flock": {"maxSpeed": 5, "maxSteerForce": 16,
		"separation": {"radius": 2.55, "weight": 9}, "target": {"weight": 4, "arrivalRadius": 4},
		"formation": {"arrivalRadius": 4}}}}""";
}

void FlySphere() { Form("sphere", SphereSpacing, Stage); }
void FlyRing() { Form("circle", RingSpacing, Stage); }
void Land() { Form("grid", 3, FVector(0, 0.6f, 0)); }

void TellStory()
{
	Caption("48 drones, one place for each", 4);
	At(SphereTime - 4, "TellSphere");
	At(RingTime - 4, "TellRing");
	At(LettersTime - 5, "TellLetters");
	Camera::SetFieldOfView(46);
	Camera::Dolly(FVector(17, 2.5f, 24), FVector(0, 2, 0), FVector(22, 15, 30), FVector(0, 23, 0), 9);
	At(10, "ShotSphere");
	At(SphereTime + 1, "ShotRing");
	At(RingTime + 1, "ShotLetters");
	At(LettersTime + 1, "ShotLanding");
}
void TellSphere() { Caption("A sphere", 3); }
void TellRing() { Caption("A ring", 3); }
void TellLetters() { Caption("F W, and a line below", 4); }
void ShotSphere() { Camera::Orbit(FVector(0, 24, 0), 24, 36, -8, 4, 3); }
void ShotRing() { Camera::Orbit(FVector(0, 23, 0), 44, 40, 20, -4, 4); }
void ShotLetters() { Camera::Dolly(FVector(13, 21, 40), FVector(0, 24, 0), FVector(-7, 18, 36), FVector(0, 24.5f, 0), 14, 4); }
void ShotLanding() { Camera::Dolly(FVector(-7, 18, 36), FVector(0, 18, 0), FVector(-20, 5, 24), FVector(0, 2, 0), 12, 3); }
