#pragma once
// What dangers are worth in metres of way: the escape field weighs ways and refuges by these. Found by trials on levels
// of several kinds (halls, mazes, terrain): all of them matter by their order of size, none by its digits.
#include <algorithm>

namespace Flockwork::EscapePrices
{
inline constexpr float WayNode = 4.0f;        // m; to stay in a doorway rather than beyond it
inline constexpr float MissingMargin = 10.0f; // m per m that a goal lacks of the margin beyond the safe radius
inline constexpr float NotSafe = 100.0f;      // m; to stay inside the safe radius at all
inline constexpr float MissingSafety = 20.0f; // m per m that is lacking of the safe radius
inline constexpr float Settle = 1.0f;         // m that a refuge is beyond the safe radius: people stand round it
inline constexpr float LongTime = 10.0f;      // s that a moving threat should take to come after
inline constexpr float ShortTime = 5.0f;      // m per s that it takes less

// 13 at a threat's reach, 5 at 4 m, hardly more than 1 at 20 m: two ways of one length differ by how near they pass.
inline float GetFear(float Clearance)
{
	const float Scaled = std::max(Clearance, 0.0f) / 3.0f;
	return 1.0f + 12.0f / (1.0f + Scaled * Scaled);
}

// To come into its reach is worth more than any way round; to brush past it is a risk in a crowd that pushes.
inline float GetTouch(float Clearance)
{
	constexpr float Touched = 2000.0f;
	constexpr float Brushed = 300.0f;
	constexpr float Brush = 0.5f; // m
	if (Clearance >= Brush)
	{
		return 0.0f;
	}
	const float Missing = 1.0f - Clearance / Brush;
	return Clearance < 0.0f ? Touched : Brushed * Missing * Missing;
}

// A way on which a moving threat can be first, or nearly so.
inline float GetLateness(float Lead, float Slack)
{
	constexpr float PerSecond = 100.0f;
	return PerSecond * std::max(0.0f, Slack - Lead);
}
} // namespace Flockwork::EscapePrices
