#pragma once
// Which clips, how much of each, for a speed and a turn: by gradient bands (Johansen 2009, "Automated Semi-Procedural
// Animation", section 6.3), which give each clip all the weight at its own point and never a negative one anywhere.
#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
struct FBlendPoint
{
	int32_t Clip = 0;
	float Speed = 0.0f; // m/s, ahead; negative walks backward
	float Turn = 0.0f;  // deg/s, positive to the left (about +Y)
};

struct FBlendSpace
{
	static constexpr int32_t MaxPoints = 16;
	std::vector<FBlendPoint> Points; // 1 to MaxPoints, no two at one place

	// One weight a point; sum 1. What is no number counts as 0. Weights.size() >= Points.size().
	void GetWeights(float Speed, float Turn, std::span<float> Weights) const;
};
} // namespace Flockwork
