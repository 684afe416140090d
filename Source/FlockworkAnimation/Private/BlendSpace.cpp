#include "FlockworkAnimation/BlendSpace.h"

#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Math.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float TurnScale = 1.0f / 60.0f; // a turn of 60 deg/s counts as much as a metre a second

FVector2D PlaceOf(float Speed, float Turn)
{
	return {std::isfinite(Speed) ? Speed : 0.0f, std::isfinite(Turn) ? Turn * TurnScale : 0.0f};
}
} // namespace

void FBlendSpace::GetWeights(float Speed, float Turn, std::span<float> Weights) const
{
	FW_CHECK(Weights.size() >= Points.size(), "a blend space needs one weight for each point");
	const FVector2D Sample = PlaceOf(Speed, Turn);
	float Sum = 0.0f;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		const FVector2D Own = PlaceOf(Points[Index].Speed, Points[Index].Turn);
		float Weight = 1.0f;
		for (const FBlendPoint& Other : Points)
		{
			const FVector2D Way = PlaceOf(Other.Speed, Other.Turn) - Own;
			const float Square = Way.x * Way.x + Way.y * Way.y;
			if (Square > 0.0f)
			{
				const FVector2D Offset = Sample - Own;
				Weight = std::min(Weight, 1.0f - (Offset.x * Way.x + Offset.y * Way.y) / Square);
			}
		}
		Weights[Index] = std::max(0.0f, Weight);
		Sum += Weights[Index];
	}
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		Weights[Index] = Sum > 0.0f ? Weights[Index] / Sum : (Index == 0 ? 1.0f : 0.0f);
	}
}
} // namespace Flockwork
