// Pictures, films, and the private X server.
#include "FlockworkRender/VideoWriter.h"
#include "PrivateXServer.h"
#include "RenderFixture.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace Flockwork
{
namespace
{
// Colour bars that move with the frame.
FPicture MakePicture(int32_t Width, int32_t Height, int32_t Frame)
{
	FPicture Picture{Width, Height, std::vector<uint8_t>(size_t(Width) * size_t(Height) * 3)};
	for (size_t Index = 0; Index < Picture.Rgb.size(); ++Index)
	{
		Picture.Rgb[Index] = uint8_t(Index / 3 * 4 + size_t(Frame) * 8 + Index % 3 * 80);
	}
	return Picture;
}

FVideoSettings MakeSettings(const std::string& Path)
{
	FVideoSettings Settings;
	Settings.Path = Path;
	Settings.Width = 320;
	Settings.Height = 180;
	return Settings;
}

// A stand-in for the encoder.
std::string WriteProgram(const FScratchFolder& Folder, const std::string& Body)
{
	const std::string Path = Folder.File("encoder");
	std::ofstream(Path) << "#!/bin/sh\n" << Body << "\n";
	std::filesystem::permissions(Path, std::filesystem::perms::owner_all);
	return Path;
}
} // namespace

TEST_CASE("WritePng: a valid file of the picture's size and pixels")
{
	const FScratchFolder Folder;
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	const FPicture Picture = Draw(*Renderer);
	FDiagnostics Diagnostics;
	REQUIRE(WritePng(Picture, Folder.File("frame.png"), Diagnostics));
	CHECK(Diagnostics.GetAll().empty());
	CHECK(Probe(Folder.File("frame.png"), "codec_name,width,height") == "png,640,360");
	const std::string Raw = Folder.File("frame.rgb");
	const std::string Command = "ffmpeg -v error -i " + Folder.File("frame.png") + " -f rawvideo -pix_fmt rgb24 " + Raw;
	REQUIRE(std::system(Command.c_str()) == 0);
	std::ifstream File(Raw, std::ios::binary);
	const std::vector<uint8_t> Bytes{std::istreambuf_iterator<char>(File), {}};
	CHECK(Bytes == Picture.Rgb);
}

TEST_CASE("WritePng: empty pictures and places that cannot be written are errors that name the path")
{
	const FScratchFolder Folder;
	const auto Refuses = [](const FPicture& Picture, const std::string& Path)
	{
		FDiagnostics Diagnostics;
		CHECK_FALSE(WritePng(Picture, Path, Diagnostics));
		REQUIRE(Diagnostics.GetAll().size() == 1);
		CHECK(Diagnostics.GetAll()[0].Place.File == Path);
	};
	Refuses(MakePicture(8, 8, 0), Folder.File("no renderer.png"));
	const std::unique_ptr<FRenderer> Renderer = MakeTestRenderer();
	Refuses({}, Folder.File("empty.png"));
	Refuses({8, 8, {1, 2, 3}}, Folder.File("damaged.png"));
	Refuses(MakePicture(8, 8, 0), Folder.File("no/such/folder.png"));
	Refuses(MakePicture(8, 8, 0), "/proc/frame.png");
	CHECK(Folder.IsEmpty());
}

TEST_CASE("FVideoWriter: a film of the right size, length and format that players accept")
{
	const FScratchFolder Folder;
	const std::string Path = Folder.File("film.mp4");
	FVideoWriter Writer;
	FDiagnostics Diagnostics;
	REQUIRE(Writer.Start(MakeSettings(Path), Diagnostics));
	for (int32_t Frame = 0; Frame < 45; ++Frame)
	{
		REQUIRE(Writer.AddFrame(MakePicture(320, 180, Frame), Diagnostics));
	}
	CHECK(Writer.GetFrameCount() == 45);
	CHECK_FALSE(std::filesystem::exists(Path)); // appears only when it is whole
	REQUIRE(Writer.Finish(Diagnostics));
	CHECK(Diagnostics.GetAll().empty());
	CHECK(Probe(Path, "codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames") == "h264,320,180,yuv420p,30/1,45");
	CHECK_FALSE(Writer.IsOpen());
}

TEST_CASE("FVideoWriter: two films into one file at once do not mix, and the one that ends last is kept")
{
	const FScratchFolder Folder;
	const std::string Path = Folder.File("film.mp4");
	FVideoWriter Writers[2];
	FDiagnostics Diagnostics;
	for (FVideoWriter& Writer : Writers)
	{
		REQUIRE(Writer.Start(MakeSettings(Path), Diagnostics));
	}
	for (int32_t Frame = 0; Frame < 40; ++Frame)
	{
		REQUIRE(Writers[0].AddFrame(MakePicture(320, 180, Frame), Diagnostics));
		REQUIRE((Frame >= 20 || Writers[1].AddFrame(MakePicture(320, 180, 3 * Frame), Diagnostics)));
	}
	REQUIRE(Writers[0].Finish(Diagnostics));
	CHECK(Probe(Path, "nb_read_frames") == "40");
	REQUIRE(Writers[1].Finish(Diagnostics));
	CHECK(Probe(Path, "nb_read_frames") == "20");
	std::filesystem::remove(Path);
	CHECK(Folder.IsEmpty());
}

TEST_CASE("FVideoWriter: bad settings and places are refused before anything starts")
{
	const FScratchFolder Folder;
	const auto Refuses = [](const FVideoSettings& Settings, const std::string& Words)
	{
		FVideoWriter Writer;
		FDiagnostics Diagnostics;
		CHECK_FALSE(Writer.Start(Settings, Diagnostics));
		INFO(Diagnostics.ToString());
		CHECK(Diagnostics.ToString().find(Words) != std::string::npos);
		CHECK_FALSE(Writer.IsOpen());
	};
	FVideoSettings Settings = MakeSettings(Folder.File("film.mp4"));
	Settings.Width = 321;
	Refuses(Settings, "width");
	Settings = MakeSettings(Folder.File("film.mp4"));
	Settings.FramesPerSecond = 0;
	Refuses(Settings, "framesPerSecond");
	Settings = MakeSettings(Folder.File("film.mp4"));
	Settings.StallTimeout = 0.0f;
	Refuses(Settings, "stallTimeout");
	Refuses(MakeSettings(Folder.File("no/such/film.mp4")), "No such file or directory");
	Settings = MakeSettings(Folder.File("film.mp4"));
	Settings.Encoder = "flockwork-no-such-encoder";
	Refuses(Settings, "not installed");
	CHECK(Folder.IsEmpty());
}

TEST_CASE("FVideoWriter: frames of another size are refused, and an unfinished film is removed")
{
	const FScratchFolder Folder;
	{
		FVideoWriter Writer;
		FDiagnostics Diagnostics;
		CHECK_FALSE(Writer.AddFrame(MakePicture(320, 180, 0), Diagnostics));
		CHECK_FALSE(Writer.Finish(Diagnostics));
		REQUIRE(Writer.Start(MakeSettings(Folder.File("film.mp4")), Diagnostics));
		CHECK_FALSE(Writer.Start(MakeSettings(Folder.File("other.mp4")), Diagnostics));
		CHECK_FALSE(Writer.AddFrame(MakePicture(160, 90, 0), Diagnostics));
		CHECK(Writer.AddFrame(MakePicture(320, 180, 0), Diagnostics));
	}
	CHECK(Folder.IsEmpty());
}

TEST_CASE("FVideoWriter: an encoder that dies is an error in its own words, never a hang or a signal")
{
	const FScratchFolder Folder;
	FVideoSettings Settings = MakeSettings(Folder.File("film.mp4"));
	Settings.Encoder = WriteProgram(Folder, "echo 'no space left' >&2; exit 3");
	FVideoWriter Writer;
	FDiagnostics Diagnostics;
	REQUIRE(Writer.Start(Settings, Diagnostics));
	bool bAccepted = true;
	for (int32_t Frame = 0; bAccepted && Frame < 200; ++Frame)
	{
		bAccepted = Writer.AddFrame(MakePicture(320, 180, Frame), Diagnostics);
	}
	CHECK_FALSE(bAccepted);
	CHECK_FALSE(Writer.Finish(Diagnostics));
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.ToString().find("no space left") != std::string::npos);
	CHECK_FALSE(std::filesystem::exists(Settings.Path));
}

TEST_CASE("FVideoWriter: an encoder that stalls is given up after the timeout")
{
	const FScratchFolder Folder;
	FVideoSettings Settings = MakeSettings(Folder.File("film.mp4"));
	Settings.Width = 1280;
	Settings.Height = 720; // more than any buffer on the way takes
	Settings.Encoder = WriteProgram(Folder, "exec sleep 600");
	Settings.StallTimeout = 0.3f;
	FVideoWriter Writer;
	FDiagnostics Diagnostics;
	REQUIRE(Writer.Start(Settings, Diagnostics));
	bool bAccepted = true;
	for (int32_t Frame = 0; bAccepted && Frame < 20; ++Frame)
	{
		bAccepted = Writer.AddFrame(MakePicture(1280, 720, Frame), Diagnostics);
	}
	CHECK_FALSE(bAccepted);
	CHECK(Diagnostics.ToString().find("took no data") != std::string::npos);
}

TEST_CASE("FPrivateXServer: gives a display of its own and takes it away again")
{
	const char* Before = std::getenv("DISPLAY");
	const std::string Former = Before ? Before : "";
	std::string Own;
	{
		FPrivateXServer Server;
		FDiagnostics Diagnostics;
		REQUIRE(Server.Start(320, 240, Diagnostics));
		Own = std::getenv("DISPLAY");
		CHECK(Own != Former);
		CHECK(IsDisplayUsable());
	}
	const char* After = std::getenv("DISPLAY");
	CHECK((After ? std::string(After) : "") == Former);
	setenv("DISPLAY", Own.c_str(), 1);
	CHECK_FALSE(IsDisplayUsable());
	Before ? setenv("DISPLAY", Former.c_str(), 1) : unsetenv("DISPLAY");
}

TEST_CASE("FPrivateXServer: ends with a process that is killed")
{
	int Ends[2];
	REQUIRE(pipe(Ends) == 0);
	const pid_t Child = fork();
	REQUIRE(Child >= 0);
	if (Child == 0)
	{
		FPrivateXServer Server;
		FDiagnostics Diagnostics;
		if (Server.Start(320, 240, Diagnostics))
		{
			const std::string Display = std::getenv("DISPLAY");
			[[maybe_unused]] const ssize_t Written = write(Ends[1], Display.data(), Display.size());
		}
		raise(SIGKILL);
	}
	close(Ends[1]);
	char Buffer[32] = {};
	const ssize_t Size = read(Ends[0], Buffer, sizeof(Buffer) - 1);
	close(Ends[0]);
	waitpid(Child, nullptr, 0);
	REQUIRE(Size > 0);
	const char* Before = std::getenv("DISPLAY");
	const std::string Former = Before ? Before : "";
	setenv("DISPLAY", Buffer, 1);
	bool bGone = false;
	for (int32_t Try = 0; !bGone && Try < 100; ++Try)
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(100));
		bGone = !IsDisplayUsable();
	}
	CHECK(bGone);
	Before ? setenv("DISPLAY", Former.c_str(), 1) : unsetenv("DISPLAY");
}
} // namespace Flockwork
