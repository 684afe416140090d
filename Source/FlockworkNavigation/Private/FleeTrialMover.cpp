// The trial's agents as a crowd, which moves them along the mesh itself.
#include "FlockworkNavigation/Crowd.h"
#include "FlockworkNavigation/FleeTrial.h"

namespace Flockwork
{
namespace
{
class FCrowdMover final : public IFleeTrialMover
{
public:
	FCrowdMover(const FNavMesh& Mesh, float BodyRadius, ECrowdBackend Backend, ITaskScheduler& Scheduler)
	    : Crowd(Mesh, MakeSettings(BodyRadius, Backend), Scheduler)
	{
	}
	void Add(const FNavLocation& Place) override
	{
		FDiagnostics Diagnostics;
		FAgentDef Def;
		Def.Position = Place.Position;
		Ids.push_back(Crowd.AddAgent(Def, Diagnostics));
	}
	void Remove(int32_t Agent) override { Crowd.RemoveAgent(Ids[size_t(Agent)]); }
	void SetGoal(int32_t Agent, const FNavLocation& Goal, bool, float Speed, float AngularSpeed) override
	{
		Crowd.SetSpeed(Ids[size_t(Agent)], Speed);
		Crowd.SetAngularSpeed(Ids[size_t(Agent)], AngularSpeed);
		Crowd.SetGoal(Ids[size_t(Agent)], Goal.Position, EPathUrgency::Urgent, Goal.Poly);
	}
	void Stop(int32_t Agent) override { Crowd.Stop(Ids[size_t(Agent)]); }
	void Step(float DeltaTime, ITaskScheduler&) override
	{
		FCrowdInput Input;
		Input.DeltaTime = DeltaTime;
		Crowd.Step(Input);
	}
	FNavLocation GetLocation(int32_t Agent) const override
	{
		const int32_t Index = Crowd.FindIndex(Ids[size_t(Agent)]);
		if (Index < 0)
		{
			return {};
		}
		return {Crowd.GetPositions()[size_t(Index)], Crowd.GetCorridor(Index).GetFirstPoly()};
	}
	FVector GetVelocity(int32_t Agent) const override
	{
		const int32_t Index = Crowd.FindIndex(Ids[size_t(Agent)]);
		return Index < 0 ? FVector{0.0f, 0.0f, 0.0f} : Crowd.GetVelocities()[size_t(Index)];
	}

private:
	static FCrowdSettings MakeSettings(float BodyRadius, ECrowdBackend Backend)
	{
		FCrowdSettings Settings;
		Settings.BodyRadius = BodyRadius;
		Settings.Backend = Backend;
		// Everybody decides at once: no queue for paths beside the planner's own.
		Settings.PathsPerStep = 256;
		return Settings;
	}

	FCrowd Crowd;
	std::vector<FAgentId> Ids;
};
} // namespace

std::unique_ptr<IFleeTrialMover> MakeCrowdMover(
    const FNavMesh& Mesh, float BodyRadius, ECrowdBackend Backend, ITaskScheduler& Scheduler)
{
	return std::make_unique<FCrowdMover>(Mesh, BodyRadius, Backend, Scheduler);
}
} // namespace Flockwork
