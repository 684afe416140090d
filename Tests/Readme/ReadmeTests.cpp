#include "ReadmeSurroundings.h"

#include <catch2/catch.hpp>

#include <filesystem>

void RunProjectExample();
void RunGameExample();

// The examples name the content by the paths that a reader's project would have.
TEST_CASE("README: the examples compile as they stand, and run")
{
	std::filesystem::current_path(FLOCKWORK_README_FOLDER);
	RunProjectExample();
	CHECK(DrawnActors == 120 * 52); // all are still there
	CHECK(Faults == "");
	bRunning = {};
	Faults = "nothing was run";
	RunGameExample();
	CHECK(Faults == "");
	CHECK(DrawnWorlds == 120);
}
