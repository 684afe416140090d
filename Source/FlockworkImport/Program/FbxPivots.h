#pragma once
// What Assimp does not tell of an FBX's nodes: pre- and post-rotations and pivots. It turns post-rotations the wrong
// way round, and moves nodes with pivots as if they had none. They are read here from the file itself, binary or text.
#include "GuardedFiles.h"
#include "RigFile.h"

#include <map>
#include <string>

namespace Flockwork
{
// A node's place is T * Roff * Rp * Rpre * R * inverse(Rpost) * inverse(Rp) * Soff * Sp * S * inverse(Sp) (Autodesk,
// "Computing transformation matrices"); turns in degrees about X, then Y, then Z.
struct FFbxPivots
{
	glm::dvec3 PreRotation{0.0};
	glm::dvec3 PostRotation{0.0};
	glm::dvec3 RotationOffset{0.0};
	glm::dvec3 RotationPivot{0.0};
	glm::dvec3 ScalingOffset{0.0};
	glm::dvec3 ScalingPivot{0.0};

	bool HasPostRotation() const { return PostRotation != glm::dvec3(0.0); }
	bool HasPivots() const;
	// Rotation: R alone.
	FRigTransform Compose(const FRigTransform& Local) const;
	// The other way round: what a composed place was made of.
	FRigTransform TakeApart(const FRigTransform& Composed) const;
	// Makes good what Assimp has turned by the post-rotation instead of by its inverse.
	FRigTransform Mend(const FRigTransform& ByAssimp) const;

private:
	glm::dquat Pre() const;
	glm::dquat Post() const;
	glm::dvec3 ShiftOf(const glm::dquat& Rotation, const glm::dvec3& Scale) const;
};

// By name, the nodes that have a post-rotation or a pivot.
std::map<std::string, FFbxPivots> FindFbxPivots(const FFileBytes& Bytes);
} // namespace Flockwork
