#pragma once
// One move of a character controller: the passes of FControllerMoveJob::Run, in the order in which they stand here.
#include "FlockworkLocomotion/CharacterController.h"

#include <array>

namespace Flockwork
{
class FControllerMove
{
public:
	FControllerMove(const FControllerSettings& Settings, ISceneQuery& World, std::span<const uint64_t> IgnoredBodies,
	    const FControllerState& Before, float DeltaTime);

	void RidePlatform();
	void EndOverlaps();
	void Accelerate(const FVector& WishVelocity);
	void Jump();
	void Walk();
	void Fall();
	void FollowGround(float Depth);
	void RememberGround();
	const FControllerState& GetState() const { return State; }

private:
	struct FGround
	{
		bool bFound = false;
		FVector Normal{UpVector};
		float Distance = 0.0f; // m, that the capsule may be lowered
		uint64_t BodyBits = ~0ull;
	};

	FVector CenterOver(const FVector& Feet) const;
	bool Sweep(const FVector& Feet, const FVector& Way, FHit& Out);
	FVector AlongGround(const FVector& Way) const;
	bool IsWalkable(const FVector& Normal) const { return Normal.y >= WalkableCosine; }
	FGround FindGround(const FVector& Feet, float Depth);
	bool FindEdgeGround(const FVector& Feet, const FHit& Hit, FVector& Normal) const;
	bool StepUp(const FVector& Way);
	void MeetWall(const FHit& Hit, FVector& Rest);
	void StandOn(const FGround& Ground);

	const FControllerSettings& Settings;
	ISceneQuery& World;
	FControllerState State;
	float DeltaTime;
	float WalkableCosine;
	float HalfHeight; // m; of the capsule's straight part, less the gap kept below
	FQueryFilter Filter;
	static constexpr size_t MaxIgnored = 16;
	std::array<uint64_t, MaxIgnored> Ignored{};
	size_t IgnoredCount = 0;
	FVector WallNormal{0.0f, 0.0f, 0.0f}; // horizontal; of the wall met before in this move
};
} // namespace Flockwork
