#include "SourceTree.h"

#include <algorithm>
#include <fstream>
#include <set>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

bool IsSkippedFolder(const std::string& Name)
{
	static const std::set<std::string> Skipped{".git", ".cache", "Build", "Output", "__pycache__"};
	return Skipped.count(Name) > 0;
}

bool IsText(const Files::path& Path)
{
	static const std::set<std::string> Extensions{".h", ".cpp", ".c", ".inl", ".cmake", ".txt", ".py", ".sh", ".as",
	    ".json", ".uplugin", ".md", ".glsl", ".vert", ".frag", ".material", ".program", ".compositor"};
	return Extensions.count(Path.extension().string()) > 0 || Path.filename() == "run";
}

FSourceFile ReadSourceFile(const Files::path& Path)
{
	FSourceFile File;
	File.Path = Files::relative(Path, GetSourceRoot()).generic_string();
	std::ifstream Stream(Path);
	for (std::string Line; std::getline(Stream, Line);)
	{
		File.Lines.push_back(std::move(Line));
	}
	return File;
}

std::vector<FSourceFile> ReadSourceFiles()
{
	std::vector<FSourceFile> Found;
	Files::recursive_directory_iterator Entry(GetSourceRoot());
	for (; Entry != Files::recursive_directory_iterator(); ++Entry)
	{
		if (Entry->is_directory() && IsSkippedFolder(Entry->path().filename().string()))
		{
			Entry.disable_recursion_pending();
		}
		else if (Entry->is_regular_file() && IsText(Entry->path()))
		{
			Found.push_back(ReadSourceFile(Entry->path()));
		}
	}
	std::sort(Found.begin(), Found.end(), [](const FSourceFile& A, const FSourceFile& B) { return A.Path < B.Path; });
	return Found;
}

bool StartsWith(std::string_view Text, std::string_view Start)
{
	return Text.substr(0, Start.size()) == Start;
}

bool EndsWith(std::string_view Text, std::string_view End)
{
	return Text.size() >= End.size() && Text.substr(Text.size() - End.size()) == End;
}
} // namespace

std::string_view FSourceFile::GetFolder() const
{
	const std::string_view Whole = Path;
	const size_t Slash = Whole.find('/');
	return Slash == std::string_view::npos ? std::string_view() : Whole.substr(0, Slash);
}

std::string_view FSourceFile::GetName() const
{
	return std::string_view(Path).substr(Path.rfind('/') + 1);
}

std::string_view FSourceFile::GetModule() const
{
	constexpr std::string_view Source = "Source/";
	if (!StartsWith(Path, Source))
	{
		return {};
	}
	const std::string_view Rest = std::string_view(Path).substr(Source.size());
	const size_t Slash = Rest.find('/');
	return Slash == std::string_view::npos ? std::string_view() : Rest.substr(0, Slash);
}

bool FSourceFile::IsCode() const
{
	return EndsWith(Path, ".h") || EndsWith(Path, ".cpp") || EndsWith(Path, ".c");
}

bool FSourceFile::IsPublicHeader() const
{
	const bool bInPublic = !GetModule().empty() && Path.find("/Public/") != std::string::npos;
	return EndsWith(Path, ".h") && (bInPublic || StartsWith(Path, "Plugin/Include/"));
}

Files::path GetSourceRoot()
{
	return FLOCKWORK_SOURCE_DIR;
}

const std::vector<FSourceFile>& GetSourceFiles()
{
	static const std::vector<FSourceFile> All = ReadSourceFiles();
	return All;
}

void FViolations::Add(const FSourceFile& File, size_t Line, std::string_view What)
{
	Text += File.Path + (Line > 0 ? ":" + std::to_string(Line) : "") + ": " + std::string(What) + "\n";
}

void FViolations::Add(std::string_view What)
{
	Text += std::string(What) + "\n";
}

std::string_view IncludedName(std::string_view Line)
{
	const size_t Hash = Line.find_first_not_of(" \t");
	if (Hash == std::string_view::npos || !StartsWith(Line.substr(Hash), "#include"))
	{
		return {};
	}
	const size_t Open = Line.find_first_of("<\"");
	const size_t Close = Open == std::string_view::npos ? Open : Line.find_first_of(">\"", Open + 1);
	return Close == std::string_view::npos ? std::string_view() : Line.substr(Open + 1, Close - Open - 1);
}
} // namespace Flockwork
