// Any text as a scene: refused, stopped by its limits, or run; the world steps on in every case.
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "FlockworkScript/ScriptScene.h"
#include "Fuzz.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace Flockwork;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	static const std::filesystem::path Folder =
	    std::filesystem::temp_directory_path() / ("flockwork_script_fuzz_" + std::to_string(getpid()));
	std::filesystem::create_directories(Folder);
	const std::string Path = (Folder / "Scene.as").string();
	std::ofstream(Path, std::ios::binary).write(reinterpret_cast<const char*>(Data), std::streamsize(Size));

	const std::shared_ptr<FGameRegistry> Registry = MakeGameRegistry();
	RegisterScript(*Registry);
	FWorldDef Def;
	Def.Settings.Threads = 1;
	Def.Settings.MaxActors = 200;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(Registry);
	UWorld World(std::move(Def));
	FScriptScene Scene;
	FScriptSettings Settings;
	Settings.MaxLines = 20000;
	Settings.MaxActors = 200;
	Scene.SetSettings(Settings);
	FDiagnostics Diagnostics;
	if (!Scene.Load(Path, World, Diagnostics) || !Scene.Begin(Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
	}
	for (int32_t Step = 0; Step < 3; ++Step)
	{
		World.Step();
	}
	std::filesystem::remove_all(Folder);
	return 0;
}
