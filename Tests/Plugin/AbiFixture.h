#pragma once
// A world made through the C interface, with a little content of its own.
#include "flockwork.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

// A folder of prefabs that goes away with its object.
class FTestContent
{
public:
	FTestContent() : Folder(MakeFolder())
	{
		Write("Prefabs/Bird.json", R"({"prefab": "Bird", "components": {
			"body": {"shape": "sphere", "radius": 0.2, "gravity": false, "lockRotation": true, "layer": "boid"},
			"flocking": {"flockId": "Birds"}}})");
		Write("Prefabs/Stone.json", R"({"prefab": "Stone", "components": {
			"body": {"shape": "sphere", "radius": 0.5, "mass": 2.0}}})");
		Write("Prefabs/Dancer.json", R"({"prefab": "Dancer", "components": {"character": {"asset": "Dancer"}}})");
		Write("Prefabs/Player.json", R"({"prefab": "Player", "components": {
			"body": {"shape": "capsule", "gravity": false, "lockRotation": true, "layer": "player"},
			"playerMover": {"speed": 6.0}}})");
	}
	~FTestContent()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Folder, Ignored);
	}
	FTestContent(const FTestContent&) = delete;
	FTestContent& operator=(const FTestContent&) = delete;

	std::string Write(const std::string& File, const std::string& Text) const
	{
		const std::filesystem::path Path = std::filesystem::path(Folder) / File;
		std::filesystem::create_directories(Path.parent_path());
		std::ofstream(Path) << Text;
		return Path.string();
	}
	const std::string& GetFolder() const { return Folder; }

private:
	static std::string MakeFolder()
	{
		static int Count = 0;
		const std::string Name = "flockwork_abi_" + std::to_string(getpid()) + "_" + std::to_string(++Count);
		return (std::filesystem::temp_directory_path() / Name).string();
	}
	std::string Folder;
};

class FTestWorld
{
public:
	explicit FTestWorld(FwHost Host = FW_HOST_NATIVE, int32_t Threads = 1, const char* SettingsJson = nullptr)
	{
		FwWorldDef Def;
		REQUIRE(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK);
		Def.Host = Host;
		Def.Threads = Threads;
		Def.ContentRoot = Content.GetFolder().c_str();
		Def.SettingsJson = SettingsJson;
		const FwResult Result = fwWorld_Create(&Def, &World);
		INFO(fwGetLastError());
		REQUIRE(Result == FW_OK);
	}
	~FTestWorld() { fwWorld_Destroy(World); }
	FTestWorld(const FTestWorld&) = delete;
	FTestWorld& operator=(const FTestWorld&) = delete;
	operator FwWorld*() const { return World; }

	FwActorId Spawn(const char* Prefab, FwVector Position, const char* Name = nullptr) const
	{
		const FwTransform Transform = {Position, 1.0f, {0.0f, 0.0f, 0.0f, 1.0f}};
		FwActorId Actor = 0;
		const FwResult Result = fwWorld_Spawn(World, Prefab, Name, &Transform, &Actor);
		INFO(fwGetLastError());
		REQUIRE(Result == FW_OK);
		return Actor;
	}
	void Step(int32_t Count = 1) const
	{
		for (int32_t Index = 0; Index < Count; ++Index)
		{
			REQUIRE(fwWorld_Step(World) == FW_OK);
		}
	}
	FwTransform GetTransform(FwActorId Actor) const
	{
		FwTransform Transform = {};
		REQUIRE(fwWorld_GetActor(World, Actor, &Transform, nullptr) == FW_OK);
		return Transform;
	}
	FwVector GetVelocity(FwActorId Actor) const
	{
		FwTransform Transform = {};
		FwVector Velocity = {};
		REQUIRE(fwWorld_GetActor(World, Actor, &Transform, &Velocity) == FW_OK);
		return Velocity;
	}
	uint64_t GetHash() const
	{
		uint64_t Hash = 0;
		REQUIRE(fwWorld_GetStateHash(World, &Hash) == FW_OK);
		return Hash;
	}
	const FTestContent& GetContent() const { return Content; }

private:
	FTestContent Content;
	FwWorld* World = nullptr;
};

inline bool LastErrorHas(const std::string& Part)
{
	return std::string(fwGetLastError()).find(Part) != std::string::npos;
}
