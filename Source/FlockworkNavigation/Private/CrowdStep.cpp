// One step of a crowd, top to bottom.
#include "CrowdImpl.h"
#include "DetourBackend.h"
#include "FlockworkCore/Assert.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float CellShare = 0.5f;  // of the neighbours' range
constexpr size_t UsualPolys = 256; // of a path
} // namespace

void FCrowd::FImpl::Step(const FCrowdInput& Input)
{
	BeginStep(Input);
	if (Detour)
	{
		Detour->Step();
	}
	else
	{
		// 1 Where agents truly are: corridors follow bodies and are mended when the mesh changed, strayed ones come
		// back.
		ForEachAgent([this](size_t Agent, const FNavQuery& Query) { Sense(Agent, Query); });
		// 2 So many paths as a step may search.
		SearchPaths();
		// 3 Corners, links, arrival: the velocity that the path asks for.
		ForEachAgent(
		    [this](size_t Agent, const FNavQuery& Query)
		    {
			    Follow(Agent, Query);
			    MakeClaim(Agent);
		    });
		// 4 Who is near whom.
		BuildGrid();
		// 5 Avoidance of neighbours and walls, and 6 limits on turning and acceleration: the wished velocity.
		ForEachAgent([this](size_t Agent, const FNavQuery& Query) { Steer(Agent, Query); });
		MoveWithoutBodies();
	}
	// 7 What the host is told.
	CollectEvents();
	++StepCount;
}

void FCrowd::FImpl::BeginStep(const FCrowdInput& Input)
{
	FW_CHECK(Input.DeltaTime > 0.0f && std::isfinite(Input.DeltaTime), "a step takes some time");
	bBodies = !Input.Positions.empty();
	FW_CHECK(!bBodies || (Input.Positions.size() == Num() && Input.Velocities.size() == Num()),
	    "one position and one velocity for each agent");
	DeltaTime = Input.DeltaTime;
	while (Queries.size() < size_t(Scheduler.GetThreadCount()))
	{
		Queries.emplace_back(Mesh, Settings.MaxSearchNodes);
	}
	Paths.resize(Queries.size());
	for (FNavPath& Path : Paths) // as the queries have
	{
		Path.Polys.reserve(UsualPolys);
		Path.Corners.reserve(2 * UsualPolys);
	}
	bMeshChanged = SeenRevision != Mesh.GetRevision();
	SeenRevision = Mesh.GetRevision();
	Events.clear();
	std::fill(EventBits.begin(), EventBits.end(), uint8_t(0));
	for (size_t Agent = 0; bBodies && Agent < Num(); ++Agent)
	{
		if (IsFinite(Input.Positions[Agent]) && IsFinite(Input.Velocities[Agent]))
		{
			Positions[Agent] = Input.Positions[Agent];
			Velocities[Agent] = Input.Velocities[Agent];
		}
	}
}

void FCrowd::FImpl::BuildGrid()
{
	Grid.Build(Positions, InGrid, CellShare * Settings.NeighborRange);
}

void FCrowd::FImpl::MoveWithoutBodies()
{
	if (!bBodies)
	{
		ForEachAgent([this](size_t Agent, const FNavQuery& Query) { MoveAlongMesh(Agent, Query); });
	}
}

void FCrowd::FImpl::CollectEvents()
{
	constexpr ECrowdEvent Kinds[] = {ECrowdEvent::LinkEnded, ECrowdEvent::OffMesh, ECrowdEvent::BackOnMesh,
	    ECrowdEvent::LinkStarted, ECrowdEvent::Unreachable, ECrowdEvent::Arrived};
	Events.reserve(2 * Num());
	Stats.Agents = int32_t(Num());
	Stats.Moving = 0;
	Stats.OnLinks = 0;
	Stats.OffMesh = 0;
	Stats.Infeasible = 0;
	for (size_t Agent = 0; Agent < Num(); ++Agent)
	{
		Stats.Moving += States[Agent] == EAgentState::Moving ? 1 : 0;
		Stats.OnLinks += States[Agent] == EAgentState::OnLink ? 1 : 0;
		Stats.OffMesh += States[Agent] == EAgentState::OffMesh ? 1 : 0;
		Stats.Infeasible += Infeasible[Agent];
		for (const ECrowdEvent Kind : Kinds)
		{
			if ((EventBits[Agent] & EventBit(Kind)) != 0)
			{
				const bool bStart = Kind == ECrowdEvent::LinkStarted;
				const bool bLink = bStart || Kind == ECrowdEvent::LinkEnded;
				Events.push_back({Kind, Ids[Agent], bStart ? Memories[Agent].LinkEnd : Positions[Agent],
				    bLink ? Memories[Agent].LinkUserId : 0});
			}
		}
	}
}
} // namespace Flockwork
