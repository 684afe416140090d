#pragma once
// What flocks are to each other: a matrix in the scene says whether a flock ignores, follows, hunts or flees another.
#include "FlockworkCore/DataNode.h"
#include "FlockworkFlock/Behaviors.h"
#include "FlockworkFlock/NeighborGrid.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
enum class ESpeciesRelation : uint8_t
{
	Ignore, // the default: strangers
	Follow, // toward them and along with them
	Hunt,   // after the nearest, by its predicted place
	Flee    // away from each within reach, harder the nearer
};
// By its name: ignore, follow, hunt, flee.
std::optional<ESpeciesRelation> FindRelation(std::string_view Name);

// JSON: {"herring": {"tuna": "flee"}, "tuna": {"herring": "hunt"}}: the flock named first does so to the second.
class FSpeciesMatrix
{
public:
	// Unknown flock names (nearest known one named), unknown relations and relations of a flock to itself are errors;
	// on any error the matrix is as before.
	bool Read(const FDataNode& Node, std::string_view File, const std::vector<std::string>& FlockNames,
	    FDiagnostics& Diagnostics);
	FDataNode Write() const;                                // only what is not Ignore
	ESpeciesRelation Get(size_t Flock, size_t Other) const; // by index into FlockNames; Ignore when out of range
	void Set(size_t Flock, size_t Other, ESpeciesRelation Relation);
	const std::vector<std::string>& GetFlockNames() const { return Names; }
	void SetFlockNames(std::vector<std::string> FlockNames); // all Ignore

private:
	std::vector<std::string> Names;
	std::vector<ESpeciesRelation> Relations; // row: who; column: to whom
};

// Another flock as this one sees it. Grid has been built over Positions.
struct FOtherFlock
{
	ESpeciesRelation Relation = ESpeciesRelation::Ignore;
	std::span<const FVector> Positions{};
	std::span<const FVector> Velocities{};
	std::span<const uint32_t> Ids{};
	const FNeighborGrid* Grid = nullptr;
};

struct FSpeciesTerm
{
	FTermSpans Spans;
	FOtherFlock Other{};
	float Radius = 10.0f; // m, > 0: how far this flock sees the other
	float Weight = 1.0f;
	float MaxSpeed = 5.0f;
	float PredictionTime = 1.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};
} // namespace Flockwork
