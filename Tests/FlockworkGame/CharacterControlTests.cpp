// What hosts and scripts have characters play: triggers, parameters, clips that play once.
#include "../FlockworkAnimation/TestCharacter.h"
#include "CrowdTestSupport.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkGame/Snapshot.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace Flockwork::GameTest
{
namespace
{
const char* const Facts = R"({ "animation": { "parameters": { "fear": 0 },
	"states": { "move": { "clip": "idle" }, "dance": { "clip": "dance" }, "afraid": { "clip": "idle" } },
	"transitions": [
		{ "from": "*", "to": "dance", "when": "dances", "seconds": 0 },
		{ "from": "dance", "to": "move", "when": "!dances", "seconds": 0 },
		{ "from": "move", "to": "afraid", "when": "fear > 0.5", "seconds": 0 },
		{ "from": "afraid", "to": "move", "when": "fear < 0.5", "seconds": 0 } ] } })";

// A folder of content with one character, whose "idle" holds still and whose "wave" turns joint 1.
class FDancerContent
{
public:
	FDancerContent() : Folder(std::filesystem::temp_directory_path() / ("flockwork_dancer_" + std::to_string(getpid())))
	{
		std::filesystem::create_directories(Folder / "Characters");
		FCharacterAsset Dancer = MakeTestCharacter(5);
		Dancer.Clips.clear();
		for (const char* Name : {"idle", "dance", "wave"})
		{
			FClip Clip = MakeTestClip(Dancer.Skeleton, Name, 1.0f, uint32_t(Dancer.Clips.size()) + 1);
			Dancer.Clips.push_back(Clip);
		}
		FDiagnostics Diagnostics;
		REQUIRE(SaveCharacter(Dancer, (Folder / "Characters/Dancer.character").string(), Diagnostics));
		std::ofstream(Folder / "Characters/Dancer.json") << Facts;
	}
	~FDancerContent()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Folder, Ignored);
	}
	FDancerContent(const FDancerContent&) = delete;
	FDancerContent& operator=(const FDancerContent&) = delete;

	std::unique_ptr<UWorld> MakeWorld() const
	{
		auto Library = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
		FDiagnostics Diagnostics;
		Library->GetCharacters().AddRoot(Folder.string());
		REQUIRE(Library->AddPrefab(
		    R"({"prefab": "Dancer", "components": {"character": {"asset": "Dancer"}}})", "test", Diagnostics));
		REQUIRE(Library->AddPrefab(R"({"prefab": "Stone", "components": {"visual": {}}})", "test", Diagnostics));
		FWorldDef Def;
		Def.Prefabs = Library;
		return std::make_unique<UWorld>(std::move(Def));
	}

private:
	std::filesystem::path Folder;
};

std::string FaultOf(UWorld& World, FOrder Order)
{
	FDiagnostics Diagnostics;
	CHECK_FALSE(World.Execute(std::move(Order), Diagnostics));
	return Diagnostics.ToString();
}

bool Has(const std::string& Text, const char* Part)
{
	return Text.find(Part) != std::string::npos;
}
} // namespace

TEST_CASE("FOrder::SetTrigger, SetParameter: change the graph's state until they are taken back")
{
	const FDancerContent Content;
	auto World = Content.MakeWorld();
	const FActorId Dancer = SpawnAt(*World, "Dancer", {0.0f, 0.0f, 0.0f});
	Run(*World, 2);
	const UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	CHECK(Characters.GetState(Dancer) == "move");
	Do(*World, FOrder::SetTrigger(Dancer, "dances"));
	Run(*World, 2);
	CHECK(Characters.GetState(Dancer) == "dance");
	Do(*World, FOrder::SetTrigger(Dancer, "dances", false));
	Run(*World, 2);
	CHECK(Characters.GetState(Dancer) == "move");
	Do(*World, FOrder::SetParameter(Dancer, "fear", 0.8f));
	Run(*World, 2);
	CHECK(Characters.GetState(Dancer) == "afraid");
	Do(*World, FOrder::SetParameter(Dancer, "fear", 0.2f));
	Run(*World, 2);
	CHECK(Characters.GetState(Dancer) == "move");
}

TEST_CASE("Orders to characters: names that are none, numbers that are none and actors without are refused")
{
	const FDancerContent Content;
	auto World = Content.MakeWorld();
	const FActorId Dancer = SpawnAt(*World, "Dancer", {0.0f, 0.0f, 0.0f});
	const FActorId Stone = SpawnAt(*World, "Stone", {0.0f, 0.0f, 0.0f});
	Run(*World, 1);
	CHECK(Has(FaultOf(*World, FOrder::SetTrigger(Dancer, "dancs")), "did you mean 'dances'?"));
	CHECK(Has(FaultOf(*World, FOrder::SetParameter(Dancer, "feer", 1.0f)), "did you mean 'fear'?"));
	CHECK(Has(FaultOf(*World, FOrder::SetParameter(Dancer, "fear", std::nanf(""))), "not finite"));
	CHECK(Has(FaultOf(*World, FOrder::PlayClip(Dancer, "wafe")), "did you mean 'wave'?"));
	CHECK(Has(FaultOf(*World, FOrder::PlayClip(Dancer, "wave", -1.0f)), "seconds of at least 0"));
	CHECK(Has(FaultOf(*World, FOrder::PlayClip(Stone, "wave")), "no character"));
	CHECK(Has(FaultOf(*World, FOrder::SetTrigger({}, "dances")), "order.setTrigger"));
	CHECK(World->Get<UCharacterSubsystem>().GetPlayedClip(Dancer).empty());
}

TEST_CASE("FOrder::PlayClip: the clip has the whole pose between its fades, ends once, and the graph goes on")
{
	const FDancerContent Content;
	auto World = Content.MakeWorld();
	const FActorId Dancer = SpawnAt(*World, "Dancer", {0.0f, 0.0f, 0.0f});
	Run(*World, 2);
	const UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	const FCharacterAsset& Asset = Characters.GetModel(0)->Asset;
	const EEvent Ended = World->GetEvents().FindOrAdd("clipEnded");
	Do(*World, FOrder::PlayClip(Dancer, "wave", 0.2f));
	int32_t Ends = 0;
	for (int32_t Step = 1; Step <= 65; ++Step)
	{
		World->Step();
		Ends += CountEvents(*World, Ended, Dancer);
		// 60 steps, and one more where their sum is a rounding short of the clip's second.
		CHECK((Step == 60 || Characters.GetPlayedClip(Dancer) == (Step < 60 ? "wave" : "")));
		if (Step == 30)
		{
			// Half a second in, the pose is the clip's own.
			std::vector<FJointPose> Locals(5);
			std::vector<FJointMatrix> Models(5);
			REQUIRE(FSamplingJob{Asset.FindClip("wave"), 0.5f, Locals}.Run());
			REQUIRE(FLocalToModelJob{&Asset.Skeleton, Locals, 0, Models}.Run());
			for (size_t Joint = 0; Joint < 5; ++Joint)
			{
				const FVector Drawn = Characters.ComputeJoints(*World, Dancer)[Joint].GetTranslation();
				CHECK(Length(Drawn - Models[Joint].GetTranslation()) < 1e-5f);
			}
		}
	}
	CHECK(Ends == 1);
	CHECK(Characters.GetState(Dancer) == "move");
}

TEST_CASE("FOrder::PlayClip: no joint jumps when it begins, is interrupted or ends")
{
	const FDancerContent Content;
	auto World = Content.MakeWorld();
	const FActorId Dancer = SpawnAt(*World, "Dancer", {0.0f, 0.0f, 0.0f});
	Run(*World, 2);
	const UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	const auto Tip = [&] { return Characters.ComputeJoints(*World, Dancer)[4].GetTranslation(); };
	float Usual = 0.0f; // m a step, of the clips alone
	for (const FClip& Clip : Characters.GetModel(0)->Asset.Clips)
	{
		std::vector<FJointPose> Locals(5);
		std::vector<FJointMatrix> Models(5);
		FVector Last{};
		for (int32_t Sample = 0; Sample <= 60; ++Sample)
		{
			REQUIRE(FSamplingJob{&Clip, float(Sample) / 60.0f, Locals}.Run());
			REQUIRE(FLocalToModelJob{&Characters.GetModel(0)->Asset.Skeleton, Locals, 0, Models}.Run());
			Usual = Sample > 0 ? std::max(Usual, Length(Models[4].GetTranslation() - Last)) : Usual;
			Last = Models[4].GetTranslation();
		}
	}
	FVector Last = Tip();
	for (int32_t Step = 0; Step < 150; ++Step)
	{
		if (Step == 5 || Step == 40)
		{
			Do(*World, FOrder::PlayClip(Dancer, Step == 5 ? "wave" : "dance", 0.4f));
		}
		World->Step();
		// A fade of 0.4 s moves a tip by at most its reach of about 1 m, 1.5 / 24 of it a step.
		CHECK(Length(Tip() - Last) < Usual + 0.1f);
		Last = Tip();
	}
}

TEST_CASE("Orders to characters: what has been set is saved, continued and hashed")
{
	const FDancerContent Content;
	auto One = Content.MakeWorld();
	auto Two = Content.MakeWorld();
	const FActorId Dancer = SpawnAt(*One, "Dancer", {0.0f, 0.0f, 0.0f});
	SpawnAt(*Two, "Dancer", {0.0f, 0.0f, 0.0f});
	Run(*One, 3);
	Run(*Two, 3);
	const uint64_t Before = One->ComputeStateHash();
	Do(*One, FOrder::SetParameter(Dancer, "fear", 0.3f));
	CHECK(One->ComputeStateHash() != Before);
	Do(*One, FOrder::PlayClip(Dancer, "wave"));
	Run(*One, 20);
	Do(*One, FOrder::PlayClip(Dancer, "dance"));
	Run(*One, 5);
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Saved = FSnapshot::Take(*One, Diagnostics);
	REQUIRE(FSnapshot::Restore(*Two, Saved, "test", Diagnostics));
	for (int32_t Step = 0; Step < 70; ++Step)
	{
		REQUIRE(One->ComputeStateHash() == Two->ComputeStateHash());
		REQUIRE(One->Get<UCharacterSubsystem>().GetPlayedClip(Dancer) ==
		        Two->Get<UCharacterSubsystem>().GetPlayedClip(Dancer));
		One->Step();
		Two->Step();
	}
}
} // namespace Flockwork::GameTest
