// Any text as a prefab; a prefab that was taken can be spawned or is refused with a reason, and the world steps on.
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "Fuzz.h"

using namespace Flockwork;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	FWorldDef Def;
	Def.Settings.Threads = 1;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FPrefabLibrary& Prefabs = *Def.Prefabs;
	FDiagnostics Diagnostics;
	if (!Prefabs.AddPrefab(AsText(Data, Size), "fuzz", Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
		return 0;
	}
	UWorld World(std::move(Def));
	for (const std::string_view Name : Prefabs.GetNames())
	{
		FDiagnostics OfSpawn;
		const FActorId Actor = World.SpawnActor(Name, {}, OfSpawn);
		Expect(Actor.IsValid() || OfSpawn.HasErrors(), "a spawn that is refused says why");
	}
	World.Step();
	World.Step();
	return 0;
}
