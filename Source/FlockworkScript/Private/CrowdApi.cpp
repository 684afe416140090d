// The navmesh and the people on it: building, asking, sending, counting.
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "SceneContext.h"
#include "ScriptApi.h"
#include "ScriptArray.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>

namespace Flockwork
{
namespace
{
constexpr int64_t QueryCost = 20;  // lines that finding a place counts as
constexpr int64_t PathCost = 200;  // and a path
constexpr int64_t BuildCost = 500; // and a navmesh, which is built after the script has run

FSceneContext& Scene()
{
	return FSceneContext::Current();
}

const UNavigationSubsystem& Navigation()
{
	return Scene().GetWorld().Get<UNavigationSubsystem>();
}

const UCrowdSubsystem& Crowds()
{
	return Scene().GetWorld().Get<UCrowdSubsystem>();
}

void BuildNavMesh()
{
	FScriptGuard::Current()->Charge(BuildCost);
	Scene().Give(FOrder::BuildNavMesh());
}
void BuildNavMeshIn(const FVector& Min, const FVector& Max)
{
	FScriptGuard::Current()->Charge(BuildCost);
	Scene().Give(FOrder::BuildNavMeshIn(Min, Max));
}
bool IsNavMeshBuilt()
{
	return Navigation().IsBuilt();
}

// Questions before the mesh is there are a mistake that would otherwise look like "no".
bool HasMesh()
{
	const bool bBuilt = Navigation().IsBuilt();
	if (!bBuilt)
	{
		RaiseScriptException("there is no navmesh yet: BuildNavMesh() builds it by the next step");
	}
	return bBuilt;
}

bool IsOnMesh(const FVector& Place, float Reach)
{
	FScriptGuard::Current()->Charge(QueryCost);
	return HasMesh() && Navigation().IsOnMesh(Place, Reach);
}
bool FindGround(const FVector& Place, FVector& Out)
{
	FScriptGuard::Current()->Charge(QueryCost);
	const FNavLocation Ground = HasMesh() ? Navigation().FindGround(Place) : FNavLocation{};
	Out = Ground.IsValid() ? Ground.Position : Place;
	return Ground.IsValid();
}
float GetPathLength(const FVector& From, const FVector& To)
{
	FScriptGuard::Current()->Charge(PathCost);
	return HasMesh() ? Navigation().FindPathLength(From, To) : -1.0f;
}
FVector GetRandomGround()
{
	FScriptGuard::Current()->Charge(QueryCost);
	FSceneContext& Context = Scene();
	if (!HasMesh())
	{
		return {};
	}
	const int32_t Stream = Context.State.FindOrAddStream("ground", uint64_t(Context.GetWorld().GetSettings().Seed));
	return Navigation().FindRandomPoint(Context.State.Streams[size_t(Stream)].Stream).Position;
}

FScriptArray* GetCrowdActors(const FScriptString& CrowdId)
{
	const std::vector<FActorId> Actors = Crowds().GetActors(ToView(CrowdId));
	FScriptGuard::Current()->Charge(int64_t(Actors.size()) / 16);
	asIScriptEngine* const Engine = asGetActiveContext()->GetEngine();
	FScriptArray* const Result =
	    FScriptArray::CreateSized(Engine->GetTypeInfoByDecl("array<AActor>"), asUINT(Actors.size()));
	if (Result)
	{
		std::copy(Actors.begin(), Actors.end(), Result->GetData<FActorId>());
	}
	return Result;
}

void ConstructMetrics(FCrowdMetrics* Self)
{
	new (Self) FCrowdMetrics();
}
FCrowdMetrics GetCrowdMetrics(const FScriptString& CrowdId, float StuckAfter)
{
	const FCrowdMetrics Metrics = Crowds().ComputeMetrics(Scene().GetWorld(), ToView(CrowdId), StuckAfter);
	FScriptGuard::Current()->Charge(Metrics.Count);
	return Metrics;
}

void SetCrowdGoal(const FScriptString& CrowdId, const FVector& Goal)
{
	Scene().Give(FOrder::SetCrowdGoal(ToStd(CrowdId), Goal));
}
void ClearCrowdGoal(const FScriptString& CrowdId)
{
	FOrder Order = FOrder::SetCrowdGoal(ToStd(CrowdId), {});
	Order.Count = 0;
	Scene().Give(std::move(Order));
}

void SetCrowdPath(const FScriptString& CrowdId, FScriptArray& Points)
{
	const auto* const First = Points.GetData<FVector>();
	Scene().Give(FOrder::SetCrowdPath(ToStd(CrowdId), {First, First + Points.GetLength()}));
}

void SetGoal(const FActorId& Self, const FVector& Goal)
{
	Scene().Give(FOrder::SetGoal(Self, Goal));
}
void ClearGoal(const FActorId& Self)
{
	Scene().Give(FOrder::ClearGoal(Self));
}

// False with a script exception when it is none; so is an agent that joins with the next step.
bool FindAgent(const FActorId& Self, const char* What, FCrowdAgentInfo& Out)
{
	const AActor* const Actor = Scene().FindAlive(Self, What);
	if (Actor && !Crowds().GetAgent(Self, Out))
	{
		RaiseScriptException(std::string(What) + ": \"" + Actor->Name + "\" has no navAgent component");
		return false;
	}
	return Actor != nullptr;
}
FScriptString GetAgentState(const FActorId& Self)
{
	constexpr std::array<std::string_view, 5> Names = {"idle", "waiting", "moving", "onLink", "offMesh"};
	FCrowdAgentInfo Info;
	return FindAgent(Self, "GetAgentState", Info) ? ToScript(Names[size_t(Info.State)]) : FScriptString();
}
FScriptString GetFleeState(const FActorId& Self)
{
	constexpr std::array<std::string_view, 5> Names = {"calm", "reacting", "fleeing", "cowering", "safe"};
	FCrowdAgentInfo Info;
	return FindAgent(Self, "GetFleeState", Info) ? ToScript(Names[size_t(Info.FleeState)]) : FScriptString();
}
bool HasArrived(const FActorId& Self)
{
	FCrowdAgentInfo Info;
	return FindAgent(Self, "HasArrived", Info) && Info.GoalState == EGoalState::Arrived &&
	       Info.FleeState <= EFleeState::Reacting;
}
FVector GetFeet(const FActorId& Self)
{
	FCrowdAgentInfo Info;
	return FindAgent(Self, "GetFeet", Info) ? Info.Feet : FVector{};
}

void RegisterMetrics(FScriptApi& Api)
{
	const char* const Type = "FCrowdMetrics";
	Api.ValueType<FCrowdMetrics>(Type, 0, "A crowd in numbers; all 0 for an empty one.");
	Api.Constructor(Type, "", asFUNCTION(ConstructMetrics), "");
	const auto Count = [&](const char* Declaration, size_t Offset, const char* Sentence)
	{ Api.Property(Type, Declaration, Offset, Sentence); };
	Count("int Count", offsetof(FCrowdMetrics, Count), "Agents.");
	Count("int Idle", offsetof(FCrowdMetrics, Idle), "That want to go nowhere, or are there.");
	Count("int Waiting", offsetof(FCrowdMetrics, Waiting), "For a path.");
	Count("int Moving", offsetof(FCrowdMetrics, Moving), "On their way somewhere, fleeing or not.");
	Count("int OnLink", offsetof(FCrowdMetrics, OnLink), "On an off-mesh link: leaping, climbing.");
	Count("int Arrived", offsetof(FCrowdMetrics, Arrived), "Where they were sent.");
	Count("int Unreachable", offsetof(FCrowdMetrics, Unreachable), "That cannot get to where they were sent.");
	Count("int OffMesh", offsetof(FCrowdMetrics, OffMesh), "Shoved off the navmesh.");
	Count("int Reacting", offsetof(FCrowdMetrics, Reacting), "About to flee.");
	Count("int Fleeing", offsetof(FCrowdMetrics, Fleeing), "Running from a threat.");
	Count("int Cowering", offsetof(FCrowdMetrics, Cowering), "Without a way out.");
	Count("int Safe", offsetof(FCrowdMetrics, Safe), "Got away, and not calm yet.");
	Count("int Stuck", offsetof(FCrowdMetrics, Stuck), "That want to go somewhere and have not moved for StuckAfter.");
	Count("int Overlapping", offsetof(FCrowdMetrics, Overlapping), "More than 5 % of the radii's sum into another.");
	Count("float LargestOverlap", offsetof(FCrowdMetrics, LargestOverlap), "Share of the radii's sum.");
	Count("float LongestStuck", offsetof(FCrowdMetrics, LongestStuck), "s.");
	Count("float MeanSpeed", offsetof(FCrowdMetrics, MeanSpeed), "m/s, horizontal.");
	Count("float BeyondSafeRadius", offsetof(FCrowdMetrics, BeyondSafeRadius),
	    "Share of them that are beyond flee.safeRadius of every threat.");
	Count("float MinThreatDistance", offsetof(FCrowdMetrics, MinThreatDistance),
	    "m from a threat to the nearest agent; negative without threats.");
	Api.Function("FCrowdMetrics GetCrowdMetrics(const string& in CrowdId = \"\", float StuckAfter = 5)",
	    asFUNCTION(GetCrowdMetrics), "Computed anew with each call: keep it in a variable. Empty CrowdId: all agents.");
}

void ConstructFlow(FFlowSample* Self)
{
	new (Self) FFlowSample();
}
FFlowSample GetCrowdFlow()
{
	const FFlowSample Flow = Crowds().MeasureFlow(Scene().GetWorld());
	FScriptGuard::Current()->Charge(Flow.Count / 8);
	return Flow;
}
void SetMeasuringArea(const FVector& Min, const FVector& Max)
{
	Scene().Give(FOrder::SetMeasuringArea(Min, Max));
}

void RegisterFlow(FScriptApi& Api)
{
	const char* const Type = "FFlowSample";
	Api.ValueType<FFlowSample>(Type, 0, "All agents in the measuring area at one moment.");
	Api.Constructor(Type, "", asFUNCTION(ConstructFlow), "");
	Api.Property(Type, "int Count", offsetof(FFlowSample, Count), "Agents whose centres are in the area.");
	Api.Property(Type, "float Area", offsetof(FFlowSample, Area), "m^2.");
	Api.Property(Type, "float Density", offsetof(FFlowSample, Density), "Agents a m^2.");
	Api.Property(Type, "float Speed", offsetof(FFlowSample, Speed), "m/s, horizontal, their mean.");
	Api.Property(Type, "float Flow", offsetof(FFlowSample, Flow), "Agents through each metre of width in a second.");
	Api.Function("void SetMeasuringArea(const FVector& in Min, const FVector& in Max)", asFUNCTION(SetMeasuringArea),
	    "Where the report's fundamental diagram is measured; without one, on the whole navmesh.");
	Api.Function("FFlowSample GetCrowdFlow()", asFUNCTION(GetCrowdFlow), "Of the measuring area, now.");
	Api.Function("float GetWeidmannSpeed(float Density)", asFUNCTION(GetWeidmannSpeed),
	    "m/s that people walk at where so many stand on a m^2 (Weidmann 1993).");
}
} // namespace

void RegisterCrowdApi(FScriptApi& Api)
{
	Api.Group("Crowds",
	    "Actors with a navAgent component walk on the navmesh, and those with a flee component run from threats "
	    "(DropThreat, or a threat component on an actor). Agents of one CrowdId flee by one set of settings (flee.*). "
	    "Events: arrived, unreachable, offMesh, backOnMesh, fleeing, safe, cornered, cowering, calmedDown; animation "
	    "triggers isRunning, isCowering.");
	Api.Function("void BuildNavMesh()", asFUNCTION(BuildNavMesh),
	    "From all static bodies, those spawned in this step too. By settings navmesh.*.");
	Api.Function("void BuildNavMesh(const FVector& in Min, const FVector& in Max)", asFUNCTION(BuildNavMeshIn),
	    "Only what lies in this box.");
	Api.Function("bool IsNavMeshBuilt()", asFUNCTION(IsNavMeshBuilt), "Whether there is one.");
	Api.Function("bool IsOnMesh(const FVector& in Place, float Reach = 0.5f)", asFUNCTION(IsOnMesh),
	    "Whether ground lies at Place, at most Reach above or below it.");
	Api.Function("bool FindGround(const FVector& in Place, FVector& out Ground)", asFUNCTION(FindGround),
	    "The nearest ground within 2 m, 4 m up and down.");
	Api.Function("float GetPathLength(const FVector& in From, const FVector& in To)", asFUNCTION(GetPathLength),
	    "m along the shortest way; negative when there is none.");
	Api.Function("FVector GetRandomGround()", asFUNCTION(GetRandomGround), "Any place, all as likely.");
	RegisterMetrics(Api);
	RegisterFlow(Api);
	Api.Function("array<AActor>@ GetCrowdActors(const string& in CrowdId = \"\")", asFUNCTION(GetCrowdActors),
	    "Its agents by creation; empty: all.");
	Api.Function("void SetCrowdGoal(const string& in CrowdId, const FVector& in Goal)", asFUNCTION(SetCrowdGoal),
	    "Sends all of a crowd to one place.");
	Api.Function("void ClearCrowdGoal(const string& in CrowdId)", asFUNCTION(ClearCrowdGoal), "All of it stop.");
	Api.Function("void SetCrowdPath(const string& in CrowdId, const array<FVector>& in Points)",
	    asFUNCTION(SetCrowdPath),
	    "The points that those of a crowd who have an everyday component visit or patrol (everyday.kind).");
	const char* const Type = "AActor";
	Api.Method(Type, "void SetGoal(const FVector& in Goal) const", asFUNCTION(SetGoal),
	    "Sends an agent to the ground nearest to Goal. Who flees goes there when calm again.");
	Api.Method(Type, "void ClearGoal() const", asFUNCTION(ClearGoal), "It stops.");
	Api.Method(Type, "string GetAgentState() const", asFUNCTION(GetAgentState),
	    "idle, waiting (for a path), moving, onLink or offMesh.");
	Api.Method(
	    Type, "string GetFleeState() const", asFUNCTION(GetFleeState), "calm, reacting, fleeing, cowering or safe.");
	Api.Method(Type, "bool HasArrived() const", asFUNCTION(HasArrived), "Whether it is where it was sent.");
	Api.Method(Type, "FVector GetFeet() const", asFUNCTION(GetFeet), "Where it stands, m.");
}
} // namespace Flockwork
