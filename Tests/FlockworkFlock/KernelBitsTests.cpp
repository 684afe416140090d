// One state, one result, to the last bit: whatever the instruction set, the number of threads, and what the kernel did
// before.
#include "KernelTestSupport.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace Flockwork;

namespace
{
std::vector<FVector> RunOnTarget(int64_t Bit, const FKernelParams& Params, const FKernelFlock& Flock)
{
	const FForcedTarget Forced(Bit);
	return RunKernel(Params, Flock);
}

FKernelFlock AnyFlock(uint64_t Seed, size_t MaxCount)
{
	FRandomStream Random(Seed);
	const size_t Count = size_t(Random.RangeInt(1, int32_t(MaxCount)));
	const float Size = Random.Range(1.0f, 30.0f);
	FKernelFlock Flock = MakeFlock(Count, FVector{Size, Size * 0.5f, Size * 2.0f}, Seed);
	for (size_t Boid = 1; Boid < Count; Boid += 17) // some share a place
	{
		Flock.Positions[Boid] = Flock.Positions[Boid / 2];
	}
	if (Random.Uniform() < 0.5f)
	{
		AddExtras(Flock, Seed);
	}
	return Flock;
}
} // namespace

TEST_CASE("FSteeringKernel: this build has a scalar, and on x86 several vector targets")
{
	const std::vector<FKernelTarget> Targets = GetKernelTargets();
	std::string Names;
	for (const FKernelTarget& Target : Targets)
	{
		Names += std::string(Target.Name) + " ";
	}
	INFO(Names);
	CHECK(!Targets.empty());
#if defined(__x86_64__)
	CHECK(Targets.size() >= 2);
#endif
}

TEST_CASE("FSteeringKernel: the same bits with every instruction set, in every combination of rules")
{
	const std::vector<FKernelTarget> Targets = GetKernelTargets();
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = *rc::gen::inRange<uint64_t>(1, 1'000'000'000);
		    const FKernelParams Params = RandomParams(Seed);
		    const FKernelFlock Flock = AnyFlock(Seed, 500);
		    const std::vector<FVector> Expected = RunKernel(Params, Flock);
		    for (const FKernelTarget& Target : Targets)
		    {
			    RC_LOG() << Target.Name << "\n";
			    RC_ASSERT(SameBytes(RunOnTarget(Target.Bit, Params, Flock), Expected));
		    }
	    }));
}

TEST_CASE("FSteeringKernel: the same bits with every instruction set on a large flock and on a crowd")
{
	const FKernelParams Params;
	for (const float Extent : {60.0f, 4.0f})
	{
		const FKernelFlock Flock = MakeFlock(Extent > 5.0f ? 10000 : 5000, FVector{Extent, Extent, Extent}, 17);
		const std::vector<FVector> Expected = RunKernel(Params, Flock);
		for (const FKernelTarget& Target : GetKernelTargets())
		{
			INFO(Target.Name);
			CHECK(SameBytes(RunOnTarget(Target.Bit, Params, Flock), Expected));
		}
	}
}

TEST_CASE("FSteeringKernel: the same bits at one to five threads, small flocks and large, open and torus")
{
	for (const size_t Count : {size_t(50), size_t(9000), size_t(40000)})
	{
		for (const bool bTorus : {false, true})
		{
			FKernelParams Params;
			const float Extent = std::cbrt(float(Count) * 20.0f);
			Params.TorusPeriod = bTorus ? FVector{Extent, Extent, Extent} : FVector{0.0f, 0.0f, 0.0f};
			const FKernelFlock Flock = MakeFlock(Count, FVector{Extent, Extent, Extent}, Count);
			const std::vector<FVector> Expected = RunKernel(Params, Flock);
			for (const int32_t Threads : {2, 3, 5})
			{
				FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
				FSteeringKernel Kernel;
				for (int32_t Repeat = 0; Repeat < 3; ++Repeat)
				{
					CHECK(SameBytes(RunKernel(Kernel, Params, Flock, Pool), Expected));
				}
			}
		}
	}
}

TEST_CASE("FSteeringKernel: what it steered before leaves no trace")
{
	FSteeringKernel Used;
	FSerialScheduler Scheduler;
	for (uint64_t Seed = 1; Seed <= 30; ++Seed)
	{
		const FKernelParams Params = RandomParams(Seed);
		const FKernelFlock Flock = AnyFlock(Seed * 31, 2000);
		CHECK(SameBytes(RunKernel(Used, Params, Flock, Scheduler), RunKernel(Params, Flock)));
	}
}
