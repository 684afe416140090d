#pragma once
// Slow but plain answers to queries: solids as distance functions in double precision, casts by marching and bisection.
#include "FlockworkCore/Math.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <random>

namespace Flockwork
{
using FReferenceVector = glm::dvec3;
// Distance from a point to a solid, negative inside (of a triangle: never negative).
using FDistanceFunction = std::function<double(const FReferenceVector&)>;

class FTestRandom
{
public:
	explicit FTestRandom(uint32_t Seed) : Engine(Seed) {}
	float Range(float Min, float Max) { return Min + (Max - Min) * float(double(Engine()) / 4294967296.0); }
	FVector Vector(float Size)
	{
		const float X = Range(-Size, Size);
		const float Y = Range(-Size, Size);
		const float Z = Range(-Size, Size);
		return {X, Y, Z};
	}
	FQuat Rotation()
	{
		const FVector Axis = Vector(1.0f) + FVector(0.0f, 0.0f, 1e-3f);
		const float Angle = Range(-3.0f, 3.0f);
		return glm::angleAxis(Angle, glm::normalize(Axis));
	}
	uint32_t Next() { return uint32_t(Engine()); }

private:
	std::mt19937 Engine;
};

inline FReferenceVector InverseTransform(const FTransform& Transform, const FReferenceVector& P)
{
	const glm::dquat Rotation(double(Transform.Rotation.w), double(Transform.Rotation.x), double(Transform.Rotation.y),
	    double(Transform.Rotation.z));
	return glm::conjugate(glm::normalize(Rotation)) * (P - FReferenceVector(Transform.Location));
}

inline double BoxDistance(const FReferenceVector& P, const FReferenceVector& Half)
{
	const FReferenceVector Q = glm::abs(P) - Half;
	return glm::length(glm::max(Q, 0.0)) + std::min(std::max({Q.x, Q.y, Q.z}), 0.0);
}

inline double CapsuleDistance(const FReferenceVector& P, double Radius, double HalfHeight)
{
	const double Y = std::max(std::fabs(P.y) - HalfHeight, 0.0);
	return std::sqrt(P.x * P.x + Y * Y + P.z * P.z) - Radius;
}

// By the signs of the point against the three edge planes (after Quilez).
inline double TriangleDistance(
    const FReferenceVector& P, const FReferenceVector& A, const FReferenceVector& B, const FReferenceVector& C)
{
	const FReferenceVector Normal = glm::cross(B - A, C - A);
	const auto Outside = [&](const FReferenceVector& From, const FReferenceVector& To)
	{ return glm::dot(glm::cross(To - From, Normal), P - From) > 0.0; };
	const auto EdgeDistance = [&](const FReferenceVector& From, const FReferenceVector& To)
	{
		const double T = std::clamp(glm::dot(P - From, To - From) / glm::dot(To - From, To - From), 0.0, 1.0);
		return glm::length(P - From - (To - From) * T);
	};
	if (Outside(A, B) || Outside(B, C) || Outside(C, A))
	{
		return std::min({EdgeDistance(A, B), EdgeDistance(B, C), EdgeDistance(C, A)});
	}
	return std::fabs(glm::dot(Normal, P - A)) / glm::length(Normal);
}

// Distance of an upright segment to a convex solid: a convex function along the segment.
inline double SegmentDistance(const FDistanceFunction& Solid, const FReferenceVector& Center, double HalfHeight)
{
	double Low = -HalfHeight;
	double High = HalfHeight;
	for (int Iteration = 0; Iteration < 100; ++Iteration)
	{
		const double Third = (High - Low) / 3.0;
		const double AtLow = Solid(Center + FReferenceVector(0.0, Low + Third, 0.0));
		const double AtHigh = Solid(Center + FReferenceVector(0.0, High - Third, 0.0));
		(AtLow < AtHigh ? High : Low) = AtLow < AtHigh ? High - Third : Low + Third;
	}
	return Solid(Center + FReferenceVector(0.0, (Low + High) * 0.5, 0.0));
}

// The first fraction at which Distance falls below 0; 2 when none of the samples does.
inline double FirstContact(
    const FDistanceFunction& Distance, const FReferenceVector& Start, const FReferenceVector& End, int Samples = 2000)
{
	const auto At = [&](double T) { return Distance(Start + (End - Start) * T); };
	double Before = 0.0;
	for (int Sample = 0; Sample <= Samples; ++Sample)
	{
		const double T = double(Sample) / double(Samples);
		if (At(T) > 0.0)
		{
			Before = T;
			continue;
		}
		double Low = Before;
		double High = T;
		for (int Iteration = 0; Iteration < 60; ++Iteration)
		{
			const double Middle = (Low + High) * 0.5;
			(At(Middle) > 0.0 ? Low : High) = Middle;
		}
		return High;
	}
	return 2.0;
}
} // namespace Flockwork
