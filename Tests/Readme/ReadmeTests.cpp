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
	CHECK(DrawnActors == 120 * 51);
	bRunning = {};
	RunGameExample();
	CHECK(DrawnWorlds == 120);
}
