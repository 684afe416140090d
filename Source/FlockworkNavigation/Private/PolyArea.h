#pragma once
#include "FlockworkNavigation/NavMesh.h"

#include <cmath>

namespace Flockwork
{
// m^2
inline double AreaFromAbove(const FNavPoly& Poly)
{
	double Twice = 0.0;
	for (int32_t Corner = 0; Corner < Poly.VertexCount; ++Corner)
	{
		const FVector& A = Poly.Vertices[Corner];
		const FVector& B = Poly.Vertices[(Corner + 1) % Poly.VertexCount];
		Twice += double(A.z) * double(B.x) - double(A.x) * double(B.z);
	}
	return 0.5 * std::abs(Twice);
}

inline bool PassesFlags(const FNavPoly& Poly, const FNavFilter& Filter)
{
	return (Poly.Flags & Filter.IncludeFlags) != 0 && (Poly.Flags & Filter.ExcludeFlags) == 0;
}

// Whether it is ground (no link) that the filter passes.
inline bool Passes(const FNavPoly& Poly, const FNavFilter& Filter)
{
	return !Poly.bLink && PassesFlags(Poly, Filter);
}
} // namespace Flockwork
