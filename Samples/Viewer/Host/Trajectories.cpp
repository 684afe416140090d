#include "Trajectories.h"

#include "FlockworkGame/CrowdSubsystem.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <system_error>

namespace Flockwork
{
namespace
{
constexpr double Interval = 0.1; // s

const char* NameState(const FCrowdAgentInfo& Agent)
{
	constexpr const char* FleeNames[] = {"calm", "reacting", "fleeing", "cowering", "safe"};
	constexpr const char* Names[] = {"idle", "waiting", "moving", "onLink", "offMesh"};
	return Agent.FleeState == EFleeState::Calm ? Names[size_t(Agent.State)] : FleeNames[size_t(Agent.FleeState)];
}
} // namespace

std::unique_ptr<FTrajectories> FTrajectories::Open(const std::string& Path, FDiagnostics& Diagnostics)
{
	std::unique_ptr<FTrajectories> Out(new FTrajectories(Path));
	Out->File = std::fopen(Path.c_str(), "w");
	if (!Out->File)
	{
		Diagnostics.Error({Path}, "--trajectories", "cannot be written: " + std::generic_category().message(errno));
		return nullptr;
	}
	Out->bFailed = std::fputs("time,id,x,y,z,state\n", Out->File) < 0;
	return Out;
}

FTrajectories::~FTrajectories()
{
	if (File)
	{
		std::fclose(File);
	}
}

void FTrajectories::Add(const UWorld& World)
{
	const int64_t Steps = std::max<int64_t>(1, std::llround(Interval / double(World.GetSettings().FixedStep)));
	if (World.GetStepCount() % Steps != 0)
	{
		return;
	}
	const UCrowdSubsystem& Crowds = World.Get<UCrowdSubsystem>();
	for (const FActorId Id : Crowds.GetActors({}))
	{
		FCrowdAgentInfo Agent;
		if (Crowds.GetAgent(Id, Agent))
		{
			bFailed |=
			    std::fprintf(File, "%.3f,%u,%.3f,%.3f,%.3f,%s\n", World.GetTime(), World.FindActor(Id)->CreationId,
			        double(Agent.Feet.x), double(Agent.Feet.y), double(Agent.Feet.z), NameState(Agent)) < 0;
			++Lines;
		}
	}
}

bool FTrajectories::Finish(FDiagnostics& Diagnostics)
{
	errno = 0;
	bFailed |= std::fclose(File) != 0;
	File = nullptr;
	if (bFailed)
	{
		Diagnostics.Error({Path}, "--trajectories",
		    "not all could be written" + (errno != 0 ? ": " + std::generic_category().message(errno) : std::string()));
	}
	else if (Lines == 0)
	{
		Diagnostics.Error({Path}, "--trajectories",
		    "the scene has no crowd whose ways could be written: actors with a navAgent component were expected");
		return false;
	}
	return !bFailed;
}
} // namespace Flockwork
