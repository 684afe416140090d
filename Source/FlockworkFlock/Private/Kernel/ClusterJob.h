#pragma once
// The vectorised part of a step: clusters in, accelerations out. Compiled once for each instruction set (scalar, SSE4,
// AVX2, AVX-512); the best that the processor has is taken at run time, and the bits are the same for all.
#include "KernelGrid.h"
#include "SteeringKernel.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FClusterJob
{
	const FKernelGrid& Grid;
	const FKernelParams& Params;
	const FFlockInput& Input;
	FPositionBlock* Accelerations; // by cluster, m/s^2; those of padding and of boids that are not steered mean nothing
	float Reach;                   // m: beyond it no rule that has a weight looks
};

// Lists of one worker, of fixed size: however many candidates a cluster has, they are worked off in batches.
struct FClusterScratch
{
	static constexpr int32_t MaxClusters = 512;
	static constexpr size_t MaxCandidates = size_t(MaxClusters) * ClusterSize;

	static constexpr int32_t Behind = 2 * ClusterSize;

	alignas(64) uint32_t Clusters[MaxClusters + Behind];     // vectors are stored whole, so a list needs room behind
	alignas(64) FRecordOffset Near[MaxCandidates + Behind];  // may be within the separation radius of one
	alignas(64) FRecordOffset Far[MaxCandidates + Behind];   // the other candidates
	alignas(64) FRecordOffset Close[MaxCandidates + Behind]; // those of Near, and of the own cluster, that are
};

// Writes the accelerations of the boids in clusters [First, End).
void SteerClusters(const FClusterJob& Job, FClusterScratch& Scratch, int32_t First, int32_t End);

// The instruction sets that this build and this processor have, best first; for tests, which compare their bits.
struct FKernelTarget
{
	int64_t Bit = 0; // Highway's
	std::string_view Name;
};
std::vector<FKernelTarget> GetKernelTargets();
// Takes that one from now on, in the whole program; 0 returns to the best. Not while a step runs.
void ForceKernelTarget(int64_t Bit);
} // namespace Flockwork
