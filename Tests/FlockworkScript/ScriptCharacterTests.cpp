// Characters as scripts see them.
#include "../FlockworkAnimation/TestCharacter.h"
#include "ScriptTestSupport.h"

using namespace Flockwork;

TEST_CASE("Characters: a script sets a trigger, plays a clip and hears when it is over")
{
	FTestScene Test;
	FCharacterAsset Dancer = MakeTestCharacter(5);
	Dancer.Clips = {MakeTestClip(Dancer.Skeleton, "idle", 1.0f, 1), MakeTestClip(Dancer.Skeleton, "cower", 1.0f, 2),
	    MakeTestClip(Dancer.Skeleton, "wave", 0.5f, 3)};
	REQUIRE(Test.World->GetPrefabs().GetCharacters().Add("Dancer", Dancer, Test.Diagnostics));
	Test.Start(R"(
		AActor Anna;
		void BeginPlay()
		{
			Anna = SpawnActor("", FVector(0, 0, 0), "Anna", "{\"character\": {\"asset\": \"Dancer\"}}");
			At(0.2, "Wave"); At(0.3, "Look"); At(1.0, "Cower"); At(1.6, "Look"); OnEvent("clipEnded", "Tell");
		}
		void Wave() { Anna.PlayClip("wave"); }
		void Cower() { Anna.SetTrigger("isCowering"); Anna.SetParameter("fear", 1); }
		void Look() { Log("plays " + Anna.GetPlayedClip() + " in " + Anna.GetAnimationState()); }
		void Tell(const FEvent& in Event) { Log("ended " + Event.A.GetName()); })");
	Test.Step(110);
	const std::vector<std::string> Expected = {"plays wave in move", "ended Anna", "plays  in cower"};
	CHECK(Test.Log->Lines == Expected);
	// The character has no parameters.
	CHECK(Test.World->TakeDiagnostics().ToString().find("no parameter 'fear'") != std::string::npos);
}
