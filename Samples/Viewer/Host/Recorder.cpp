#include "Recorder.h"

#include <cstdio>
#include <filesystem>
#include <utility>

namespace Flockwork
{
FRecorder::FRecorder(std::string InRoot, std::string InScene) : Root(std::move(InRoot)), Scene(std::move(InScene)) {}

std::string FRecorder::MakePath(const char* Extension) const
{
	namespace fs = std::filesystem;
	std::error_code Ignored;
	const fs::path Folder = fs::path(Root) / "Output";
	fs::create_directories(Folder, Ignored);
	for (int32_t Number = 1;; ++Number)
	{
		char Name[32];
		std::snprintf(Name, sizeof(Name), "-%03d%s", Number, Extension);
		const fs::path Path = Folder / (Scene + Name);
		if (!fs::exists(Path, Ignored))
		{
			return Path.string();
		}
	}
}

void FRecorder::StartFilm(FRenderer& Renderer, FViewerState& State)
{
	FVideoSettings Settings;
	Settings.Path = FilmPath = MakePath(".mp4");
	Settings.Width = FilmWidth = Renderer.GetWidth() / 2 * 2; // the encoder wants even sides
	Settings.Height = FilmHeight = Renderer.GetHeight() / 2 * 2;
	Settings.FramesPerSecond = FramesPerSecond;
	FDiagnostics Diagnostics;
	Film = std::make_unique<FVideoWriter>();
	if (FilmWidth != Renderer.GetWidth() || FilmHeight != Renderer.GetHeight())
	{
		Diagnostics.Error({FilmPath}, "", "a film needs even sides: resize the window");
	}
	if (Diagnostics.HasErrors() || !Film->Start(Settings, Diagnostics))
	{
		Film.reset();
		State.bRecord = false;
	}
	State.Say(Diagnostics);
}

void FRecorder::EndFilm(FViewerState& State)
{
	FDiagnostics Diagnostics;
	if (Film->Finish(Diagnostics))
	{
		State.Say("wrote " + FilmPath);
		std::printf("wrote %s\n", FilmPath.c_str());
	}
	State.Say(Diagnostics);
	Film.reset();
	State.bRecord = false;
}

void FRecorder::Update(FRenderer& Renderer, FViewerState& State)
{
	FDiagnostics Diagnostics;
	if (State.bRecord && !Film)
	{
		StartFilm(Renderer, State);
	}
	const bool bResized = Film && (Renderer.GetWidth() != FilmWidth || Renderer.GetHeight() != FilmHeight);
	if (Film && (!State.bRecord || bResized))
	{
		EndFilm(State);
	}
	if (Film || State.bSavePicture)
	{
		Renderer.ReadFrame(Picture);
	}
	if (Film && !Film->AddFrame(Picture, Diagnostics))
	{
		EndFilm(State);
	}
	if (State.bSavePicture)
	{
		const std::string Path = MakePath(".png");
		if (WritePng(Picture, Path, Diagnostics))
		{
			State.Say("wrote " + Path);
			std::printf("wrote %s\n", Path.c_str());
		}
		State.bSavePicture = false;
	}
	State.Say(Diagnostics);
}
} // namespace Flockwork
