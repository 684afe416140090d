#include "CommandLine.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace Flockwork;

namespace
{
FParsedCommandLine Parse(std::vector<const char*> Arguments)
{
	Arguments.insert(Arguments.begin(), "run");
	return ParseCommandLine(int(Arguments.size()), Arguments.data());
}
} // namespace

TEST_CASE("ParseCommandLine: takes every option")
{
	const FParsedCommandLine Parsed = Parse({"ZombieHorde", "--headless", "--seconds", "2.5", "--seed", "77",
	    "--threads", "2", "--boids", "500", "--png", "a.png", "--mp4", "b.mp4", "--report", "c.json"});
	INFO(Parsed.Message);
	REQUIRE(Parsed.bRun);
	const FHostOptions& Options = Parsed.Options;
	CHECK(Options.Scene == "ZombieHorde");
	CHECK(Options.bHeadless);
	CHECK_FALSE(Options.bSimulate);
	CHECK(Options.Seconds == 2.5);
	CHECK(Options.Seed == 77);
	CHECK(Options.Threads == 2);
	CHECK(Options.Boids == 500);
	CHECK(Options.PngFile == "a.png");
	CHECK(Options.Mp4File == "b.mp4");
	CHECK(Options.ReportFile == "c.json");
}

TEST_CASE("ParseCommandLine: without arguments everything is left to the scene")
{
	const FParsedCommandLine Parsed = Parse({});
	REQUIRE(Parsed.bRun);
	CHECK(Parsed.Options.Scene.empty());
	CHECK_FALSE(Parsed.Options.Seconds.has_value());
	CHECK_FALSE(Parsed.Options.Boids.has_value());
	CHECK(Parsed.Options.Seed == 1);
	CHECK(Parsed.Options.Threads == 0);
}

TEST_CASE("ParseCommandLine: help is no error and names every option")
{
	const FParsedCommandLine Parsed = Parse({"--help"});
	CHECK_FALSE(Parsed.bRun);
	CHECK(Parsed.ExitStatus == ExitOk);
	for (const char* const Option : {"--list", "--headless", "--simulate", "--seconds", "--seed", "--threads",
	         "--boids", "--png", "--mp4", "--report", "--trajectories", "--lint", "--import", "--level", "--agents",
	         "--pursuer", "--flee-speed", "--policy", "--trials"})
	{
		CHECK(Parsed.Message.find(Option) != std::string::npos);
	}
}

TEST_CASE("ParseCommandLine: rejects what it cannot use, naming the option")
{
	const std::vector<std::vector<const char*>> Bad = {{"--seconds", "0"}, {"--seconds", "-1"}, {"--seconds", "nan"},
	    {"--seconds", "inf"}, {"--seconds", "soon"}, {"--seconds", "86401"}, {"--seconds"}, {"--seed", "-1"},
	    {"--seed", "2147483648"}, {"--seed", "1.5"}, {"--seed", "x"}, {"--threads", "0"}, {"--threads", "257"},
	    {"--threads", "2.5"}, {"--boids", "0"}, {"--boids", "1000001"}, {"--boids", "1e3"}, {"--boids", ""},
	    {"--png", "a.jpg"}, {"--png", "png"}, {"--mp4", "a.avi"}, {"--report", "a.txt"}, {"--trajectories", "a.txt"},
	    {"--wat"}, {"--simulate", "--png", "a.png"}, {"--simulate", "--mp4", "a.mp4"}, {"--simulate", "--headless"},
	    {"--list", "--lint", "a.json"}, {"--lint", "a.json", "--import", "a.glb"}, {"--import", ""}, {"One", "Two"}};
	for (const std::vector<const char*>& Arguments : Bad)
	{
		const FParsedCommandLine Parsed = Parse(Arguments);
		INFO(Arguments[0] << " " << (Arguments.size() > 1 ? Arguments[1] : ""));
		CHECK_FALSE(Parsed.bRun);
		CHECK(Parsed.ExitStatus == ExitBadInput);
		const std::string Named = Arguments[0][0] == '-' ? Arguments[0] : "Two";
		CHECK(Parsed.Message.find(Named) != std::string::npos);
	}
}

TEST_CASE("ParseCommandLine: the ends of each range are inside")
{
	for (const std::vector<const char*>& Arguments : std::vector<std::vector<const char*>>{{"--seconds", "0.001"},
	         {"--seconds", "86400"}, {"--seed", "0"}, {"--seed", "2147483647"}, {"--threads", "1"},
	         {"--threads", "256"}, {"--boids", "1"}, {"--boids", "1000000"}})
	{
		INFO(Arguments[0] << " " << Arguments[1]);
		CHECK(Parse(Arguments).bRun);
	}
}

TEST_CASE("ParseCommandLine: takes every option of FleeTrial")
{
	const FParsedCommandLine Parsed = Parse({"FleeTrial", "--simulate", "--level", "a.obj", "--agents", "150",
	    "--pursuer", "6", "--flee-speed", "5.5", "--policy", "detourcrowd", "--trials", "7", "--seconds", "3"});
	INFO(Parsed.Message);
	REQUIRE(Parsed.bRun);
	const FFleeTrialOptions& Options = Parsed.Options.FleeTrial;
	CHECK(Parsed.Options.Scene == FleeTrialName);
	CHECK(Options.LevelFile == "a.obj");
	CHECK(Options.Agents == 150);
	CHECK(Options.Pursuer == 6.0);
	CHECK(Options.FleeSpeed == 5.5);
	CHECK(Options.Policy == "detourcrowd");
	CHECK(Options.Trials == 7);
	CHECK(Parse({"FleeTrial", "--level", "a.obj"}).Options.FleeTrial.Policy == "flockwork");
}

TEST_CASE("ParseCommandLine: rejects what FleeTrial cannot use, naming the option")
{
	const std::vector<std::vector<const char*>> Bad = {{"--agents", "0"}, {"--agents", "16001"}, {"--agents", "2.5"},
	    {"--pursuer", "0"}, {"--pursuer", "nan"}, {"--pursuer", "51"}, {"--flee-speed", "-1"}, {"--flee-speed", "inf"},
	    {"--policy", "Classic"}, {"--policy", ""}, {"--trials", "0"}, {"--trials", "10001"}, {"--trials", "x"},
	    {"--level", ""}, {"--headless"}, {"--png", "a.png"}, {"--mp4", "a.mp4"}, {"--boids", "5"}, {"--list"}};
	for (std::vector<const char*> Arguments : Bad)
	{
		const std::string Named = Arguments[0];
		const std::string Value = Arguments.size() > 1 ? Arguments[1] : "";
		Arguments.insert(Arguments.begin(), "FleeTrial");
		if (Named != "--level")
		{
			Arguments.insert(Arguments.begin() + 1, {"--level", "a.obj"});
		}
		const FParsedCommandLine Parsed = Parse(Arguments);
		INFO(Named << " " << Value << ": " << Parsed.Message);
		CHECK_FALSE(Parsed.bRun);
		CHECK(Parsed.ExitStatus == ExitBadInput);
		CHECK(Parsed.Message.find(Named) != std::string::npos);
	}
	CHECK(Parse({"FleeTrial", "--simulate"}).Message.find("--level") != std::string::npos);
}

TEST_CASE("ParseCommandLine: options of FleeTrial with a scene are told, not passed over")
{
	for (const std::vector<const char*>& Arguments : std::vector<std::vector<const char*>>{{"--level", "a.obj"},
	         {"--agents", "5"}, {"--pursuer", "6"}, {"--flee-speed", "5"}, {"--policy", "classic"}, {"--trials", "2"}})
	{
		const FParsedCommandLine Parsed = Parse({"ZombieHorde", Arguments[0], Arguments[1]});
		INFO(Arguments[0]);
		CHECK_FALSE(Parsed.bRun);
		CHECK(Parsed.Message.find(std::string(Arguments[0]) + " is an option of FleeTrial") != std::string::npos);
	}
}
