// Three hundred people on a market square: they stroll, a zombie appears, they run the right way, and come back.
#include "People.as"
#include "Panics.as"
#include "Checks.as"

void BeginPlay()
{
	SetTitle("Plaza");
	SetDuration(180);
	SetSky(ESceneSky::Day);
	SetGround(ESceneGround::Grass, -0.25f);
	SetHaze(320);
	SetShadowRadius(40);
	LoadLevel("Plaza");
	Places = GetMarkers("Goal_");
	Number = FMath::Min(GetIntParameter("boids", 300), 400);
	for (int Step = 0; Step < 10; Step++)
		After(Step * GetFixedStep(), "SpawnPeople");
	Every(0.25, "Live", 0.5);

	At(10, "DropFirst");
	At(26, "EndPanic");
	At(56, "DropSecond");
	At(74, "EndPanic");
	At(104, "DropThird");
	At(112, "StopChase");
	At(116.5, "EndPanic");
	DeclareChecks();

	Caption("Market day", 4);
	Camera::SetFieldOfView(50);
	Camera::Dolly(FVector(-17, 13, 18.5f), FVector(0, 0, 0), FVector(-9, 8, 17), FVector(1, 0, 0), 10);
	At(10, "ShotFirst");
	At(17, "ShotAbove");
	At(32, "ShotReturn");
	At(56, "ShotSecond");
	At(63, "ShotAbove");
	At(84, "ShotLow");
	At(104, "ShotThird");
	At(112, "ShotAbove");
	At(130, "ShotReturn");
}

void ShotFirst() { Camera::Dolly(FVector(6, 3, -1), FVector(0, 1, 4), FVector(10, 6, -4), FVector(0, 0, 4), 7); }
void ShotAbove() { Camera::Dolly(FVector(0, 64, 34), FVector(0, 0, 1), FVector(4, 60, 32), FVector(0, 0, 0), 14, 3); }
void ShotReturn() { Camera::Dolly(FVector(20, 12, 22), FVector(0, 0, 0), FVector(12, 7, 20), FVector(-2, 1, 0), 12, 3); }
void ShotSecond() { Camera::Dolly(FVector(-2, 5, 10), FVector(-14, 0, 14), FVector(4, 12, 18), FVector(-12, 0, 8), 7); }
void ShotLow() { Camera::Dolly(FVector(8, 3, 12), FVector(-2, 1.5f, 0), FVector(4, 3, 10), FVector(-6, 1.5f, -2), 10, 2); }
void ShotThird() { Camera::Follow(Threats[0], -7, 4, 0.6f, 2); }
