// Rules that the compiler does not check: what public headers show, sizes, names, left-overs.
#include "SourceTree.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <regex>

namespace Flockwork
{
namespace
{
bool IsOurs(std::string_view Include)
{
	return Include.substr(0, 9) == "Flockwork" || Include == "flockwork.h";
}

// Names without folder and extension, and C's own headers that the C interface needs.
bool IsStandard(std::string_view Include)
{
	const bool bCHeader = Include == "stdint.h" || Include == "stddef.h" || Include == "stdbool.h";
	return bCHeader || Include.find_first_of("./") == std::string_view::npos;
}

bool MayInclude(const FSourceFile& Header, std::string_view Include)
{
	const bool bVectorTypes = Header.Path == "Source/FlockworkCore/Public/FlockworkCore/Math.h";
	return IsOurs(Include) || IsStandard(Include) || Header.GetName() == "Interop.h" ||
	       (bVectorTypes && Include.substr(0, 4) == "glm/");
}

template <typename RuleType>
void ForEachLine(RuleType&& Rule)
{
	for (const FSourceFile& File : GetSourceFiles())
	{
		for (size_t Index = 0; Index < File.Lines.size(); ++Index)
		{
			Rule(File, Index + 1, std::string_view(File.Lines[Index]));
		}
	}
}

bool Contains(std::string_view Text, std::string_view Part)
{
	return Text.find(Part) != std::string_view::npos;
}

// Path stands in the text, and not as the middle of a longer one.
bool BeginsPath(std::string_view Text, std::string_view Path)
{
	const size_t At = Text.find(Path);
	return At != std::string_view::npos && (At == 0 || std::isalnum(static_cast<unsigned char>(Text[At - 1])) == 0);
}

// The names in the C interface follow C's habits.
bool HasEpicNames(const FSourceFile& File)
{
	return File.IsCode() && File.GetName() != "flockwork.h" && File.Path.substr(File.Path.size() - 2) != ".c";
}

struct FBlock
{
	size_t Line = 0; // of its opening brace
	size_t Length = 0;
};

// What is braced at the margin (functions; a type's and a namespace's last line have more on them) and at one tab where
// what is around it is no function: members written inside their class.
std::vector<FBlock> GetBlocks(const FSourceFile& File)
{
	std::vector<FBlock> Blocks;
	std::vector<FBlock> Members;
	FBlock Outer;
	FBlock Inner;
	for (size_t Index = 0; Index < File.Lines.size(); ++Index)
	{
		const std::string_view Line = File.Lines[Index];
		if (Line == "{")
		{
			Outer.Line = Index + 1;
			Members.clear();
		}
		else if (Line == "\t{")
		{
			Inner.Line = Index + 1;
		}
		else if (Line == "\t}")
		{
			Members.push_back({Inner.Line, Index - Inner.Line});
		}
		else if (Line == "}")
		{
			Blocks.push_back({Outer.Line, Index - Outer.Line});
		}
		else if (Line.starts_with("}")) // a type's or namespace's end: what is in it was members
		{
			Blocks.insert(Blocks.end(), Members.begin(), Members.end());
			Members.clear();
		}
	}
	return Blocks;
}
} // namespace

TEST_CASE("the tree: the checks see the files they are meant for")
{
	const auto& Files = GetSourceFiles();
	const auto Has = [&](std::string_view Path)
	{ return std::any_of(Files.begin(), Files.end(), [&](const FSourceFile& File) { return File.Path == Path; }); };
	CHECK(Has("Source/FlockworkCore/Public/FlockworkCore/Math.h"));
	CHECK(Has("Plugin/Flockwork.uplugin"));
	CHECK(Has("CMakeLists.txt"));
	CHECK(Has("Tests/run"));
	CHECK(std::count_if(Files.begin(), Files.end(), [](const FSourceFile& F) { return F.IsPublicHeader(); }) > 40);
	CHECK(IncludedName("#include <glm/vec3.hpp>") == "glm/vec3.hpp");
	CHECK(IncludedName("\t#include \"A.h\" // why") == "A.h");
	CHECK(IncludedName("// no #include").empty());
}

TEST_CASE("the tree: no other folder at the top")
{
	FViolations Violations;
	for (const FSourceFile& File : GetSourceFiles())
	{
		static const std::vector<std::string_view> Allowed{
		    "", "Plugin", "Source", "Content", "Samples", "Tests", ".ci"};
		if (std::find(Allowed.begin(), Allowed.end(), File.GetFolder()) == Allowed.end())
		{
			Violations.Add(File, 0, "lies in a folder that the design does not know");
		}
	}
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("public headers: show no package's types, save Interop.h and glm in Math.h")
{
	FViolations Violations;
	ForEachLine(
	    [&](const FSourceFile& File, size_t Line, std::string_view Text)
	    {
		    const std::string_view Include = IncludedName(Text);
		    if (File.IsPublicHeader() && !Include.empty() && !MayInclude(File, Include))
		    {
			    Violations.Add(File, Line, "includes " + std::string(Include));
		    }
	    });
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("public headers: guarded, explained at their top, open no namespace to the user")
{
	FViolations Violations;
	for (const FSourceFile& File : GetSourceFiles())
	{
		if (!File.IsPublicHeader())
		{
			continue;
		}
		const bool bGuarded = !File.Lines.empty() && (File.Lines[0] == "#pragma once" || HasEpicNames(File) == false);
		if (!bGuarded)
		{
			Violations.Add(File, 1, "does not begin with #pragma once");
		}
		// Either the file or the first type in it begins with its explanation.
		const auto Begin = File.Lines.begin();
		const auto Top = Begin + std::min<std::ptrdiff_t>(20, std::ptrdiff_t(File.Lines.size()));
		if (std::none_of(Begin, Top, [](const std::string& Line) { return Line[0] == '/'; }))
		{
			Violations.Add(File, 2, "does not say at its top what it is for");
		}
		for (size_t Index = 0; Index < File.Lines.size(); ++Index)
		{
			if (Contains(File.Lines[Index], "using namespace"))
			{
				Violations.Add(File, Index + 1, "opens a namespace to everyone who includes it");
			}
		}
	}
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("sizes: public headers, files and functions stay short enough to read")
{
	// The aim is 200, 500 and 60 lines; the test leaves some room.
	constexpr size_t LongestPublicHeader = 220;
	constexpr size_t LongestFile = 600;
	constexpr size_t LongestFunction = 70;
	FViolations Violations;
	for (const FSourceFile& File : GetSourceFiles())
	{
		const bool bProgram = File.IsCode() || Contains(File.Path, ".py") || Contains(File.Path, ".cmake");
		// The C interface is one file by its nature.
		const bool bPublic = File.IsPublicHeader() && File.GetName() != "flockwork.h";
		if (bProgram && File.Lines.size() > (bPublic ? LongestPublicHeader : LongestFile))
		{
			Violations.Add(File, 0, "has " + std::to_string(File.Lines.size()) + " lines");
		}
		for (const auto& [Start, Length] : GetBlocks(File))
		{
			if (HasEpicNames(File) && Length > LongestFunction && File.GetFolder() != "Tests")
			{
				Violations.Add(File, Start, "a function of " + std::to_string(Length) + " lines");
			}
		}
	}
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("left-overs: no notes to oneself, no machine's paths")
{
	// In halves, or this file would report itself.
	const std::vector<std::string> Words{"TO"
	                                     "DO",
	    "FIX"
	    "ME",
	    "XX"
	    "X:",
	    "HA"
	    "CK:"};
	const std::vector<std::string> Paths{"/wo"
	                                     "rk/",
	    "/ho"
	    "me/",
	    "/Us"
	    "ers/",
	    "/ro"
	    "ot/",
	    "C:"
	    "\\"};
	FViolations Violations;
	ForEachLine(
	    [&](const FSourceFile& File, size_t Line, std::string_view Text)
	    {
		    for (const std::string& Word : Words)
		    {
			    if (Contains(Text, Word))
			    {
				    Violations.Add(File, Line, "holds " + Word);
			    }
		    }
		    for (const std::string& Path : Paths)
		    {
			    if (BeginsPath(Text, Path))
			    {
				    Violations.Add(File, Line, "names a path of one machine: " + Path);
			    }
		    }
	    });
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("names: types begin with A, U, F, E, I or T")
{
	const std::regex Type(
	    R"(^\s*(?:class|struct|union) (?:alignas\(\w+\) )?([A-Za-z_]\w*)\s*(?:final\s*)?(?::[^:].*|\{?)?$)");
	const std::regex Enum(R"(^\s*enum (?:class |struct )?([A-Za-z_]\w*))");
	const std::regex TypeName("[AUFIT][A-Z0-9]\\w*");
	const std::regex EnumName("E[A-Z]\\w*");
	FViolations Violations;
	ForEachLine(
	    [&](const FSourceFile& File, size_t Line, std::string_view Text)
	    {
		    std::cmatch Match;
		    if (!HasEpicNames(File))
		    {
			    return;
		    }
		    const char* End = Text.data() + Text.size();
		    const bool bEnum = std::regex_search(Text.data(), End, Match, Enum);
		    if (bEnum || std::regex_search(Text.data(), End, Match, Type))
		    {
			    const std::string Name = Match[1];
			    if (!std::regex_match(Name, bEnum ? EnumName : TypeName))
			    {
				    Violations.Add(File, Line, "the type " + Name + " lacks its prefix");
			    }
		    }
	    });
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("names: bool members begin with b, files have no prefix")
{
	const std::regex Member(R"(^\s+(?:mutable |static )?bool ([A-Za-z_]\w*)(?: = \w+)?;)");
	const std::regex FilePrefix("[AUFEIT][A-Z][a-z]\\w*\\.(?:h|cpp)");
	FViolations Violations;
	for (const FSourceFile& File : GetSourceFiles())
	{
		if (HasEpicNames(File) && std::regex_match(std::string(File.GetName()), FilePrefix))
		{
			Violations.Add(File, 0, "the file's name carries a type's prefix");
		}
		for (size_t Index = 0; File.IsPublicHeader() && HasEpicNames(File) && Index < File.Lines.size(); ++Index)
		{
			std::smatch Match;
			// FDataNode names each value by its type.
			if (std::regex_search(File.Lines[Index], Match, Member) && Match[1] != "Bool" &&
			    !std::regex_match(std::string(Match[1]), std::regex("b[A-Z]\\w*")))
			{
				Violations.Add(File, Index + 1, "the bool " + std::string(Match[1]) + " lacks its b");
			}
		}
	}
	CHECK_NO_VIOLATIONS(Violations);
}

TEST_CASE("names: of tests hold nothing that CMake's lists would split, or they would silently not run")
{
	FViolations Violations;
	ForEachLine(
	    [&](const FSourceFile& File, size_t Line, std::string_view Text)
	    {
		    const size_t Name = Text.find("TEST_CASE(\"");
		    const size_t End = Text.rfind('"');
		    const bool bTest = File.GetFolder() == "Tests" && Name == 0;
		    if (bTest && Text.substr(0, End).find_first_of(";[]\\") != std::string_view::npos)
		    {
			    Violations.Add(File, Line, "the test's name holds one of ; [ ] \\");
		    }
	    });
	CHECK_NO_VIOLATIONS(Violations);
}
} // namespace Flockwork
