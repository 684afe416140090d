// Any bytes, and damaged real replays: refused with the output untouched, or written again byte for byte, and playable
// whatever its orders are.
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/Replay.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "Fuzz.h"
#include "RealFiles.h"

#include <algorithm>
#include <memory>

using namespace Flockwork;

namespace
{
constexpr size_t MostSteps = 3;
constexpr int32_t MostActors = 50;

constexpr const char* Boid = R"({"prefab": "Boid", "components": {
	"body": {"shape": "sphere", "gravity": false, "lockRotation": true, "layer": "boid"}, "flocking": {}}})";

std::unique_ptr<UWorld> MakeWorld()
{
	FWorldDef Def;
	Def.Settings.Threads = 1;
	Def.Settings.MaxActors = MostActors;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	Expect(Def.Prefabs->AddPrefab(Boid, "boid", Diagnostics), "the fuzzer's own prefab is good");
	auto World = std::make_unique<UWorld>(std::move(Def));
	World->Execute(FOrder::SpawnMany("Boid", {0, 5, 0}, 4.0f, 4), Diagnostics);
	return World;
}

// One order of each kind, so that a change of one byte makes it a strange one.
std::vector<uint8_t> MakeReal(const UWorld& World)
{
	FReplayRecorder Recorder;
	Recorder.Begin(World);
	for (uint8_t Kind = 0; Kind <= uint8_t(EOrder::Event); ++Kind)
	{
		FOrder Order;
		Order.Kind = EOrder(Kind);
		Order.Actor = World.GetActors()[0];
		Order.Prefab = "Boid";
		Order.Name = "Boid";
		Order.Text = Order.Kind == EOrder::SetSetting ? "flock.maxSpeed" : "";
		Order.Value = 5.0f;
		Order.Points = {{1, 2, 3}, {4, 5, 6}};
		Recorder.AddOrder(World, Order, Kind % 2 == 0);
	}
	Recorder.AddStep(0);
	return Recorder.GetReplay().ToBytes();
}

void Play(UWorld& World, FReplay Replay)
{
	Replay.StartHash = World.ComputeStateHash();
	Replay.StartStep = World.GetStepCount();
	Replay.Hashes.resize(std::min(Replay.Hashes.size(), MostSteps));
	FDiagnostics Diagnostics;
	PlayReplay(World, Replay, Diagnostics);
	World.Step();
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
	const std::vector<uint8_t> Bytes = MakeFile(Data, Size, [&] { return MakeReal(*World); });
	FReplay Replay;
	if (!FReplay::FromBytes(Bytes, "fuzz", Replay, Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
		Expect(Replay.Entries.empty() && Replay.Hashes.empty(), "and leaves the output alone");
		return 0;
	}
	FReplay Again;
	Expect(FReplay::FromBytes(Replay.ToBytes(), "again", Again, Diagnostics), "what is written can be read");
	Expect(Again.ToBytes() == Replay.ToBytes(), "and is the same replay");
	Play(*World, std::move(Replay));
	return 0;
}
