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
	std::span<const FNavLocation> ThreatPlaces{}; // on the mesh, one each; an invalid one: it cannot walk here
	std::span<const int32_t> Occupancy{};         // agents bound for each node; empty: none
	float SafeRadius = 25.0f;                     // m, times a threat's strength: nobody nearer is safe
	float GoalRadius = 28.75f;                    // m, so, too; >= SafeRadius: refuges are as far away as that
	float AgentSpeed = 10.0f;                     // m/s, > 0
	float BodyRadius = 0.3f;                      // m
	float Slack = 0.3f;                           // s
};

class FEscapeField
{
public:
	static constexpr uint32_t None = 0xffffffffu;
	static constexpr float Never = 1e9f; // s, or m

	// Takes the input over (the graph by address: it must outlive the search, unchanged).
	void Begin(const FEscapeFieldInput& Input);
	// Settles about NodeBudget nodes more (0: all). True when the field is done.
	bool Advance(int32_t NodeBudget);
	bool IsDone() const { return Stage == EStage::Done; }
	bool HasMovingThreats() const { return !GroupSpeeds.empty(); }

	// By node, once done; empty before the first Begin.
	// What the way out is worth in m, dangers included; Never: there is none from here, not even to stay.
	std::span<const float> GetCosts() const { return Costs; }
	// The next node on the way; the node itself at its end; None without a way.
	std::span<const uint32_t> GetNexts() const { return Nexts; }
	// The node where the way ends; None without a way.
	std::span<const uint32_t> GetRefuges() const { return Refuges; }
	// Seconds until the first moving threat can be there; Never without, and beyond the horizon.
	std::span<const float> GetThreatTimes() const { return ThreatTimes; }
	// The least lead over moving threats on the way for one who is there now, s; below 0: a threat can be first.
	std::span<const float> GetLeads() const { return Leads; }
	// The least distance to a threat's reach on the way (its radius and the body's taken off), m; below 0: touched.
	std::span<const float> GetClearances() const { return Clearances; }
	// m to the nearest threat, divided by its strength; Never: beyond GoalRadius of all.
	std::span<const float> GetDistances() const { return Distances; }
	// Far enough beyond SafeRadius (1 m) for people to stand round it.
	bool IsSafe(uint32_t Node) const { return Distances[Node] >= SettleRadius; }

	// What the straight walk to a node is worth, m, dangers included, and how near it comes to a threat's reach.
	struct FWalk
	{
		float Cost = 0.0f;
		float Clearance = Never; // of the part that does not simply lead away
	};
	FWalk GetWalk(const FVector& From, uint32_t Node) const;
	// The least distance from a segment to any threat's reach.
	float GetClearance(const FVector& From, const FVector& To) const;

	void Save(FByteWriter& Writer) const;
	// NewGraph: the one that the saved search ran on. False, unchanged, when the bytes do not fit it.
	bool Restore(FByteReader& Reader, const FEscapeGraph& NewGraph);

private:
	enum class EStage : uint8_t
	{
		Distances, // of nodes to threats
		Arrival,   // of moving threats, those of about one speed together
		Seeds,     // what it is worth to stay at each node
		Escape,    // backwards from there
		Done
	};
	struct FHeapItem
	{
		float Key = 0.0f;
		uint32_t Node = 0;
	};

	void GroupThreats();
	void StepDistances(int64_t& Budget);
	void StepArrival(int64_t& Budget);
	void SeedArrival();
	void FinishArrival();
	float GetStayCost(uint32_t Node) const;
	void StepSeeds(int64_t& Budget);
	void StepEscape(int64_t& Budget);
	void Relax(uint32_t From, float EdgeLength, uint32_t To);
	void Push(float Key, uint32_t Node);
	FHeapItem Pop();
	bool IsConsistent() const;
	FWalk GetWay(uint32_t ThreatA, uint32_t ThreatB, const FVector& From, const FVector& To) const;
	FWalk GetPiece(uint32_t ThreatA, uint32_t ThreatB, const FVector& From, const FVector& To) const;

	const FEscapeGraph* Graph = nullptr;
	std::vector<FNavThreat> Threats;
	std::vector<FNavLocation> Places;
	std::vector<int32_t> Occupied;
	float SettleRadius = 26.0f, GoalRadius = 28.75f, AgentSpeed = 10.0f, BodyRadius = 0.3f, Slack = 0.3f;
	EStage Stage = EStage::Done;
	uint32_t Cursor = 0; // the threat or group that comes next
	std::vector<float> Distances, ThreatTimes, GroupTimes, Costs, Bases, Leads, Clearances;
	std::vector<uint32_t> NearestThreats, Nexts, Refuges;
	std::vector<float> GroupSpeeds; // m/s, ascending
	std::vector<FHeapItem> Heap;
};
} // namespace Flockwork
