// The C interface: navmeshes, agents, goals, threats, in the host's axes and units.
#include "AbiFixture.h"

#include <algorithm>
#include <limits>

namespace
{
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();

float Distance(const FwVector& A, const FwVector& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

// A square floor of 40 m, as two triangles of a right-handed host with Y up: counter-clockwise seen from above.
const std::vector<FwVector> Floor = {{-20, 0, -20}, {-20, 0, 20}, {20, 0, 20}, {20, 0, -20}};
const std::vector<uint32_t> FloorIndices = {0, 1, 2, 0, 2, 3};

FwResult BuildFloor(FwWorld* World)
{
	return fwWorld_BuildNavMeshFrom(World, Floor.data(), 4, FloorIndices.data(), 6);
}

FwActorId AddAgent(FwWorld* World, FwVector Feet, const char* CrowdId = nullptr, float Speed = 0.0f)
{
	FwAgentDef Def;
	REQUIRE(fwAgentDef_Init(&Def, sizeof(Def)) == FW_OK);
	Def.Feet = Feet;
	Def.CrowdId = CrowdId;
	Def.Speed = Speed;
	FwActorId Actor = 0;
	const FwResult Result = fwWorld_AddAgent(World, &Def, &Actor);
	INFO(fwGetLastError());
	REQUIRE(Result == FW_OK);
	return Actor;
}

std::vector<FwAgent> GetAgents(FwWorld* World, const char* CrowdId = nullptr)
{
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetAgents(World, CrowdId, nullptr, 0, &Count) == FW_OK);
	std::vector<FwAgent> Agents(Count);
	if (Count > 0)
	{
		REQUIRE(fwWorld_GetAgents(World, CrowdId, Agents.data(), Count, &Count) == FW_OK);
	}
	return Agents;
}

bool HasEvent(FwWorld* World, const std::string& Name, FwActorId Actor)
{
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetEvents(World, nullptr, 0, &Count) == FW_OK);
	std::vector<FwEvent> Events(Count);
	REQUIRE((Count == 0 || fwWorld_GetEvents(World, Events.data(), Count, &Count) == FW_OK));
	return std::any_of(Events.begin(), Events.end(),
	    [&](const FwEvent& Event)
	    {
		    char Text[32] = "";
		    size_t Needed = 0;
		    return Event.A == Actor && fwWorld_GetEventName(World, Event.Kind, Text, sizeof(Text), &Needed) == FW_OK &&
		           Name == Text;
	    });
}
} // namespace

TEST_CASE("fwWorld_SetGoal: an agent walks along the mesh, is told to have arrived, and can be taken away")
{
	const FTestWorld World;
	REQUIRE(BuildFloor(World) == FW_OK);
	const FwActorId Walker = AddAgent(World, {-5, 0, 0}, nullptr, 2.0f);
	const FwActorId Other = AddAgent(World, {0, 0, 8});
	REQUIRE(fwWorld_SetGoal(World, Walker, {5, 0, 0}) == FW_OK);
	World.Step(60);
	std::vector<FwAgent> Agents = GetAgents(World);
	REQUIRE(Agents.size() == 2);
	CHECK(Agents[0].Actor == Walker);
	CHECK(Agents[0].State == FW_AGENT_MOVING);
	CHECK(Agents[0].GoalState == FW_GOAL_FOLLOWING);
	CHECK(Agents[0].Flight == FW_FLIGHT_CALM);
	CHECK(Agents[0].Velocity.X == Approx(2.0f).margin(0.05));
	CHECK(Distance(Agents[0].Goal, {5, 0, 0}) < 0.3f);
	CHECK(Agents[0].Radius == Approx(0.3f));
	bool bTold = false;
	for (int32_t Step = 0; Step < 60 * 8; ++Step)
	{
		World.Step();
		bTold |= HasEvent(World, "arrived", Walker);
	}
	CHECK(bTold);
	Agents = GetAgents(World);
	CHECK(Agents[0].GoalState == FW_GOAL_ARRIVED);
	CHECK(Distance(Agents[0].Feet, {5, 0, 0}) < 0.5f);
	FwCrowdMetrics Metrics = {};
	Metrics.Size = sizeof(Metrics);
	REQUIRE(fwWorld_GetCrowdMetrics(World, nullptr, &Metrics) == FW_OK);
	CHECK(Metrics.Agents == 2);
	CHECK(Metrics.Arrived == 1);
	CHECK(Metrics.MinThreatDistance < 0.0f);
	REQUIRE(fwWorld_DestroyActor(World, Walker) == FW_OK);
	World.Step();
	Agents = GetAgents(World);
	REQUIRE(Agents.size() == 1);
	CHECK(Agents[0].Actor == Other);
	CHECK(fwWorld_SetGoal(World, Walker, {0, 0, 0}) == FW_ERROR_NOT_FOUND);
}

TEST_CASE("fwWorld_DropThreat: agents flee by their crowd's settings, and those that do not flee stay")
{
	const FTestWorld World;
	REQUIRE(BuildFloor(World) == FW_OK);
	const FwActorId Coward = AddAgent(World, {2, 0, 0}, "Cowards");
	FwAgentDef Def;
	REQUIRE(fwAgentDef_Init(&Def, sizeof(Def)) == FW_OK);
	Def.Feet = {-2, 0, 0};
	Def.Flees = 0;
	Def.CrowdId = "Heroes";
	REQUIRE(fwWorld_AddAgent(World, &Def, nullptr) == FW_OK);
	REQUIRE(fwWorld_SetSettingNumber(World, "flee.detectionRadius", "Cowards", 6.0) == FW_OK);
	REQUIRE(fwWorld_SetSettingNumber(World, "flee.safeRadius", "Cowards", 9.0) == FW_OK);
	CHECK(fwWorld_SetSettingNumber(World, "flee.safeRadius", "Cowards", 2.0) != FW_OK); // below the detection radius
	REQUIRE(fwWorld_DropThreat(World, {0, 0, 0}, 6.0f, 0.0f, nullptr) == FW_OK);
	bool bTold = false;
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		World.Step();
		bTold |= HasEvent(World, "fleeing", Coward);
	}
	CHECK(bTold);
	World.Step(240);
	const std::vector<FwAgent> Cowards = GetAgents(World, "Cowards");
	REQUIRE(Cowards.size() == 1);
	CHECK(Distance(Cowards[0].Feet, {0, 0, 0}) > 9.0f);
	CHECK(Distance(GetAgents(World, "Heroes")[0].Feet, {-2, 0, 0}) < 0.1f);
	FwCrowdMetrics Metrics = {};
	Metrics.Size = sizeof(Metrics);
	REQUIRE(fwWorld_GetCrowdMetrics(World, "Cowards", &Metrics) == FW_OK);
	CHECK(Metrics.BeyondSafeRadius == 1.0f);
}

TEST_CASE("fwWorld_BuildNavMeshFrom: takes a left-handed host's triangles in its own winding, axes and units")
{
	const FTestWorld World(FW_HOST_UNREAL); // cm, Z up, X forward; clockwise seen from above
	const std::vector<FwVector> Vertices = {{-1000, -1000, 0}, {1000, -1000, 0}, {1000, 1000, 0}, {-1000, 1000, 0}};
	const std::vector<uint32_t> Clockwise = {0, 1, 2, 0, 2, 3};
	const std::vector<uint32_t> Upside = {0, 2, 1, 0, 3, 2};
	CHECK(fwWorld_BuildNavMeshFrom(World, Vertices.data(), 4, Upside.data(), 6) == FW_ERROR_DATA);
	CHECK(LastErrorHas("upside down"));
	const FwResult Built = fwWorld_BuildNavMeshFrom(World, Vertices.data(), 4, Clockwise.data(), 6);
	INFO(fwGetLastError());
	REQUIRE(Built == FW_OK);
	FwVector Ground = {};
	REQUIRE(fwWorld_FindGround(World, {300, -400, 90}, &Ground) == FW_OK);
	CHECK(Distance(Ground, {300, -400, 0}) < 30.0f);
	CHECK(fwWorld_FindGround(World, {30000, 0, 0}, &Ground) == FW_ERROR_NOT_FOUND);
	float Length = 0.0f;
	REQUIRE(fwWorld_GetPathLength(World, {-300, 0, 0}, {300, 0, 0}, &Length) == FW_OK);
	CHECK(Length == Approx(600.0f).epsilon(0.02));
	const FwActorId Walker = AddAgent(World, {-300, 0, 0}, nullptr, 200.0f);
	REQUIRE(fwWorld_SetGoal(World, Walker, {300, 0, 0}) == FW_OK);
	World.Step(90);
	const FwAgent Agent = GetAgents(World)[0];
	CHECK(Agent.Velocity.X == Approx(200.0f).margin(5.0));
	CHECK(Agent.Radius == Approx(30.0f));
}

TEST_CASE("fwWorld_BuildNavMesh: from static bodies, saved, loaded, and refused in mid-step")
{
	const FTestWorld World;
	World.GetContent().Write("Prefabs/Ground.json", R"({"prefab": "Ground", "components": {
		"body": {"type": "static", "shape": "box", "halfExtent": [10, 1, 10], "layer": "worldStatic"}}})");
	CHECK(fwWorld_BuildNavMesh(World, nullptr, nullptr) == FW_ERROR_DATA); // nothing there
	CHECK(fwWorld_SaveNavMesh(World, "nothing.nav") == FW_ERROR_STATE);
	REQUIRE(BuildFloor(World) == FW_OK);
	const std::string File = World.GetContent().GetFolder() + "/floor.nav";
	REQUIRE(fwWorld_SaveNavMesh(World, File.c_str()) == FW_OK);
	const FTestWorld Other;
	REQUIRE(fwWorld_LoadNavMesh(Other, File.c_str()) == FW_OK);
	FwVector Ground = {};
	CHECK(fwWorld_FindGround(Other, {3, 0, 3}, &Ground) == FW_OK);
	const std::string Bad = World.GetContent().Write("bad.nav", "no navmesh at all");
	CHECK(fwWorld_LoadNavMesh(Other, Bad.c_str()) == FW_ERROR_DATA);
	CHECK(fwWorld_LoadNavMesh(Other, "/no/such.nav") == FW_ERROR_DATA);
	CHECK(fwWorld_FindGround(Other, {3, 0, 3}, &Ground) == FW_OK); // as it was
	REQUIRE(fwWorld_BeginStep(World) == FW_OK);
	for (FwPhase Phase = FW_PHASE_SCRIPT; Phase <= FW_PHASE_SENSE; ++Phase)
	{
		REQUIRE(fwWorld_RunPhase(World, Phase) == FW_OK);
	}
	CHECK(BuildFloor(World) == FW_ERROR_STATE);
	CHECK(fwWorld_LoadNavMesh(World, File.c_str()) == FW_ERROR_STATE);
}

TEST_CASE("Crowds of the C interface: bad input is an error that says why, and changes nothing")
{
	const FTestWorld World;
	FwActorId Actor = 77;
	FwAgentDef Def;
	CHECK(fwAgentDef_Init(nullptr, sizeof(Def)) == FW_ERROR_ARGUMENT);
	CHECK(fwAgentDef_Init(&Def, 3) == FW_ERROR_VERSION);
	REQUIRE(fwAgentDef_Init(&Def, sizeof(Def)) == FW_OK);
	CHECK(fwWorld_AddAgent(World, nullptr, &Actor) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_AddAgent(nullptr, &Def, &Actor) == FW_ERROR_ARGUMENT);
	for (float FwAgentDef::*Field : {&FwAgentDef::Radius, &FwAgentDef::Speed})
	{
		for (const float Value : {NaN, -1.0f, 1e9f})
		{
			FwAgentDef Bad = Def;
			Bad.*Field = Value;
			CHECK(fwWorld_AddAgent(World, &Bad, &Actor) == FW_ERROR_ARGUMENT);
		}
	}
	FwAgentDef Nowhere = Def;
	Nowhere.Feet.Y = NaN;
	CHECK(fwWorld_AddAgent(World, &Nowhere, &Actor) == FW_ERROR_ARGUMENT);
	Nowhere.Size = 1;
	CHECK(fwWorld_AddAgent(World, &Nowhere, &Actor) == FW_ERROR_VERSION);
	CHECK(Actor == 77);

	const FwActorId Early = AddAgent(World, {0, 0, 0});
	CHECK(fwWorld_SetGoal(World, Early, {1, 0, 0}) == FW_ERROR_STATE); // no navmesh
	std::vector<FwVector> Broken = Floor;
	Broken[1].X = Broken[2].X = Broken[3].X = NaN;
	CHECK(fwWorld_BuildNavMeshFrom(World, Broken.data(), 4, FloorIndices.data(), 6) == FW_ERROR_DATA);
	CHECK(fwWorld_BuildNavMeshFrom(World, nullptr, 4, FloorIndices.data(), 6) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_BuildNavMeshFrom(World, Floor.data(), 4, FloorIndices.data(), 5) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_BuildNavMeshFrom(World, Floor.data(), 0, FloorIndices.data(), 6) == FW_ERROR_DATA);
	const uint32_t Beyond[] = {0, 1, 4000000000u};
	CHECK(fwWorld_BuildNavMeshFrom(World, Floor.data(), 4, Beyond, 3) == FW_ERROR_DATA);
	const FwVector Corner = {0, 0, 0};
	CHECK(fwWorld_BuildNavMesh(World, &Corner, nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_BuildNavMesh(World, &Corner, &Corner) == FW_ERROR_DATA);

	REQUIRE(BuildFloor(World) == FW_OK);
	CHECK(fwWorld_SetGoal(World, Early, {NaN, 0, 0}) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetGoal(World, Early, {500, 0, 0}) == FW_ERROR_DATA);
	CHECK(LastErrorHas("no ground"));
	const FwActorId Stone = World.Spawn("Stone", {0, 3, 0});
	CHECK(fwWorld_SetGoal(World, Stone, {1, 0, 0}) == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_ClearGoal(World, Stone) == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_SetPath(World, Early, &Corner, 1) == FW_ERROR_DATA); // neither a mover nor everyday life
	CHECK(fwWorld_SetPath(World, Early, nullptr, 1) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetCrowdGoal(World, "Croud", {1, 0, 0}) == FW_ERROR_NOT_FOUND);
	CHECK(LastErrorHas("did you mean \"Crowd\""));
	CHECK(fwWorld_SetCrowdGoal(World, nullptr, {1, 0, 0}) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetCrowdGoal(World, "Crowd", {1, 0, 0}) == FW_OK);
	uint32_t Count = 99;
	FwAgent Agent = {};
	CHECK(fwWorld_GetAgents(World, nullptr, nullptr, 0, nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_GetAgents(World, "Nobodies", &Agent, 1, &Count) == FW_ERROR_NOT_FOUND);
	CHECK(Count == 99);
	AddAgent(World, {3, 0, 0});
	CHECK(fwWorld_GetAgents(World, nullptr, &Agent, 1, &Count) == FW_ERROR_CAPACITY);
	CHECK(Count == 2);
	CHECK(Agent.Actor == 0);
	FwCrowdMetrics Metrics = {};
	CHECK(fwWorld_GetCrowdMetrics(World, nullptr, &Metrics) == FW_ERROR_VERSION);
	Metrics.Size = sizeof(Metrics);
	CHECK(fwWorld_GetCrowdMetrics(World, "Nobodies", &Metrics) == FW_ERROR_NOT_FOUND);
	World.Step(30);
}
