#include "FlockworkGame/Snapshot.h"
#include "FlockworkGame/VisualSubsystem.h"

#include "FlockworkCore/DebugDraw.h"
#include "FlockworkGame/DebugLayers.h"
#include "GameTestSupport.h"

namespace Flockwork
{
namespace
{
using namespace GameTest;

class FLineCounter final : public IDebugDraw
{
public:
	void Line(const FVector&, const FVector&, const FColor&) override { ++Lines; }
	void Text(const FVector&, std::string_view, const FColor&) override { ++Texts; }
	int32_t Lines = 0;
	int32_t Texts = 0;
};
} // namespace

TEST_CASE("UVisualSubsystem: instances come by species and creation, blended between the last two steps")
{
	UWorld World(MakeDef());
	for (int32_t Index = 0; Index < 3; ++Index)
	{
		SpawnAt(World, "Boid", {4.0f * float(Index), 5.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	}
	FOrder Fish = FOrder::Spawn("Boid", At(0.0f, 9.0f, 0.0f));
	Fish.Text = R"({"visual": {"species": "fish", "scale": 2, "offset": [0, 0, 1], "color": [1, 0, 0]}})";
	Do(World, Fish);
	World.Step();
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	REQUIRE(Visuals.GetSpeciesCount() == 2);
	CHECK(Visuals.GetSpeciesName(0) == "arrow");
	CHECK(Visuals.GetSpeciesName(1) == "fish");
	REQUIRE(Visuals.GetInstanceCount(0) == 3);
	std::vector<FRenderInstance> Instances(3);
	std::vector<FRenderDetail> Details(3);
	REQUIRE(Visuals.CopyInstances(World, 0, 0.25f, Instances, Details) == 3);
	for (size_t Index = 0; Index < 3; ++Index)
	{
		const AActor& Actor = *World.FindActor(World.GetActors()[Index]);
		const FVector Expected =
		    World.GetPreviousTransform(Actor.Id).Location * 0.75f + Actor.Transform.Location * 0.25f;
		CHECK(Length(Instances[Index].Position - Expected) < 1e-5f);
		CHECK(Details[Index].ActorIndex == Actor.Id.Index);
		CHECK(Details[Index].Speed == Approx(Length(Actor.Velocity)));
		CHECK(Details[Index].Phase >= 0.0f);
		CHECK(Details[Index].Phase < 1.0f);
	}
	REQUIRE(Visuals.CopyInstances(World, 1, 1.0f, std::span(Instances).first(1), Details) == 1);
	const AActor& Swimmer = *World.FindActor(World.GetActors()[3]);
	CHECK(Instances[0].Scale == 2.0f);
	CHECK(Length(Instances[0].Position - Swimmer.Transform.TransformPoint({0.0f, 0.0f, 1.0f})) < 1e-5f);
	CHECK(Details[0].Color == 0xff0000ffu);
	CHECK(Visuals.CopyInstances(World, 0, 1.0f, std::span(Instances).first(2), {}) == 2); // as many as fit
}

TEST_CASE("UVisualSubsystem: shapes are those of the bodies, the revision changes when somebody comes or goes")
{
	UWorld World(MakeDef());
	const FActorId Wall = SpawnAt(World, "Wall", {1.0f, 2.0f, 3.0f});
	SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	std::vector<FRenderShape> Shapes;
	Visuals.CopyShapes(World, 1.0f, Shapes);
	REQUIRE(Shapes.size() == 1);
	CHECK(Shapes[0].Type == EShapeType::Box);
	CHECK(Shapes[0].HalfExtent == FVector{4.0f, 2.0f, 0.5f});
	CHECK(Shapes[0].bStatic);
	CHECK(Shapes[0].Actor == Wall);
	const uint64_t Revision = Visuals.GetRevision();
	World.Step();
	CHECK(Visuals.GetRevision() == Revision);
	World.DestroyActor(Wall);
	CHECK(Visuals.GetRevision() != Revision);
	Visuals.CopyShapes(World, 1.0f, Shapes);
	CHECK(Shapes.empty());
}

TEST_CASE("UVisualSubsystem: hulls and meshes bring their triangles, which actors of one look share")
{
	UWorld World(MakeDef());
	FOrder Hull = FOrder::Spawn("Ball", At(0.0f, 5.0f, 0.0f));
	Hull.Transform.Scale = 2.0f;
	Hull.Text = R"({"body": {"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]},
		"visual": {"species": "shape", "smooth": true}})";
	Do(World, Hull);
	Hull.Transform.Location = {5.0f, 5.0f, 0.0f};
	Do(World, Hull);
	FOrder Mesh = FOrder::Spawn("Wall", At(0.0f, 0.0f, 9.0f));
	Mesh.Text = R"({"body": {"shape": "mesh", "vertices": [[0, 0, 0], [2, 0, 0], [0, 0, 2]], "indices": [0, 2, 1]}})";
	Do(World, Mesh);
	std::vector<FRenderShape> Shapes;
	World.Get<UVisualSubsystem>().CopyShapes(World, 1.0f, Shapes);
	REQUIRE(Shapes.size() == 3);
	CHECK(Shapes[0].Vertices.size() == 4); // the point inside is no corner
	CHECK(Shapes[0].Indices.size() == 12);
	CHECK(Shapes[0].bSmooth);
	CHECK_FALSE(Shapes[0].bStatic);
	CHECK(Shapes[0].Transform.Scale == 2.0f); // the triangles are unscaled
	CHECK(Shapes[0].Vertices.data() == Shapes[1].Vertices.data());
	REQUIRE(Shapes[2].Vertices.size() == 3);
	CHECK(Shapes[2].Vertices[1] == FVector{2.0f, 0.0f, 0.0f});
	CHECK(Shapes[2].Indices.size() == 3);
	CHECK(Shapes[2].bStatic);
	CHECK_FALSE(Shapes[2].bSmooth);
}

TEST_CASE("UVisualSubsystem: a stride passes in the way that it is long")
{
	UWorld World(MakeDef());
	Do(World, FOrder::SetSetting("physics.gravity", FVector{0.0f, 0.0f, 0.0f}));
	FOrder Order = FOrder::Spawn("Ball", FTransform{});
	Order.Vector = {2.0f, 0.0f, 0.0f};
	Order.Text = R"({"visual": {"species": "bird", "strideLength": 4}})";
	Do(World, Order);
	const UVisualSubsystem& Visuals = World.Get<UVisualSubsystem>();
	FRenderInstance Instance;
	FRenderDetail Before;
	FRenderDetail After;
	Visuals.CopyInstances(World, 0, 1.0f, {&Instance, 1}, {&Before, 1});
	for (int32_t Step = 0; Step < 60; ++Step) // 2 m in all: half a stride
	{
		World.Step();
	}
	Visuals.CopyInstances(World, 0, 1.0f, {&Instance, 1}, {&After, 1});
	const float Passed = After.Phase - Before.Phase;
	CHECK((Passed < 0.0f ? Passed + 1.0f : Passed) == Approx(0.5f).margin(1e-3));
}

TEST_CASE("UWorld: debug layers draw something each, and changes no state")
{
	UWorld World(MakeDef());
	FillScene(World, 10);
	for (int32_t Step = 0; Step < 40; ++Step) // the threat is there
	{
		World.Step();
	}
	const uint64_t Hash = World.ComputeStateHash();
	bool FDebugLayers::*const Layers[] = {&FDebugLayers::bVelocity, &FDebugLayers::bForces, &FDebugLayers::bRadius,
	    &FDebugLayers::bGrid, &FDebugLayers::bTargets, &FDebugLayers::bThreats, &FDebugLayers::bBodies,
	    &FDebugLayers::bLinks, &FDebugLayers::bVision, &FDebugLayers::bRules};
	for (bool FDebugLayers::*const Layer : Layers)
	{
		FDebugLayers Wanted;
		Wanted.Selected = World.FindActorByName("Walker_7");
		REQUIRE(Wanted.Selected.IsValid());
		Wanted.*Layer = true;
		FLineCounter Lines;
		World.DrawDebug(Lines, Wanted);
		CHECK(Lines.Lines > 0);
	}
	FDebugLayers Names;
	Names.bNames = true;
	FLineCounter Lines;
	World.DrawDebug(Lines, Names);
	CHECK(Lines.Texts == int32_t(World.GetActors().size()));
	FLineCounter Nothing;
	World.DrawDebug(Nothing, FDebugLayers{});
	CHECK(Nothing.Lines + Nothing.Texts == 0);
	CHECK(World.ComputeStateHash() == Hash);
}

TEST_CASE("UVisualSubsystem: looks that nobody has any more are not kept")
{
	UWorld World(MakeDef());
	FOrder Hull = FOrder::Spawn("Ball", At(0.0f, 5.0f, 0.0f));
	Hull.Text = R"({"body": {"shape": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]},
		"visual": {"species": "shape"}})";
	const std::string First = World.FindActor(Do(World, Hull))->Name;
	const std::string Second = World.FindActor(Do(World, Hull))->Name;
	const auto SizeOf = [&]
	{
		FDiagnostics Diagnostics;
		return FSnapshot::Measure(World, Diagnostics);
	};
	const auto Paint = [&](const std::string& Who, float Red) {
		Do(World, FOrder::SetSetting("visual.color", FVector{Red, 0.25f, 0.5f}, Who));
	};
	Paint(First, 0.125f);
	const size_t Before = SizeOf();
	for (int32_t Frame = 0; Frame < 100; ++Frame)
	{
		Paint(First, Frame % 2 == 0 ? 0.375f : 0.125f);
		Paint(Second, Frame % 3 == 0 ? 0.375f : 0.875f);
	}
	Paint(Second, 0.625f);
	CHECK(SizeOf() < Before + 200); // one look more, not hundreds
	std::vector<FRenderShape> Shapes;
	World.Get<UVisualSubsystem>().CopyShapes(World, 1.0f, Shapes);
	REQUIRE(Shapes.size() == 2);
	CHECK(Shapes[0].Color.x == Approx(0.125f).margin(0.003));
	CHECK(Shapes[1].Color.x == Approx(0.625f).margin(0.003));
	CHECK(Shapes[0].Vertices.size() == 4);
	CHECK(Shapes[1].Vertices.size() == 4);
	World.DestroyActor(World.FindActorByName(First));
	World.Get<UVisualSubsystem>().CopyShapes(World, 1.0f, Shapes);
	REQUIRE(Shapes.size() == 1);
	CHECK(Shapes[0].Vertices.size() == 4);
	Do(World, FOrder::Spawn("Wall", At(9.0f, 0.0f, 0.0f))); // takes the free place and none of its triangles
	World.Get<UVisualSubsystem>().CopyShapes(World, 1.0f, Shapes);
	REQUIRE(Shapes.size() == 2);
	CHECK(Shapes[0].Vertices.size() == 4);
	CHECK(Shapes[1].Vertices.empty());
}
} // namespace Flockwork
