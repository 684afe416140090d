#include "RayTests.h"

#include <limits>
#include <utility>

namespace Flockwork
{
namespace
{
// Smallest root of A t^2 + 2 B t + C in [0, Limit], for a start outside (C > 0) that moves inward (B < 0).
bool FirstRoot(double A, double B, double C, double Limit, double& Root)
{
	if (C <= 0.0 || B >= 0.0)
	{
		return false;
	}
	const double Discriminant = B * B - A * C;
	if (Discriminant < 0.0)
	{
		return false;
	}
	// C / (...) instead of (...) / A: no cancellation when the start is near.
	const double T = C / (-B + std::sqrt(Discriminant));
	if (!(T <= Limit))
	{
		return false;
	}
	Root = T;
	return true;
}
} // namespace

bool RaySphere(const FRayD& Ray, const FVectorD& Center, double Radius, double& Fraction, FVectorD& Normal)
{
	const FVectorD Offset = Ray.Origin - Center;
	const double A = glm::dot(Ray.Direction, Ray.Direction);
	const double B = glm::dot(Ray.Direction, Offset);
	const double C = glm::dot(Offset, Offset) - Radius * Radius;
	if (!FirstRoot(A, B, C, Fraction, Fraction))
	{
		return false;
	}
	Normal = (Offset + Ray.Direction * Fraction) / Radius;
	return true;
}

bool RayCapsule(
    const FRayD& Ray, const FVectorD& A, const FVectorD& B, double Radius, double& Fraction, FVectorD& Normal)
{
	const FVectorD Nearest = ClosestOnSegment(Ray.Origin, A, B);
	if (glm::dot(Ray.Origin - Nearest, Ray.Origin - Nearest) <= Radius * Radius)
	{
		return false; // inside, which the end spheres alone would not notice
	}
	bool bHit = RaySphere(Ray, A, Radius, Fraction, Normal);
	bHit = RaySphere(Ray, B, Radius, Fraction, Normal) || bHit;
	const FVectorD Axis = B - A;
	const double AxisSquared = glm::dot(Axis, Axis);
	if (AxisSquared <= 0.0)
	{
		return bHit;
	}
	// The cylinder: what is left of ray and offset across the axis.
	const FVectorD Offset = Ray.Origin - A;
	const FVectorD AcrossDirection = Ray.Direction - Axis * (glm::dot(Ray.Direction, Axis) / AxisSquared);
	const FVectorD AcrossOffset = Offset - Axis * (glm::dot(Offset, Axis) / AxisSquared);
	double T = 0.0;
	if (!FirstRoot(glm::dot(AcrossDirection, AcrossDirection), glm::dot(AcrossDirection, AcrossOffset),
	        glm::dot(AcrossOffset, AcrossOffset) - Radius * Radius, Fraction, T))
	{
		return bHit;
	}
	const double Along = glm::dot(Offset + Ray.Direction * T, Axis);
	if (Along < 0.0 || Along > AxisSquared)
	{
		return bHit;
	}
	Fraction = T;
	Normal = (AcrossOffset + AcrossDirection * T) / Radius;
	return true;
}

bool RayBox(const FRayD& Ray, const FVectorD& HalfExtent, double& Fraction, FVectorD& Normal)
{
	double Enter = -std::numeric_limits<double>::infinity();
	double Leave = Fraction;
	int EnterAxis = 0;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		const double Position = Ray.Origin[Axis];
		const double Direction = Ray.Direction[Axis];
		if (Direction == 0.0)
		{
			if (std::fabs(Position) > HalfExtent[Axis])
			{
				return false;
			}
			continue;
		}
		double Near = (-HalfExtent[Axis] - Position) / Direction;
		double Far = (HalfExtent[Axis] - Position) / Direction;
		if (Near > Far)
		{
			std::swap(Near, Far);
		}
		if (Near > Enter)
		{
			Enter = Near;
			EnterAxis = Axis;
		}
		Leave = std::min(Leave, Far);
	}
	if (Enter < 0.0 || Enter > Leave)
	{
		return false; // starts inside, or passes by
	}
	Fraction = Enter;
	Normal = FVectorD(0.0);
	Normal[EnterAxis] = Ray.Direction[EnterAxis] > 0.0 ? -1.0 : 1.0;
	return true;
}

// Ericson 5.5.7: a hit on the grown box counts where it lies above a face; elsewhere the rounded edges decide.
bool RayRoundedBox(const FRayD& Ray, const FVectorD& HalfExtent, double Radius, double& Fraction, FVectorD& Normal)
{
	double BoxFraction = Fraction;
	FVectorD BoxNormal(0.0);
	const FVectorD Grown = HalfExtent + FVectorD(Radius);
	const bool bOutside = glm::any(glm::greaterThan(glm::abs(Ray.Origin), Grown));
	if (bOutside && !RayBox(Ray, Grown, BoxFraction, BoxNormal))
	{
		return false;
	}
	if (bOutside)
	{
		const FVectorD Point = glm::abs(Ray.Origin + Ray.Direction * BoxFraction);
		const int Beyond = int(Point.x > HalfExtent.x) + int(Point.y > HalfExtent.y) + int(Point.z > HalfExtent.z);
		if (Beyond <= 1)
		{
			Fraction = BoxFraction;
			Normal = BoxNormal;
			return true;
		}
	}
	bool bHit = false;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		for (int Corner = 0; Corner < 4; ++Corner)
		{
			FVectorD A;
			A[Axis] = -HalfExtent[Axis];
			A[(Axis + 1) % 3] = HalfExtent[(Axis + 1) % 3] * ((Corner & 1) ? 1.0 : -1.0);
			A[(Axis + 2) % 3] = HalfExtent[(Axis + 2) % 3] * ((Corner & 2) ? 1.0 : -1.0);
			FVectorD B = A;
			B[Axis] = HalfExtent[Axis];
			bHit = RayCapsule(Ray, A, B, Radius, Fraction, Normal) || bHit;
		}
	}
	return bHit;
}

bool RayPlanes(const FRayD& Ray, std::span<const FHullPlane> Planes, double& Fraction, FVectorD& Normal)
{
	double Enter = -std::numeric_limits<double>::infinity();
	double Leave = Fraction;
	FVectorD EnterNormal(0.0);
	for (const FHullPlane& Plane : Planes)
	{
		const FVectorD PlaneNormal = ToDouble(Plane.Normal);
		const double Height = glm::dot(PlaneNormal, Ray.Origin) - double(Plane.Offset);
		const double Speed = glm::dot(PlaneNormal, Ray.Direction);
		if (Speed == 0.0)
		{
			if (Height > 0.0)
			{
				return false;
			}
			continue;
		}
		const double T = -Height / Speed;
		if (Speed > 0.0)
		{
			Leave = std::min(Leave, T);
		}
		else if (T > Enter)
		{
			Enter = T;
			EnterNormal = PlaneNormal;
		}
	}
	if (Enter < 0.0 || Enter > Leave)
	{
		return false;
	}
	Fraction = Enter;
	Normal = EnterNormal;
	return true;
}

// Moeller and Trumbore, 1997.
bool RayTriangle(const FRayD& Ray, const FVectorD& A, const FVectorD& B, const FVectorD& C, bool bBackFaces,
    double& Fraction, FVectorD& Normal)
{
	const FVectorD AB = B - A;
	const FVectorD AC = C - A;
	const FVectorD Cross = glm::cross(Ray.Direction, AC);
	const double Determinant = glm::dot(AB, Cross); // > 0: seen from the front
	if (Determinant == 0.0 || (Determinant < 0.0 && !bBackFaces))
	{
		return false;
	}
	const FVectorD Offset = Ray.Origin - A;
	const double U = glm::dot(Offset, Cross) / Determinant;
	const FVectorD OffsetCross = glm::cross(Offset, AB);
	const double V = glm::dot(Ray.Direction, OffsetCross) / Determinant;
	// A hair of tolerance, so that no ray slips through the seam of two triangles.
	constexpr double Seam = 1.0e-9;
	if (U < -Seam || V < -Seam || U + V > 1.0 + Seam)
	{
		return false;
	}
	const double T = glm::dot(AC, OffsetCross) / Determinant;
	if (T < 0.0 || T > Fraction)
	{
		return false;
	}
	Fraction = T;
	Normal = glm::normalize(glm::cross(AB, AC)) * (Determinant > 0.0 ? 1.0 : -1.0);
	return true;
}

bool RayRoundedTriangle(const FRayD& Ray, const FVectorD& A, const FVectorD& B, const FVectorD& C, double Radius,
    double& Fraction, FVectorD& Normal)
{
	FVectorD Up = glm::normalize(glm::cross(B - A, C - A));
	double Height = glm::dot(Up, Ray.Origin - A);
	if (Height < 0.0)
	{
		Up = -Up;
		Height = -Height;
	}
	const double Sinking = -glm::dot(Up, Ray.Direction);
	if (Height > Radius)
	{
		const double T = (Height - Radius) / Sinking;
		if (Sinking <= 0.0 || T > Fraction)
		{
			return false;
		}
		const FVectorD Foot = Ray.Origin + Ray.Direction * T - Up * Radius;
		const FVectorD Apart = Foot - ClosestOnTriangle(Foot, A, B, C);
		if (glm::dot(Apart, Apart) <= 1.0e-18)
		{
			Fraction = T;
			Normal = Up;
			return true;
		}
	}
	bool bHit = RayCapsule(Ray, A, B, Radius, Fraction, Normal);
	bHit = RayCapsule(Ray, B, C, Radius, Fraction, Normal) || bHit;
	return RayCapsule(Ray, C, A, Radius, Fraction, Normal) || bHit;
}
} // namespace Flockwork
