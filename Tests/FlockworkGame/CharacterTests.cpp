// Characters on actors: what they play follows what their bodies do; what is drawn is what the pose jobs say.
#include "../FlockworkAnimation/TestCharacter.h"
#include "../FlockworkLocomotion/WalkerSkeleton.h"
#include "CrowdTestSupport.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkGame/Snapshot.h"

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

namespace Flockwork::GameTest
{
namespace
{
FCharacterAsset MakePerson()
{
	FCharacterAsset Person = MakeTestCharacter(9);
	Person.Clips.clear();
	const auto Add = [&](const char* Name, float Duration, float Speed)
	{
		FClip Clip = MakeTestClip(Person.Skeleton, Name, Duration, uint32_t(Person.Clips.size()));
		Clip.Speed = Speed;
		Person.Clips.push_back(Clip);
	};
	Add("idle", 2.0f, 0.0f);
	Add("walk", 1.0f, 1.4f);
	Add("run", 0.6f, 6.0f);
	Add("cower", 1.0f, 0.0f);
	Person.Clips[1].Events = {{0.0f, "footDown", "joint_3"}, {0.5f, "footDown", "joint_5"}};
	return Person;
}

// A walker whose clips hold still: what its legs do, its feet do.
FCharacterAsset MakeLegs()
{
	FCharacterAsset Legs;
	Legs.Name = "Legs";
	Legs.Skeleton = MakeWalkerSkeleton();
	FClip Clip;
	Clip.Name = "idle";
	Clip.JointCount = Legs.Skeleton.GetJointCount();
	Clip.SampleCount = 1;
	Clip.Poses = Legs.Skeleton.RestPose;
	Legs.Clips.push_back(Clip);
	Legs.Meshes.push_back(MakeTestMesh(Legs.Skeleton, 30));
	for (FSkinWeights& Weights : Legs.Meshes[0].Weights)
	{
		Weights = {{0}, {1.0f}}; // no shoes: soles are where the joints say
	}
	Legs.Materials.push_back({"skin", {0.8f, 0.6f, 0.5f}, 1.0f, -1});
	return Legs;
}

std::shared_ptr<FPrefabLibrary> MakeCharacterLibrary()
{
	std::shared_ptr<FPrefabLibrary> Library = MakeCrowdLibrary();
	FDiagnostics Diagnostics;
	REQUIRE(Library->GetCharacters().Add("Tester", MakePerson(), Diagnostics));
	REQUIRE(Library->GetCharacters().Add("Legs", MakeLegs(), Diagnostics));
	const char* const Prefabs[] = {
	    R"({"prefab": "Actor", "components": {"character": {"asset": "Tester", "scaleVariation": 0.1, "colorVariation": 0.5}}})",
	    R"({"prefab": "Walker2", "inherits": "Person", "components": {
			"character": {"asset": "Tester", "offset": [0, -0.875, 0]}}})",
	    R"({"prefab": "Legs", "inherits": "Person", "components": {
			"character": {"asset": "Legs", "walk": "procedural", "offset": [0, -0.875, 0]}}})",
	    R"({"prefab": "Watched", "inherits": "Legs", "components": {"character": {"doctor": true}}})",
	    R"({"prefab": "Nobody", "components": {"character": {"asset": "Tesster"}, "visual": {}}})"};
	for (const char* Prefab : Prefabs)
	{
		REQUIRE(Library->AddPrefab(Prefab, "test", Diagnostics));
	}
	return Library;
}

std::unique_ptr<UWorld> MakeWorld(int32_t Threads = 1)
{
	FWorldDef Def;
	Def.Settings.Threads = Threads;
	Def.Prefabs = MakeCharacterLibrary();
	auto World = std::make_unique<UWorld>(std::move(Def));
	SpawnAt(*World, "Yard", {0.0f, -0.5f, 0.0f}, FVector{}, "Yard");
	return World;
}

FActorId SpawnWalker(UWorld& World, const FVector& Feet)
{
	return SpawnAt(World, "Walker2", Feet + FVector{0.0f, 0.875f, 0.0f});
}
} // namespace

TEST_CASE("FCharacterSettings: the table is well defined")
{
	FDiagnostics Diagnostics;
	FCharacterSettings::Table().CheckDefinition(Diagnostics);
	INFO(Diagnostics.ToString());
	CHECK_FALSE(Diagnostics.HasErrors());
}

TEST_CASE("UCharacterSubsystem: matrices are those of the pose jobs, for every mesh")
{
	auto World = MakeWorld();
	const FActorId Actor = SpawnAt(*World, "Actor", {0.0f, 0.0f, 0.0f});
	Run(*World, 7);
	const UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	REQUIRE(Characters.GetInstances().size() == 1);
	const FCharacterInstance& Instance = Characters.GetInstances()[0];
	CHECK(Instance.Actor == Actor);
	CHECK(Instance.Scale >= 0.9f);
	CHECK(Instance.Scale <= 1.1f);
	const FCharacterModel& Model = *Characters.GetModel(Instance.Model);
	std::vector<FJointMatrix> Expected(size_t(Model.PaletteSize));
	const std::span<const FJointMatrix> Joints = Characters.ComputeJoints(*World, Actor);
	REQUIRE(Joints.size() == 9);
	REQUIRE(FPaletteJob{&Model.Asset.Meshes[0], Joints, Expected}.Run());
	for (size_t Index = 0; Index < Expected.size(); ++Index)
	{
		CHECK(Characters.GetPalettes()[size_t(Instance.FirstMatrix) + Index] == Expected[Index]);
	}
	// It stands: the pose is one of the idle clip's.
	CHECK_FALSE(Joints[0] == Model.Asset.Skeleton.RestModels()[0]);
}

TEST_CASE("UCharacterSubsystem: walks as its body walks, raises footfalls, runs and cowers as it flees")
{
	auto World = MakeWorld();
	BuildMesh(*World);
	const FActorId Walker = SpawnWalker(*World, {-8.0f, 0.0f, 0.0f});
	Run(*World, 2);
	FDiagnostics Diagnostics;
	REQUIRE(World->Get<UCrowdSubsystem>().SetGoal(*World, Walker, {8.0f, 0.0f, 0.0f}, Diagnostics));
	const EEvent FootDown = World->GetEvents().FindOrAdd("footDown");
	int32_t Footfalls = 0;
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		World->Step();
		Footfalls += CountEvents(*World, FootDown, Walker);
	}
	// Five seconds at 1.4 m/s: two footfalls a second, but for the start.
	CHECK(Footfalls >= 8);
	CHECK(Footfalls <= 11);
	UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	CHECK(Characters.GetState(Walker) == "move");
	CHECK(Characters.SetTrigger(Walker, "isCowering", true, Diagnostics));
	Run(*World, 60);
	CHECK(Characters.GetState(Walker) == "cower");
	CHECK(Characters.SetTrigger(Walker, "isCowering", false, Diagnostics));
	Run(*World, 60);
	CHECK(Characters.GetState(Walker) == "move");
	CHECK_FALSE(Characters.SetTrigger(Walker, "isCowring", true, Diagnostics));
	CHECK(Diagnostics.ToString().find("did you mean 'isCowering'?") != std::string::npos);
	CHECK_FALSE(Characters.SetTrigger({}, "isCowering", true, Diagnostics));
}

TEST_CASE("UCharacterSubsystem: an agent walks on planted feet, that stay where they stand")
{
	auto World = MakeWorld();
	BuildMesh(*World);
	const FActorId Walker = SpawnAt(*World, "Legs", {-6.0f, 0.875f, 0.0f});
	Run(*World, 60);
	UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	REQUIRE(Characters.GetFeet(Walker).size() == 2);
	FDiagnostics Diagnostics;
	REQUIRE(World->Get<UCrowdSubsystem>().SetGoal(*World, Walker, {6.0f, 0.0f, 0.0f}, Diagnostics));
	std::array<FVector, 2> Stood{Characters.GetFeet(Walker)[0].Sole, Characters.GetFeet(Walker)[1].Sole};
	int32_t Steps = 0;
	for (int32_t Step = 0; Step < 400; ++Step)
	{
		World->Step();
		const std::span<const FFootState> Feet = Characters.GetFeet(Walker);
		const bool bBothUp = Feet[0].bStepping && Feet[1].bStepping;
		REQUIRE_FALSE(bBothUp);
		const std::span<const FJointMatrix> Joints = Characters.ComputeJoints(*World, Walker);
		for (size_t Foot = 0; Foot < 2; ++Foot)
		{
			Steps += Feet[Foot].bLanded ? 1 : 0;
			Stood[Foot] = Feet[Foot].bLanded || Feet[Foot].bStepping ? Feet[Foot].Sole : Stood[Foot];
			REQUIRE(Feet[Foot].Sole == Stood[Foot]);
			// The ankle that is drawn is over the sole that is planned.
			const AActor& Actor = *World->FindActor(Walker);
			const FVector Ankle = Joints[Foot == 0 ? 4 : 8].GetTranslation() + FVector{0.0f, -0.875f, 0.0f};
			const FVector Drawn = Actor.Transform.TransformPoint(Ankle);
			REQUIRE(Length(Drawn - (Feet[Foot].Sole + UpVector * AnkleHeight)) < 2e-3f);
		}
	}
	CHECK(Steps > 12);
	CHECK(World->FindActor(Walker)->Transform.Location.x > 0.0f);
}

TEST_CASE("UCharacterSubsystem: a doctor watches who is to be watched, and finds what is put in")
{
	auto World = MakeWorld();
	BuildMesh(*World);
	const FActorId Other = SpawnAt(*World, "Legs", {-6.0f, 0.875f, 3.0f});
	const FActorId Walker = SpawnAt(*World, "Watched", {-6.0f, 0.875f, 0.0f});
	Run(*World, 60);
	UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	CHECK_FALSE(Characters.GetDoctor(Other));
	REQUIRE(Characters.GetDoctor(Walker));
	FDiagnostics Diagnostics;
	REQUIRE(World->Get<UCrowdSubsystem>().SetGoal(*World, Walker, {6.0f, 0.0f, 0.0f}, Diagnostics));
	Run(*World, 400);
	const FWalkFigures Figures = Characters.GetDoctor(Walker)->GetFigures();
	CHECK(Figures.Frames >= 400);
	CHECK(Figures.Contacts > 12);
	CHECK(Figures.SlideP99 < 1e-3f);
	CHECK(Figures.Airborne == 0);
	CHECK(Figures.Standing > 30);
	// Clips that know nothing of the ground: feet slide as the body goes.
	FCharacterSettings Settings = *Characters.GetSettings(Walker);
	Settings.Walk = EWalkStyle::Clip;
	REQUIRE(Characters.SetSettings(*World, *World->FindActor(Walker), Settings));
	REQUIRE(World->Get<UCrowdSubsystem>().SetGoal(*World, Walker, {-6.0f, 0.0f, 0.0f}, Diagnostics));
	Run(*World, 300);
	REQUIRE(Characters.GetDoctor(Walker));
	std::array<FWalkFinding, WalkFaultCount> Findings;
	REQUIRE(Characters.GetDoctor(Walker)->FindFaults(Findings) >= 1);
	CHECK(Findings[0].Fault == EWalkFault::Slide);
	CHECK(Findings[0].Setting == "character.walk");
	Settings.bDoctor = false;
	REQUIRE(Characters.SetSettings(*World, *World->FindActor(Walker), Settings));
	CHECK_FALSE(Characters.GetDoctor(Walker));
}

TEST_CASE("UCharacterSubsystem: planted feet are saved, continued and hashed")
{
	auto One = MakeWorld();
	auto Two = MakeWorld(2);
	for (UWorld* World : {One.get(), Two.get()})
	{
		BuildMesh(*World);
		const FActorId Walker = SpawnAt(*World, "Legs", {-6.0f, 0.875f, 0.0f});
		Run(*World, 5);
		FDiagnostics Diagnostics;
		REQUIRE(World->Get<UCrowdSubsystem>().SetGoal(*World, Walker, {6.0f, 0.0f, 3.0f}, Diagnostics));
	}
	for (int32_t Step = 0; Step < 70; ++Step)
	{
		One->Step();
		Two->Step();
		REQUIRE(One->ComputeStateHash() == Two->ComputeStateHash());
	}
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Saved = FSnapshot::Take(*One, Diagnostics);
	REQUIRE(FSnapshot::Restore(*Two, Saved, "test", Diagnostics));
	for (int32_t Step = 0; Step < 70; ++Step)
	{
		One->Step();
		Two->Step();
		REQUIRE(One->ComputeStateHash() == Two->ComputeStateHash());
	}
}

TEST_CASE("UCharacterSubsystem: a character that is not there is a warning, and the actor lives on")
{
	auto World = MakeWorld();
	const FActorId Actor = SpawnAt(*World, "Nobody", {0.0f, 0.0f, 0.0f});
	Run(*World, 5);
	CHECK(World->FindActor(Actor) != nullptr);
	const UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	CHECK_FALSE(Characters.HasCharacter(Actor));
	CHECK(Characters.GetInstances().empty());
	CHECK(Characters.ComputeJoints(*World, Actor).empty());
	const FDiagnostics Words = World->TakeDiagnostics();
	CHECK_FALSE(Words.HasErrors());
	CHECK(Words.ToString().find("there is no character 'Tesster'") != std::string::npos);
}

TEST_CASE("UCharacterSubsystem: settings change and actors come and go while it runs")
{
	auto World = MakeWorld();
	std::vector<FActorId> Actors;
	for (int32_t Index = 0; Index < 5; ++Index)
	{
		Actors.push_back(SpawnAt(*World, "Actor", {float(Index), 0.0f, 0.0f}));
	}
	Run(*World, 3);
	UCharacterSubsystem& Characters = World->Get<UCharacterSubsystem>();
	const uint64_t Revision = Characters.GetRevision();
	const FCharacterInstance Before = Characters.GetInstances()[1];
	CHECK(Before.Tints[0] != Characters.GetInstances()[0].Tints[0]);
	World->DestroyActor(Actors[0]);
	Run(*World, 1);
	REQUIRE(Characters.GetInstances().size() == 4);
	CHECK(Characters.GetRevision() > Revision);
	CHECK(Characters.GetInstances()[0].Actor == Actors[1]);
	CHECK(Characters.GetInstances()[0].Tints == Before.Tints); // looks are the actor's own, whoever leaves
	FDiagnostics Diagnostics;
	const std::string Name = World->FindActor(Actors[2])->Name;
	REQUIRE(World->SetSetting("character.scale", Name, 2.0f, Diagnostics));
	CHECK(Characters.GetInstances()[1].Scale > 1.7f);
	REQUIRE(World->SetSetting("character.asset", Name, std::string("Tesster"), Diagnostics));
	Run(*World, 2);
	CHECK_FALSE(Characters.HasCharacter(Actors[2]));
	REQUIRE(World->SetSetting("character.asset", Name, std::string("Tester"), Diagnostics));
	Run(*World, 2);
	CHECK(Characters.HasCharacter(Actors[2]));
}

TEST_CASE("UCharacterSubsystem: far characters are posed more rarely, and nothing of the world depends on it")
{
	auto Near = MakeWorld();
	auto Far = MakeWorld();
	SpawnAt(*Near, "Actor", {0.0f, 0.0f, 0.0f});
	SpawnAt(*Far, "Actor", {0.0f, 0.0f, 0.0f});
	FCharacterDetail Detail;
	Detail.bHasEye = true;
	Detail.Eye = {100.0f, 0.0f, 0.0f};
	Far->Get<UCharacterSubsystem>().SetDetail(Detail);
	int32_t Changes = 0;
	Run(*Near, 1);
	Run(*Far, 1);
	FJointMatrix Last = Far->Get<UCharacterSubsystem>().GetPalettes()[3];
	CHECK_FALSE(Last == FJointMatrix{}); // posed at once when it came
	for (int32_t Step = 0; Step < 40; ++Step)
	{
		Near->Step();
		Far->Step();
		const FJointMatrix Now = Far->Get<UCharacterSubsystem>().GetPalettes()[3];
		Changes += Now == Last ? 0 : 1;
		Last = Now;
		REQUIRE(Near->ComputeStateHash() == Far->ComputeStateHash());
	}
	CHECK(Changes == 10);
}

TEST_CASE("UCharacterSubsystem: the same bits at one and two threads, and after save and continue")
{
	const auto Start = [](int32_t Threads)
	{
		auto World = MakeWorld(Threads);
		BuildMesh(*World);
		FDiagnostics Diagnostics;
		for (int32_t Index = 0; Index < 40; ++Index)
		{
			SpawnWalker(*World, {float(Index % 8) - 4.0f, 0.0f, float(Index / 8) * 1.2f - 3.0f});
		}
		Run(*World, 2);
		for (const FActorId Actor : World->Get<UCrowdSubsystem>().GetActors({}))
		{
			World->Get<UCrowdSubsystem>().SetGoal(*World, Actor, {8.0f, 0.0f, 5.0f}, Diagnostics);
		}
		return World;
	};
	auto One = Start(1);
	auto Two = Start(2);
	for (int32_t Step = 0; Step < 90; ++Step)
	{
		One->Step();
		Two->Step();
		REQUIRE(One->ComputeStateHash() == Two->ComputeStateHash());
	}
	const std::span<const FJointMatrix> A = One->Get<UCharacterSubsystem>().GetPalettes();
	const std::span<const FJointMatrix> B = Two->Get<UCharacterSubsystem>().GetPalettes();
	CHECK(std::equal(A.begin(), A.end(), B.begin(), B.end()));

	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Saved = FSnapshot::Take(*One, Diagnostics);
	REQUIRE(FSnapshot::Restore(*Two, Saved, "test", Diagnostics));
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		One->Step();
		Two->Step();
		REQUIRE(One->ComputeStateHash() == Two->ComputeStateHash());
	}
}

TEST_CASE("FCharacterLibrary: reads baked files and sources with their facts, and says why where it cannot")
{
	const std::filesystem::path Root = std::filesystem::temp_directory_path() / "FlockworkCharacterLibrary";
	std::filesystem::remove_all(Root);
	std::filesystem::create_directories(Root / "Characters");
	FDiagnostics Diagnostics;
	REQUIRE(SaveCharacter(MakePerson(), (Root / "Characters/Baked.character").string(), Diagnostics));
	std::ofstream(Root / "Characters/Baked.json") << R"({ "clips": { "walk": { "speed": 2.5 } } })";
	std::ofstream(Root / "Characters/Source.glb") << "glTF";
	std::ofstream(Root / "Characters/Damaged.character") << "FWCHARAC and nothing else";
	FCharacterLibrary Library;
	Library.AddRoot(Root.string());
	const auto Baked = Library.Find("Baked", Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(Baked);
	CHECK(Baked->Asset.FindClip("walk")->Speed == 2.5f);
	CHECK(Baked->PaletteSize == 9);
	CHECK(Library.Find("Baked", Diagnostics) == Baked);
	const auto FaultOf = [&](const char* Name)
	{
		FDiagnostics Faults;
		CHECK_FALSE(Library.Find(Name, Faults));
		FDiagnostics Again;
		CHECK_FALSE(Library.Find(Name, Again));
		CHECK(Faults.ToString() == Again.ToString());
		return Faults.ToString();
	};
	CHECK(FaultOf("Source").find("no importer is set") != std::string::npos);
	CHECK(FaultOf("Damaged").find("Damaged.character") != std::string::npos);
	CHECK(FaultOf("Bakd").find("did you mean 'Baked'?") != std::string::npos);
	CHECK(FaultOf("../Characters/Baked").find("there is no character") != std::string::npos);
	FCharacterLibrary WithImporter;
	WithImporter.AddRoot(Root.string());
	WithImporter.SetImporter(
	    [](const std::string&, FCharacterAsset& Out, FDiagnostics&)
	    {
		    Out = MakePerson();
		    return true;
	    });
	CHECK(WithImporter.Find("Source", Diagnostics));
	std::filesystem::remove_all(Root);
}
} // namespace Flockwork::GameTest
