#pragma once
// What the script tests share: a world with a few prefabs, scripts written to a folder of their own, and what they log.
#include "FlockworkCore/Log.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "FlockworkScript/ScriptScene.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace Flockwork
{
// Gathers what scripts log; only these lines.
class FScriptLog final : public ILogSink
{
public:
	void Write(ELogLevel Level, std::string_view Category, std::string_view Message) override
	{
		if (Category == "Script")
		{
			(Level == ELogLevel::Error ? Errors : Lines).emplace_back(Message);
		}
	}
	std::vector<std::string> Lines;
	std::vector<std::string> Errors;
};

inline std::shared_ptr<FPrefabLibrary> MakeTestPrefabs()
{
	const std::shared_ptr<FGameRegistry> Registry = MakeGameRegistry();
	RegisterScript(*Registry);
	auto Prefabs = std::make_shared<FPrefabLibrary>(Registry);
	FDiagnostics Diagnostics;
	Prefabs->AddPrefab(R"({"prefab": "Boid", "components": {
		"body": {"radius": 0.3, "gravity": false, "lockRotation": true, "layer": "boid"}, "flocking": {"flockId": "birds"}}})",
	    "Boid.json", Diagnostics);
	Prefabs->AddPrefab(R"({"prefab": "Ball", "components": {"body": {"radius": 0.5, "reportContacts": true}}})",
	    "Ball.json", Diagnostics);
	Prefabs->AddPrefab(R"({"prefab": "Walker", "components": {
		"body": {"radius": 0.5, "gravity": false, "lockRotation": true}, "playerMover": {"speed": 2}}})",
	    "Walker.json", Diagnostics);
	Prefabs->AddPrefab(R"({"prefab": "Marker", "components": {"visual": {}}})", "Marker.json", Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(!Diagnostics.HasErrors());
	return Prefabs;
}

// A folder that goes with the test.
class FTestFolder
{
public:
	FTestFolder()
	{
		static int Count = 0;
		std::random_device Device;
		Path = std::filesystem::temp_directory_path() /
		       ("flockwork-script-" + std::to_string(Device()) + "-" + std::to_string(Count++));
		std::filesystem::create_directories(Path);
	}
	~FTestFolder()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Path, Ignored);
	}
	FTestFolder(const FTestFolder&) = delete;
	FTestFolder& operator=(const FTestFolder&) = delete;
	std::string Write(const std::string& Name, const std::string& Text) const
	{
		const std::filesystem::path File = Path / Name;
		std::filesystem::create_directories(File.parent_path());
		std::ofstream(File, std::ios::binary) << Text;
		return File.string();
	}
	std::filesystem::path Path;
};

struct FTestScene
{
	explicit FTestScene(int32_t Seed = 1, int32_t Threads = 1, const FScriptSettings& Settings = GenerousLog())
	    : Log(std::make_shared<FScriptLog>())
	{
		SetLogSink(Log);
		FWorldDef Def;
		Def.Settings.Seed = Seed;
		Def.Settings.Threads = Threads;
		Def.Prefabs = MakeTestPrefabs();
		World = std::make_unique<UWorld>(std::move(Def));
		Scene.SetSettings(Settings);
	}
	~FTestScene() { SetLogSink(nullptr); }
	static FScriptSettings GenerousLog()
	{
		FScriptSettings Settings;
		Settings.MaxLogLines = 10000;
		Settings.Watchdog = 0.0f; // a slow machine must not change a test
		return Settings;
	}

	bool Load(const std::string& Text) { return Scene.Load(Folder.Write("Scene.as", Text), *World, Diagnostics); }
	// Loads and begins; neither may fail.
	void Start(const std::string& Text)
	{
		const bool bLoaded = Load(Text);
		INFO(Diagnostics.ToString());
		REQUIRE(bLoaded);
		const bool bBegun = Scene.Begin(Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bBegun);
	}
	// The fault of a script whose BeginPlay must fail.
	FDiagnostic Fail(const std::string& Text)
	{
		const bool bLoaded = Load(Text);
		INFO(Diagnostics.ToString());
		REQUIRE(bLoaded);
		REQUIRE_FALSE(Scene.Begin(Diagnostics));
		REQUIRE(Scene.GetFault() != nullptr);
		return *Scene.GetFault();
	}
	void Step(int Count = 1)
	{
		for (int Index = 0; Index < Count; ++Index)
		{
			World->Step();
		}
	}
	const FCheckResult& Check(const std::string& Name) const
	{
		for (const FCheckResult& Result : Scene.GetChecks())
		{
			if (Result.Name == Name)
			{
				return Result;
			}
		}
		FAIL("there is no check " << Name);
		throw;
	}
	bool HasLine(const std::string& Line) const
	{
		return std::find(Log->Lines.begin(), Log->Lines.end(), Line) != Log->Lines.end();
	}

	FTestFolder Folder;
	std::shared_ptr<FScriptLog> Log;
	std::unique_ptr<UWorld> World;
	FScriptScene Scene;
	FDiagnostics Diagnostics;
};

// What a BeginPlay of these statements logs.
inline std::vector<std::string> LogOf(const std::string& Statements, const std::string& Before = "")
{
	FTestScene Test;
	Test.Start(Before + "\nvoid BeginPlay() {\n" + Statements + "\n}\n");
	return Test.Log->Lines;
}
} // namespace Flockwork
