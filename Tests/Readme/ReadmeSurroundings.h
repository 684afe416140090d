#pragma once
// What the examples of the READMEs expect of the reader's own program: a loop that ends, and something that draws.
#include "FlockworkGame/World.h"

#include <string>

struct FReadmeLoop
{
	int StepsLeft = 120;
	explicit operator bool() { return StepsLeft-- > 0; }
};
inline FReadmeLoop bRunning;
inline constexpr float DeltaTime = 1.0f / 60.0f;
inline int DrawnActors = 0;
inline int DrawnWorlds = 0;

inline std::string Faults = "nothing was run";

// At the end of each example.
inline void Finish(const Flockwork::FDiagnostics& Diagnostics)
{
	Faults = Diagnostics.ToString();
}

inline void MyDraw(const Flockwork::FTransform& Transform)
{
	DrawnActors += Flockwork::IsFinite(Transform.Location) ? 1 : 0;
}

inline void Draw(const Flockwork::UWorld& World, float Alpha)
{
	DrawnWorlds += Alpha >= 0.0f && Alpha < 1.0f && !World.GetActors().empty() ? 1 : 0;
}
