#pragma once
// The vectorised kernel by itself: flocks in plain arrays, compared with its scalar twin; and the twin with the rules
// of SteeringKernel.h once more, every boid against every boid, in double, that share no code with the module.
#include "FlockArrays.h"
#include "FlockworkCore/Random.h"
#include "FlockworkCore/TaskPool.h"
#include "Kernel/ClusterJob.h"
#include "Kernel/ScalarTwin.h"
#include "Kernel/SteeringKernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace Flockwork
{
using FKernelFlock = FFlockArrays;

// Returns to the best instruction set, also when a check throws.
struct FForcedTarget
{
	explicit FForcedTarget(int64_t Bit) { ForceKernelTarget(Bit); }
	~FForcedTarget() { ForceKernelTarget(0); }
};

inline FKernelFlock MakeFlock(size_t Count, const FVector& Extent, uint64_t Seed)
{
	FKernelFlock Flock;
	FRandomStream Random(Seed);
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Flock.Positions.push_back(Random.InBox(FVector{0.0f, 0.0f, 0.0f}, Extent));
		const FVector Direction = Random.UnitVector();
		Flock.Velocities.push_back(Direction * Random.Range(0.0f, 5.0f));
		Flock.Ids.push_back(uint32_t(3 * Index + 1));
	}
	return Flock;
}

// Fills what a flock may have besides.
inline void AddExtras(FKernelFlock& Flock, uint64_t Seed)
{
	FRandomStream Random(Seed);
	for (size_t Index = 0; Index < Flock.Num(); ++Index)
	{
		const FVector Direction = Random.UnitVector();
		Flock.ExtraSums.push_back(Direction * Random.Range(0.0f, 3.0f));
		Flock.SpeedScales.push_back(Random.Range(0.0f, 2.0f));
		Flock.Steered.push_back(uint8_t(Random.RangeInt(0, 3) != 0));
	}
}

// Any of the combinations that the kernel compiles separately, and all orders of the radii.
inline FKernelParams RandomParams(uint64_t Seed)
{
	FRandomStream Random(Seed);
	const auto Chance = [&](float Share) { return Random.Uniform() < Share; };
	FKernelParams Params;
	Params.Model = EKernelModel(Random.RangeInt(0, 2));
	Params.SeparationWeight = Chance(0.2f) ? 0.0f : Random.Range(0.1f, 3.0f);
	Params.AlignmentWeight = Chance(0.2f) ? 0.0f : Random.Range(0.1f, 3.0f);
	Params.CohesionWeight = Chance(0.2f) ? 0.0f : Random.Range(0.1f, 3.0f);
	Params.SeparationRadius = Random.Range(0.2f, 8.0f);
	Params.AlignmentRadius = Random.Range(0.2f, 8.0f);
	Params.CohesionRadius = Chance(0.5f) ? Params.AlignmentRadius : Random.Range(0.2f, 8.0f);
	Params.CosVisible = Chance(0.6f) ? -1.0f : Random.Range(-0.95f, 0.5f);
	Params.bPlanar = Chance(0.3f);
	Params.MaxSpeed = Random.Range(1.0f, 8.0f);
	Params.MaxSteerForce = Random.Range(1.0f, 20.0f);
	if (Chance(0.4f))
	{
		Params.TorusPeriod = FVector{Random.Range(3.0f, 40.0f), 0.0f, 0.0f};
		Params.TorusPeriod.y = Chance(0.5f) ? 0.0f : Random.Range(3.0f, 40.0f);
		Params.TorusPeriod.z = Chance(0.5f) ? 0.0f : Random.Range(3.0f, 40.0f);
	}
	return Params;
}

// Brings positions into the period, as a torus world keeps them.
inline void WrapPositions(FKernelFlock& Flock, const FVector& Period)
{
	for (FVector& Position : Flock.Positions)
	{
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			Position[Axis] -= Period[Axis] > 0.0f ? Period[Axis] * std::floor(Position[Axis] / Period[Axis]) : 0.0f;
		}
	}
}

inline std::vector<FVector> RunKernel(
    FSteeringKernel& Kernel, const FKernelParams& Params, const FKernelFlock& Flock, ITaskScheduler& Scheduler)
{
	std::vector<FVector> Accelerations(Flock.Num(), FVector{7.0f, 8.0f, 9.0f});
	FFlockOutput Output{Accelerations};
	Kernel.Run(Params, Flock.Input(), Output, Scheduler);
	return Accelerations;
}

inline std::vector<FVector> RunKernel(const FKernelParams& Params, const FKernelFlock& Flock)
{
	FSteeringKernel Kernel;
	FSerialScheduler Scheduler;
	return RunKernel(Kernel, Params, Flock, Scheduler);
}

inline bool SameBytes(const std::vector<FVector>& A, const std::vector<FVector>& B)
{
	return A.size() == B.size() && (A.empty() || std::memcmp(A.data(), B.data(), A.size() * sizeof(FVector)) == 0);
}

struct FExpected
{
	glm::dvec3 Acceleration{0.0};
	bool bSure = true; // no sum that is normalised nearly cancels, no neighbour is at the very edge of a radius
};

inline FExpected Expect(const FKernelParams& Params, const FKernelFlock& Flock, size_t Self)
{
	using FD3 = glm::dvec3;
	const auto Flat = [&](const FVector& V) { return FD3(V.x, Params.bPlanar ? 0.0 : double(V.y), V.z); };
	const auto IsNearEdge = [](double Value, double Edge) { return std::abs(Value - Edge) < 2e-5 * (1.0 + Edge); };
	const FD3 Velocity = Flat(Flock.Velocities[Self]);
	const double Speed = glm::length(Velocity);
	const bool bPerDistance = Params.Model != EKernelModel::Normalized;
	FExpected Out;
	FD3 Apart(0.0), Along(0.0), Toward(0.0);
	double Aligned = 0.0, Cohering = 0.0;
	double ApartLengths = 0.0, AlongLengths = 0.0, TowardLengths = 0.0; // of the sums' terms
	for (size_t Other = 0; Other < Flock.Num(); ++Other)
	{
		if (Other == Self)
		{
			continue;
		}
		FD3 Offset = Flat(Flock.Positions[Other]) - Flat(Flock.Positions[Self]);
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			const double Period = double(Params.TorusPeriod[Axis]);
			const double Turns = Period > 0.0 ? Offset[Axis] / Period : 0.0;
			Out.bSure = Out.bSure && std::abs(std::abs(Turns - std::floor(Turns)) - 0.5) > 1e-6;
			Offset[Axis] -= Period * std::nearbyint(Turns);
		}
		const double Distance = glm::length(Offset);
		const double Sight = glm::dot(Offset, Velocity) - double(Params.CosVisible) * Distance * Speed;
		const bool bSeen = Params.CosVisible <= -1.0f || Sight >= 0.0;
		Out.bSure = Out.bSure && !IsNearEdge(Distance, double(Params.SeparationRadius)) &&
		            !IsNearEdge(Distance, double(Params.AlignmentRadius)) &&
		            !IsNearEdge(Distance, double(Params.CohesionRadius)) &&
		            (Params.CosVisible <= -1.0f || Distance > 9.0 || Distance * Speed == 0.0 ||
		                std::abs(Sight) > 1e-5 * (Distance * Speed + 1e-3));
		if (Distance <= double(Params.SeparationRadius))
		{
			const FD3 Away = Flat(DirectionFromIds(Flock.Ids[Self], Flock.Ids[Other])) * (bPerDistance ? 100.0 : 1.0);
			Apart += Distance < 1e-10 ? Away : -Offset / (bPerDistance ? Distance * Distance : Distance);
			ApartLengths += bPerDistance ? 1.0 / std::max(Distance, 0.01) : 1.0;
		}
		if (bSeen && Distance <= double(Params.AlignmentRadius))
		{
			Along += Flat(Flock.Velocities[Other]);
			AlongLengths += glm::length(Flat(Flock.Velocities[Other]));
			Aligned += 1.0;
		}
		if (bSeen && Distance <= double(Params.CohesionRadius))
		{
			Toward += Offset;
			TowardLengths += Distance;
			Cohering += 1.0;
		}
	}
	const auto IsShort = [](const FD3& Sum, double Lengths) { return glm::length(Sum) < 2e-3 * Lengths; };
	Out.bSure =
	    Out.bSure && !IsShort(Apart, ApartLengths) && !IsShort(Along, AlongLengths) && !IsShort(Toward, TowardLengths);

	const FD3 Extra = Flock.ExtraSums.empty() ? FD3(0.0) : Flat(Flock.ExtraSums[Self]);
	const double Top = double(Params.MaxSpeed) * (Flock.SpeedScales.empty() ? 1.0 : double(Flock.SpeedScales[Self]));
	const double Force = double(Params.MaxSteerForce);
	const auto Unit = [](const FD3& V) { return glm::length(V) > 1e-12 ? glm::normalize(V) : FD3(0.0); };
	const auto Shorten = [](const FD3& V, double Most) { return glm::length(V) > Most ? glm::normalize(V) * Most : V; };
	const auto SteerTo = [&](const FD3& V)
	{ return glm::length(V) > 1e-12 ? Shorten(Unit(V) * Top - Velocity, Force) : FD3(0.0); };
	const double Ws = double(Params.SeparationWeight);
	const double Wa = double(Params.AlignmentWeight);
	const double Wc = double(Params.CohesionWeight);
	FD3 Sum = Ws * Unit(Apart) + Wa * Unit(Along) + Wc * Unit(Toward) + Extra;
	if (Params.Model == EKernelModel::Normalized)
	{
		Out.bSure = Out.bSure && (glm::length(Sum) == 0.0 || glm::length(Sum) > 1e-3);
		Out.Acceleration = SteerTo(Sum);
		return Out;
	}
	Sum = Params.Model == EKernelModel::AdditiveLiteral
	          ? Ws * Apart + Wa * (Aligned > 0.0 ? Along / Aligned - Velocity : FD3(0.0)) +
	                Wc * (Cohering > 0.0 ? Toward / Cohering : FD3(0.0)) + Force * Extra
	          : Ws * SteerTo(Apart) + Wa * SteerTo(Along) + Wc * SteerTo(Toward) + glm::length(Extra) * SteerTo(Extra);
	const FD3 Next = Velocity + Sum * double(Flock.DeltaTime);
	Out.Acceleration = glm::length(Next) > Top ? (Shorten(Next, Top) - Velocity) / double(Flock.DeltaTime) : Sum;
	return Out;
}

struct FDeviation
{
	double Worst = 0.0; // m/s, of the velocity after a step: kernel from twin, or twin from rules
	size_t Compared = 0;
	size_t LeftOut = 0;
};

// Every Stride-th steered boid against the rules.
inline FDeviation Compare(const FKernelParams& Params, const FKernelFlock& Flock,
    const std::vector<FVector>& Accelerations, size_t Stride = 1)
{
	FDeviation Out;
	for (size_t Boid = 0; Boid < Flock.Num(); Boid += Stride)
	{
		if (!Flock.Steered.empty() && Flock.Steered[Boid] == 0)
		{
			continue;
		}
		const FExpected Expected = Expect(Params, Flock, Boid);
		Out.LeftOut += Expected.bSure ? 0 : 1;
		if (Expected.bSure)
		{
			const glm::dvec3 Twin = SteerPlainly(Params, Flock.Input(), Boid);
			const glm::dvec3 Errors[] = {glm::dvec3(Accelerations[Boid]) - Twin, Twin - Expected.Acceleration};
			for (const glm::dvec3& Error : Errors)
			{
				// A NaN must not pass as small.
				const double Size = glm::length(Error) * double(Flock.DeltaTime);
				Out.Worst = Size <= Out.Worst ? Out.Worst : Size;
			}
			++Out.Compared;
		}
	}
	return Out;
}
} // namespace Flockwork
