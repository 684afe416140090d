/*
 * Flockwork for programs in other languages: a C99 interface without any other header of ours.
 *
 *	FwWorldDef Def;
 *	FwWorld* World = NULL;
 *	fwWorldDef_Init(&Def, sizeof(Def));
 *	Def.ContentRoot = "Content";
 *	if (fwWorld_Create(&Def, &World) != FW_OK) { puts(fwGetLastError()); return 1; }
 *	FwTransform Floor = {{0, -1, 0}, 1, {0, 0, 0, 1}};
 *	fwWorld_Spawn(World, "Ground", NULL, &Floor, NULL);
 *	fwWorld_SpawnMany(World, "Zombie", (FwVector){0, 1, 0}, 10.0f, 50);
 *	while (Running) { fwWorld_Tick(World, DeltaTime, NULL); fwWorld_GetTransforms(World, ...); Draw(...); }
 *	fwWorld_Destroy(World);
 *
 * Results. Every function that can fail answers FW_OK or a negative FwResult; fwGetLastError then says why. On an error
 * nothing has changed and no output was written, unless a function says otherwise. Nothing throws; null, stale and
 * garbage handles, ids, enums and numbers (NaN) are errors, not crashes. Strings are UTF-8 and end in zero.
 * Space. Positions, velocities, rotations and lengths are in the axes and units of FwWorldDef.Host; settings are in the
 * units of the reference page (metres, seconds), whatever the host.
 * Threads. One world is used by one thread at a time; several worlds may be used by several threads at once. A call into
 * a world that is in another call, such as from a callback (log, scheduler), is FW_ERROR_STATE.
 * Buffers. A function that fills a buffer always tells the full size it needs; with Capacity 0 (and the buffer NULL) it
 * only tells that. A buffer that is too small gives FW_ERROR_CAPACITY and is left untouched.
 */
#ifndef FLOCKWORK_H
#define FLOCKWORK_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define FW_API __declspec(dllexport)
#else
#define FW_API __attribute__((visibility("default")))
#endif

/* Grows by one with each change that an older program would trip over. */
#define FW_ABI_VERSION 1u

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Values ---- */

typedef int32_t FwResult;
enum
{
	FW_OK = 0,
	FW_ERROR_ARGUMENT = -1,  /* null, NaN, an enum or a number out of range, a handle of no living world */
	FW_ERROR_VERSION = -2,   /* a struct's Size or the AbiVersion is of another flockwork.h */
	FW_ERROR_NOT_FOUND = -3, /* no such actor, prefab, setting, flock or file */
	FW_ERROR_DATA = -4,      /* a file, snapshot or value cannot be used */
	FW_ERROR_STATE = -5,     /* not now: phases out of order, a snapshot in mid-step */
	FW_ERROR_CAPACITY = -6,  /* the buffer is too small, or a limit of the world (settings world.max...) is reached */
	FW_ERROR_INTERNAL = -7   /* a fault of Flockwork's own, or no memory */
};

typedef int32_t FwHost; /* whose axes and units the program uses */
enum
{
	FW_HOST_NATIVE = 0,  /* metres, Y up, right-handed (Godot, OGRE) */
	FW_HOST_UNREAL = 1,  /* centimetres, Z up, left-handed, X forward */
	FW_HOST_UNITY = 2,   /* metres, Y up, left-handed */
	FW_HOST_BLENDER = 3  /* metres, Z up, right-handed */
};

typedef int32_t FwPhase; /* the phases of a step, in order */
enum
{
	FW_PHASE_SCRIPT = 0,
	FW_PHASE_SENSE,
	FW_PHASE_DECIDE,
	FW_PHASE_STEER,
	FW_PHASE_SIMULATE,
	FW_PHASE_READBACK,
	FW_PHASE_ANIMATE,
	FW_PHASE_LATEUPDATE,
	FW_PHASE_REPORT,
	FW_PHASE_COUNT
};

typedef struct FwWorld FwWorld; /* a handle; stale ones are recognised */
typedef uint64_t FwActorId;     /* 0 names nothing; stale ones are recognised */

typedef struct FwVector
{
	float X, Y, Z;
} FwVector;

typedef struct FwTransform /* 32 bytes, as a renderer's instance buffer wants it */
{
	FwVector Position;
	float Scale;
	float Rotation[4]; /* unit quaternion x, y, z, w */
} FwTransform;

typedef struct FwEvent
{
	uint32_t Kind;     /* fwWorld_GetEventName tells its name */
	uint32_t Reserved; /* 0 */
	FwActorId A;
	FwActorId B;
	FwVector Position;
	float Value; /* impulse in N s for contacts; a custom event's own number */
} FwEvent;

typedef struct FwFlockMetrics
{
	uint32_t Size; /* set to sizeof(FwFlockMetrics) */
	uint32_t Boids;
	float Polarisation;        /* [0, 1] length of the mean heading */
	float Milling;             /* [0, 1] turning about the common centre */
	float NearestNeighborMean; /* length */
	float NearestNeighborMin;  /* length */
	float MeanSpeed;           /* length / s */
	float MeanNeighbors;       /* within the flock's neighbour radius */
	float GyrationRadius;      /* length; root mean square distance from the centroid */
	FwVector Centroid;
	uint32_t Clusters;         /* groups linked by steps of at most the neighbour radius */
	uint32_t LargestCluster;   /* boids */
} FwFlockMetrics;

typedef int32_t FwAgentState; /* what an agent of a crowd does on the navmesh */
enum
{
	FW_AGENT_IDLE = 0, /* no goal, or there already */
	FW_AGENT_WAITING,  /* for its path */
	FW_AGENT_MOVING,
	FW_AGENT_ON_LINK,  /* leaps or climbs */
	FW_AGENT_OFF_MESH  /* was shoved off; goes back by itself */
};

typedef int32_t FwFlight;
enum
{
	FW_FLIGHT_CALM = 0,
	FW_FLIGHT_REACTING, /* flees in a moment */
	FW_FLIGHT_FLEEING,
	FW_FLIGHT_COWERING, /* has no way out */
	FW_FLIGHT_SAFE      /* got away, and is calm again in a while */
};

typedef int32_t FwGoal;
enum
{
	FW_GOAL_NONE = 0,
	FW_GOAL_PENDING,   /* a path is being looked for */
	FW_GOAL_FOLLOWING,
	FW_GOAL_PARTIAL,   /* cannot be reached; goes as near as it can */
	FW_GOAL_ARRIVED,
	FW_GOAL_UNREACHABLE
};

/* An agent that is made without a prefab, and so without a body: the crowd moves it along the navmesh. */
typedef struct FwAgentDef
{
	uint32_t Size;       /* sizeof(FwAgentDef); fwAgentDef_Init sets it */
	int32_t Flees;       /* 0: never; default 1: from threats, by the settings flee.* of its crowd */
	const char* CrowdId; /* agents of one name flee by one set of settings; NULL: "Crowd" */
	FwVector Feet;       /* where it stands */
	float Radius;        /* length; 0: crowd.bodyRadius */
	float Speed;         /* length / s, walking; 0: crowd.walkSpeed */
} FwAgentDef;

typedef struct FwAgent
{
	FwActorId Actor;
	FwVector Feet;
	FwVector Velocity; /* length / s */
	FwVector Goal;     /* where it goes now, which may be to safety; meaningless with FW_GOAL_NONE */
	float Radius;      /* length */
	FwAgentState State;
	FwFlight Flight;
	FwGoal GoalState;
	uint32_t Reserved; /* 0 */
} FwAgent;

typedef struct FwCrowdMetrics
{
	uint32_t Size; /* set to sizeof(FwCrowdMetrics) */
	uint32_t Agents;
	uint32_t Moving;
	uint32_t Arrived;
	uint32_t Unreachable;
	uint32_t OffMesh;
	uint32_t Fleeing;
	uint32_t Cowering;
	uint32_t Stuck;           /* have wanted to go somewhere for 5 s and have not come half a metre farther */
	float MeanSpeed;          /* length / s, horizontal */
	float LargestOverlap;     /* share of two radii's sum */
	float BeyondSafeRadius;   /* [0, 1] share of them that are, of every threat */
	float MinThreatDistance;  /* length; negative without threats */
} FwCrowdMetrics;

/* Level: 0 debug, 1 info, 2 warning, 3 error. May be called from any thread. */
typedef void (*FwLogFunction)(void* User, int32_t Level, const char* Category, const char* Message);

/* The program's own threads. RunChunks calls Chunk(Context, I, Worker) once for each I in [0, Count), on up to
 * ThreadCount threads with Worker in [0, ThreadCount), and returns when all are done. */
typedef void (*FwChunkFunction)(void* Context, int32_t Chunk, int32_t Worker);
typedef struct FwScheduler
{
	int32_t ThreadCount; /* [1, 256] */
	void (*RunChunks)(void* User, int32_t Count, FwChunkFunction Chunk, void* Context);
	void* User;
} FwScheduler;

typedef struct FwWorldDef
{
	uint32_t Size;       /* sizeof(FwWorldDef); fwWorldDef_Init sets it */
	uint32_t AbiVersion; /* FW_ABI_VERSION; fwWorldDef_Init sets it */
	FwHost Host;         /* default native */
	int32_t Threads;     /* [0, 256] of the world's own pool; 0: one per processor. No effect on results */
	int32_t Seed;        /* [0, 2^31) default 1 */
	float FixedStep;     /* s [0.001, 0.1] default 1/60 */
	/* Folder with Prefabs/ and Flocks/; NULL: none, and nothing can be spawned. */
	const char* ContentRoot;
	/* {"world": {...}, "physics": {...}} as the reference page has it, laid over the fields above; NULL: none. */
	const char* SettingsJson;
	const FwScheduler* Scheduler; /* NULL: an own pool of Threads. Copied; its User must outlive the world */
} FwWorldDef;

/* ---- Library ---- */

FW_API uint32_t fwGetAbiVersion(void);
FW_API const char* fwGetVersion(void); /* "0.1.0" */
/* Why this thread's last call failed; "" when it did not. Valid until the thread's next call. Never NULL. */
FW_API const char* fwGetLastError(void);
/* Where messages go; NULL: stderr. Not while a world is in use. */
FW_API FwResult fwSetLog(FwLogFunction Log, void* User);
/* Worlds that were created and not destroyed. */
FW_API int32_t fwGetWorldCount(void);
/* Destroys the worlds that are still alive, tells the log which they were, and answers how many. The next
 * fwWorld_Create starts the library again. */
FW_API int32_t fwShutdown(void);

/* ---- Worlds and time ---- */

FW_API FwResult fwWorldDef_Init(FwWorldDef* Def, size_t Size); /* Size: sizeof(FwWorldDef) */
FW_API FwResult fwWorld_Create(const FwWorldDef* Def, FwWorld** OutWorld);
FW_API FwResult fwWorld_Destroy(FwWorld* World);
/* As many fixed steps as fit into the time saved up, DeltaTime in s, >= 0. OutSteps may be NULL. */
FW_API FwResult fwWorld_Tick(FwWorld* World, float DeltaTime, int32_t* OutSteps);
/* One fixed step. */
FW_API FwResult fwWorld_Step(FwWorld* World);
/* The same step phase by phase, for hosts that own the loop: Begin, each phase once and in order, End. */
FW_API FwResult fwWorld_BeginStep(FwWorld* World);
FW_API FwResult fwWorld_RunPhase(FwWorld* World, FwPhase Phase);
FW_API FwResult fwWorld_EndStep(FwWorld* World);
FW_API FwResult fwWorld_GetStepCount(FwWorld* World, int64_t* OutSteps);
/* [0, 1): how far drawing is past the last step. */
FW_API FwResult fwWorld_GetAlpha(FwWorld* World, float* OutAlpha);
/* Equal states have equal hashes. */
FW_API FwResult fwWorld_GetStateHash(FwWorld* World, uint64_t* OutHash);

/* ---- Actors ---- */

/* Name may be NULL: one is made up. OutActor may be NULL. */
FW_API FwResult fwWorld_Spawn(
	FwWorld* World, const char* Prefab, const char* Name, const FwTransform* Transform, FwActorId* OutActor);
/* Count [1, 1000000] actors, evenly over a level disc of Radius about Center. */
FW_API FwResult fwWorld_SpawnMany(FwWorld* World, const char* Prefab, FwVector Center, float Radius, int32_t Count);
FW_API FwResult fwWorld_DestroyActor(FwWorld* World, FwActorId Actor);
FW_API FwResult fwWorld_FindActor(FwWorld* World, const char* Name, FwActorId* OutActor);
FW_API FwResult fwWorld_GetActorName(
	FwWorld* World, FwActorId Actor, char* Buffer, size_t Capacity, size_t* OutNeeded);
/* OutVelocity may be NULL. */
FW_API FwResult fwWorld_GetActor(FwWorld* World, FwActorId Actor, FwTransform* OutTransform, FwVector* OutVelocity);
FW_API FwResult fwWorld_GetActorCount(FwWorld* World, uint32_t* OutCount);
/* All living actors in order of creation, blended between the last two steps by the world's alpha. Out or OutIds may be
 * NULL to get the other alone. */
FW_API FwResult fwWorld_GetTransforms(
	FwWorld* World, FwTransform* Out, FwActorId* OutIds, uint32_t Capacity, uint32_t* OutCount);
FW_API FwResult fwWorld_Teleport(FwWorld* World, FwActorId Actor, const FwTransform* Transform);
FW_API FwResult fwWorld_SetVelocity(FwWorld* World, FwActorId Actor, FwVector Velocity);
/* Impulse: mass (kg) times the host's length / s. */
FW_API FwResult fwWorld_ApplyImpulse(FwWorld* World, FwActorId Actor, FwVector Impulse);
/* An actor with a player mover: Right and Forward in [-1, 1]. Ahead is the direction that Forward means, in the host's
 * space, such as the camera's; Right is to the right of it, seen from above. */
FW_API FwResult fwWorld_SetInput(FwWorld* World, FwActorId Actor, float Right, float Forward, FwVector Ahead);

/* ---- Flocks ---- */

/* Something to flee from, for Seconds (0: for ever). OutActor may be NULL. */
FW_API FwResult fwWorld_DropThreat(
	FwWorld* World, FwVector Position, float Radius, float Seconds, FwActorId* OutActor);
/* Something to come to. */
FW_API FwResult fwWorld_DropAttractor(
	FwWorld* World, FwVector Position, float Radius, float Seconds, FwActorId* OutActor);
FW_API FwResult fwWorld_SetTarget(FwWorld* World, const char* FlockId, FwActorId Target);
FW_API FwResult fwWorld_SetTargetPoint(FwWorld* World, const char* FlockId, FwVector Point);
FW_API FwResult fwWorld_ClearTarget(FwWorld* World, const char* FlockId);
/* One boid's own target, which wins over its flock's. Weight (at least 0) multiplies flock.target.weight. */
FW_API FwResult fwWorld_SetBoidTarget(FwWorld* World, FwActorId Boid, FwVector Point, float Weight);
FW_API FwResult fwWorld_ClearBoidTarget(FwWorld* World, FwActorId Boid);
FW_API FwResult fwWorld_GetFlockMetrics(FwWorld* World, const char* FlockId, FwFlockMetrics* OutMetrics);

/* ---- Crowds: people on a navmesh ---- */

/* Actors with a navAgent component walk on the world's navmesh, those with a flee component run from threats
 * (fwWorld_DropThreat). fwWorld_Spawn makes them of prefabs, fwWorld_DestroyActor takes them away. Settings: crowd.*,
 * navmesh.* (of the next build), flee.* (Of: the CrowdId). Events: arrived, unreachable, offMesh, backOnMesh, fleeing,
 * safe, cornered, cowering, calmedDown. A navmesh is made between steps, or before FW_PHASE_SENSE. */

/* From all static bodies; Min and Max: only what lies in this box, or both NULL. */
FW_API FwResult fwWorld_BuildNavMesh(FwWorld* World, const FwVector* Min, const FwVector* Max);
/* From triangles of the host's, three indices each; faces that can be walked on face up in the host's own winding
 * (counter-clockwise seen from outside in right-handed hosts, clockwise in left-handed ones). Triangles that cannot be
 * used are dropped and told by fwWorld_GetDiagnostics. */
FW_API FwResult fwWorld_BuildNavMeshFrom(
	FwWorld* World, const FwVector* Vertices, uint32_t VertexCount, const uint32_t* Indices, uint32_t IndexCount);
FW_API FwResult fwWorld_LoadNavMesh(FwWorld* World, const char* File);
FW_API FwResult fwWorld_SaveNavMesh(FwWorld* World, const char* File);
/* The ground within 2 m of Position, 4 m up and down; FW_ERROR_NOT_FOUND without any. */
FW_API FwResult fwWorld_FindGround(FwWorld* World, FwVector Position, FwVector* OutGround);
/* Along the shortest way; FW_ERROR_NOT_FOUND when there is no whole one. */
FW_API FwResult fwWorld_GetPathLength(FwWorld* World, FwVector From, FwVector To, float* OutLength);

FW_API FwResult fwAgentDef_Init(FwAgentDef* Def, size_t Size); /* Size: sizeof(FwAgentDef) */
FW_API FwResult fwWorld_AddAgent(FwWorld* World, const FwAgentDef* Def, FwActorId* OutActor);
/* Who flees remembers it, and goes there when calm. */
FW_API FwResult fwWorld_SetGoal(FwWorld* World, FwActorId Agent, FwVector Goal);
FW_API FwResult fwWorld_ClearGoal(FwWorld* World, FwActorId Agent);
FW_API FwResult fwWorld_SetCrowdGoal(FwWorld* World, const char* CrowdId, FwVector Goal);
/* Where an agent with an everyday component visits or patrols, or a player mover walks. */
FW_API FwResult fwWorld_SetPath(FwWorld* World, FwActorId Actor, const FwVector* Points, uint32_t Count);
/* All agents of a crowd (NULL: of all) by creation. */
FW_API FwResult fwWorld_GetAgents(
	FwWorld* World, const char* CrowdId, FwAgent* Out, uint32_t Capacity, uint32_t* OutCount);
/* CrowdId NULL: all agents. */
FW_API FwResult fwWorld_GetCrowdMetrics(FwWorld* World, const char* CrowdId, FwCrowdMetrics* OutMetrics);

/* ---- Characters: what actors with a character component play besides what their motion asks for ---- */

/* Names are those of the character's animation graph and clips; FW_ERROR_DATA when it has none such, and when the actor
 * has no character. Event: clipEnded. */
FW_API FwResult fwWorld_SetTrigger(FwWorld* World, FwActorId Actor, const char* Trigger, int32_t On);
FW_API FwResult fwWorld_SetParameter(FwWorld* World, FwActorId Actor, const char* Parameter, float Value);
/* Once, over whatever it does, faded in and out in FadeSeconds (at most half of the clip). */
FW_API FwResult fwWorld_PlayClip(FwWorld* World, FwActorId Actor, const char* Clip, float FadeSeconds);

/* ---- Settings, by dotted name ("flock.separation.weight") ---- */

/* Of: a FlockId for flock.* (NULL: all flocks), an actor's name for a component's setting, NULL for world.* and
 * physics.*. Value is text as in a settings file: 1.5, true, [0, -9.81, 0], fast. Out of range: clamped, and told by
 * fwWorld_GetDiagnostics. Setting "flock" sets several at once, all or none, as a preset's member "flock" has them:
 * {"maxSpeed": 4, "separation": {"weight": 2}}. */
FW_API FwResult fwWorld_SetSetting(FwWorld* World, const char* Setting, const char* Of, const char* Value);
FW_API FwResult fwWorld_GetSetting(
	FwWorld* World, const char* Setting, const char* Of, char* Buffer, size_t Capacity, size_t* OutNeeded);
/* The same for settings that are one number (truth values: 0 or 1). */
FW_API FwResult fwWorld_SetSettingNumber(FwWorld* World, const char* Setting, const char* Of, double Value);
FW_API FwResult fwWorld_GetSettingNumber(FwWorld* World, const char* Setting, const char* Of, double* OutValue);

/* ---- Scenes, events, state ---- */

/* Compiles an AngelScript scene, runs its BeginPlay and lets it direct the world, in place of any former one. The error
 * text names file, line and column; a script that does not compile changes nothing, one whose BeginPlay stopped may have
 * spawned already. */
FW_API FwResult fwWorld_LoadScene(FwWorld* World, const char* File);
/* What happened in the last step, in order. */
FW_API FwResult fwWorld_GetEvents(FwWorld* World, FwEvent* Out, uint32_t Capacity, uint32_t* OutCount);
FW_API FwResult fwWorld_GetEventName(
	FwWorld* World, uint32_t Kind, char* Buffer, size_t Capacity, size_t* OutNeeded);
/* Warnings and faults since the last call that got them, one a line. */
FW_API FwResult fwWorld_GetDiagnostics(FwWorld* World, char* Buffer, size_t Capacity, size_t* OutNeeded);
/* A world of the same content and settings goes on from Restore exactly as the saved one did from Save. Between steps
 * only. A failed Restore leaves the world as it was. */
FW_API FwResult fwWorld_Save(FwWorld* World, void* Buffer, size_t Capacity, size_t* OutNeeded);
FW_API FwResult fwWorld_Restore(FwWorld* World, const void* Data, size_t Size);

#ifdef __cplusplus
}
#endif

#endif
