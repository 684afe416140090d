#pragma once
// Every solid is a sharp core, grown by a rounding radius: a sphere is a point, a capsule a segment. Distances, sweeps
// and pushes work on cores; the radii are added afterwards, which is exact.
#include "../HullGeometry.h"
#include "QueryMath.h"

#include <cstdint>

class btConvexShape;

namespace Flockwork
{
enum class ECoreType : uint8_t
{
	Point,    // A
	Segment,  // A, B
	Triangle, // A, B, C, counter-clockwise from the front
	Box,      // Pose, HalfExtent
	Hull,     // Pose, Hull
	Convex    // Pose, Convex: a host's shape of another kind, known by its support function alone
};

struct FCore
{
	ECoreType Type = ECoreType::Point;
	double Radius = 0.0;
	FVectorD A{0.0};
	FVectorD B{0.0};
	FVectorD C{0.0};
	FPoseD Pose;
	FVectorD HalfExtent{0.0};
	const FHullGeometry* Hull = nullptr;
	const btConvexShape* Convex = nullptr;

	static FCore MakePoint(const FVectorD& A, double Radius);
	static FCore MakeSegment(const FVectorD& A, const FVectorD& B, double Radius);
	static FCore MakeTriangle(const FVectorD& A, const FVectorD& B, const FVectorD& C);
	static FCore MakeBox(const FPoseD& Pose, const FVectorD& HalfExtent);

	FCore Moved(const FVectorD& Offset) const;
	FVectorD Center() const;
	// The core's farthest point along Direction (any length).
	FVectorD Support(const FVectorD& Direction) const;
};

struct FCoreDistance
{
	double Distance = 0.0; // between the cores; 0 when they meet
	FVectorD OnX{0.0};     // nearest points
	FVectorD OnY{0.0};
	FVectorD Normal{0.0}; // unit, from Y toward X; zero when they meet
};
FCoreDistance DistanceOf(const FCore& X, const FCore& Y);

// The shortest move of X (as grown) that ends its overlap with Y (as grown): direction unit, Depth > 0. False when they
// do not overlap by more than Tolerance. Exact save for ECoreType::Convex whose core meets the other's, where it is an
// upper bound.
inline constexpr double TouchTolerance = 1.0e-4; // m; what only touches does not overlap
bool PushOut(const FCore& X, const FCore& Y, FVectorD& Direction, double& Depth);

struct FSweepResult
{
	double Fraction = 1.0; // in: the farthest wanted
	FVectorD Normal{0.0};  // unit, toward X
	FVectorD Point{0.0};   // of contact, on Y
	double Depth = 0.0;    // > 0: overlapped from the start; Fraction is 0 then
};
// Moves X along Motion until it touches Y. False, with Out unchanged, when it does not within Out.Fraction, or would
// sink in by less than TouchTolerance.
bool SweepCore(const FCore& X, const FVectorD& Motion, const FCore& Y, FSweepResult& Out);
} // namespace Flockwork
