#pragma once
// Conversion at the border: inside, everything is metres, Y up, right-handed. A host with other axes or units converts
// through one of these on the way in and out; nothing inside ever asks which host it is.
#include "FlockworkCore/Math.h"

#include <cstdint>

namespace Flockwork
{
enum class EHost : uint8_t
{
	Native, // metres, Y up, right-handed (Godot, OGRE)
	Unreal, // centimetres, Z up, left-handed, X forward
	Unity,  // metres, Y up, left-handed
	Blender // metres, Z up, right-handed
};

class FHostConvention
{
public:
	explicit FHostConvention(EHost InHost) : Host(InHost) {}
	FVector PositionToHost(const FVector& Ours) const;
	FVector PositionFromHost(const FVector& Theirs) const;
	FVector DirectionToHost(const FVector& Ours) const; // no unit scale
	FVector DirectionFromHost(const FVector& Theirs) const;
	FQuat RotationToHost(const FQuat& Ours) const;
	FQuat RotationFromHost(const FQuat& Theirs) const;
	float LengthToHost(float Ours) const;
	float LengthFromHost(float Theirs) const;

private:
	EHost Host;
};
} // namespace Flockwork
