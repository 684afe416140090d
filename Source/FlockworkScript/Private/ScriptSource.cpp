#include "ScriptSource.h"

#include "ScriptTokens.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace Flockwork
{
namespace
{
namespace fs = std::filesystem;

constexpr uintmax_t MaxFileBytes = 1u << 20;
constexpr size_t MaxFiles = 64;

bool ReadScriptFile(const std::string& Path, const FSourcePlace& Place, std::string& Out, FDiagnostics& Diagnostics)
{
	const auto Refuse = [&](const std::string& Why)
	{
		Diagnostics.Error(Place, "", Why);
		return false;
	};
	std::error_code Error;
	const fs::file_status Status = fs::status(Path, Error);
	if (!fs::exists(Status))
	{
		return Refuse("there is no file " + Path);
	}
	if (!fs::is_regular_file(Status))
	{
		return Refuse(Path + " is not a plain file; a script was expected");
	}
	const uintmax_t Size = fs::file_size(Path, Error);
	if (Error || Size > MaxFileBytes)
	{
		return Refuse(Path + (Error ? " cannot be read: " + Error.message() : " is larger than 1 MB"));
	}
	std::ifstream File(Path, std::ios::binary);
	std::string Text{std::istreambuf_iterator<char>(File), std::istreambuf_iterator<char>()};
	if (!File)
	{
		return Refuse(Path + " cannot be read");
	}
	if (Text.find_first_not_of(" \t\r\n") == std::string::npos)
	{
		return Refuse(Path + " is empty; a script was expected");
	}
	if (Text.find('\0') != std::string::npos)
	{
		return Refuse(Path + " is binary; a script was expected");
	}
	Out = std::move(Text);
	return true;
}

class FSourceLoader
{
public:
	FSourceLoader(asIScriptEngine& InEngine, const fs::path& MainPath, FDiagnostics& InDiagnostics)
	    : Engine(InEngine), Diagnostics(InDiagnostics), ShownRoot(MainPath.parent_path())
	{
		std::error_code Error;
		const fs::path Folder = ShownRoot.empty() ? fs::path(".") : ShownRoot;
		TrueRoot = fs::canonical(Folder, Error);
	}

	bool Add(const std::string& ShownPath, const FSourcePlace& Place)
	{
		if (Sources.Files.size() >= MaxFiles)
		{
			Diagnostics.Error(Place, "", "a scene has at most 64 files");
			return false;
		}
		FScriptFile File;
		File.Path = ShownPath;
		if (!ReadScriptFile(ShownPath, Place, File.Text, Diagnostics))
		{
			return false;
		}
		File.Changed = GetScriptFileTime(ShownPath);
		std::error_code Error;
		Seen.push_back(fs::canonical(ShownPath, Error));
		std::vector<FScriptInclude> Includes;
		bool bOk = ScanScriptTokens(Engine, ShownPath, File.Text, Includes, Diagnostics);
		Sources.Files.push_back(std::move(File));
		for (const FScriptInclude& Include : Includes)
		{
			bOk = AddInclude(ShownPath, Include) && bOk;
		}
		return bOk;
	}

	FScriptSources Sources;

private:
	bool AddInclude(const std::string& From, const FScriptInclude& Include)
	{
		const FSourcePlace Place{From, Include.Line, Include.Column};
		const fs::path Wanted(Include.Name);
		if (Include.Name.empty() || Wanted.is_absolute())
		{
			return Refuse(Place, Include.Name);
		}
		const fs::path Shown = (fs::path(From).parent_path() / Wanted).lexically_normal();
		// The file it really is, after every link, counts.
		std::error_code Error;
		const fs::path True = fs::weakly_canonical(Shown, Error);
		const auto [RootEnd, TrueEnd] = std::mismatch(TrueRoot.begin(), TrueRoot.end(), True.begin(), True.end());
		if (Error || TrueRoot.empty() || RootEnd != TrueRoot.end() || TrueEnd == True.end())
		{
			return Refuse(Place, Include.Name);
		}
		if (std::find(Seen.begin(), Seen.end(), True) != Seen.end())
		{
			return true; // each file once, which also ends circles
		}
		return Add(Shown.string(), Place);
	}

	bool Refuse(const FSourcePlace& Place, const std::string& Name)
	{
		Diagnostics.Error(Place, "#include",
		    "\"" + Name + "\" does not lie in the scene's own folder; only files in or below it can be included");
		return false;
	}

	asIScriptEngine& Engine;
	FDiagnostics& Diagnostics;
	fs::path ShownRoot;
	fs::path TrueRoot;
	std::vector<fs::path> Seen;
};
} // namespace

bool LoadScriptSources(
    asIScriptEngine& Engine, const std::string& MainPath, FScriptSources& Out, FDiagnostics& Diagnostics)
{
	FSourceLoader Loader(Engine, MainPath, Diagnostics);
	if (!Loader.Add(MainPath, {MainPath}))
	{
		return false;
	}
	Out = std::move(Loader.Sources);
	return true;
}

int64_t GetScriptFileTime(const std::string& Path)
{
	std::error_code Error;
	const fs::file_time_type Time = fs::last_write_time(Path, Error);
	return Error ? 0 : int64_t(Time.time_since_epoch().count());
}
} // namespace Flockwork
