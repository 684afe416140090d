#include "Recorder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace Flockwork
{
namespace
{
// Leaves out the last column and row where there is an odd one.
void CropToEven(FPicture& Picture)
{
	const int32_t Width = Picture.Width / 2 * 2;
	const int32_t Height = Picture.Height / 2 * 2;
	if (Width != Picture.Width)
	{
		for (int32_t Row = 1; Row < Height; ++Row)
		{
			const auto From = Picture.Rgb.begin() + ptrdiff_t(Row) * Picture.Width * 3;
			std::copy(From, From + ptrdiff_t(Width) * 3, Picture.Rgb.begin() + ptrdiff_t(Row) * Width * 3);
		}
	}
	Picture.Width = Width;
	Picture.Height = Height;
	Picture.Rgb.resize(size_t(Width) * size_t(Height) * 3);
}
} // namespace

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
	FilmWidth = Renderer.GetWidth();
	FilmHeight = Renderer.GetHeight();
	Settings.Width = FilmWidth / 2 * 2; // the encoder wants even sides
	Settings.Height = FilmHeight / 2 * 2;
	Settings.FramesPerSecond = FramesPerSecond;
	FDiagnostics Diagnostics;
	Film = std::make_unique<FVideoWriter>();
	if (Film->Start(Settings, Diagnostics))
	{
		State.Note("recording " + FilmPath);
	}
	else
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
	if (State.bSavePicture)
	{
		const std::string Path = MakePath(".png");
		if (WritePng(Picture, Path, Diagnostics))
		{
			State.Say("wrote " + Path);
		}
		State.bSavePicture = false;
	}
	if (Film)
	{
		CropToEven(Picture);
	}
	if (Film && !Film->AddFrame(Picture, Diagnostics))
	{
		EndFilm(State);
	}
	State.Say(Diagnostics);
}
} // namespace Flockwork
