// Worlds of any size and shape, and what the kernel needs for them.
#include "KernelTestSupport.h"

#include <catch2/catch.hpp>
#include <limits>
#include <rapidcheck.h>

using namespace Flockwork;

namespace
{
constexpr double Tolerance = 1e-5; // m/s

void CheckRules(const FKernelParams& Params, const FKernelFlock& Flock, size_t Stride = 1)
{
	const FDeviation Deviation = Compare(Params, Flock, RunKernel(Params, Flock), Stride);
	CHECK(Deviation.Worst <= Tolerance);
	CHECK(Deviation.Compared > 0);
}
} // namespace

TEST_CASE("FSteeringKernel: no boids and one boid")
{
	CHECK(RunKernel(FKernelParams(), FKernelFlock()).empty());
	const FKernelFlock One = MakeFlock(1, FVector{1.0f, 1.0f, 1.0f}, 1);
	CHECK(RunKernel(FKernelParams(), One)[0] == FVector{0.0f, 0.0f, 0.0f});
}

TEST_CASE("FSteeringKernel: flocks of one to forty boids, where clusters and columns are cut anywhere")
{
	for (size_t Count = 1; Count <= 40; ++Count)
	{
		CheckRules(FKernelParams(), MakeFlock(Count, FVector{9.0f, 9.0f, 9.0f}, Count));
	}
}

TEST_CASE("FSteeringKernel: flocks along a line, in a plane and in a thin box, whichever way they lie")
{
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		FVector Line{0.0f, 0.0f, 0.0f};
		Line[Axis] = 200.0f;
		FVector Plane{60.0f, 60.0f, 60.0f};
		Plane[Axis] = 0.0f;
		FVector Box{3.0f, 3.0f, 3.0f};
		Box[Axis] = 100.0f;
		for (const FVector& Extent : {Line, Plane, Box})
		{
			CheckRules(FKernelParams(), MakeFlock(700, Extent, 40));
		}
	}
}

TEST_CASE("FSteeringKernel: all boids at one place part, and nobody gets a bad number")
{
	FKernelFlock Flock = MakeFlock(300, FVector{0.0f, 0.0f, 0.0f}, 2);
	CheckRules(FKernelParams(), Flock, 7);
	for (FVector& Velocity : Flock.Velocities)
	{
		Velocity = FVector{0.0f, 0.0f, 0.0f};
	}
	CheckRules(FKernelParams(), Flock, 7);
}

TEST_CASE("FSteeringKernel: sparse boids over a thousand kilometres, and pairs among them")
{
	FKernelFlock Flock = MakeFlock(2000, FVector{1e6f, 1e6f, 1e6f}, 6);
	for (size_t Boid = 0; Boid + 1 < Flock.Num(); Boid += 10)
	{
		Flock.Positions[Boid + 1] = Flock.Positions[Boid] + FVector{1.5f, 1.0f, -1.25f};
	}
	CheckRules(FKernelParams(), Flock, 5);
}

TEST_CASE("FSteeringKernel: a lone boid far away does not coarsen the grid of the others")
{
	FKernelFlock Flock = MakeFlock(4000, FVector{44.0f, 44.0f, 44.0f}, 9);
	FSerialScheduler Scheduler;
	FKernelGrid Near;
	Near.Build({}, Flock.Input(), Scheduler);
	Flock.Positions[17] = FVector{1e5f, -8e4f, 3e5f};
	FKernelGrid Far;
	Far.Build({}, Flock.Input(), Scheduler);
	CHECK(Far.GetAxisX().GetRankCount() >= Near.GetAxisX().GetRankCount());
	CHECK(Far.GetAxisZ().GetRankCount() >= Near.GetAxisZ().GetRankCount());
	CHECK(Far.GetClusterCount() < 2 * Near.GetClusterCount());
	CheckRules(FKernelParams(), Flock, 13);
}

TEST_CASE("FKernelGrid: clusters lie flat in dense herds that are strewn over a mostly empty world")
{
	FKernelFlock Flock = MakeFlock(10000, FVector{6.0f, 6.0f, 6.0f}, 18);
	FRandomStream Random(19);
	for (size_t Herd = 0; Herd < 20; ++Herd)
	{
		const FVector Place = Random.InBox(FVector{0.0f, 0.0f, 0.0f}, FVector{200.0f, 200.0f, 200.0f});
		for (size_t Boid = Herd; Boid < Flock.Num(); Boid += 20)
		{
			Flock.Positions[Boid] += Place;
		}
	}
	FSerialScheduler Scheduler;
	FKernelGrid Grid;
	Grid.Build({}, Flock.Input(), Scheduler);
	double Height = 0.0; // of all clusters, m
	for (int32_t Cluster = 0; Cluster < Grid.GetClusterCount(); ++Cluster)
	{
		const FPositionBlock& Block = Grid.GetBlocks()[Cluster];
		float Low = Block.Y[0];
		float High = Block.Y[0];
		for (const float Y : Block.Y)
		{
			Low = std::min(Low, Y);
			High = std::isfinite(Y) ? std::max(High, Y) : High;
		}
		Height += double(High - Low);
	}
	CHECK(Height / Grid.GetClusterCount() < 2.0);
}

TEST_CASE("FSteeringKernel: herds kilometres apart")
{
	FKernelFlock Flock = MakeFlock(3000, FVector{30.0f, 10.0f, 30.0f}, 12);
	for (size_t Boid = 0; Boid < Flock.Num(); ++Boid)
	{
		const float Herd = float(Boid % 3);
		Flock.Positions[Boid] += FVector{Herd * 7000.0f, Herd * Herd * 300.0f, Herd * -2500.0f};
	}
	CheckRules(FKernelParams(), Flock, 11);
	FKernelParams Planar;
	Planar.bPlanar = true;
	CheckRules(Planar, Flock, 11);
}

TEST_CASE("FSteeringKernel: a torus smaller than the radius meets each neighbour once, at its nearest image")
{
	FKernelParams Params;
	for (const FVector& Period : {FVector{3.0f, 3.0f, 3.0f}, FVector{4.0f, 0.0f, 90.0f}, FVector{11.0f, 6.0f, 5.5f}})
	{
		Params.TorusPeriod = Period;
		FKernelFlock Flock = MakeFlock(250, FVector{20.0f, 20.0f, 20.0f}, 4);
		WrapPositions(Flock, Period);
		CheckRules(Params, Flock);
	}
}

TEST_CASE("FSteeringKernel: a torus meets neighbours across its seams wherever its origin lies")
{
	FKernelParams Params;
	Params.TorusPeriod = FVector{35.0f, 30.0f, 40.0f};
	for (const float Shift : {0.0f, -17.5f, 1000.0f})
	{
		FKernelFlock Flock = MakeFlock(1500, Params.TorusPeriod, 14);
		for (FVector& Position : Flock.Positions)
		{
			Position += FVector{Shift, Shift, Shift};
		}
		CheckRules(Params, Flock, 3);
	}
}

TEST_CASE("FSteeringKernel: positions outside the torus count as their images inside")
{
	FKernelParams Params;
	Params.TorusPeriod = FVector{32.0f, 32.0f, 32.0f}; // binary fractions: moving by a period is exact
	FKernelFlock Flock = MakeFlock(800, Params.TorusPeriod, 15);
	for (FVector& Position : Flock.Positions)
	{
		Position = FVector(glm::ivec3(Position * 256.0f)) / 256.0f;
	}
	for (size_t Boid = 0; Boid < Flock.Num(); Boid += 3)
	{
		Flock.Positions[Boid] += FVector{32.0f, -64.0f, 96.0f};
	}
	CheckRules(Params, Flock, 3);
}

TEST_CASE("FSteeringKernel: absurd coordinates and bad numbers crash nothing")
{
	constexpr float Huge = 3e38f;
	constexpr float Nan = std::numeric_limits<float>::quiet_NaN();
	constexpr float Infinity = std::numeric_limits<float>::infinity();
	for (const float Bad : {Huge, -Huge, Nan, Infinity, -Infinity, 1e-45f})
	{
		for (const float Period : {0.0f, 20.0f})
		{
			FKernelParams Params;
			Params.TorusPeriod = FVector{Period, Period, Period};
			FKernelFlock Flock = MakeFlock(100, FVector{20.0f, 20.0f, 20.0f}, 1);
			Flock.Positions[0] = FVector{Bad, Bad, Bad};
			Flock.Positions[50] = FVector{-Bad, Bad, 1.0f};
			Flock.Velocities[60] = FVector{Bad, 0.0f, 0.0f};
			CHECK(RunKernel(Params, Flock).size() == 100);
		}
	}
}

TEST_CASE("FSteeringKernel: at most 256 bytes a boid, dense or sparse, and no more after many steps")
{
	FSerialScheduler Scheduler;
	for (const float Extent : {128.0f, 5.0f, 1e6f})
	{
		constexpr size_t Count = 100'000;
		FKernelParams Params;
		Params.AlignmentRadius = Params.CohesionRadius = Extent < 10.0f ? 0.1f : 5.0f;
		Params.SeparationRadius = Extent < 10.0f ? 0.05f : 2.0f;
		FKernelFlock Flock = MakeFlock(Count, FVector{Extent, Extent, Extent}, 3);
		FSteeringKernel Kernel;
		RunKernel(Kernel, Params, Flock, Scheduler);
		const size_t Bytes = Kernel.GetMemoryBytes();
		CHECK(Bytes / Count <= 256);
		RunKernel(Kernel, Params, Flock, Scheduler);
		CHECK(Kernel.GetMemoryBytes() == Bytes);
	}
}
