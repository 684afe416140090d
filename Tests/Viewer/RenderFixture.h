#pragma once
// What the drawing tests share: a small headless renderer, pixels, a scratch folder.
#include "FlockworkRender/Cameras.h"
#include "FlockworkRender/Renderer.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace Flockwork
{
inline constexpr int32_t TestWidth = 640;
inline constexpr int32_t TestHeight = 360;

inline std::unique_ptr<FRenderer> MakeTestRenderer(const FRenderSettings& Base = {})
{
	FRenderSettings Settings = Base;
	Settings.Width = TestWidth;
	Settings.Height = TestHeight;
	Settings.bHeadless = true;
	FDiagnostics Diagnostics;
	std::unique_ptr<FRenderer> Renderer = FRenderer::Create(Settings, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(Renderer != nullptr);
	CHECK(Diagnostics.GetAll().empty());
	return Renderer;
}

inline FPicture Draw(FRenderer& Renderer)
{
	FPicture Picture;
	REQUIRE(Renderer.RenderFrame());
	Renderer.ReadFrame(Picture);
	REQUIRE(Picture.Width == Renderer.GetWidth());
	REQUIRE(Picture.Rgb.size() == size_t(Picture.Width) * size_t(Picture.Height) * 3);
	return Picture;
}

struct FPixel
{
	int32_t R = 0;
	int32_t G = 0;
	int32_t B = 0;
	int32_t Sum() const { return R + G + B; }
};

inline FPixel GetPixel(const FPicture& Picture, int32_t X, int32_t Y)
{
	const size_t Offset = (size_t(Y) * size_t(Picture.Width) + size_t(X)) * 3;
	return {Picture.Rgb[Offset], Picture.Rgb[Offset + 1], Picture.Rgb[Offset + 2]};
}

// Mean over a square of 2 * Reach + 1 pixels.
inline FPixel GetMean(const FPicture& Picture, int32_t CenterX, int32_t CenterY, int32_t Reach)
{
	FPixel Sum;
	int32_t Count = 0;
	for (int32_t Y = CenterY - Reach; Y <= CenterY + Reach; ++Y)
	{
		for (int32_t X = CenterX - Reach; X <= CenterX + Reach; ++X)
		{
			const FPixel Pixel = GetPixel(Picture, X, Y);
			Sum.R += Pixel.R;
			Sum.G += Pixel.G;
			Sum.B += Pixel.B;
			++Count;
		}
	}
	return {Sum.R / Count, Sum.G / Count, Sum.B / Count};
}

// Where two pictures differ by more than Threshold (sum of the channels).
struct FDifference
{
	int32_t Count = 0;
	int32_t Left = 1 << 20;
	int32_t Top = 1 << 20;
	int32_t Right = -1;
	int32_t Bottom = -1;
};

inline FDifference Compare(const FPicture& A, const FPicture& B, int32_t Threshold)
{
	FDifference Out;
	for (int32_t Y = 0; Y < A.Height; ++Y)
	{
		for (int32_t X = 0; X < A.Width; ++X)
		{
			const FPixel P = GetPixel(A, X, Y);
			const FPixel Q = GetPixel(B, X, Y);
			if (std::abs(P.R - Q.R) + std::abs(P.G - Q.G) + std::abs(P.B - Q.B) > Threshold)
			{
				++Out.Count;
				Out.Left = std::min(Out.Left, X);
				Out.Right = std::max(Out.Right, X);
				Out.Top = std::min(Out.Top, Y);
				Out.Bottom = std::max(Out.Bottom, Y);
			}
		}
	}
	return Out;
}

// An empty folder that is removed with this object.
class FScratchFolder
{
public:
	FScratchFolder()
	{
		std::string Pattern = (std::filesystem::temp_directory_path() / "FlockworkViewerXXXXXX").string();
		REQUIRE(mkdtemp(Pattern.data()) != nullptr);
		Path = Pattern;
	}
	~FScratchFolder()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Path, Ignored);
	}
	FScratchFolder(const FScratchFolder&) = delete;
	FScratchFolder& operator=(const FScratchFolder&) = delete;
	std::string File(const std::string& Name) const { return (Path / Name).string(); }
	bool IsEmpty() const { return std::filesystem::is_empty(Path); }

private:
	std::filesystem::path Path;
};

// What ffprobe says about a file's first video stream: the values asked for, one a line.
inline std::string Probe(const std::string& File, const std::string& Entries)
{
	const std::string Command =
	    "ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=" + Entries + " -of csv=p=0 " + File;
	std::FILE* Pipe = popen(Command.c_str(), "r");
	REQUIRE(Pipe != nullptr);
	std::string Text;
	char Buffer[256];
	while (std::fgets(Buffer, sizeof(Buffer), Pipe))
	{
		Text += Buffer;
	}
	CHECK(pclose(Pipe) == 0);
	while (!Text.empty() && (Text.back() == '\n' || Text.back() == ','))
	{
		Text.pop_back();
	}
	return Text;
}
} // namespace Flockwork
