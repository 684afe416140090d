#include "FleeTestWorld.h"
#include "FlockworkNavigation/ClassicRecipe.h"

namespace Flockwork
{
namespace
{
FClassicRecipe RecipeFor(const FFleeTestWorld& World, const FVector& Threat)
{
	FClassicRecipe Recipe;
	Recipe.Query = World.Query.get();
	Recipe.Agent = World.Locations[0];
	Recipe.Threat = Threat;
	Recipe.Filter = World.Filter;
	return Recipe;
}
} // namespace

TEST_CASE("FClassicRecipe: rejects incomplete input")
{
	FFleeTestWorld World(Field());
	World.Add(0.0f, 0.0f);
	FClassicRecipe Recipe = RecipeFor(World, {1.0f, 0.0f, 0.0f});
	CHECK(Recipe.Validate());
	Recipe.Query = nullptr;
	CHECK_FALSE(Recipe.Validate());
	Recipe = RecipeFor(World, {1.0f, 0.0f, 0.0f});
	Recipe.FleeRadius = 0.0f;
	CHECK_FALSE(Recipe.Validate());
}

TEST_CASE("FClassicRecipe: on open ground the goal is ten metres straight away")
{
	FFleeTestWorld World(Field());
	World.Add(3.0f, 4.0f); // 5 m from the threat, along (0.6, 0.8)
	FNavPath Path;
	FNavLocation Goal;
	REQUIRE(RecipeFor(World, {0.0f, World.Locations[0].Position.y, 0.0f}).Run(Path, Goal));
	CHECK(Goal.Position.x == Approx(9.0f).margin(0.02f));
	CHECK(Goal.Position.z == Approx(12.0f).margin(0.02f));
	CHECK(World.Mesh.IsValidPoly(Goal.Poly));
}

TEST_CASE("FClassicRecipe: a partial path is followed as far as it goes")
{
	FTestLevel Level;
	Level.Floor(0.0f, 0.0f, 10.0f, 4.0f);
	Level.Floor(13.0f, 0.0f, 25.0f, 4.0f); // beyond a gap of 3 m
	FFleeTestWorld World(Level);
	World.Add(6.0f, 2.0f);
	FNavPath Path;
	FNavLocation Goal;
	REQUIRE(RecipeFor(World, {2.0f, 0.0f, 2.0f}).Run(Path, Goal)); // goal (16, 2), on the other side
	CHECK(Path.Status == ENavPathStatus::Partial);
	CHECK(Goal.Position.x == Approx(9.6f).margin(0.25f)); // the near side's edge, the agent's radius taken off
	CHECK(Goal.Position.z == Approx(2.0f).margin(0.25f));
}

TEST_CASE("FClassicRecipe: with no ground near the goal nothing is done")
{
	FTestLevel Level;
	Level.Floor(0.0f, 0.0f, 10.0f, 4.0f);
	FFleeTestWorld World(Level);
	World.Add(6.0f, 2.0f);
	FNavPath Path;
	FNavLocation Goal;
	CHECK_FALSE(RecipeFor(World, {2.0f, 0.0f, 2.0f}).Run(Path, Goal));
	CHECK(Goal.Poly == 0);
}

TEST_CASE("FFleePlanner: the classic policy takes one decision for one event")
{
	FFleeTestWorld World(Field());
	World.Settings.Policy = EFleePolicy::Classic;
	World.Add(5.0f, 0.0f);
	World.Add(19.9f, 0.0f);
	World.Add(20.1f, 0.0f);
	World.Drop(0.0f, 0.0f);
	World.Threats[0].Position.y = World.Locations[0].Position.y;
	World.Decide();
	CHECK(World.Decisions[0].State == EFleeState::Fleeing);
	CHECK(World.Decisions[0].bNewGoal);
	CHECK(World.Decisions[0].Goal.Position.x == Approx(15.0f).margin(0.02f));
	CHECK(World.Decisions[0].Speed == 10.0f);
	CHECK(World.Decisions[0].AngularSpeed == 500.0f);
	CHECK(World.Decisions[1].State == EFleeState::Fleeing);
	CHECK(World.Decisions[2].State == EFleeState::Calm);
	REQUIRE(World.Planner->GetEvents().size() == 2);
	CHECK(GetAnimationTrigger(World.Planner->GetEvents()[0].Event) == "isRunning");
	// The threat walks up to the third: nobody minds.
	World.Threats[0].Position.x = 15.0f;
	for (int32_t Step = 0; Step < 30; ++Step)
	{
		World.Decide();
		CHECK_FALSE(World.Decisions[0].bNewGoal);
		CHECK(World.Decisions[2].State == EFleeState::Calm);
	}
	// Another one appears.
	World.Drop(19.0f, 0.0f, 2);
	World.Decide();
	CHECK(World.Decisions[2].State == EFleeState::Fleeing);
	CHECK(World.Decisions[2].Goal.Position.x == Approx(30.1f).margin(0.05f));
}

TEST_CASE("FFleePlanner: the classic policy decides again in intervals when it may")
{
	FFleeTestWorld World(Field());
	World.Settings.Policy = EFleePolicy::Classic;
	World.Settings.bReplanOnce = false;
	World.Add(5.0f, 0.0f);
	World.Drop(0.0f, 0.0f);
	World.Decide();
	CHECK(World.Decisions[0].Goal.Position.x == Approx(15.0f).margin(0.05f));
	World.Threats[0].Position.x = 6.0f;
	for (int32_t Step = 0; Step < 40; ++Step)
	{
		World.Decide();
	}
	CHECK(World.Decisions[0].Goal.Position.x == Approx(-5.0f).margin(0.05f));
	CHECK(World.EventCounts[EFleeEvent::Started] == 2);
}
} // namespace Flockwork
