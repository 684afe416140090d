// Any bytes, and damaged real snapshots, into Restore: refused with the world untouched, or a world that steps on.
// The first byte says how a real snapshot is damaged by the rest; 0: the rest is the snapshot.
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/Snapshot.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "Fuzz.h"

#include <algorithm>
#include <memory>
#include <vector>

using namespace Flockwork;

namespace
{
constexpr const char* Boid = R"({"prefab": "Boid", "components": {
	"body": {"shape": "sphere", "gravity": false, "lockRotation": true, "layer": "boid"}, "flocking": {}}})";

std::unique_ptr<UWorld> MakeWorld()
{
	FWorldDef Def;
	Def.Settings.Threads = 1;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	Expect(Def.Prefabs->AddPrefab(Boid, "boid", Diagnostics), "the test's own prefab is good");
	auto World = std::make_unique<UWorld>(std::move(Def));
	World->Execute(FOrder::SpawnMany("Boid", {0, 5, 0}, 4.0f, 8), Diagnostics);
	World->Step();
	return World;
}

// Pairs of (place, byte) written over the real snapshot.
std::vector<uint8_t> Damage(std::vector<uint8_t> Bytes, const uint8_t* Data, size_t Size)
{
	for (size_t Index = 0; Index + 3 <= Size; Index += 3)
	{
		const size_t Place = (size_t(Data[Index]) | (size_t(Data[Index + 1]) << 8)) % Bytes.size();
		Bytes[Place] ^= Data[Index + 2];
	}
	return Bytes;
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
	const std::vector<uint8_t> Bytes = Data[0] == 0 ? std::vector<uint8_t>(Data + 1, Data + Size)
	                                                : Damage(FSnapshot::Take(*World, Diagnostics), Data + 1, Size - 1);
	const uint64_t Hash = World->ComputeStateHash();
	if (!FSnapshot::Restore(*World, Bytes, "fuzz", Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
		Expect(World->ComputeStateHash() == Hash, "a refused snapshot changes nothing");
	}
	World->Step();
	return 0;
}
