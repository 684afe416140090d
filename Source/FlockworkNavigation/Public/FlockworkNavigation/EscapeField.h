#pragma once
// Where to run, for everybody at once. From the threats one search (Dijkstra 1959) gives each node the time at which
// moving threats can be there; then one search backwards from all refuges gives each node the cheapest way to safety,
// where nearness to a threat costs and a way on which a moving threat would be first is avoided. Every node may be a
// goal, at a price that grows with what it lacks in safety: who cannot get out is led to the least bad place.
#include "FlockworkCore/Serialize.h"
#include "FlockworkNavigation/EscapeGraph.h"
#include "FlockworkNavigation/NavThreat.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
struct FEscapeFieldInput
{
	const FEscapeGraph* Graph = nullptr;
	std::span<const FNavThreat> Threats{};
	std::span<const FNavLocation> ThreatPlaces{}; // on the mesh, one each; an invalid one: the threat cannot walk here
	std::span<const int32_t> Occupancy{};         // agents bound for each node; empty: none
	float GoalRadius = 28.75f;                    // m, x a threat's strength: a refuge is as far from it
	float AgentSpeed = 10.0f;                     // m/s, > 0
	float BodyRadius = 0.3f;                      // m
	float Slack = 0.3f;                           // s
};

class FEscapeField
{
public:
	static constexpr uint32_t None = 0xffffffffu;
	static constexpr float Never = 1e9f; // s, or m of cost

	// Takes the input over (the graph by address: it must outlive the search, unchanged).
	void Begin(const FEscapeFieldInput& Input);
	// Settles at most NodeBudget nodes more (0: all). True when the field is done.
	bool Advance(int32_t NodeBudget);
	bool IsDone() const { return Stage == EStage::Done; }

	// By node, once done. Cost: m that the way out is worth, dangers included; Never: no way from here, not even to
	// stay.
	std::span<const float> GetCosts() const { return Costs; }
	// The next node on the way; the node itself at its end; None without a way.
	std::span<const uint32_t> GetNexts() const { return Nexts; }
	// The refuge where the way ends.
	std::span<const uint32_t> GetRefuges() const { return Refuges; }
	// Seconds until the first moving threat can be there; Never without.
	std::span<const float> GetThreatTimes() const { return ThreatTimes; }
	// The least lead over moving threats on the way, s, for one who is at the node now.
	std::span<const float> GetLeads() const { return Leads; }
	// m from the surface of the nearest threat's effect: distance / strength. Never: far from all.
	std::span<const float> GetDistances() const { return Distances; }
	// The least distance to a threat's surface (its radius and the body's taken off) on the way, m; below 0: touched.
	std::span<const float> GetClearances() const { return Clearances; }
	// Whether a node is far enough from all threats.
	bool IsSafe(uint32_t Node) const { return Distances[Node] >= GoalRadius; }
	// What a straight walk costs, dangers included.
	float GetWalkCost(const FVector& From, const FVector& To) const;
	// The least distance from the segment to a threat's surface; Never when far from all.
	float GetClearance(const FVector& From, const FVector& To) const;

	void Save(FByteWriter& Writer) const;
	// Graph: the one that the saved search ran on. False, unchanged, when the bytes do not fit it.
	bool Restore(FByteReader& Reader, const FEscapeGraph& NewGraph);

private:
	enum class EStage : uint8_t
	{
		Distances, // of nodes to threats
		Arrival,   // of moving threats
		Seeds,
		Escape,
		Done
	};
	struct FHeapItem
	{
		float Key = 0.0f;
		uint32_t Node = 0;
	};

	void StepDistances(int32_t& Budget);
	void StepArrival(int32_t& Budget);
	void SeedArrival();
	void SeedEscape();
	void StepEscape(int32_t& Budget);
	void Push(float Key, uint32_t Node);
	FHeapItem Pop();
	float GetSegmentClearance(uint32_t Threat, const FVector& From, const FVector& To) const;
	float GetEdgeClearance(uint32_t From, uint32_t To) const;

	const FEscapeGraph* Graph = nullptr;
	std::vector<FNavThreat> Threats;
	std::vector<FNavLocation> Places;
	std::vector<int32_t> Occupied;
	float GoalRadius = 28.75f, AgentSpeed = 10.0f, BodyRadius = 0.3f, Slack = 0.3f;
	EStage Stage = EStage::Done;
	uint32_t Cursor = 0; // the threat, or the group of threats by speed, that comes next
	std::vector<float> Distances, ThreatTimes, GroupTimes, Costs, Bases, Leads, Clearances;
	std::vector<uint32_t> NearestThreats, Nexts, Refuges;
	std::vector<float> GroupSpeeds; // of moving threats, ascending
	std::vector<FHeapItem> Heap;
};
} // namespace Flockwork
