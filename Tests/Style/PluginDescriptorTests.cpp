// Flockwork.uplugin against Unreal's schema, the folders it names, and the dependencies it allows.
#include "FlockworkCore/DataNode.h"
#include "SourceTree.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <regex>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

const FDataNode& GetDescriptor()
{
	static const FDataNode Descriptor = []
	{
		FDataNode Node;
		FDiagnostics Diagnostics;
		const bool bLoaded = LoadJsonFile((GetSourceRoot() / "Plugin/Flockwork.uplugin").string(), Node, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bLoaded);
		return Node;
	}();
	return Descriptor;
}

struct FModuleEntry
{
	std::string Name;
	std::vector<std::string> Dependencies;
};

// In the descriptor's order.
std::vector<FModuleEntry> GetModules()
{
	std::vector<FModuleEntry> Modules;
	const FDataNode* List = GetDescriptor().Find("Modules");
	REQUIRE(List != nullptr);
	for (const FDataNode& Item : List->Items)
	{
		FModuleEntry Entry;
		REQUIRE(Item.Find("Name") != nullptr);
		REQUIRE(Item.Find("AdditionalDependencies") != nullptr);
		Entry.Name = Item.Find("Name")->String;
		for (const FDataNode& Dependency : Item.Find("AdditionalDependencies")->Items)
		{
			Entry.Dependencies.push_back(Dependency.String);
		}
		Modules.push_back(Entry);
	}
	return Modules;
}

template <typename ListType, typename ItemType>
bool Contains(const ListType& List, const ItemType& Item)
{
	return std::find(List.begin(), List.end(), Item) != List.end();
}

// Every member named in Expected is there with its type, and no other.
void CheckMembers(const FDataNode& Node, const std::map<std::string, EDataType>& Expected)
{
	for (const auto& [Name, Type] : Expected)
	{
		INFO("line " << Node.Line << ", member " << Name);
		REQUIRE(Node.Find(Name) != nullptr);
		CHECK(Node.Find(Name)->Type == Type);
	}
	for (const FDataMember& Member : Node.Members)
	{
		INFO("line " << Member.Value.Line << ", member " << Member.Name << " is not in the schema");
		CHECK(Expected.count(Member.Name) == 1);
	}
}

// The module that an include names: "FlockworkCore" of FlockworkCore/Math.h; empty when none.
std::string_view ModuleOf(std::string_view Include)
{
	const size_t Slash = Include.find('/');
	const bool bModule = Slash != std::string_view::npos && Include.substr(0, 9) == "Flockwork";
	return bModule ? Include.substr(0, Slash) : std::string_view();
}
// A path with dots that leaves the module (or, outside Source, the top folder), or one into some Private folder.
bool ReachesOutside(const FSourceFile& File, std::string_view Include)
{
	const Files::path Target = (Files::path(File.Path).parent_path() / Include).lexically_normal();
	const std::string Home =
	    File.GetModule().empty() ? std::string(File.GetFolder()) : "Source/" + std::string(File.GetModule());
	const bool bLeaves = Include.find("..") != std::string_view::npos &&
	                     Target.generic_string().substr(0, Home.size() + 1) != Home + "/";
	return bLeaves || Include.find("Private/") != std::string_view::npos;
}
} // namespace

TEST_CASE("Flockwork.uplugin: matches the schema")
{
	const FDataNode& Descriptor = GetDescriptor();
	CheckMembers(Descriptor,
	    {{"FileVersion", EDataType::Number}, {"Version", EDataType::Number}, {"VersionName", EDataType::String},
	        {"FriendlyName", EDataType::String}, {"Description", EDataType::String}, {"Category", EDataType::String},
	        {"CanContainContent", EDataType::Bool}, {"Modules", EDataType::Array}});
	CHECK(Descriptor.Find("FileVersion")->Number == 3.0);
	CHECK(Descriptor.Find("Version")->Number >= 1.0);
	CHECK(std::regex_match(Descriptor.Find("VersionName")->String, std::regex(R"(\d+\.\d+\.\d+)")));
	CHECK_FALSE(Descriptor.Find("Modules")->Items.empty());
	for (const FDataNode& Module : Descriptor.Find("Modules")->Items)
	{
		CheckMembers(Module, {{"Name", EDataType::String}, {"Type", EDataType::String},
		                         {"LoadingPhase", EDataType::String}, {"AdditionalDependencies", EDataType::Array}});
		// The subset of Unreal's EHostType and ELoadingPhase that make sense without its editor.
		const std::vector<std::string_view> Types{"Runtime", "RuntimeNoCommandlet", "Developer", "Program"};
		const std::vector<std::string_view> Phases{
		    "EarliestPossible", "PreDefault", "Default", "PostDefault", "PostEngineInit", "None"};
		INFO(Module.Find("Name")->String);
		CHECK(Contains(Types, Module.Find("Type")->String));
		CHECK(Contains(Phases, Module.Find("LoadingPhase")->String));
	}
}

TEST_CASE("Flockwork.uplugin: each module has its folders and its README, and each folder is a module")
{
	const std::vector<FModuleEntry> Modules = GetModules();
	FViolations Violations;
	for (const FModuleEntry& Module : Modules)
	{
		const Files::path Folder = GetSourceRoot() / "Source" / Module.Name;
		for (const Files::path& Needed : {Files::path("README.md"), Files::path("CMakeLists.txt"),
		         Files::path("Public") / Module.Name, Files::path("Private")})
		{
			if (!Files::exists(Folder / Needed))
			{
				Violations.Add(Module.Name + " lacks " + Needed.generic_string());
			}
		}
	}
	for (const Files::directory_entry& Entry : Files::directory_iterator(GetSourceRoot() / "Source"))
	{
		const std::string Name = Entry.path().filename().string();
		const bool bListed = std::any_of(
		    Modules.begin(), Modules.end(), [&](const FModuleEntry& Module) { return Module.Name == Name; });
		if (Entry.is_directory() && !bListed)
		{
			Violations.Add("Source/" + Name + " is in no module list");
		}
	}
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("Flockwork.uplugin: a module depends only on modules listed before it, each named once")
{
	FViolations Violations;
	std::vector<std::string> Earlier;
	for (const FModuleEntry& Module : GetModules())
	{
		for (size_t Index = 0; Index < Module.Dependencies.size(); ++Index)
		{
			const std::string& Dependency = Module.Dependencies[Index];
			if (!Contains(Earlier, Dependency))
			{
				Violations.Add(Module.Name + " depends on " + Dependency + ", which is not listed before it");
			}
			if (std::find(Module.Dependencies.begin(), Module.Dependencies.begin() + std::ptrdiff_t(Index),
			        Dependency) != Module.Dependencies.begin() + std::ptrdiff_t(Index))
			{
				Violations.Add(Module.Name + " names " + Dependency + " twice");
			}
		}
		if (Contains(Earlier, Module.Name))
		{
			Violations.Add(Module.Name + " is listed twice");
		}
		Earlier.push_back(Module.Name);
	}
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("dependencies: no file includes a module that its own may not use, and none reaches into Private")
{
	const std::vector<FModuleEntry> Modules = GetModules();
	FViolations Violations;
	for (const FSourceFile& File : GetSourceFiles())
	{
		const auto Own = std::find_if(Modules.begin(), Modules.end(),
		    [&](const FModuleEntry& Module) { return Module.Name == File.GetModule(); });
		for (size_t Index = 0; File.IsCode() && Index < File.Lines.size(); ++Index)
		{
			const std::string_view Include = IncludedName(File.Lines[Index]);
			const std::string Used(ModuleOf(Include));
			if (ReachesOutside(File, Include))
			{
				Violations.Add(File, Index + 1, "reaches into another folder's private files: " + std::string(Include));
			}
			if (Own != Modules.end() && !Used.empty() && Used != Own->Name && !Contains(Own->Dependencies, Used))
			{
				Violations.Add(File, Index + 1, Own->Name + " may not use " + Used);
			}
		}
	}
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("dependencies: modules are linked through FlockworkModule alone, which checks them")
{
	FViolations Violations;
	for (const FSourceFile& File : GetSourceFiles())
	{
		for (size_t Index = 0; File.GetFolder() == "Source" && File.GetName() == "CMakeLists.txt"; ++Index)
		{
			if (Index == File.Lines.size())
			{
				break;
			}
			if (File.Lines[Index].find("link_libraries") != std::string::npos)
			{
				Violations.Add(File, Index + 1, "links round the check of dependencies");
			}
		}
	}
	CHECK_NO_VIOLATIONS(Violations);
}
} // namespace Flockwork
