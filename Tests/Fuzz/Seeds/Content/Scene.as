// A scene.
array<int> Numbers;
void BeginPlay()
{
	for (int I = 0; I < 10; I++)
	{
		Numbers.insertLast(I * I);
	}
	string Text = "n = " + Numbers.length();
	FVector V(1, 2, 3);
	Log(Text + V.x);
	At(0.01, "Later");
	Check("holds", "Holds", ECheckWhen::Always);
	SpawnBox(V, FVector(1, 1, 1));
	SpawnDisc("Boid", V, 1, 2);
}
void Tick(float DeltaTime)
{
	Numbers[0] += 1;
}
void Later()
{
	Caption("later", 2);
	Look(FVector(0, 5, 10), FVector(0, 0, 0), 1);
}
bool Holds(float& out Value)
{
	Value = Numbers[0];
	return Value < 100;
}
