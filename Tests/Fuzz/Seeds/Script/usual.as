// A scene.
array<int> Numbers;
void BeginPlay()
{
	for (int I = 0; I < 10; I++)
	{
		Numbers.insertLast(I * I);
	}
	string Text = "n = " + Numbers.length();
	Vector V(1, 2, 3);
	Log(Text + V.x);
}
void Tick(float DeltaTime)
{
	Numbers[0] += 1;
}
