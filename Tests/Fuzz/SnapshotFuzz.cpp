// Any bytes, and damaged real snapshots, into Restore: refused with the world untouched, or a world that steps on and
// whose own snapshot can be restored.
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/Snapshot.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "Fuzz.h"
#include "RealFiles.h"

#include <memory>

using namespace Flockwork;

namespace
{
constexpr const char* Prefabs[] = {
    R"({"prefab": "Boid", "components": {"visual": {},
	"body": {"shape": "sphere", "gravity": false, "lockRotation": true, "layer": "boid"}, "flocking": {}}})",
    R"({"prefab": "Player", "components": {"body": {"shape": "capsule", "lockRotation": true, "layer": "player"},
	"playerMover": {}}})"};

std::unique_ptr<UWorld> MakeWorld()
{
	FWorldDef Def;
	Def.Settings.Threads = 1;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	for (const char* Prefab : Prefabs)
	{
		Expect(Def.Prefabs->AddPrefab(Prefab, "fuzz", Diagnostics), "the fuzzer's own prefabs are good");
	}
	auto World = std::make_unique<UWorld>(std::move(Def));
	World->Execute(FOrder::SpawnMany("Boid", {0, 5, 0}, 4.0f, 4), Diagnostics);
	World->SpawnActor("Player", {}, Diagnostics, "Player");
	for (const EOrder Kind : {EOrder::DropThreat, EOrder::DropTarget})
	{
		FOrder Drop;
		Drop.Kind = Kind;
		Drop.Transform.Location = {3, 5, 0};
		Drop.Radius = 4.0f;
		Drop.Amount = 1.0f;
		World->Execute(Drop, Diagnostics);
	}
	World->Enqueue(FOrder::SetTarget("Boid", "Player").At(3), Diagnostics);
	World->Step();
	Expect(!Diagnostics.HasErrors(), "the fuzzer's own orders are good");
	return World;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	if (Size == 0)
	{
		return 0;
	}
	const std::unique_ptr<UWorld> World = MakeWorld();
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Bytes = MakeFile(Data, Size, [&] { return FSnapshot::Take(*World, Diagnostics); });
	const uint64_t Hash = World->ComputeStateHash();
	if (!FSnapshot::Restore(*World, Bytes, "fuzz", Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
		Expect(World->ComputeStateHash() == Hash, "a refused snapshot changes nothing");
	}
	World->Step();
	World->Step();
	FDiagnostics Later;
	const std::vector<uint8_t> Again = FSnapshot::Take(*World, Later);
	Expect(FSnapshot::Restore(*World, Again, "again", Later), "what a restored world saves can be restored");
	return 0;
}
