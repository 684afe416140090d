#pragma once
// Moves the camera through the shots that a script asks for. A view of the world: changes nothing in it, is not hashed.
#include "FlockworkCore/Serialize.h"
#include "FlockworkGame/Actor.h"
#include "FlockworkScript/ScriptScene.h"

#include <cstdint>
#include <string>
#include <type_traits>

namespace Flockwork
{
class UWorld;

enum class EShot : uint8_t
{
	None,
	Look,      // From -> At, moving to FromEnd -> AtEnd within Duration
	Orbit,     // about At, or about Actor (At is then an offset)
	Follow,    // behind Actor's heading
	FrameFlock // as Orbit about a flock's centroid, far enough to see it all
};

// Angles in radians.
struct FCameraShot
{
	EShot Kind = EShot::None;
	FVector From{0.0f, 0.0f, 0.0f};
	FVector At{0.0f, 0.0f, 0.0f};
	FVector FromEnd{0.0f, 0.0f, 0.0f};
	FVector AtEnd{0.0f, 0.0f, 0.0f};
	float Duration = 0.0f; // s
	FActorId Actor;
	std::string FlockId;
	float Distance = 10.0f; // m; of FrameFlock: times the flock's own size
	float Height = 3.0f;    // m above the followed actor
	float Yaw = 0.0f;       // 0 looks from +Z
	float Pitch = 0.4f;     // above the horizon
	float YawRate = 0.0f;   // 1/s
	float FieldOfView = 0.9f;
	double Start = 0.0; // s
};

class FScriptCamera
{
public:
	// Takes BlendTime seconds from the shot before, 0 cuts.
	void Take(FCameraShot Shot, double Time, float BlendTime);
	void Update(const UWorld& World, double Time, float DeltaTime);
	FSceneCamera Get(float Alpha) const;

	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);

private:
	struct FPose
	{
		FVector Position{0.0f, 6.0f, 14.0f};
		FVector LookAt{0.0f, 1.0f, 0.0f};
		float FieldOfView = 0.9f;
	};
	// A shot with what it has smoothed so far.
	struct FRunning
	{
		FCameraShot Shot;
		bool bFound = false; // the subject has been there
		FVector Subject{0.0f, 0.0f, 0.0f};
		FVector Heading{0.0f, 0.0f, 1.0f};
		float Size = 1.0f;
		float Arm = 1.0f; // share of the shot's distance at which the camera has a free view of its subject
	};
	static FPose Evaluate(FRunning& Running, const UWorld& World, double Time, float DeltaTime);
	static void Observe(FRunning& Running, const UWorld& World, float DeltaTime);
	static void KeepInView(FRunning& Running, FPose& InOutPose, const UWorld& World, float DeltaTime);
	static void SaveRunning(const FRunning& Running, FByteWriter& Writer);
	static bool RestoreRunning(FRunning& Running, FByteReader& Reader);

	FRunning Current;
	FRunning Former; // while blending
	double BlendStart = 0.0;
	float BlendTime = 0.0f;
	FPose Pose;
	FPose PreviousPose;
	bool bCut = false;
	bool bFresh = false;     // a shot was taken since the last update
	bool bEvaluated = false; // there is a pose
};
} // namespace Flockwork
