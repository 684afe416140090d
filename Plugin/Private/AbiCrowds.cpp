// The C interface: navmeshes, and the people on them.
#include "AbiWorld.h"
#include "FlockworkCore/DataNode.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/NavigationSubsystem.h"

#include <algorithm>
#include <utility>
#include <vector>

using namespace Flockwork;

static_assert(int32_t(EAgentState::OffMesh) == FW_AGENT_OFF_MESH && int32_t(EFleeState::Safe) == FW_FLIGHT_SAFE &&
                  int32_t(EGoalState::Unreachable) == FW_GOAL_UNREACHABLE,
    "the states of flockwork.h are ours");

namespace
{
FVector ReadPlace(const FAbiWorld& World, const FwVector& Place, std::string_view What)
{
	RequireFinite(ToVector(Place), What);
	return World.Host.PositionFromHost(ToVector(Place));
}

UNavigationSubsystem& RequireMesh(const FAbiWorld& World)
{
	UNavigationSubsystem& Navigation = World.World->Get<UNavigationSubsystem>();
	Require(Navigation.IsBuilt(), FW_ERROR_STATE, "the world has no navmesh yet: build or load one first");
	return Navigation;
}

void RequireNoCrowdSteps(const FAbiWorld& World)
{
	Require(!World.World->IsInStep() || World.World->GetNextPhase() <= int32_t(EPhase::Script), FW_ERROR_STATE,
	    "crowds are walking on the navmesh now: change it between steps or before FW_PHASE_SENSE");
}

FActorId RequireAgent(const FAbiWorld& World, FwActorId Agent)
{
	const FActorId Actor = RequireActor(World, Agent);
	Require(World.World->Get<UCrowdSubsystem>().IsAgent(Actor), FW_ERROR_NOT_FOUND, "the actor is no agent of a crowd");
	return Actor;
}

std::string_view RequireCrowd(const FAbiWorld& World, std::string_view CrowdId)
{
	const UCrowdSubsystem& Crowds = World.World->Get<UCrowdSubsystem>();
	const std::string_view Near = NearestName(CrowdId, Crowds.GetCrowdIds());
	Require(CrowdId.empty() || Crowds.FindCrowd(CrowdId) >= 0, FW_ERROR_NOT_FOUND,
	    "there is no crowd \"" + std::string(CrowdId) + "\"" +
	        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
	return CrowdId;
}

// Whether the host's axes are a mirror image of ours: its triangles then turn the other way.
bool IsMirrored(const FHostConvention& Host)
{
	const FVector X = Host.DirectionFromHost({1.0f, 0.0f, 0.0f});
	const FVector Y = Host.DirectionFromHost({0.0f, 1.0f, 0.0f});
	const FVector Z = Host.DirectionFromHost({0.0f, 0.0f, 1.0f});
	return glm::dot(glm::cross(X, Y), Z) < 0.0f;
}

// Vertices that are not finite go on to the mesh's own cleaning, which counts them.
FNavMeshInput ReadTriangles(const FAbiWorld& World, const FwVector* Vertices, uint32_t VertexCount,
    const uint32_t* Indices, uint32_t IndexCount)
{
	FNavMeshInput Input;
	Input.Name = "triangles";
	Input.Vertices.reserve(VertexCount);
	for (uint32_t Index = 0; Index < VertexCount; ++Index)
	{
		Input.Vertices.push_back(World.Host.PositionFromHost(ToVector(Vertices[Index])));
	}
	Input.Indices.assign(Indices, Indices + IndexCount);
	if (IsMirrored(World.Host))
	{
		for (size_t First = 0; First + 2 < Input.Indices.size(); First += 3)
		{
			std::swap(Input.Indices[First + 1], Input.Indices[First + 2]);
		}
	}
	return Input;
}

FwAgent WriteAgent(const FAbiWorld& World, FActorId Id, const FCrowdAgentInfo& Info)
{
	FwAgent Out = {};
	Out.Actor = ToAbi(Id);
	Out.Feet = FromVector(World.Host.PositionToHost(Info.Feet));
	Out.Velocity = FromVector(World.Host.PositionToHost(World.World->FindActor(Id)->Velocity));
	Out.Goal = FromVector(World.Host.PositionToHost(Info.Goal));
	Out.Radius = World.Host.LengthToHost(Info.Radius);
	Out.State = int32_t(Info.State);
	Out.Flight = int32_t(Info.FleeState);
	Out.GoalState = int32_t(Info.GoalState);
	return Out;
}

std::string WriteComponents(const FAbiWorld& World, const FwAgentDef& Def)
{
	FDataNode Agent = FDataNode::MakeObject();
	Agent.Set("crowdId", FDataNode::MakeString(OptionalText(Def.CrowdId)));
	Agent.Set("radius", FDataNode::MakeNumber(double(World.Host.LengthFromHost(Def.Radius))));
	Agent.Set("speed", FDataNode::MakeNumber(double(World.Host.LengthFromHost(Def.Speed))));
	FDataNode Components = FDataNode::MakeObject();
	Components.Set("navAgent", std::move(Agent));
	if (Def.Flees != 0)
	{
		Components.Set("flee", FDataNode::MakeObject());
	}
	return WriteJson(Components);
}
} // namespace

FwResult fwWorld_BuildNavMesh(FwWorld* World, const FwVector* Min, const FwVector* Max)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireNoCrowdSteps(Ours);
		    Require((Min == nullptr) == (Max == nullptr), FW_ERROR_ARGUMENT, "Min and Max go together: both, or none");
		    if (!Min)
		    {
			    Execute(Ours, FOrder::BuildNavMesh());
			    return;
		    }
		    const FVector A = ReadPlace(Ours, *Min, "Min");
		    const FVector B = ReadPlace(Ours, *Max, "Max");
		    Execute(Ours, FOrder::BuildNavMeshIn(glm::min(A, B), glm::max(A, B))); // axes may point the other way
	    });
}

FwResult fwWorld_BuildNavMeshFrom(
    FwWorld* World, const FwVector* Vertices, uint32_t VertexCount, const uint32_t* Indices, uint32_t IndexCount)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireNoCrowdSteps(Ours);
		    Require(Vertices && Indices, FW_ERROR_ARGUMENT, "Vertices or Indices is null");
		    Require(IndexCount % 3 == 0, FW_ERROR_ARGUMENT, "IndexCount is no multiple of 3");
		    FDiagnostics Diagnostics;
		    const bool bOk = Ours.World->Get<UNavigationSubsystem>().Build(
		        *Ours.World, ReadTriangles(Ours, Vertices, VertexCount, Indices, IndexCount), Diagnostics);
		    TakeResult(Ours, bOk, FW_ERROR_DATA, Diagnostics);
	    });
}

FwResult fwWorld_LoadNavMesh(FwWorld* World, const char* File)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireNoCrowdSteps(Ours);
		    FDiagnostics Diagnostics;
		    const bool bOk = Ours.World->Get<UNavigationSubsystem>().Load(
		        *Ours.World, std::string(RequireText(File, "File")), Diagnostics);
		    TakeResult(Ours, bOk, FW_ERROR_DATA, Diagnostics);
	    });
}

FwResult fwWorld_SaveNavMesh(FwWorld* World, const char* File)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    FDiagnostics Diagnostics;
		    const bool bOk = RequireMesh(Ours).Save(std::string(RequireText(File, "File")), Diagnostics);
		    TakeResult(Ours, bOk, FW_ERROR_DATA, Diagnostics);
	    });
}

FwResult fwWorld_FindGround(FwWorld* World, FwVector Position, FwVector* OutGround)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutGround, FW_ERROR_ARGUMENT, "OutGround is null");
		    const FNavLocation Ground = RequireMesh(Ours).FindGround(ReadPlace(Ours, Position, "Position"));
		    Require(Ground.IsValid(), FW_ERROR_NOT_FOUND, "there is no ground near this place");
		    *OutGround = FromVector(Ours.Host.PositionToHost(Ground.Position));
	    });
}

FwResult fwWorld_GetPathLength(FwWorld* World, FwVector From, FwVector To, float* OutLength)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutLength, FW_ERROR_ARGUMENT, "OutLength is null");
		    const FVector Start = ReadPlace(Ours, From, "From");
		    const float Length = RequireMesh(Ours).FindPathLength(Start, ReadPlace(Ours, To, "To"));
		    Require(Length >= 0.0f, FW_ERROR_NOT_FOUND, "there is no way from the one to the other");
		    *OutLength = Ours.Host.LengthToHost(Length);
	    });
}

FwResult fwAgentDef_Init(FwAgentDef* Def, size_t Size)
{
	return Call(
	    [&]
	    {
		    Require(Def, FW_ERROR_ARGUMENT, "Def is null");
		    Require(Size == sizeof(FwAgentDef), FW_ERROR_VERSION,
		        "FwAgentDef has " + std::to_string(sizeof(FwAgentDef)) + " bytes here");
		    *Def = FwAgentDef{};
		    Def->Size = uint32_t(sizeof(FwAgentDef));
		    Def->Flees = 1;
	    });
}

FwResult fwWorld_AddAgent(FwWorld* World, const FwAgentDef* Def, FwActorId* OutActor)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(Def, FW_ERROR_ARGUMENT, "Def is null");
		    Require(Def->Size == sizeof(FwAgentDef), FW_ERROR_VERSION,
		        "FwAgentDef.Size is " + std::to_string(Def->Size) + "; fwAgentDef_Init sets it");
		    RequireBetween(double(Ours.Host.LengthFromHost(Def->Radius)), 0.0, 20.0, "Radius in metres");
		    RequireBetween(double(Ours.Host.LengthFromHost(Def->Speed)), 0.0, 100.0, "Speed in m/s");
		    FTransform Place;
		    Place.Location = ReadPlace(Ours, Def->Feet, "Feet");
		    FOrder Order = FOrder::Spawn("", Place);
		    Order.Text = WriteComponents(Ours, *Def);
		    const FActorId Actor = Execute(Ours, std::move(Order));
		    if (OutActor)
		    {
			    *OutActor = ToAbi(Actor);
		    }
	    });
}

FwResult fwWorld_SetGoal(FwWorld* World, FwActorId Agent, FwVector Goal)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const FActorId Actor = RequireAgent(Ours, Agent);
		    RequireMesh(Ours);
		    Execute(Ours, FOrder::SetGoal(Actor, ReadPlace(Ours, Goal, "Goal")));
	    });
}

FwResult fwWorld_ClearGoal(FwWorld* World, FwActorId Agent)
{
	return CallWorld(World, [&](FAbiWorld& Ours) { Execute(Ours, FOrder::ClearGoal(RequireAgent(Ours, Agent))); });
}

FwResult fwWorld_SetCrowdGoal(FwWorld* World, const char* CrowdId, FwVector Goal)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const std::string_view Crowd = RequireCrowd(Ours, RequireText(CrowdId, "CrowdId"));
		    RequireMesh(Ours);
		    Execute(Ours, FOrder::SetCrowdGoal(std::string(Crowd), ReadPlace(Ours, Goal, "Goal")));
	    });
}

FwResult fwWorld_SetPath(FwWorld* World, FwActorId Actor, const FwVector* Points, uint32_t Count)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(Points || Count == 0, FW_ERROR_ARGUMENT, "Points is null");
		    FOrder Order;
		    Order.Kind = EOrder::SetPath;
		    Order.Actor = RequireActor(Ours, Actor);
		    for (uint32_t Index = 0; Index < Count; ++Index)
		    {
			    Order.Points.push_back(ReadPlace(Ours, Points[Index], "a point"));
		    }
		    Execute(Ours, std::move(Order));
	    });
}

FwResult fwWorld_GetAgents(FwWorld* World, const char* CrowdId, FwAgent* Out, uint32_t Capacity, uint32_t* OutCount)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutCount, FW_ERROR_ARGUMENT, "OutCount is null");
		    const UCrowdSubsystem& Crowds = Ours.World->Get<UCrowdSubsystem>();
		    std::vector<FwAgent> Agents;
		    for (const FActorId Id : Crowds.GetActors(RequireCrowd(Ours, OptionalText(CrowdId))))
		    {
			    FCrowdAgentInfo Info;
			    if (Crowds.GetAgent(Id, Info)) // not those that join in the middle of a step
			    {
				    Agents.push_back(WriteAgent(Ours, Id, Info));
			    }
		    }
		    *OutCount = uint32_t(Agents.size());
		    if (Capacity == 0)
		    {
			    return;
		    }
		    Require(Out, FW_ERROR_ARGUMENT, "the buffer is null");
		    Require(Capacity >= Agents.size(), FW_ERROR_CAPACITY,
		        "the buffer is too small: room for " + std::to_string(Agents.size()) + " agents is needed");
		    std::copy(Agents.begin(), Agents.end(), Out);
	    });
}

FwResult fwWorld_GetCrowdMetrics(FwWorld* World, const char* CrowdId, FwCrowdMetrics* OutMetrics)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutMetrics, FW_ERROR_ARGUMENT, "OutMetrics is null");
		    Require(OutMetrics->Size == sizeof(FwCrowdMetrics), FW_ERROR_VERSION,
		        "FwCrowdMetrics.Size is " + std::to_string(OutMetrics->Size) + "; " +
		            std::to_string(sizeof(FwCrowdMetrics)) + " was expected");
		    const std::string_view Crowd = RequireCrowd(Ours, OptionalText(CrowdId));
		    const FCrowdMetrics M = Ours.World->Get<UCrowdSubsystem>().ComputeMetrics(*Ours.World, Crowd);
		    OutMetrics->Agents = uint32_t(M.Count);
		    OutMetrics->Moving = uint32_t(M.Moving);
		    OutMetrics->Arrived = uint32_t(M.Arrived);
		    OutMetrics->Unreachable = uint32_t(M.Unreachable);
		    OutMetrics->OffMesh = uint32_t(M.OffMesh);
		    OutMetrics->Fleeing = uint32_t(M.Fleeing);
		    OutMetrics->Cowering = uint32_t(M.Cowering);
		    OutMetrics->Stuck = uint32_t(M.Stuck);
		    OutMetrics->MeanSpeed = Ours.Host.LengthToHost(M.MeanSpeed);
		    OutMetrics->LargestOverlap = M.LargestOverlap;
		    OutMetrics->BeyondSafeRadius = M.BeyondSafeRadius;
		    OutMetrics->MinThreatDistance =
		        M.MinThreatDistance < 0.0f ? -1.0f : Ours.Host.LengthToHost(M.MinThreatDistance);
	    });
}
