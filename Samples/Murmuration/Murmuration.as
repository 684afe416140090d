// Fifty thousand starlings over their roost at dusk: a cloud that stretches, folds and thickens while it is drawn about,
// and tears open where a falcon strikes.
#include "Checks.as"

const string Cloud = "Murmuration";
const FVector Roost(0, 62, 0); // m, where they gather
const float SunYaw = -121; // degrees: from there the birds are seen against the low sun
int Birds;
float Size = 1; // of the cloud, as its birds keep their spacing however many there are
AActor Falcon;
AActor EastLure; // two pulls that nobody sees, going round each other: they draw the cloud out and fold it
AActor WestLure;

void BeginPlay()
{
	Birds = GetIntParameter("boids", 50000);
	Size = FMath::Pow(Birds / 50000.0f, 1 / 3.0f);
	SetTitle("Murmuration");
	SetDuration(40);
	SetSky(ESceneSky::Evening);
	SetGround(ESceneGround::Grass, 0);
	SetHaze(900);
	SetShadowRadius(60);

	SpawnDisc("Starling", Roost, 30 * Size, Birds, 34 * Size,
		"{\"flocking\": {\"flockId\": \"Murmuration\", \"preset\": \"Murmuration\", "
		+ "\"flock\": {\"bounds\": {\"radius\": " + 38 * Size + "}}}, "
		+ "\"visual\": {\"scale\": 1.25, \"color\": [0.003, 0.003, 0.004], \"colorVariation\": 0}}");
	EastLure = SpawnLure("EastLure", 0);
	WestLure = SpawnLure("WestLure", 180);
	Falcon = SpawnActor("Falcon", Roost + FVector(-150, 50, 60), "Falcon",
		"{\"playerMover\": {\"speed\": 26, \"loop\": false}}");
	At(8, "Strike");
	At(17, "StrikeBack");
	At(27, "Strike");
	DeclareChecks();
	TellStory();
}

// An attractor on a way of its own, round the roost, up and down.
AActor SpawnLure(const string& in Name, float Phase)
{
	AActor Lure = SpawnActor("", LurePlace(Phase, 0), Name,
		"{\"target\": {\"radius\": 160}, \"playerMover\": {\"speed\": 9}}");
	array<FVector> Way;
	for (int Step = 1; Step <= 24; Step++)
		Way.insertLast(LurePlace(Phase, Step));
	Lure.SetPath(Way);
	return Lure;
}
FVector LurePlace(float Phase, int Step)
{
	const float Turn = Phase + Step * 15.0f;
	return Roost + FVector(52 * FMath::Cos(Turn), 16 * FMath::Sin(2 * Turn + Phase), 34 * FMath::Sin(Turn)) * Size;
}

// Straight through the middle of the cloud, and up again beyond it.
void Strike() { Dive(1); }
void StrikeBack() { Dive(-1); }
void Dive(int Side)
{
	const FVector Heart = GetFlockCenter(Cloud);
	array<FVector> Way = {Heart, Heart + FVector(70 * Side, -18, -25), Heart + FVector(150 * Side, 45, -60 * Side)};
	Falcon.SetPath(Way);
}

void TellStory()
{
	Camera::SetFieldOfView(50);
	Camera::Orbit(FVector(0, 60, 0), 125 * Size, SunYaw, -16, 1.5f);
	Caption("" + Birds + " starlings over their roost", 5);
	At(12, "TellStrike");
	At(21, "TellBack");
	At(20, "ShotNear");
	At(30, "ShotFar");
}
void TellStrike() { Caption("A falcon: the cloud tears open and closes behind it", 5); }
void TellBack() { Caption("It comes back", 3); }
void ShotNear() { Camera::Orbit(FVector(0, 61, 0), 78 * Size, SunYaw - 20, -20, 2, 4); }
void ShotFar() { Camera::Orbit(FVector(0, 56, 0), 135 * Size, SunYaw + 25, -14, -1.5f, 5); }
