#pragma once
// Queries are computed in double precision: a ray may be a kilometre long and must still hit to a tenth of a
// millimetre.
#include "FlockworkCore/Math.h"

#include <LinearMath/btTransform.h>
#include <cmath>
#include <glm/geometric.hpp>

namespace Flockwork
{
using FVectorD = glm::dvec3;

inline FVectorD ToDouble(const btVector3& V)
{
	return {V.x(), V.y(), V.z()};
}
inline FVectorD ToDouble(const FVector& V)
{
	return {V.x, V.y, V.z};
}
inline FVector ToFloat(const FVectorD& V)
{
	return {float(V.x), float(V.y), float(V.z)};
}

// A rigid pose: axes are the columns of the rotation.
struct FPoseD
{
	FVectorD Axis[3];
	FVectorD Origin{0.0};

	explicit FPoseD(const btTransform& T)
	    : Axis{ToDouble(T.getBasis().getColumn(0)), ToDouble(T.getBasis().getColumn(1)),
	          ToDouble(T.getBasis().getColumn(2))},
	      Origin(ToDouble(T.getOrigin()))
	{
	}
	FPoseD() : Axis{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}} {}
	FVectorD ToWorldDirection(const FVectorD& V) const { return Axis[0] * V.x + Axis[1] * V.y + Axis[2] * V.z; }
	FVectorD ToLocalDirection(const FVectorD& V) const
	{
		return {glm::dot(Axis[0], V), glm::dot(Axis[1], V), glm::dot(Axis[2], V)};
	}
	FVectorD ToWorld(const FVectorD& P) const { return Origin + ToWorldDirection(P); }
	FVectorD ToLocal(const FVectorD& P) const { return ToLocalDirection(P - Origin); }
};

inline FVectorD ClosestOnSegment(const FVectorD& P, const FVectorD& A, const FVectorD& B)
{
	const FVectorD AB = B - A;
	const double LengthSquared = glm::dot(AB, AB);
	const double T = LengthSquared > 0.0 ? glm::dot(P - A, AB) / LengthSquared : 0.0;
	return A + AB * (T < 0.0 ? 0.0 : T > 1.0 ? 1.0 : T);
}
// Ericson, Real-Time Collision Detection (2005), 5.1.5.
FVectorD ClosestOnTriangle(const FVectorD& P, const FVectorD& A, const FVectorD& B, const FVectorD& C);
// The points of the two segments that are nearest to one another; Ericson 5.1.9.
void ClosestOnSegments(
    const FVectorD& A0, const FVectorD& A1, const FVectorD& B0, const FVectorD& B1, FVectorD& OutA, FVectorD& OutB);
// A unit vector across V, which need not be unit.
FVectorD AnyPerpendicular(const FVectorD& V);
} // namespace Flockwork
