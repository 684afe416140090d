// Characters in a world: a step with clips chosen and poses made, in lock step and one by one; and how long it takes
// from a baked file to the first pose of a thousand.
#include "BenchCharacter.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "WorldCase.h"

#include <filesystem>
#include <unistd.h>

namespace Flockwork
{
namespace
{
const char* const Prefab = R"({"prefab": "Human", "components": {"character": {"asset": "Human"}}})";

std::unique_ptr<UWorld> MakeCharacterWorld(
    std::shared_ptr<FPrefabLibrary> Library, int32_t Count, ITaskScheduler& Scheduler)
{
	FDiagnostics Diagnostics;
	FWorldDef Def = MakeBareDef(Count, Scheduler);
	Def.Prefabs = std::move(Library);
	auto World = std::make_unique<UWorld>(std::move(Def));
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		FTransform Place;
		Place.Location = {float(Index % 100), 0.0f, float(Index / 100)};
		FOrder Order = FOrder::Spawn("Human", Place);
		Order.Vector = {0.0f, 0.0f, 0.01f * float(Index % 500)}; // from standing to running
		Require(World->Execute(std::move(Order), Diagnostics), Diagnostics);
	}
	return World;
}

std::shared_ptr<FPrefabLibrary> MakePrefabs()
{
	FDiagnostics Diagnostics;
	auto Library = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	Require(Library->AddPrefab(Prefab, "bench", Diagnostics), Diagnostics);
	return Library;
}

void MeasureSteps(const char* Name, bool bLockStep, const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	const std::shared_ptr<FPrefabLibrary> Library = MakePrefabs();
	FDiagnostics Diagnostics;
	Require(Library->GetCharacters().Add("Human", MakeBenchCharacter(), Diagnostics), Diagnostics);
	for (const int32_t Threads : Options.Threads)
	{
		FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
		MeasureWorld(Name, 1000, Threads, OnMeasured,
		    [&]
		    {
			    auto World = MakeCharacterWorld(Library, 1000, Pool);
			    Require(World->SetSetting("characterDetail.lockStep", "", bLockStep, Diagnostics), Diagnostics);
			    return World;
		    });
	}
}

void MeasureStart(const FOnMeasured& OnMeasured)
{
	const std::filesystem::path Folder =
	    std::filesystem::temp_directory_path() / ("flockwork_bench_" + std::to_string(getpid()));
	std::filesystem::create_directories(Folder / "Characters");
	FDiagnostics Diagnostics;
	Require(SaveCharacter(MakeBenchCharacter(), (Folder / "Characters/Human.character").string(), Diagnostics),
	    Diagnostics);
	FSerialScheduler Serial;
	FCase Case;
	Case.Name = CharacterStartName;
	Case.Count = 1000;
	Case.Steps = 3;
	Case.Step = [&]
	{
		const std::shared_ptr<FPrefabLibrary> Library = MakePrefabs();
		Library->GetCharacters().AddRoot(Folder.string());
		const std::unique_ptr<UWorld> World = MakeCharacterWorld(Library, 1000, Serial);
		World->Step();
		if (World->Get<UCharacterSubsystem>().GetPalettes().size() != size_t(1000 * BenchJointCount))
		{
			throw std::runtime_error("the first step has not posed everybody");
		}
	};
	OnMeasured(Measure(Case));
	std::error_code Ignored;
	std::filesystem::remove_all(Folder, Ignored);
}
} // namespace

void RunCharacterWorldSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	if (Options.Wants(CharacterWorldName))
	{
		MeasureSteps(CharacterWorldName, true, Options, OnMeasured);
	}
	if (Options.Wants(CharacterWorldAloneName))
	{
		MeasureSteps(CharacterWorldAloneName, false, Options, OnMeasured);
	}
	if (Options.Wants(CharacterStartName))
	{
		MeasureStart(OnMeasured);
	}
}
} // namespace Flockwork
