#pragma once
#include "FlockworkCore/Math.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace Flockwork
{
// In double precision: whether a triangle at exactly the greatest slope is walkable must not hang on rounding.
struct FFace
{
	double Area = 0.0; // 0: degenerate
	double NormalY = 0.0;
	double NormalZ = 0.0;
};

inline FFace MeasureFace(const std::vector<FVector>& Vertices, const uint32_t* Corners)
{
	const glm::dvec3 A(Vertices[Corners[0]]);
	const glm::dvec3 AB = glm::dvec3(Vertices[Corners[1]]) - A;
	const glm::dvec3 AC = glm::dvec3(Vertices[Corners[2]]) - A;
	const glm::dvec3 Cross = glm::cross(AB, AC);
	const double Twice = std::sqrt(glm::dot(Cross, Cross));
	return Twice > 0.0 ? FFace{0.5 * Twice, Cross.y / Twice, Cross.z / Twice} : FFace{};
}

// The least Y of a walkable triangle's unit normal.
inline double WalkableNormalY(float MaxSlopeDegrees)
{
	constexpr double Slack = 1e-6; // a slope of exactly the limit, in floats, is walkable
	return std::cos(double(MaxSlopeDegrees) * 3.14159265358979323846 / 180.0) - Slack;
}
} // namespace Flockwork
