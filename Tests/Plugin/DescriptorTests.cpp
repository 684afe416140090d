// Flockwork.uplugin is the one place for version, modules and who may use whom: CMake reads it, and so does this test.
#include "FlockworkCore/DataNode.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace Flockwork;
namespace fs = std::filesystem;

namespace
{
const fs::path Root = FLOCKWORK_SOURCE_DIR;

FDataNode LoadDescriptor()
{
	FDataNode Descriptor;
	FDiagnostics Diagnostics;
	const bool bOk = LoadJsonFile((Root / "Plugin/Flockwork.uplugin").string(), Descriptor, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bOk);
	return Descriptor;
}

const FDataNode& Member(const FDataNode& Node, const char* Name, EDataType Type)
{
	const FDataNode* const Found = Node.Find(Name);
	INFO(Name);
	REQUIRE(Found != nullptr);
	REQUIRE(Found->Type == Type);
	return *Found;
}

std::string ReadText(const fs::path& Path)
{
	std::ifstream File(Path);
	std::stringstream Text;
	Text << File.rdbuf();
	return Text.str();
}
} // namespace

TEST_CASE("Flockwork.uplugin: has the fields of a plugin descriptor")
{
	const FDataNode Descriptor = LoadDescriptor();
	CHECK(Member(Descriptor, "FileVersion", EDataType::Number).Number == 3.0);
	CHECK(Member(Descriptor, "Version", EDataType::Number).Number >= 1.0);
	const std::string& Version = Member(Descriptor, "VersionName", EDataType::String).String;
	CHECK(std::regex_match(Version, std::regex("[0-9]+\\.[0-9]+\\.[0-9]+")));
	for (const char* const Name : {"FriendlyName", "Description", "Category"})
	{
		CHECK_FALSE(Member(Descriptor, Name, EDataType::String).String.empty());
	}
	CHECK(Member(Descriptor, "CanContainContent", EDataType::Bool).Bool == fs::is_directory(Root / "Content"));
}

TEST_CASE("Flockwork.uplugin: modules have known types and phases, use only modules listed before them, once each")
{
	const std::set<std::string> Types = {"Runtime", "RuntimeNoCommandlet", "Developer", "Editor", "Program"};
	const std::set<std::string> Phases = {"EarliestPossible", "PostConfigInit", "PostSplashScreen",
	    "PreEarlyLoadingScreen", "PreLoadingScreen", "PreDefault", "Default", "PostDefault", "PostEngineInit", "None"};
	const FDataNode Descriptor = LoadDescriptor();
	std::set<std::string> Known;
	for (const FDataNode& Module : Member(Descriptor, "Modules", EDataType::Array).Items)
	{
		const std::string& Name = Member(Module, "Name", EDataType::String).String;
		INFO(Name);
		CHECK(Types.count(Member(Module, "Type", EDataType::String).String) == 1);
		CHECK(Phases.count(Member(Module, "LoadingPhase", EDataType::String).String) == 1);
		std::set<std::string> Used;
		for (const FDataNode& Item : Member(Module, "AdditionalDependencies", EDataType::Array).Items)
		{
			CHECK(Known.count(Item.String) == 1);
			CHECK(Used.insert(Item.String).second);
		}
		CHECK(Known.insert(Name).second);
	}
	CHECK(Known.size() >= 5);
}

TEST_CASE("Flockwork.uplugin: names each folder of Source, and each module has the folders of a module")
{
	std::set<std::string> Listed;
	const FDataNode Descriptor = LoadDescriptor();
	for (const FDataNode& Module : Member(Descriptor, "Modules", EDataType::Array).Items)
	{
		const std::string& Name = Module.Find("Name")->String;
		Listed.insert(Name);
		const fs::path Folder = Root / "Source" / Name;
		INFO(Name);
		CHECK(fs::is_regular_file(Folder / "CMakeLists.txt"));
		CHECK(fs::is_regular_file(Folder / "README.md"));
		CHECK(fs::is_directory(Folder / "Public" / Name));
		CHECK(fs::is_directory(Folder / "Private"));
	}
	std::set<std::string> Folders;
	for (const fs::directory_entry& Entry : fs::directory_iterator(Root / "Source"))
	{
		if (Entry.is_directory())
		{
			Folders.insert(Entry.path().filename().string());
		}
	}
	CHECK(Folders == Listed);
}

TEST_CASE("Public headers: show no package's types, save in Interop.h, and are within 200 lines")
{
	// glm comes in through Core's Math.h alone.
	const std::regex PackageInclude(
	    "#include "
	    "[<\"](bt|bullet|Bullet|Linear[Mm]ath|angelscript|script[a-z]*\\.h|nlohmann|spdlog|hwy|Ogre|OGRE|imgui|CLI"
	    "|catch2|rapidcheck|benchmark|assimp|Detour|Recast|glm)[^>\"]*[>\"]");
	int32_t Headers = 0;
	for (const fs::directory_entry& Entry : fs::recursive_directory_iterator(Root / "Source"))
	{
		const fs::path& Path = Entry.path();
		const std::string Name = Path.filename().string();
		if (Path.extension() != ".h" || Path.string().find("/Public/") == std::string::npos)
		{
			continue;
		}
		++Headers;
		const std::string Text = ReadText(Path);
		INFO(Path.string());
		CHECK(Text.rfind("#pragma once", 0) == 0);
		CHECK(std::count(Text.begin(), Text.end(), '\n') <= 200);
		if (Name != "Interop.h" && Name != "Math.h")
		{
			std::smatch Match;
			const bool bFound = std::regex_search(Text, Match, PackageInclude);
			INFO((bFound ? Match.str() : std::string()));
			CHECK_FALSE(bFound);
		}
	}
	CHECK(Headers > 30);
}

TEST_CASE("Modules: include only headers of modules that the descriptor allows")
{
	const FDataNode Descriptor = LoadDescriptor();
	const std::regex Include("#include \"(Flockwork[A-Za-z]+)/");
	for (const FDataNode& Module : Member(Descriptor, "Modules", EDataType::Array).Items)
	{
		std::set<std::string> Allowed = {Module.Find("Name")->String};
		for (const FDataNode& Item : Module.Find("AdditionalDependencies")->Items)
		{
			Allowed.insert(Item.String);
		}
		const fs::path Folder = Root / "Source" / Module.Find("Name")->String;
		for (const fs::directory_entry& Entry : fs::recursive_directory_iterator(Folder))
		{
			if (Entry.path().extension() != ".h" && Entry.path().extension() != ".cpp")
			{
				continue;
			}
			const std::string Text = ReadText(Entry.path());
			for (std::sregex_iterator It(Text.begin(), Text.end(), Include), End; It != End; ++It)
			{
				INFO(Entry.path().string() + " includes " + (*It)[1].str());
				CHECK(Allowed.count((*It)[1].str()) == 1);
			}
		}
	}
}
