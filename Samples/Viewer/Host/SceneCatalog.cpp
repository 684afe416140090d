#include "SceneCatalog.h"

#include "CommandLine.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace Flockwork
{
namespace
{
std::string ReadSummary(const std::filesystem::path& Script)
{
	std::ifstream File(Script);
	for (std::string Line; std::getline(File, Line);)
	{
		const size_t Begin = Line.find_first_not_of("/ \t");
		if (Line.rfind("//", 0) == 0 && Begin != std::string::npos)
		{
			return Line.substr(Begin);
		}
	}
	return {};
}
} // namespace

std::string FindContentRoot()
{
	const char* const Override = std::getenv("FLOCKWORK_ROOT");
	return Override && *Override ? Override : FLOCKWORK_SOURCE_DIR;
}

std::vector<FSceneEntry> FindScenes(const std::string& Root, FDiagnostics& Diagnostics)
{
	namespace fs = std::filesystem;
	const fs::path Samples = fs::path(Root) / "Samples";
	std::vector<FSceneEntry> Scenes;
	std::error_code Error;
	for (fs::directory_iterator It(Samples, Error), End; !Error && It != End; It.increment(Error))
	{
		const std::string Name = It->path().filename().string();
		const fs::path Script = It->path() / (Name + ".as");
		std::error_code Missing;
		if (fs::is_regular_file(Script, Missing))
		{
			Scenes.push_back({Name, Script.string(), ReadSummary(Script)});
		}
	}
	if (Scenes.empty())
	{
		Diagnostics.Error({Samples.string()}, "",
		    Error ? "cannot be read: " + Error.message()
		          : "holds no scene: a folder <Scene> with a script <Scene>.as was expected");
	}
	std::sort(Scenes.begin(), Scenes.end(), [](const FSceneEntry& A, const FSceneEntry& B) { return A.Name < B.Name; });
	return Scenes;
}

const FSceneEntry* FindScene(const std::vector<FSceneEntry>& Scenes, std::string_view Name, FDiagnostics& Diagnostics)
{
	std::vector<std::string_view> Names{FleeTrialName};
	for (const FSceneEntry& Scene : Scenes)
	{
		if (Scene.Name == Name)
		{
			return &Scene;
		}
		Names.push_back(Scene.Name);
	}
	const std::string_view Nearest = NearestName(Name, Names);
	Diagnostics.Error({}, "scene",
	    "there is no scene '" + std::string(Name) + "'" +
	        (Nearest.empty() ? "" : "; did you mean " + std::string(Nearest) + "?") + " (--list names them all)");
	return nullptr;
}
} // namespace Flockwork
