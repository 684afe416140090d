// The kernel against its rules, every boid against every boid: |difference of v| <= 1e-5 m/s after a step.
#include "KernelTestSupport.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace Flockwork;

namespace
{
constexpr double Tolerance = 1e-5; // m/s

uint64_t AnySeed()
{
	return *rc::gen::inRange<uint64_t>(1, 1'000'000'000);
}
} // namespace

TEST_CASE("FSteeringKernel: equals its rules in every combination of model, radii, sight, torus and plane")
{
	size_t Compared = 0;
	size_t LeftOut = 0;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    const FKernelParams Params = RandomParams(Seed);
		    FKernelFlock Flock = MakeFlock(*rc::gen::inRange<size_t>(0, 400), FVector{25.0f, 18.0f, 21.0f}, Seed);
		    if (*rc::gen::arbitrary<bool>())
		    {
			    AddExtras(Flock, Seed + 1);
		    }
		    WrapPositions(Flock, Params.TorusPeriod);
		    const FDeviation Deviation = Compare(Params, Flock, RunKernel(Params, Flock));
		    RC_ASSERT(Deviation.Worst <= Tolerance);
		    Compared += Deviation.Compared;
		    LeftOut += Deviation.LeftOut;
	    }));
	CHECK(Compared > 5000);
	CHECK(double(LeftOut) < 0.05 * double(Compared));
}

TEST_CASE("FSteeringKernel: each model alone on the plain case of one radius, open world, sight all round")
{
	for (const EKernelModel Model :
	    {EKernelModel::Normalized, EKernelModel::AdditiveLiteral, EKernelModel::AdditiveReynolds})
	{
		FKernelParams Params;
		Params.Model = Model;
		const FKernelFlock Flock = MakeFlock(3000, FVector{40.0f, 40.0f, 40.0f}, 5);
		const FDeviation Deviation = Compare(Params, Flock, RunKernel(Params, Flock), 3);
		CHECK(Deviation.Worst <= Tolerance);
		CHECK(Deviation.Compared > 950);
	}
}

TEST_CASE("FSteeringKernel: a crowd of more candidates than its lists hold is summed in batches")
{
	FKernelParams Params;
	const size_t Crowd = FClusterScratch::MaxCandidates + 1500;
	FKernelFlock Flock = MakeFlock(Crowd, FVector{4.0f, 4.0f, 4.0f}, 11);
	for (const float Period : {0.0f, 30.0f})
	{
		Params.TorusPeriod = FVector{Period, Period, Period};
		const FDeviation Deviation = Compare(Params, Flock, RunKernel(Params, Flock), 97);
		CHECK(Deviation.Worst <= Tolerance);
		CHECK(Deviation.Compared > 40);
	}
}

TEST_CASE("FSteeringKernel: boids that are not steered keep their acceleration and are still seen")
{
	FKernelParams Params;
	FKernelFlock Flock = MakeFlock(500, FVector{12.0f, 12.0f, 12.0f}, 3);
	const std::vector<FVector> All = RunKernel(Params, Flock);
	for (size_t Boid = 0; Boid < Flock.Num(); ++Boid)
	{
		Flock.Steered.push_back(uint8_t(Boid % 5 == 0));
	}
	const std::vector<FVector> Some = RunKernel(Params, Flock);
	size_t Wrong = 0;
	for (size_t Boid = 0; Boid < Flock.Num(); ++Boid)
	{
		const FVector Untouched{7.0f, 8.0f, 9.0f};
		Wrong += Some[Boid] == (Boid % 5 == 0 ? All[Boid] : Untouched) ? 0u : 1u;
	}
	CHECK(Wrong == 0);
	Flock.Steered.assign(Flock.Num(), 0);
	CHECK(RunKernel(Params, Flock)[499] == FVector{7.0f, 8.0f, 9.0f});
}

TEST_CASE("FSteeringKernel: a rule without weight does not even look")
{
	FKernelParams Params;
	Params.AlignmentWeight = 0.0f;
	Params.CohesionWeight = 0.0f;
	Params.AlignmentRadius = 500.0f;
	Params.CohesionRadius = 500.0f;
	const FKernelFlock Flock = MakeFlock(600, FVector{20.0f, 20.0f, 20.0f}, 8);
	CHECK(Compare(Params, Flock, RunKernel(Params, Flock)).Worst <= Tolerance);
	Params.SeparationWeight = 0.0f;
	for (const FVector& Acceleration : RunKernel(Params, Flock))
	{
		CHECK(Acceleration == FVector{0.0f, 0.0f, 0.0f});
	}
}

TEST_CASE("FSteeringKernel: coincident boids part along the direction of their ids, among others too")
{
	for (const EKernelModel Model :
	    {EKernelModel::Normalized, EKernelModel::AdditiveLiteral, EKernelModel::AdditiveReynolds})
	{
		for (const bool bPlanar : {false, true})
		{
			FKernelParams Params;
			Params.Model = Model;
			Params.bPlanar = bPlanar;
			FKernelFlock Flock = MakeFlock(200, FVector{6.0f, 6.0f, 6.0f}, 21);
			for (size_t Boid = 0; Boid < 40; ++Boid)
			{
				Flock.Positions[Boid + 100] = Flock.Positions[Boid % 7];
			}
			const FDeviation Deviation = Compare(Params, Flock, RunKernel(Params, Flock));
			CHECK(Deviation.Worst <= Tolerance);
			CHECK(Deviation.Compared > 150);
		}
	}
}
