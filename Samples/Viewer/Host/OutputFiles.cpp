#include "OutputFiles.h"

#include <filesystem>

namespace Flockwork
{
bool ChooseOutputFiles(const FHostOptions& Options, const std::string& Root, const std::string& Scene, bool bDrawn,
    FOutputFiles& Out, FDiagnostics& Diagnostics)
{
	Out = {Options.PngFile, Options.Mp4File, Options.ReportFile, Options.TrajectoriesFile};
	const bool bNothingAsked = Out.Png.empty() && Out.Mp4.empty() && Out.Report.empty();
	if (bNothingAsked && (bDrawn || Options.Scene.empty()))
	{
		const std::filesystem::path Folder = std::filesystem::path(Root) / "Output";
		std::error_code Error;
		std::filesystem::create_directories(Folder, Error);
		if (Error)
		{
			Diagnostics.Error({Folder.string()}, "", "cannot be made: " + Error.message());
			return false;
		}
		Out.Png = bDrawn ? (Folder / (Scene + ".png")).string() : std::string();
		Out.Mp4 = bDrawn ? (Folder / (Scene + ".mp4")).string() : std::string();
		Out.Report = (Folder / (Scene + ".json")).string();
	}
	bool bOk = Out.Png.empty() || CheckWritable("--png", Out.Png, Diagnostics);
	bOk &= Out.Mp4.empty() || CheckWritable("--mp4", Out.Mp4, Diagnostics);
	bOk &= Out.Report.empty() || CheckWritable("--report", Out.Report, Diagnostics);
	bOk &= Out.Trajectories.empty() || CheckWritable("--trajectories", Out.Trajectories, Diagnostics);
	return bOk;
}
} // namespace Flockwork
