#pragma once
// A flock in plain arrays, and the brute-force reference: every boid against every boid, in double, written from the
// rules as published (SteeringKernel.h states them). It shares no code with the module.
#include "FlockArrays.h"
#include "FlockworkCore/Random.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkFlock/FlockSteering.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace Flockwork
{
struct FTestFlock : FFlockArrays
{
	std::vector<FVector> Accelerations;
	uint64_t Seed = 1;
	uint64_t Step = 0;
	bool bGravity = false;

	void Add(const FVector& Position, const FVector& Velocity)
	{
		Ids.push_back(uint32_t(Ids.size()) + 10);
		Positions.push_back(Position);
		Velocities.push_back(Velocity);
		Accelerations.push_back(FVector{0.0f, 0.0f, 0.0f});
	}
	FFlockInput Input() const
	{
		FFlockInput Result = FFlockArrays::Input();
		Result.Seed = Seed;
		Result.Step = Step;
		Result.bGravity = bGravity;
		return Result;
	}
};

inline FTestFlock RandomFlock(
    int32_t Count, float Extent, uint64_t Seed, const FVector& Center = FVector{0.0f, 0.0f, 0.0f})
{
	FTestFlock Flock;
	FRandomStream Random(Seed);
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const FVector Position =
		    Center + Random.InBox(FVector{-Extent, -Extent, -Extent}, FVector{Extent, Extent, Extent});
		const FVector Velocity = Random.UnitVector() * Random.Range(0.0f, 5.0f);
		Flock.Add(Position, Velocity);
	}
	return Flock;
}

enum class ETestPath
{
	AsChosen,
	General
};

// Steers on the path asked for; the result is in Flock.Accelerations too.
inline const std::vector<FVector>& Steer(
    const FFlockSettings& Settings, FTestFlock& Flock, ETestPath Path, int32_t Threads = 1)
{
	FTaskPool Pool({Threads});
	FFlockSteering Steering;
	FFlockOutput Output{Flock.Accelerations};
	if (Path == ETestPath::General)
	{
		Steering.RunGeneral(Settings, Flock.Input(), Output, Pool);
	}
	else
	{
		Steering.Run(Settings, Flock.Input(), Output, Pool);
	}
	return Flock.Accelerations;
}

inline bool AllFinite(const std::vector<FVector>& Values)
{
	for (const FVector& Value : Values)
	{
		if (!IsFinite(Value))
		{
			return false;
		}
	}
	return true;
}

struct FReference
{
	glm::dvec3 Acceleration{0.0, 0.0, 0.0};
	double SumLength = 0.0;      // of the sum that is normalised
	bool bNearlyCancels = false; // a mean that is normalised is too short to have a sure direction
};

// The rules for boid I.
inline FReference BruteForce(const FFlockSettings& S, const FTestFlock& Flock, size_t I)
{
	using D3 = glm::dvec3;
	const bool bPlanar = S.Planar == EPlanarMode::On || (S.Planar == EPlanarMode::Auto && Flock.bGravity);
	const auto Level = [&](D3 V) { return bPlanar ? D3(V.x, 0.0, V.z) : V; };
	const auto Size = [](const D3& V) { return std::sqrt(V.x * V.x + V.y * V.y + V.z * V.z); };
	const double AlignmentRadius = double(S.AlignmentRadius > 0.0f ? S.AlignmentRadius : S.NeighborRadius);
	const double CohesionRadius = double(S.CohesionRadius > 0.0f ? S.CohesionRadius : S.NeighborRadius);
	const double SeparationRadius = double(S.bSeparateFromAll ? S.NeighborRadius : S.SeparationRadius);
	const D3 V = Level(D3(Flock.Velocities[I]));
	FReference Result;
	D3 Apart(0.0);
	D3 Along(0.0);
	D3 Toward(0.0);
	int ApartCount = 0;
	int AlongCount = 0;
	int TowardCount = 0;
	for (size_t J = 0; J < Flock.Positions.size(); ++J)
	{
		if (J == I)
		{
			continue;
		}
		D3 Offset = Level(D3(Flock.Positions[J]) - D3(Flock.Positions[I]));
		if (S.WorldShape == EWorldShape::Torus)
		{
			for (int Axis = 0; Axis < 3; ++Axis)
			{
				const double Period = double(S.TorusSize[Axis]);
				Offset[Axis] -= Period > 0.0 ? Period * std::nearbyint(Offset[Axis] / Period) : 0.0;
			}
		}
		const double Distance = Size(Offset);
		const double Angle = Distance > 0.0 && Size(V) > 0.0
		                         ? std::acos(std::clamp(glm::dot(Offset, V) / (Distance * Size(V)), -1.0, 1.0))
		                         : 0.0;
		const bool bSeen = Angle <= 3.14159265358979 - 0.5 * double(S.BlindAngle);
		const bool bNearEdge = std::abs(Distance - AlignmentRadius) < 1e-5 ||
		                       std::abs(Distance - CohesionRadius) < 1e-5 ||
		                       std::abs(Distance - SeparationRadius) < 1e-5 ||
		                       (S.BlindAngle > 0.0f && Distance <= double(S.NeighborRadius) &&
		                           std::abs(Angle - (3.14159265358979 - 0.5 * double(S.BlindAngle))) < 1e-3);
		Result.bNearlyCancels = Result.bNearlyCancels || bNearEdge; // inside or outside is a matter of rounding
		if (Distance <= SeparationRadius)
		{
			const bool bPerDistance = S.Model != EFlockModel::Normalized;
			if (Distance > 0.0)
			{
				Apart -= bPerDistance ? Offset / (Distance * Distance) : Offset / Distance;
			}
			else
			{
				const D3 Away = Level(D3(DirectionFromIds(Flock.Ids[I], Flock.Ids[J])));
				Apart += bPerDistance ? Away * 100.0 : Away;
			}
			++ApartCount;
		}
		if (Distance <= AlignmentRadius && bSeen)
		{
			Along += Level(D3(Flock.Velocities[J]));
			++AlongCount;
		}
		if (Distance <= CohesionRadius && bSeen)
		{
			Toward += Offset;
			++TowardCount;
		}
	}
	const auto Unit = [&](const D3& U) { return Size(U) > 1e-9 ? U / Size(U) : D3(0.0); };
	const auto Cancels = [&](const D3& Sum, int Count, double Typical)
	{ return Count > 0 && Size(Sum) < 2e-3 * Typical * double(Count); };
	Result.bNearlyCancels = Result.bNearlyCancels || Cancels(Apart, ApartCount, 1.0) ||
	                        Cancels(Along, AlongCount, 1.0) || Cancels(Toward, TowardCount, 1.0);
	const D3 Extra = Flock.ExtraSums.empty() ? D3(0.0) : Level(D3(Flock.ExtraSums[I]));
	const double Top = double(S.MaxSpeed) * (Flock.SpeedScales.empty() ? 1.0 : double(Flock.SpeedScales[I]));
	const double Force = double(S.MaxSteerForce);
	const auto Clamped = [&](const D3& U, double Limit) { return Size(U) > Limit ? U * (Limit / Size(U)) : U; };
	const auto SteerTo = [&](const D3& U) { return Size(U) > 1e-9 ? Clamped(Unit(U) * Top - V, Force) : D3(0.0); };
	const double Ws = double(S.SeparationWeight);
	const double Wa = double(S.AlignmentWeight);
	const double Wc = double(S.CohesionWeight);
	if (S.Model == EFlockModel::Normalized)
	{
		const D3 Sum = Ws * Unit(Apart) + Wa * Unit(Along) + Wc * Unit(Toward) + Extra;
		Result.SumLength = Size(Sum);
		Result.Acceleration = SteerTo(Sum);
		return Result;
	}
	D3 Total(0.0);
	if (S.Model == EFlockModel::Additive)
	{
		Total = Ws * Apart + Force * Extra;
		Total += AlongCount > 0 ? Wa * (Along / double(AlongCount) - V) : D3(0.0);
		Total += TowardCount > 0 ? Wc * (Toward / double(TowardCount)) : D3(0.0);
	}
	else
	{
		Total = Ws * SteerTo(Apart) + Wa * SteerTo(Along) + Wc * SteerTo(Toward) + Size(Extra) * SteerTo(Extra);
	}
	Result.SumLength = Size(Total);
	const double Dt = double(Flock.DeltaTime);
	const D3 Next = V + Total * Dt;
	Result.Acceleration = Size(Next) > Top ? (Clamped(Next, Top) - V) / Dt : Total;
	return Result;
}

// Largest |difference of v| after a step, m/s; boids without a sure direction are left out and counted.
struct FComparison
{
	double Worst = 0.0;
	int32_t LeftOut = 0;
};

inline FComparison CompareWithBruteForce(const FFlockSettings& Settings, const FTestFlock& Flock)
{
	FComparison Result;
	for (size_t I = 0; I < Flock.Positions.size(); ++I)
	{
		const FReference Reference = BruteForce(Settings, Flock, I);
		const bool bTooShort = Reference.SumLength > 0.0 && Reference.SumLength < 1e-3;
		if (bTooShort || Reference.bNearlyCancels)
		{
			++Result.LeftOut;
			continue;
		}
		const glm::dvec3 Error =
		    (glm::dvec3(Flock.Accelerations[I]) - Reference.Acceleration) * double(Flock.DeltaTime);
		Result.Worst = std::max(Result.Worst, std::sqrt(Error.x * Error.x + Error.y * Error.y + Error.z * Error.z));
	}
	return Result;
}
} // namespace Flockwork
