#include "DetailChooser.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
FDetailChooser::FDetailChooser()
{
	for (int32_t Body = 0; Body < BodyCount; ++Body)
	{
		for (int32_t Detail = 0; Detail < DetailCount; ++Detail)
		{
			Triangles[size_t(Body)][size_t(Detail)] = MakeBodyMesh(EBody(Body), EDetail(Detail)).GetTriangleCount();
		}
	}
}

void FDetailChooser::Clear()
{
	Bins = {};
}

float FDetailChooser::GetBinPixels(int32_t Bin)
{
	return std::pow(BinRatio, float(Bin));
}

void FDetailChooser::Add(EBody Body, float Pixels, bool bVisible, bool bShadow)
{
	const float Exact = std::log2(std::max(Pixels, 1.0f)) * 4.0f;
	// Rounded up: a bin's bodies are never drawn more detailed than they were counted.
	const int32_t Bin = std::min(int32_t(std::ceil(Exact)), BinCount - 1);
	FBin& Target = Bins[size_t(Body)][size_t(Bin)];
	Target.Visible += bVisible ? 1 : 0;
	Target.Shadows += bShadow ? 1 : 0;
}

int64_t FDetailChooser::CountTriangles(const FDetailThresholds& Thresholds) const
{
	int64_t Sum = 0;
	for (size_t Body = 0; Body < size_t(BodyCount); ++Body)
	{
		for (int32_t Bin = 0; Bin < BinCount; ++Bin)
		{
			const EDetail Detail = Thresholds.Choose(GetBinPixels(Bin));
			const EDetail Shadow = FDetailThresholds::CoarserForShadow(Detail);
			const FBin& Counted = Bins[Body][size_t(Bin)];
			Sum +=
			    Counted.Visible * Triangles[Body][size_t(Detail)] + Counted.Shadows * Triangles[Body][size_t(Shadow)];
		}
	}
	return Sum;
}

FDetailThresholds FDetailChooser::Choose(int64_t TriangleBudget) const
{
	FDetailThresholds Thresholds;
	constexpr int32_t MaxSteps = 40;
	for (int32_t Step = 0; Step < MaxSteps && CountTriangles(Thresholds) > TriangleBudget; ++Step)
	{
		Thresholds.Near *= BinRatio;
		Thresholds.Far *= BinRatio;
	}
	return Thresholds;
}
} // namespace Flockwork
