/* A host in C99: what README.md of the plugin shows, and a check of each answer. Argument: a content folder. */
#include "flockwork.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void Check(int Holds, const char* What)
{
	if (!Holds)
	{
		fprintf(stderr, "failed: %s (last error: %s)\n", What, fwGetLastError());
		exit(1);
	}
}

static float DistanceFromOrigin(FwVector V)
{
	return sqrtf(V.X * V.X + V.Y * V.Y + V.Z * V.Z);
}

/* What README.md shows of crowds. */
static void RunCrowd(FwWorld* World)
{
	static const FwVector Vertices[] = {{-30, 0, -30}, {-30, 0, 30}, {30, 0, 30}, {30, 0, -30}};
	static const uint32_t Indices[] = {0, 1, 2, 0, 2, 3};
	const FwVector Start = {0, 0, 0};
	const FwVector Goal = {2, 0, 0};
	const FwVector Danger = {-3, 0, 0};
	FwAgentDef Person;
	FwActorId Agent = 0;
	FwAgent Agents[1];
	uint32_t Count = 0;
	int Index = 0;

	Check(fwWorld_BuildNavMeshFrom(World, Vertices, 4, Indices, 6) == FW_OK, "navmesh");
	Check(fwAgentDef_Init(&Person, sizeof(Person)) == FW_OK, "agent's def");
	Person.Feet = Start;
	Check(fwWorld_AddAgent(World, &Person, &Agent) == FW_OK, "agent");
	Check(fwWorld_SetGoal(World, Agent, Goal) == FW_OK, "goal");
	Check(fwWorld_DropThreat(World, Danger, 20.0f, 5.0f, NULL) == FW_OK, "threat");
	for (Index = 0; Index < 90; ++Index)
	{
		Check(fwWorld_Step(World) == FW_OK, "a crowd's step");
	}
	Check(fwWorld_GetAgents(World, NULL, Agents, 1, &Count) == FW_OK && Count == 1, "agents");
	Check(Agents[0].Flight == FW_FLIGHT_FLEEING && DistanceFromOrigin(Agents[0].Feet) > 5.0f, "it runs");
	for (Index = 0; Index < 60 * 40; ++Index)
	{
		Check(fwWorld_Step(World) == FW_OK, "a crowd's step");
	}
	Check(fwWorld_GetAgents(World, NULL, Agents, 1, &Count) == FW_OK && Count == 1, "agents");
	Check(Agents[0].GoalState == FW_GOAL_ARRIVED && DistanceFromOrigin(Agents[0].Feet) < 3.0f,
		"and goes on to its goal when calm");
}

int main(int ArgumentCount, char** Arguments)
{
	enum
	{
		BirdCount = 100
	};
	static FwTransform Transforms[BirdCount];
	static FwActorId Ids[BirdCount];
	const FwVector Origin = {0.0f, 0.0f, 0.0f};
	FwWorldDef Def;
	FwWorld* World = NULL;
	FwWorld* Yard = NULL;
	FwFlockMetrics Metrics;
	uint32_t Count = 0;
	int32_t Steps = 0;
	size_t Needed = 0;
	void* Snapshot = NULL;
	uint64_t Hash = 0;
	uint64_t HashAgain = 0;
	int Index = 0;

	Check(ArgumentCount == 2, "usage: FlockworkC99 <content folder>");
	Check(fwGetAbiVersion() == FW_ABI_VERSION, "library and header are of one version");
	Check(strlen(fwGetVersion()) > 0, "the library has a version");
	Check(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK, "init");
	Def.ContentRoot = Arguments[1];
	Def.Threads = 2;
	Check(fwWorld_Create(&Def, &World) == FW_OK, "create");
	Check(fwWorld_SpawnMany(World, "Bird", Origin, 10.0f, BirdCount) == FW_OK, "spawn");
	Check(fwWorld_SpawnMany(World, "Brid", Origin, 10.0f, 1) == FW_ERROR_NOT_FOUND, "a misspelt prefab is refused");
	Check(strstr(fwGetLastError(), "Bird") != NULL, "and the right one is named");

	for (Index = 0; Index < 120; ++Index)
	{
		Check(fwWorld_Tick(World, 1.0f / 60.0f, &Steps) == FW_OK, "tick");
	}
	Check(fwWorld_GetTransforms(World, Transforms, Ids, BirdCount, &Count) == FW_OK && Count == BirdCount, "transforms");
	for (Index = 0; Index < BirdCount; ++Index)
	{
		Check(DistanceFromOrigin(Transforms[Index].Position) < 60.0f, "the birds are where birds can be after 2 s");
		Check(Ids[Index] != 0, "each has an id");
	}
	memset(&Metrics, 0, sizeof(Metrics));
	Metrics.Size = (uint32_t)sizeof(Metrics);
	Check(fwWorld_GetFlockMetrics(World, "Birds", &Metrics) == FW_OK && Metrics.Boids == BirdCount, "metrics");
	Check(Metrics.MeanSpeed > 0.1f && Metrics.MeanSpeed < 5.01f, "they fly, and not above their limit");

	Check(fwWorld_Save(World, NULL, 0, &Needed) == FW_OK && Needed > 0, "size of a snapshot");
	Snapshot = malloc(Needed);
	Check(Snapshot != NULL && fwWorld_Save(World, Snapshot, Needed, &Needed) == FW_OK, "save");
	for (Index = 0; Index < 30; ++Index)
	{
		Check(fwWorld_Step(World) == FW_OK, "step");
	}
	Check(fwWorld_GetStateHash(World, &Hash) == FW_OK, "hash");
	Check(fwWorld_Restore(World, Snapshot, Needed) == FW_OK, "restore");
	for (Index = 0; Index < 30; ++Index)
	{
		Check(fwWorld_Step(World) == FW_OK, "step");
	}
	Check(fwWorld_GetStateHash(World, &HashAgain) == FW_OK && Hash == HashAgain, "it goes on as it did before");
	free(Snapshot);

	Check(fwWorld_Create(&Def, &Yard) == FW_OK, "create another");
	RunCrowd(Yard);
	Check(fwWorld_Destroy(Yard) == FW_OK, "destroy the other");
	Check(fwWorld_Destroy(World) == FW_OK, "destroy");
	Check(fwShutdown() == 0, "nothing is left alive");
	return 0;
}
