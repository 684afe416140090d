// Every clip of a character file, each played by a copy of its own, with its name and a timeline (--character FILE).
bool bStands = false;

void BeginPlay()
{
	SetTitle("AnimationGallery");
	SetDuration(8);
	SetSky(ESceneSky::Day);
	SetGround(ESceneGround::Grid, 0);
	SetShadowRadius(8);
	Camera::SetFieldOfView(30);
	Camera::Dolly(FVector(-1.2f, 5.4f, 11), FVector(0, 0.9f, 0.2f), FVector(1.2f, 5.4f, 11), FVector(0, 0.9f, 0.2f), 8);
	At(0.5, "Mark");
	Check("runs", "the clips' clock runs", "HasBegun", ECheckWhen::AtTime, 1);
}

void Mark() { bStands = true; }
bool HasBegun(float& out Value)
{
	Value = bStands ? 1.0f : 0.0f;
	return bStands;
}
