#pragma once
// A character's pose as textbooks write it: keys searched for each joint, slerp, 4 x 4 matrices, one joint after the
// other. What the lock-step kernel is measured against.
#include "FlockworkCore/Math.h"

#include <glm/mat4x4.hpp>
#include <span>
#include <vector>

namespace Flockwork
{
struct FPlainKeys
{
	std::vector<float> Times; // s
	std::vector<FQuat> Rotations;
	std::vector<FVector> Places;
};

struct FPlainClip
{
	float Duration = 0.0f;
	std::vector<FPlainKeys> Joints;
};

struct FPlainJoint
{
	int32_t Parent = -1;
	glm::mat4 InverseBind{1.0f};
	FVector Translation{0.0f, 0.0f, 0.0f};
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	glm::mat4 Model{1.0f};
	bool bTurned = false; // with the joint that is being turned
};

struct FPlainLayer
{
	const FPlainClip* Clip = nullptr;
	float Seconds = 0.0f;
	float Weight = 0.0f;
};

struct FPlainLeg
{
	size_t Start = 0;
	size_t Mid = 0;
	size_t End = 0;
	FVector Lift{0.0f, 0.0f, 0.0f}; // from where the clips put the ankle
};

class FPlainCharacter
{
public:
	std::vector<FPlainJoint> Joints;

	void Pose(std::span<const FPlainLayer> Layers);
	void Reach(const FPlainLeg& Leg);
	void WritePalette(std::span<glm::mat4> Out) const;

private:
	void UpdateModel(FPlainJoint& Joint) const;
	void Turn(size_t Joint, const FQuat& Turn);
};
} // namespace Flockwork
