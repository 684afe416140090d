#include "PhysicsTestSupport.h"

#include <algorithm>

using namespace Flockwork;

namespace
{
int CountPhase(const FPhysicsWorld& World, EContactPhase Phase)
{
	const auto Events = World.GetContacts();
	return int(std::count_if(
	    Events.begin(), Events.end(), [Phase](const FContactEvent& Event) { return Event.Phase == Phase; }));
}
} // namespace

TEST_CASE("FPhysicsWorld: a ball that lands begins a contact, stays, and ends it when it is lifted")
{
	FTestWorld Test(EACH_KIND);
	FBodyDef FloorDef = Static(FShapeDef::MakeBox({10.0f, 1.0f, 10.0f}), {0.0f, -1.0f, 0.0f});
	FloorDef.UserData = 1;
	const FBodyId Floor = Test.Add(FloorDef);
	FBodyDef BallDef = Dynamic(FShapeDef::MakeSphere(0.5f), {0.25f, 1.0f, 0.0f});
	BallDef.bReportContacts = true;
	BallDef.UserData = 2;
	BallDef.Mass = 3.0f;
	const FBodyId Ball = Test.Add(BallDef);
	int Begins = 0;
	for (int Step = 0; Step < 120; ++Step)
	{
		Test.Step();
		Begins += CountPhase(Test.World, EContactPhase::Begin);
		REQUIRE(CountPhase(Test.World, EContactPhase::End) == 0);
		REQUIRE(Test.World.GetContacts().size() <= 1);
	}
	REQUIRE(Begins == 1);
	REQUIRE(Test.World.GetContacts().size() == 1);
	const FContactEvent Stay = Test.World.GetContacts().front();
	REQUIRE(Stay.Phase == EContactPhase::Stay);
	REQUIRE(Stay.A == Floor);
	REQUIRE(Stay.B == Ball);
	REQUIRE(Stay.UserDataA == 1);
	REQUIRE(Stay.UserDataB == 2);
	REQUIRE(Length(Stay.Normal - UpVector) < 1e-3f);
	REQUIRE(Length(Stay.Point - FVector(0.25f, 0.0f, 0.0f)) < 1e-2f);
	// What holds it up against gravity for one step.
	REQUIRE(Stay.Impulse == Approx(3.0f * 9.81f * StepTime).epsilon(0.02));
	FTransform Up;
	Up.Location.y = 5.0f;
	SECTION("by lifting")
	{
		REQUIRE(Test.World.SetTransform(Ball, Up));
	}
	SECTION("by destroying it")
	{
		REQUIRE(Test.World.DestroyBody(Ball));
	}
	SECTION("by destroying the floor")
	{
		REQUIRE(Test.World.DestroyBody(Floor));
	}
	Test.Step();
	REQUIRE(Test.World.GetContacts().size() == 1);
	REQUIRE(Test.World.GetContacts().front().Phase == EContactPhase::End);
	REQUIRE(Test.World.GetContacts().front().A == Floor);
	REQUIRE(Test.World.GetContacts().front().B == Ball);
	REQUIRE(Test.World.GetContacts().front().Impulse == 0.0f);
	Test.Step();
	REQUIRE(Test.World.GetContacts().empty());
}

TEST_CASE("FPhysicsWorld: a trigger reports and stops nothing")
{
	FTestWorld Test(EACH_KIND, {});
	const EBodyType Visitor = GENERATE(EBodyType::Dynamic, EBodyType::Kinematic);
	FBodyDef TriggerDef = Static(FShapeDef::MakeBox({1.0f, 1.0f, 1.0f}), {});
	TriggerDef.bTrigger = true;
	const FBodyId Trigger = Test.Add(TriggerDef);
	FBodyDef BallDef = Dynamic(FShapeDef::MakeSphere(0.5f), {-3.0f, 0.0f, 0.0f});
	BallDef.Type = Visitor;
	BallDef.LinearVelocity = {6.0f, 0.0f, 0.0f};
	const FBodyId Ball = Test.Add(BallDef);
	int Begins = 0;
	int Ends = 0;
	for (int Step = 0; Step < 60; ++Step)
	{
		Test.Step();
		for (const FContactEvent& Event : Test.World.GetContacts())
		{
			REQUIRE(Event.bTrigger);
			REQUIRE(Event.A == Trigger);
			REQUIRE(Event.B == Ball);
			REQUIRE(Event.Impulse == 0.0f);
		}
		Begins += CountPhase(Test.World, EContactPhase::Begin);
		Ends += CountPhase(Test.World, EContactPhase::End);
	}
	REQUIRE(Begins == 1);
	REQUIRE(Ends == 1);
	REQUIRE(Test.World.GetTransform(Ball).Location.x == Approx(3.0f).epsilon(1e-3));
	REQUIRE(Test.World.GetVelocity(Ball).x == Approx(6.0f).epsilon(1e-3));
}

TEST_CASE("FPhysicsWorld: without bReportContacts there are no events")
{
	FTestWorld Test(EACH_KIND);
	Test.Add(Static(FShapeDef::MakeBox({10.0f, 1.0f, 10.0f}), {0.0f, -1.0f, 0.0f}));
	Test.Add(Dynamic(FShapeDef::MakeSphere(0.5f), {0.0f, 0.5f, 0.0f}));
	Test.Step(10);
	REQUIRE(Test.World.GetContacts().empty());
	REQUIRE(Test.World.GetStats().Manifolds == 1);
}

TEST_CASE("FPhysicsWorld: events are ordered by the creation of their bodies")
{
	FTestWorld Test(EACH_KIND, {});
	// Created in an order that is neither that of their places nor that of their slots.
	std::vector<FBodyId> Ids;
	const auto AddBoid = [&](const FVector& Place)
	{
		FBodyDef Def = Boid(Place);
		Def.bReportContacts = true;
		Ids.push_back(Test.Add(Def));
	};
	for (int Index = 0; Index < 40; ++Index)
	{
		AddBoid({0.55f * float((Index * 17) % 40), 0.0f, 0.0f});
	}
	for (const int Victim : {3, 30, 11})
	{
		const FVector Place = Test.World.GetTransform(Ids[size_t(Victim)]).Location;
		REQUIRE(Test.World.DestroyBody(Ids[size_t(Victim)]));
		Ids.erase(Ids.begin() + Victim);
		AddBoid(Place);
	}
	REQUIRE(std::equal(Ids.begin(), Ids.end(), Test.World.GetBodies().begin(), Test.World.GetBodies().end()));
	Test.Step();
	const auto Rank = [&](FBodyId Id) { return std::find(Ids.begin(), Ids.end(), Id) - Ids.begin(); };
	const auto Events = Test.World.GetContacts();
	REQUIRE(Events.size() == 39);
	for (size_t Index = 0; Index < Events.size(); ++Index)
	{
		REQUIRE(Rank(Events[Index].A) < Rank(Events[Index].B));
		REQUIRE((Index == 0 || std::pair(Rank(Events[Index - 1].A), Rank(Events[Index - 1].B)) <
		                           std::pair(Rank(Events[Index].A), Rank(Events[Index].B))));
	}
}

TEST_CASE("FPhysicsWorld: two bodies meet when each has the other's layer in its mask")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const bool bStaticWall = GENERATE(true, false);
	for (uint32_t Case = 0; Case < 16; ++Case)
	{
		FTestWorld Test(Kind, {});
		const uint32_t LayerA = 9;
		const uint32_t LayerB = 31;
		FBodyDef A = Dynamic(FShapeDef::MakeSphere(0.5f), {-1.5f, 0.0f, 0.0f});
		A.LinearVelocity = {4.0f, 0.0f, 0.0f};
		A.Layer = LayerA;
		A.CollidesWith = ((Case & 1) ? LayerBit(LayerB) : 0) | ((Case & 2) ? LayerBit(LayerA) : 0);
		FBodyDef B = Dynamic(FShapeDef::MakeBox({0.5f, 2.0f, 2.0f}), {});
		B.Type = bStaticWall ? EBodyType::Static : EBodyType::Dynamic;
		B.Layer = LayerB;
		B.CollidesWith = ((Case & 4) ? LayerBit(LayerA) : 0) | ((Case & 8) ? LayerBit(LayerB) : 0);
		const FBodyId IdA = Test.Add(A);
		const FBodyId IdB = Test.Add(B);
		const bool bMeet = (Case & 1) && (Case & 4);
		CAPTURE(Case);
		Test.Step(40);
		REQUIRE((Test.World.GetVelocity(IdA).x == 4.0f) == !bMeet);
		// The mask may change while they live.
		REQUIRE(Test.World.SetCollidesWith(IdA, bMeet ? 0 : LayerBit(LayerB)));
		REQUIRE(Test.World.SetCollidesWith(IdB, bMeet ? 0 : LayerBit(LayerA)));
		for (const FBodyId Id : {IdA, IdB})
		{
			REQUIRE(Test.World.SetTransform(Id, Id == IdA ? A.Transform : B.Transform));
			REQUIRE(
			    Test.World.SetVelocity(Id, Id == IdA ? A.LinearVelocity : FVector{}) == (Id == IdA || !bStaticWall));
		}
		Test.Step(40);
		REQUIRE((Test.World.GetVelocity(IdA).x == 4.0f) == bMeet);
	}
}
