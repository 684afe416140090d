#pragma once
// How detailed each body is drawn: by its height on the screen, and coarser for all when the frame's triangles would
// exceed their budget. Free of the engine.
#include "BodyMeshes.h"

#include <array>
#include <cstdint>

namespace Flockwork
{
// Heights in pixels above which a body is drawn with the named detail; below Far it is tiny.
struct FDetailThresholds
{
	float Near = 42.0f;
	float Far = 13.0f;
	EDetail Choose(float Pixels) const
	{
		return Pixels >= Near ? EDetail::Near : Pixels >= Far ? EDetail::Far : EDetail::Tiny;
	}
	// Shadows are one step coarser: nobody sees the difference.
	static EDetail CoarserForShadow(EDetail Detail) { return Detail == EDetail::Near ? EDetail::Far : EDetail::Tiny; }
};

class FDetailChooser
{
public:
	FDetailChooser();
	void Clear();
	// One body: its height on the screen, whether it is seen, whether it throws a shadow that may be seen.
	void Add(EBody Body, float Pixels, bool bVisible, bool bShadow);
	// Thresholds with which all that was added stays within the budget; if even the coarsest does not, the coarsest.
	FDetailThresholds Choose(int64_t TriangleBudget) const;
	int64_t CountTriangles(const FDetailThresholds& Thresholds) const;

private:
	// Bodies are counted by height in bins of a fixed ratio, so that trying thresholds costs nothing a body.
	static constexpr int32_t BinCount = 64;
	static constexpr float BinRatio = 1.189207f; // fourth root of two
	static float GetBinPixels(int32_t Bin);
	struct FBin
	{
		int64_t Visible = 0;
		int64_t Shadows = 0;
	};
	std::array<std::array<FBin, BinCount>, BodyCount> Bins{};
	std::array<std::array<int32_t, DetailCount>, BodyCount> Triangles{};
};
} // namespace Flockwork
