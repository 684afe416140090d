// The importer breaks down, hangs, floods, lies, is not there; levels that are too large for the limits.
#include "ImportFixture.h"
#include "SampleFiles.h"
#include "Sanitizers.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

namespace Flockwork
{
namespace
{
FImportResult ImportByFake(const FTemporaryFolder& Folder, const std::string& Way, float Seconds)
{
	FLevelImportSettings Settings;
	Settings.Importer = FLOCKWORK_FAKE_IMPORTER;
	Settings.MaxSeconds = Seconds;
	Settings.MaxMegabytes = 64;
	return Import(Folder.Write(Way + ".obj", MakeObj({})), Settings);
}

// Hills of Side x Side squares, as text; a million triangles at a side of 707.
std::string WriteHills(const FTemporaryFolder& Folder, int32_t Side)
{
	const std::string Path = Folder.Path("hills.obj");
	std::FILE* const File = std::fopen(Path.c_str(), "w");
	REQUIRE(File != nullptr);
	for (int32_t Z = 0; Z <= Side; ++Z)
	{
		for (int32_t X = 0; X <= Side; ++X)
		{
			std::fprintf(File, "v %d %.3f %d\n", X, std::sin(X * 0.1) * std::cos(Z * 0.1), Z);
		}
	}
	for (int32_t Z = 0; Z < Side; ++Z)
	{
		for (int32_t X = 0; X < Side; ++X)
		{
			const int32_t A = Z * (Side + 1) + X + 1;
			std::fprintf(File, "f %d %d %d\nf %d %d %d\n", A, A + Side + 1, A + 1, A + 1, A + Side + 1, A + Side + 2);
		}
	}
	std::fclose(File);
	return Path;
}
} // namespace

TEST_CASE("ImportLevel: an importer that hangs is ended, even when it has closed its pipes")
{
	const FTemporaryFolder Folder;
	for (const char* const Way : {"hang", "hush"})
	{
		const auto Before = std::chrono::steady_clock::now();
		const FImportResult Result = ImportByFake(Folder, Way, 0.1f);
		const double Seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - Before).count();
		INFO(Result.Text());
		CHECK(IsRefused(Result, Folder.Path(std::string(Way) + ".obj")));
		CHECK(Result.Says("import.maxSeconds"));
		CHECK(Seconds < 60.0); // 0.4 s on an idle machine
	}
}

TEST_CASE("ImportLevel: an importer that crashes, lies, says nothing or too much is an error")
{
	const FTemporaryFolder Folder;
	const auto Check = [&](const std::string& Way, std::string_view Reason)
	{
		const FImportResult Result = ImportByFake(Folder, Way, 60.0f);
		INFO(Way << ": " << Result.Text());
		CHECK(IsRefused(Result, Folder.Path(Way + ".obj")));
		CHECK(Result.Says(Reason));
	};
	Check("crash", "signal 11 (Face index out of range)");
	Check("abort", "signal 6");
	Check("garbage", "no Flockwork importer's answer");
	Check("halfway", "no Flockwork importer's answer");
	Check("silent", "no Flockwork importer's answer");
	Check("flood", "import.maxMegabytes");
	Check("chatter", "status 7 (a warning that nobody reads");
}

TEST_CASE("ImportLevel: an importer that is not there or cannot be started is an error")
{
	const FTemporaryFolder Folder;
	FLevelImportSettings Settings;
	Settings.Importer = Folder.Path("nowhere");
	const std::string Path = Folder.Write("box.obj", MakeObj({}));
	const FImportResult Missing = Import(Path, Settings);
	CHECK(IsRefused(Missing, Path));
	CHECK(Missing.Says("cannot be started"));
	CHECK(FindImporter(Settings) == Settings.Importer);
	CHECK_FALSE(FindImporter({}).empty()); // beside this program
}

TEST_CASE("ImportLevel: goes on when the host reaps its children itself")
{
	const FTemporaryFolder Folder;
	void (*const Before)(int) = std::signal(SIGCHLD, SIG_IGN);
	const FImportResult Result = Import(Folder.Write("box.glb", MakeGlb({})));
	std::signal(SIGCHLD, Before);
	INFO(Result.Text());
	CHECK(Result.bOk);
}

TEST_CASE("ImportLevel: several at once")
{
	const FTemporaryFolder Folder;
	const std::string Good = Folder.Write("box.glb", MakeGlb({}));
	const std::string Bad = Folder.Write("bad.glb", MakeGlb({}).substr(0, 300));
	std::vector<int> Passed(8, 0);
	std::vector<std::thread> Threads;
	for (size_t Index = 0; Index < Passed.size(); ++Index)
	{
		Threads.emplace_back([&, Index] { Passed[Index] = Import(Good).bOk && IsRefused(Import(Bad), Bad) ? 1 : 0; });
	}
	for (std::thread& Thread : Threads)
	{
		Thread.join();
	}
	CHECK(Passed == std::vector<int>(8, 1));
}

TEST_CASE("ImportLevel: a million triangles, within the limits and beyond each of them")
{
	const FTemporaryFolder Folder;
	constexpr int32_t Side = 708;
	const std::string Path = WriteHills(Folder, Side);
	const FImportResult Whole = Import(Path);
	INFO(Whole.Text());
	REQUIRE(Whole.bOk);
	CHECK(Whole.Level.Ground.GetTriangleCount() == uint32_t(2 * Side * Side));
	CHECK(Whole.Level.Ground.Vertices.size() == size_t(Side + 1) * size_t(Side + 1));
	CHECK(Distance(Whole.Level.Bounds, {0.0f, -1.0f, 0.0f}, {float(Side), 1.0f, float(Side)}) < 0.01f);

	FLevelImportSettings Settings;
	Settings.MaxTriangles = 1000000;
	const FImportResult TooMany = Import(Path, Settings);
	CHECK(IsRefused(TooMany, Path));
	CHECK(TooMany.Says("import.maxTriangles"));
	if (!bSanitized) // sanitizers reserve terabytes of addresses, so that the child sets no limit
	{
		Settings = {};
		Settings.MaxMegabytes = 128;
		const FImportResult TooLarge = Import(Path, Settings);
		INFO(TooLarge.Text());
		CHECK(IsRefused(TooLarge, Path));
		CHECK(TooLarge.Says("import.maxMegabytes"));
	}
	Settings = {};
	Settings.MaxSeconds = 0.1f;
	const FImportResult TooSlow = Import(Path, Settings);
	INFO(TooSlow.Text());
	CHECK(IsRefused(TooSlow, Path));
	CHECK(TooSlow.Says("import.maxSeconds"));
}
} // namespace Flockwork
