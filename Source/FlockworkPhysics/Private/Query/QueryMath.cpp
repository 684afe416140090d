#include "QueryMath.h"

#include <algorithm>

namespace Flockwork
{
FVectorD ClosestOnTriangle(const FVectorD& P, const FVectorD& A, const FVectorD& B, const FVectorD& C)
{
	const FVectorD AB = B - A;
	const FVectorD AC = C - A;
	const FVectorD AP = P - A;
	const double D1 = glm::dot(AB, AP);
	const double D2 = glm::dot(AC, AP);
	if (D1 <= 0.0 && D2 <= 0.0)
	{
		return A;
	}
	const FVectorD BP = P - B;
	const double D3 = glm::dot(AB, BP);
	const double D4 = glm::dot(AC, BP);
	if (D3 >= 0.0 && D4 <= D3)
	{
		return B;
	}
	const double VC = D1 * D4 - D3 * D2;
	if (VC <= 0.0 && D1 >= 0.0 && D3 <= 0.0)
	{
		return A + AB * (D1 / (D1 - D3));
	}
	const FVectorD CP = P - C;
	const double D5 = glm::dot(AB, CP);
	const double D6 = glm::dot(AC, CP);
	if (D6 >= 0.0 && D5 <= D6)
	{
		return C;
	}
	const double VB = D5 * D2 - D1 * D6;
	if (VB <= 0.0 && D2 >= 0.0 && D6 <= 0.0)
	{
		return A + AC * (D2 / (D2 - D6));
	}
	const double VA = D3 * D6 - D5 * D4;
	if (VA <= 0.0 && D4 - D3 >= 0.0 && D5 - D6 >= 0.0)
	{
		return B + (C - B) * ((D4 - D3) / ((D4 - D3) + (D5 - D6)));
	}
	const double Denominator = VA + VB + VC;
	if (!(Denominator > 0.0))
	{
		return ClosestOnSegment(P, A, B); // no area: any edge holds the triangle
	}
	return A + AB * (VB / Denominator) + AC * (VC / Denominator);
}

void ClosestOnSegments(
    const FVectorD& A0, const FVectorD& A1, const FVectorD& B0, const FVectorD& B1, FVectorD& OutA, FVectorD& OutB)
{
	const FVectorD DirectionA = A1 - A0;
	const FVectorD DirectionB = B1 - B0;
	const FVectorD Between = A0 - B0;
	const double AA = glm::dot(DirectionA, DirectionA);
	const double BB = glm::dot(DirectionB, DirectionB);
	const double AB = glm::dot(DirectionA, DirectionB);
	const double AR = glm::dot(DirectionA, Between);
	const double BR = glm::dot(DirectionB, Between);
	const double Denominator = AA * BB - AB * AB;
	double S = 0.0;
	if (Denominator > 1.0e-12 * AA * BB)
	{
		S = std::clamp((AB * BR - AR * BB) / Denominator, 0.0, 1.0);
	}
	double T = BB > 0.0 ? (AB * S + BR) / BB : 0.0;
	if (T < 0.0 || T > 1.0)
	{
		T = std::clamp(T, 0.0, 1.0);
	}
	S = AA > 0.0 ? std::clamp((AB * T - AR) / AA, 0.0, 1.0) : 0.0;
	OutA = A0 + DirectionA * S;
	OutB = B0 + DirectionB * T;
}

FVectorD AnyPerpendicular(const FVectorD& V)
{
	const FVectorD Size = glm::abs(V);
	const FVectorD Least = Size.x <= Size.y && Size.x <= Size.z ? FVectorD(1.0, 0.0, 0.0)
	                       : Size.y <= Size.z                   ? FVectorD(0.0, 1.0, 0.0)
	                                                            : FVectorD(0.0, 0.0, 1.0);
	const FVectorD Across = glm::cross(V, Least);
	const double Length = glm::length(Across);
	return Length > 0.0 ? Across / Length : FVectorD(0.0, 1.0, 0.0);
}
} // namespace Flockwork
