// The reference page is made from what is registered.
#include "ScriptTestSupport.h"

using namespace Flockwork;

TEST_CASE("Reference page: names each group, function and limit")
{
	const std::string Page = FScriptScene::WriteReferencePage();
	for (const char* const Part :
	    {"## string", "## array<T>", "## FVector", "## AActor", "## Spawning", "## Timeline", "## Checks", "## Camera",
	        "## Limits", "`FQuat LookRotation", "`void Camera::Orbit(", "`float FMath::Sin(", "`AActor SpawnActor(",
	        "`int Every(double Period", "script.maxLines", "1000000", "AActor: bool IsAlive() const"})
	{
		INFO(Part);
		CHECK_THAT(Page, Catch::Contains(Part));
	}
	CHECK(Page == FScriptScene::WriteReferencePage());
	CHECK_THAT(Page, !Catch::Contains(": \n")); // no function without its sentence
}

TEST_CASE("Reference page: the example of the module's README runs")
{
	std::ifstream File(std::string(FLOCKWORK_SOURCE_DIR) + "/Source/FlockworkScript/README.md");
	const std::string Text{std::istreambuf_iterator<char>(File), std::istreambuf_iterator<char>()};
	const std::string Mark = "```angelscript\n";
	const size_t Begin = Text.find(Mark);
	REQUIRE(Begin != std::string::npos);
	const size_t End = Text.find("```", Begin + Mark.size());
	FTestScene Test;
	Test.Start(Text.substr(Begin + Mark.size(), End - Begin - Mark.size()));
	Test.Step(300);
	CHECK(Test.Scene.GetFault() == nullptr);
	CHECK(Test.World->TakeDiagnostics().ToString() == "");
	Test.World->GetChecks().Finish(*Test.World);
	CHECK(!Test.Scene.GetChecks().empty());
	CHECK(Test.World->GetChecks().AllPassed());
}
