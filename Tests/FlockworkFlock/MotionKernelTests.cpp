// Speed clamp and facing of many boids at once against those of one boid.
#include "FlockworkCore/Random.h"
#include "FlockworkFlock/Facing.h"
#include "FlockworkFlock/SpeedClamp.h"
#include "KernelTestSupport.h"

#include <catch2/catch.hpp>

#include <limits>
#include <span>
#include <vector>

using namespace Flockwork;

namespace
{
FQuat Turned(float Yaw)
{
	return {std::cos(0.5f * Yaw), 0.0f, std::sin(0.5f * Yaw), 0.0f};
}
} // namespace

TEST_CASE("FaceVelocities: what FaceVelocity gives, at every vector width and whatever the cut")
{
	FRandomStream Random(7);
	std::vector<FQuat> Start;
	std::vector<FVector> Velocities;
	for (int32_t Boid = 0; Boid < 1003; ++Boid)
	{
		Start.push_back(Turned(Random.Range(-9.0f, 9.0f)));
		Velocities.push_back(Random.UnitVector() * (Boid % 10 == 0 ? 0.01f : 5.0f));
	}
	Velocities[5] = -(Start[5] * ForwardVector); // right behind
	Velocities[6] = Start[6] * ForwardVector;
	Start[20] = LookRotation(FVector{1.0f, 2.0f, 0.5f}); // one that does not stand upright
	const FFacingSettings Settings{10.0f};
	std::vector<FQuat> Wanted;
	for (const FKernelTarget& Target : GetKernelTargets())
	{
		const FForcedTarget Forced(Target.Bit);
		std::vector<FQuat> Whole = Start;
		std::vector<FQuat> Cut = Start;
		FaceVelocities(Whole, Velocities, {}, Settings, 0.1f);
		for (size_t Begin = 0; Begin < Cut.size(); Begin += 59)
		{
			const size_t Count = std::min<size_t>(59, Cut.size() - Begin);
			FaceVelocities(
			    std::span(Cut).subspan(Begin, Count), std::span(Velocities).subspan(Begin, Count), {}, Settings, 0.1f);
		}
		CHECK(Whole == Cut);
		Wanted = Wanted.empty() ? Whole : Wanted;
		CHECK(Whole == Wanted);
	}
	for (size_t Boid = 0; Boid < Start.size(); ++Boid)
	{
		const FQuat One = FaceVelocity(Start[Boid], Velocities[Boid], {}, Settings, 0.1f);
		// A quaternion and its negative are one rotation.
		const FQuat Gap = glm::dot(One, Wanted[Boid]) < 0.0f ? One + Wanted[Boid] : One - Wanted[Boid];
		CHECK(glm::length(Gap) < 1e-6f);
	}
}

TEST_CASE("FaceVelocities, full 3D: what FaceVelocity gives, at every vector width and whatever the cut")
{
	const bool bBank = GENERATE(false, true);
	FRandomStream Random(9);
	std::vector<FQuat> Start;
	std::vector<FVector> Velocities;
	std::vector<FVector> Accelerations;
	for (int32_t Boid = 0; Boid < 1003; ++Boid)
	{
		Start.push_back(glm::normalize(LookRotation(Random.UnitVector()) * Turned(Random.Range(-3.0f, 3.0f))));
		Velocities.push_back(Random.UnitVector() * (Boid % 10 == 0 ? 0.005f : 7.0f));
		Accelerations.push_back(Random.UnitVector() * Random.Range(0.0f, 40.0f)); // beyond the limit, too
	}
	Velocities[3] = FVector{};
	Velocities[4] = FVector{0.0f, 5.0f, 0.0f}; // straight up: no heading
	Velocities[5] = FVector{1e-6f, -5.0f, 1e-6f};
	Velocities[6] = Start[6] * ForwardVector;    // there already
	Velocities[7] = FVector{1e-4f, 0.0f, -6.0f}; // right behind the world's +Z
	const FFacingSettings Settings{10.0f, true, bBank, 2.0f};
	std::vector<FQuat> Wanted;
	for (const FKernelTarget& Target : GetKernelTargets())
	{
		const FForcedTarget Forced(Target.Bit);
		std::vector<FQuat> Whole = Start;
		std::vector<FQuat> Cut = Start;
		FaceVelocities(Whole, Velocities, Accelerations, Settings, 0.1f);
		for (size_t Begin = 0; Begin < Cut.size(); Begin += 59)
		{
			const size_t Count = std::min<size_t>(59, Cut.size() - Begin);
			FaceVelocities(std::span(Cut).subspan(Begin, Count), std::span(Velocities).subspan(Begin, Count),
			    std::span(Accelerations).subspan(Begin, Count), Settings, 0.1f);
		}
		CHECK(Whole == Cut);
		Wanted = Wanted.empty() ? Whole : Wanted;
		CHECK(Whole == Wanted);
	}
	for (size_t Boid = 0; Boid < Start.size(); ++Boid)
	{
		INFO("boid " << Boid);
		const FQuat One = FaceVelocity(Start[Boid], Velocities[Boid], Accelerations[Boid], Settings, 0.1f);
		const FQuat Gap = glm::dot(One, Wanted[Boid]) < 0.0f ? One + Wanted[Boid] : One - Wanted[Boid];
		CHECK(glm::length(Gap) < 1e-6f);
	}
}

TEST_CASE("ClampSpeeds: what ClampSpeed gives, to the bit, at every vector width")
{
	FRandomStream Random(8);
	std::vector<FVector> Start;
	std::vector<float> Limits;
	for (int32_t Boid = 0; Boid < 1003; ++Boid)
	{
		Start.push_back(Random.UnitVector() * Random.Range(0.0f, 10.0f));
		Limits.push_back(Boid % 7 == 0 ? std::numeric_limits<float>::infinity() : Random.Range(0.0f, 8.0f));
	}
	Start[3] = FVector{};
	Limits[3] = 0.0f;
	for (const FKernelTarget& Target : GetKernelTargets())
	{
		const FForcedTarget Forced(Target.Bit);
		for (const bool bPlanar : {false, true})
		{
			std::vector<FVector> Velocities = Start;
			ClampSpeeds(Velocities, Limits, bPlanar);
			for (size_t Boid = 0; Boid < Start.size(); ++Boid)
			{
				CHECK(Velocities[Boid] == ClampSpeed(Start[Boid], Limits[Boid], bPlanar));
			}
		}
	}
}
