// Characters of a world, in lock step and one by one: the same poses.
#include "../FlockworkAnimation/TestCharacter.h"
#include "../FlockworkLocomotion/WalkerSkeleton.h"
#include "CrowdTestSupport.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkGame/CharacterSubsystem.h"

#include <array>
#include <catch2/catch.hpp>

namespace Flockwork::GameTest
{
namespace
{
// No scales, and a tube of skin round each joint; joint 8 has skin within 5 cm only.
FCharacterAsset MakePerson()
{
	FCharacterAsset Person = MakeTestCharacter(9);
	Person.Skeleton = MakeTestSkeleton(9, 1, false);
	Person.Meshes = {MakeTestMesh(Person.Skeleton, 60)};
	const std::vector<FJointMatrix> Rest = Person.Skeleton.RestModels();
	FSkinnedMesh& Mesh = Person.Meshes[0];
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		const size_t Joint = Vertex % 9;
		Mesh.Weights[Vertex] = {{uint16_t(Joint), 0, 0, 0}, {1.0f, 0.0f, 0.0f, 0.0f}};
		const FVector Way = SafeNormal(Mesh.Positions[Vertex]);
		Mesh.Positions[Vertex] = Rest[Joint].GetTranslation() + Way * (Joint == 8 ? 0.05f : 0.4f);
	}
	Mesh.Positions[0] = {0.0f, 2.0f, 0.0f}; // its height
	Person.Clips.clear();
	for (const auto& [Name, Speed] :
	    std::array<std::pair<const char*, float>, 3>{{{"idle", 0.0f}, {"walk", 1.4f}, {"run", 6.0f}}})
	{
		FClip Clip = MakeTestClip(Person.Skeleton, Name, 1.0f, uint32_t(Person.Clips.size()));
		Clip.Speed = Speed;
		Person.Clips.push_back(Clip);
	}
	return Person;
}

FCharacterAsset MakeLegs()
{
	FCharacterAsset Legs = MakePerson();
	Legs.Skeleton = MakeWalkerSkeleton();
	Legs.Clips.resize(1);
	Legs.Clips[0] = MakeTestClip(Legs.Skeleton, "idle", 1.0f, 3);
	Legs.Meshes = {MakeTestMesh(Legs.Skeleton, 30)};
	return Legs;
}

std::unique_ptr<UWorld> MakeWorld(int32_t Threads, bool bLockStep)
{
	std::shared_ptr<FPrefabLibrary> Library = MakeCrowdLibrary();
	FDiagnostics Diagnostics;
	REQUIRE(Library->GetCharacters().Add("Tester", MakePerson(), Diagnostics));
	REQUIRE(Library->GetCharacters().Add("Legs", MakeLegs(), Diagnostics));
	for (const char* Prefab : {R"({"prefab": "Stander", "components": {"character": {"asset": "Tester"}}})",
	         R"({"prefab": "Walker2", "inherits": "Person", "components": {
			"character": {"asset": "Tester", "offset": [0, -0.875, 0]}}})",
	         R"({"prefab": "Legs", "inherits": "Person", "components": {
			"character": {"asset": "Legs", "walk": "procedural", "offset": [0, -0.875, 0]}}})"})
	{
		REQUIRE(Library->AddPrefab(Prefab, "test", Diagnostics));
	}
	FWorldDef Def;
	Def.Settings.Threads = Threads;
	Def.Prefabs = Library;
	auto World = std::make_unique<UWorld>(std::move(Def));
	SpawnAt(*World, "Yard", {0.0f, -0.5f, 0.0f}, FVector{}, "Yard");
	BuildMesh(*World);
	for (int32_t Index = 0; Index < 33; ++Index)
	{
		const char* const Prefab = Index % 3 == 0 ? "Stander" : Index % 3 == 1 ? "Walker2" : "Legs";
		SpawnAt(*World, Prefab, {float(Index % 8) - 4.0f, 0.875f, float(Index / 8) * 1.2f - 3.0f});
	}
	REQUIRE(World->SetSetting("characterDetail.lockStep", "", bLockStep, Diagnostics));
	Run(*World, 2);
	for (const FActorId Actor : World->Get<UCrowdSubsystem>().GetActors({}))
	{
		World->Get<UCrowdSubsystem>().SetGoal(*World, Actor, {8.0f, 0.0f, 5.0f}, Diagnostics);
	}
	return World;
}

std::span<const FJointMatrix> PalettesOf(const UWorld& World)
{
	return World.Get<UCharacterSubsystem>().GetPalettes();
}

float Difference(const FJointMatrix& A, const FJointMatrix& B)
{
	float Most = 0.0f;
	for (int32_t Number = 0; Number < 12; ++Number)
	{
		const float Gap = std::abs(A.Rows[Number / 4][Number % 4] - B.Rows[Number / 4][Number % 4]);
		Most = Gap <= Most ? Most : Gap; // NaN counts
	}
	return Most;
}
} // namespace

TEST_CASE("FCharacterDetailSettings: the table is well defined, and settings are reached by name")
{
	FDiagnostics Diagnostics;
	CHECK(FCharacterDetailSettings::Table().CheckDefinition(Diagnostics));
	auto World = MakeWorld(1, true);
	FSettingValue Value;
	REQUIRE(World->GetSetting("characterDetail.fewJointsDistance", "", Value));
	CHECK(std::get<float>(Value) == 20.0f);
	REQUIRE(World->SetSetting("characterDetail.fewJointsDistance", "", 7.5f, Diagnostics));
	CHECK(World->Get<UCharacterSubsystem>().GetDetailSettings().FewJointsDistance == 7.5f);
	World->SetSetting("characterDetail.fewJointsDistance", "", -1.0f, Diagnostics);
	CHECK(World->Get<UCharacterSubsystem>().GetDetailSettings().FewJointsDistance == 0.0f); // the least
}

TEST_CASE("UCharacterSubsystem: in lock step they are posed as one by one")
{
	auto Eight = MakeWorld(1, true);
	auto Single = MakeWorld(1, false);
	REQUIRE(Eight->Get<UCharacterSubsystem>().GetModel(0)->LockStep.GetData() != nullptr);
	float Worst = 0.0f;
	int32_t Unlike = 0;
	for (int32_t Step = 0; Step < 120; ++Step)
	{
		Eight->Step();
		Single->Step();
		REQUIRE(Eight->ComputeStateHash() == Single->ComputeStateHash());
		REQUIRE(PalettesOf(*Eight).size() == PalettesOf(*Single).size());
		for (size_t Index = 0; Index < PalettesOf(*Eight).size(); ++Index)
		{
			const float Gap = Difference(PalettesOf(*Eight)[Index], PalettesOf(*Single)[Index]);
			Worst = Gap <= Worst ? Worst : Gap;
			Unlike += Gap > 0.0f ? 1 : 0;
		}
	}
	CHECK(Worst < 1e-4f); // of matrices of unit size: 0.1 mm a metre
	CHECK(Unlike > 1000); // it was another way
}

TEST_CASE("UCharacterSubsystem: the same matrices in lock step at one, two and three threads")
{
	std::array<std::unique_ptr<UWorld>, 3> Worlds = {MakeWorld(1, true), MakeWorld(2, true), MakeWorld(3, true)};
	for (int32_t Step = 0; Step < 90; ++Step)
	{
		for (const std::unique_ptr<UWorld>& World : Worlds)
		{
			World->Step();
		}
		const std::span<const FJointMatrix> One = PalettesOf(*Worlds[0]);
		for (size_t Other = 1; Other < Worlds.size(); ++Other)
		{
			const std::span<const FJointMatrix> Theirs = PalettesOf(*Worlds[Other]);
			REQUIRE(std::equal(One.begin(), One.end(), Theirs.begin(), Theirs.end()));
		}
	}
}

TEST_CASE("UCharacterSubsystem: far characters leave out joints with little skin, which go with what carries them")
{
	auto Near = MakeWorld(1, true);
	auto Far = MakeWorld(1, true);
	const FCharacterModel& Model = *Near->Get<UCharacterSubsystem>().GetModel(0);
	REQUIRE(Model.Asset.Name == MakePerson().Name);
	CHECK(Model.FewJointCount == 8); // joint 8 alone
	FDiagnostics Diagnostics;
	FCharacterDetail Detail;
	Detail.bHasEye = true;
	Far->Get<UCharacterSubsystem>().SetDetail(Detail);
	REQUIRE(Far->SetSetting("characterDetail.fewJointsDistance", "", 0.0f, Diagnostics)); // far is everywhere
	REQUIRE(Far->SetSetting("characterDetail.fullRateDistance", "", 1000.0f, Diagnostics));
	const size_t Carrier = size_t(Model.Asset.Skeleton.Parents[8]);
	float Bent = 0.0f;
	for (int32_t Step = 0; Step < 20; ++Step)
	{
		Near->Step();
		Far->Step();
		for (const FCharacterInstance& Instance : Far->Get<UCharacterSubsystem>().GetInstances())
		{
			const std::span<const FJointMatrix> Whole = PalettesOf(*Near).subspan(size_t(Instance.FirstMatrix));
			const std::span<const FJointMatrix> Few = PalettesOf(*Far).subspan(size_t(Instance.FirstMatrix));
			for (size_t Joint = 0; Instance.Model == 0 && Joint < 8; ++Joint)
			{
				REQUIRE(Difference(Whole[Joint], Few[Joint]) < 1e-5f);
			}
			if (Instance.Model == 0)
			{
				REQUIRE(Few[8] == Few[Carrier]);
				Bent = std::max(Bent, Difference(Whole[8], Whole[Carrier]));
			}
		}
	}
	CHECK(Bent > 0.05f);
}
} // namespace Flockwork::GameTest
