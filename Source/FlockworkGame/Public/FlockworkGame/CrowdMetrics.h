#pragma once
// A crowd in numbers, and how people move through a measuring area: density, speed and flow, the fundamental diagram.
#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
// A crowd after the last step.
struct FCrowdMetrics
{
	int32_t Count = 0;
	int32_t Idle = 0;        // want to go nowhere, or are there
	int32_t Waiting = 0;     // for a path
	int32_t Moving = 0;      // on the way somewhere, fleeing or not
	int32_t OnLink = 0;      // leaping, climbing
	int32_t Arrived = 0;     // where they were sent
	int32_t Unreachable = 0; // cannot get there
	int32_t OffMesh = 0;
	int32_t Reacting = 0; // will flee in a moment
	int32_t Fleeing = 0;
	int32_t Cowering = 0;
	int32_t Safe = 0;
	int32_t Stuck = 0;               // for longer than asked
	int32_t Overlapping = 0;         // agents that are more than 5 % of the radii's sum into another
	float LargestOverlap = 0.0f;     // share of the radii's sum
	float LongestStuck = 0.0f;       // s
	float MeanSpeed = 0.0f;          // m/s, horizontal
	float BeyondSafeRadius = 1.0f;   // share of them that are, of every threat
	float MinThreatDistance = -1.0f; // m, horizontal, between centres; negative without threats
};

// All agents in the measuring area at one moment (Steffen & Seyfried 2010, the standard definitions). Speed is 0 where
// nobody is.
struct FFlowSample
{
	int32_t Count = 0;    // centres in the area
	float Area = 0.0f;    // m^2
	float Density = 0.0f; // 1/m^2: Count / Area
	float Speed = 0.0f;   // m/s, horizontal, mean of those in the area
	float Flow = 0.0f;    // 1/(m s): Density x Speed, through each metre of width
};

// The speed that people walk at at a density (1/m^2), in m/s (Weidmann 1993): 1.34 (1 - exp(-1.913 (1/density -
// 1/5.4))), never below 0.
float GetWeidmannSpeed(float Density);

// The samples of one stretch of density.
struct FFlowBin
{
	float Density = 0.0f; // 1/m^2, mean of its samples
	int32_t Samples = 0;
	float Speed = 0.0f;          // m/s, mean
	float SpeedDeviation = 0.0f; // m/s, standard deviation of the samples
	float Flow = 0.0f;           // 1/(m s), mean
	float WeidmannSpeed = 0.0f;  // m/s, at Density
};

// Stretches of BinWidth (1/m^2, > 0) that have samples, by ascending density; samples with nobody in the area are left
// out.
std::vector<FFlowBin> MakeFundamentalDiagram(std::span<const FFlowSample> Samples, float BinWidth = 0.25f);
} // namespace Flockwork
