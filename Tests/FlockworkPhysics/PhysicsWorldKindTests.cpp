// The fast world and the stock one side by side.
#include "FlockworkPhysics/Interop.h"
#include "PhysicsTestSupport.h"
#include "QueryReference.h"

#include <set>

using namespace Flockwork;

namespace
{
struct FTwins
{
	explicit FTwins(const FVector& Gravity = {0.0f, -9.81f, 0.0f})
	    : Fast(EPhysicsWorldKind::Fast, Gravity), Stock(EPhysicsWorldKind::Stock, Gravity)
	{
	}
	FBodyId Add(const FBodyDef& Def)
	{
		const FBodyId Id = Fast.Add(Def);
		REQUIRE(Stock.Add(Def) == Id);
		Ids.push_back(Id);
		return Id;
	}
	void Step()
	{
		Fast.Step();
		Stock.Step();
		REQUIRE(Fast.World.GetStats().bFastStep);
		REQUIRE(!Stock.World.GetStats().bFastStep);
	}
	float WorstPlace() const
	{
		float Worst = 0.0f;
		for (const FBodyId Id : Ids)
		{
			Worst =
			    std::max(Worst, Length(Fast.World.GetTransform(Id).Location - Stock.World.GetTransform(Id).Location));
		}
		return Worst;
	}
	FTestWorld Fast;
	FTestWorld Stock;
	std::vector<FBodyId> Ids;
};

struct FTotals
{
	double Energy = 0.0; // kinetic
	glm::dvec3 Momentum{0.0};
};

FTotals TotalsOf(const FPhysicsWorld& World)
{
	FTotals Totals;
	for (const FBodyId Id : World.GetBodies())
	{
		const double Mass = double(World.GetMass(Id));
		const glm::dvec3 Velocity(World.GetVelocity(Id));
		Totals.Energy += 0.5 * Mass * glm::dot(Velocity, Velocity);
		Totals.Momentum += Mass * Velocity;
	}
	return Totals;
}

std::set<std::pair<uint64_t, uint64_t>> ContactsOf(FPhysicsWorld& World)
{
	std::set<std::pair<uint64_t, uint64_t>> Pairs;
	for (const FContactEvent& Event : World.GetContacts())
	{
		if (Event.Phase != EContactPhase::End)
		{
			Pairs.insert({Event.A.ToBits(), Event.B.ToBits()});
		}
	}
	return Pairs;
}
} // namespace

TEST_CASE("FPhysicsWorld, fast and stock: free flight is the same to the bit")
{
	FTwins Twins;
	FTestRandom Random(1);
	for (int Index = 0; Index < 200; ++Index)
	{
		FBodyDef Def = Boid(Random.Vector(40.0f));
		Def.LinearVelocity = Random.Vector(8.0f);
		Def.bGravity = Index % 3 == 0;
		Def.LinearDamping = Index % 4 == 0 ? 0.2f : 0.0f;
		Def.Mass = Random.Range(0.5f, 3.0f);
		Def.CollidesWith = 0;
		Twins.Add(Def);
	}
	for (int Step = 0; Step < 120; ++Step)
	{
		for (const FBodyId Id : Twins.Ids)
		{
			const FVector Force = Random.Vector(10.0f);
			REQUIRE(Twins.Fast.World.AddForce(Id, Force));
			REQUIRE(Twins.Stock.World.AddForce(Id, Force));
		}
		Twins.Step();
		for (const FBodyId Id : Twins.Ids)
		{
			REQUIRE(Twins.Fast.World.GetTransform(Id).Location == Twins.Stock.World.GetTransform(Id).Location);
			REQUIRE(Twins.Fast.World.GetVelocity(Id) == Twins.Stock.World.GetVelocity(Id));
		}
	}
}

TEST_CASE("FPhysicsWorld, fast and stock: tumbling boxes and hulls stay within 1e-4 m and 1e-3 rad")
{
	FTwins Twins(FVector{});
	FTestRandom Random(2);
	for (int Index = 0; Index < 60; ++Index)
	{
		FBodyDef Def = Dynamic(
		    Index % 2 ? FShapeDef::MakeBox({0.5f, 0.2f, 0.9f})
		              : FShapeDef::MakeHull({{1, -0.5f, -0.6f}, {-1, -0.5f, -0.5f}, {0.1f, -0.4f, 1}, {0, 1, 0}}),
		    Random.Vector(40.0f));
		Def.LinearVelocity = Random.Vector(4.0f);
		Def.AngularVelocity = Random.Vector(3.0f);
		Def.AngularDamping = Index % 3 == 0 ? 0.1f : 0.0f;
		Def.CollidesWith = 0;
		Twins.Add(Def);
	}
	for (int Step = 0; Step < 120; ++Step)
	{
		for (const FBodyId Id : Twins.Ids)
		{
			const FVector Torque = Random.Vector(0.5f);
			REQUIRE(Twins.Fast.World.AddTorque(Id, Torque));
			REQUIRE(Twins.Stock.World.AddTorque(Id, Torque));
		}
		Twins.Step();
	}
	for (const FBodyId Id : Twins.Ids)
	{
		REQUIRE(
		    Length(Twins.Fast.World.GetTransform(Id).Location - Twins.Stock.World.GetTransform(Id).Location) < 1e-4f);
		const FVector Forward = Twins.Fast.World.GetTransform(Id).Rotation * ForwardVector;
		REQUIRE(Length(Forward - Twins.Stock.World.GetTransform(Id).Rotation * ForwardVector) < 1e-3f);
		REQUIRE(Length(Twins.Fast.World.GetAngularVelocity(Id) - Twins.Stock.World.GetAngularVelocity(Id)) < 1e-3f);
	}
}

// Billiards is chaotic: the two agree closely until a ball has hit a few others, and in their sums for good.
TEST_CASE("FPhysicsWorld, fast and stock: colliding balls agree at first, and in energy and momentum throughout")
{
	FTwins Twins(FVector{});
	FTestRandom Random(3);
	for (int Index = 0; Index < 400; ++Index)
	{
		FBodyDef Def = Boid({1.3f * float(Index % 8), 1.3f * float((Index / 8) % 8), 1.3f * float(Index / 64)}, 0.5f);
		Def.LinearVelocity = Random.Vector(3.0f);
		Def.Restitution = 1.0f;
		Def.Friction = 0.0f;
		Def.bReportContacts = true;
		Twins.Add(Def);
	}
	const FTotals Start = TotalsOf(Twins.Fast.World);
	for (int Step = 0; Step < 120; ++Step)
	{
		Twins.Step();
		if (Step < 12)
		{
			REQUIRE(Twins.WorstPlace() < 2e-3f);
			REQUIRE(ContactsOf(Twins.Fast.World) == ContactsOf(Twins.Stock.World));
		}
		const FTotals Fast = TotalsOf(Twins.Fast.World);
		const FTotals Stock = TotalsOf(Twins.Stock.World);
		REQUIRE(glm::length(Fast.Momentum - Start.Momentum) < 1e-2);
		REQUIRE(std::fabs(Fast.Energy - Stock.Energy) < 0.03 * Start.Energy);
	}
	REQUIRE(ContactsOf(Twins.Fast.World).size() < 400);
}

TEST_CASE("FPhysicsWorld, fast and stock: piles settle within 3 cm and fall asleep alike")
{
	FTwins Twins;
	Twins.Add(Static(FShapeDef::MakeBox({30.0f, 1.0f, 30.0f}), {0.0f, -1.0f, 0.0f}));
	for (int Tower = 0; Tower < 4; ++Tower)
	{
		for (int Level = 0; Level < 4; ++Level)
		{
			FBodyDef Def = Dynamic(
			    FShapeDef::MakeBox({0.4f, 0.4f, 0.4f}), {2.0f * float(Tower), 0.5f + 0.9f * float(Level), 0.0f});
			Def.bCanSleep = true;
			Def.bReportContacts = true;
			Twins.Add(Def);
		}
	}
	for (int Step = 0; Step < 400; ++Step)
	{
		Twins.Step();
		REQUIRE(Twins.WorstPlace() < 3e-2f);
	}
	REQUIRE(ContactsOf(Twins.Fast.World) == ContactsOf(Twins.Stock.World));
	for (size_t Index = 1; Index < Twins.Ids.size(); ++Index)
	{
		REQUIRE(Twins.Fast.World.IsAsleep(Twins.Ids[Index]));
		REQUIRE(Twins.Stock.World.IsAsleep(Twins.Ids[Index]));
	}
}

TEST_CASE("FPhysicsWorld, fast and stock: bodies over static boxes and meshes of every size")
{
	FTwins Twins;
	FShapeDef Hills = FlatMesh(30.0f, 20);
	FTestRandom Random(4);
	for (FVector& Vertex : Hills.Vertices)
	{
		Vertex.y = Random.Range(-0.4f, 0.4f);
	}
	Twins.Add(Static(Hills, {}));
	Twins.Add(Static(FShapeDef::MakeBox({5000.0f, 1.0f, 5000.0f}), {0.0f, -1.5f, 0.0f}));
	for (int Index = 0; Index < 80; ++Index)
	{
		const FVector Place(Random.Range(-25.0f, 25.0f), 0.2f, Random.Range(-25.0f, 25.0f));
		Twins.Add(Static(FShapeDef::MakeBox({0.05f + 0.01f * float(Index), 0.5f, 0.3f}), Place));
	}
	std::vector<FBodyId> Balls;
	for (int Index = 0; Index < 150; ++Index)
	{
		FBodyDef Def =
		    Dynamic(FShapeDef::MakeSphere(0.3f), {Random.Range(-25.0f, 25.0f), 3.0f, Random.Range(-25.0f, 25.0f)});
		Def.bReportContacts = true;
		Def.CollidesWith = LayerBit(ELayer::WorldStatic);
		Def.LinearDamping = 0.3f;
		Def.AngularDamping = 0.3f;
		Balls.push_back(Twins.Add(Def));
	}
	// Rolling over edges magnifies rounding: after the landing most still agree, and none is lost.
	for (int Step = 0; Step < 90; ++Step)
	{
		Twins.Step();
		REQUIRE((Step > 40 || Twins.WorstPlace() < 1e-3f));
		REQUIRE((Step > 40 || ContactsOf(Twins.Fast.World) == ContactsOf(Twins.Stock.World)));
	}
	int Near = 0;
	for (const FBodyId Id : Balls)
	{
		const FVector Place = Twins.Fast.World.GetTransform(Id).Location;
		Near += Length(Place - Twins.Stock.World.GetTransform(Id).Location) < 0.05f ? 1 : 0;
		REQUIRE(Place.y > -0.5f);
	}
	REQUIRE(Near > 135);
}

TEST_CASE("FPhysicsWorld, fast and stock: fast bodies stop within 5 mm of one another")
{
	FTwins Twins(FVector{});
	Twins.Add(Static(FShapeDef::MakeBox({0.025f, 5.0f, 5.0f}), {}));
	FTestRandom Random(5);
	for (int Index = 0; Index < 50; ++Index)
	{
		FBodyDef Def = Boid({Random.Range(-4.0f, -1.0f), Random.Range(-3.0f, 3.0f), Random.Range(-3.0f, 3.0f)}, 0.1f);
		Def.bContinuous = true;
		Def.CollidesWith = LayerBit(ELayer::WorldStatic);
		Def.LinearVelocity = {30.0f, Random.Range(-2.0f, 2.0f), 0.0f};
		Twins.Add(Def);
	}
	for (int Step = 0; Step < 40; ++Step)
	{
		Twins.Step();
		REQUIRE(Twins.WorstPlace() < 5e-3f);
	}
}

TEST_CASE("FPhysicsWorld, fast and stock: queries between steps have one answer")
{
	FTwins Twins(FVector{});
	FTestRandom Random(6);
	for (int Index = 0; Index < 300; ++Index)
	{
		FBodyDef Def = Boid(Random.Vector(15.0f), Random.Range(0.1f, 1.0f));
		Def.LinearVelocity = Random.Vector(5.0f);
		Def.CollidesWith = 0;
		Twins.Add(Def);
		if (Index % 5 == 0)
		{
			Twins.Add(Static(FShapeDef::MakeBox(glm::abs(Random.Vector(1.5f)) + FVector(0.1f)), Random.Vector(15.0f)));
		}
	}
	int Hits = 0;
	for (int Step = 0; Step < 20; ++Step)
	{
		Twins.Step();
		if (Step % 4 == 3)
		{
			// Bodies that are moved, made and destroyed between the step and the query.
			FTransform Place;
			Place.Location = Random.Vector(15.0f);
			REQUIRE(Twins.Fast.World.SetTransform(Twins.Ids[7], Place));
			REQUIRE(Twins.Stock.World.SetTransform(Twins.Ids[7], Place));
			REQUIRE(Twins.Fast.World.DestroyBody(Twins.Ids.back()));
			REQUIRE(Twins.Stock.World.DestroyBody(Twins.Ids.back()));
			Twins.Ids.pop_back();
			Twins.Add(Boid(Random.Vector(15.0f), 0.7f));
		}
		for (int Query = 0; Query < 100; ++Query)
		{
			const FVector Start = Random.Vector(18.0f);
			const FVector End = Random.Vector(18.0f);
			const float Radius = Random.Range(0.05f, 0.8f);
			FHit Fast;
			FHit Stock;
			Twins.Fast.World.Raycast({Start, End}, {}, Fast);
			Twins.Stock.World.Raycast({Start, End}, {}, Stock);
			REQUIRE(Fast.BodyBits == Stock.BodyBits);
			REQUIRE(Fast.Fraction == Stock.Fraction);
			Twins.Fast.World.SweepSphere({Start, End, Radius}, {}, Fast);
			Twins.Stock.World.SweepSphere({Start, End, Radius}, {}, Stock);
			REQUIRE(Fast.BodyBits == Stock.BodyBits);
			REQUIRE(Fast.Fraction == Stock.Fraction);
			std::vector<FOverlap> FastOverlaps(16);
			std::vector<FOverlap> StockOverlaps(16);
			const int32_t Count = Twins.Fast.World.OverlapSphere(Start, Radius * 3.0f, {}, FastOverlaps);
			REQUIRE(Twins.Stock.World.OverlapSphere(Start, Radius * 3.0f, {}, StockOverlaps) == Count);
			for (size_t Index = 0; Index < size_t(std::min(Count, 16)); ++Index)
			{
				REQUIRE(FastOverlaps[Index].BodyBits == StockOverlaps[Index].BodyBits);
			}
			Hits += Fast.bHit ? 1 : 0;
		}
	}
	REQUIRE(Hits > 500);
}

TEST_CASE("FPhysicsWorld, fast: the pairs are exactly those whose boxes meet and whose layers let them")
{
	const int Case = GENERATE(0, 1, 2, 3, 4);
	FTestWorld Test(EPhysicsWorldKind::Fast, {});
	FPhysicsSettings Settings = Test.World.GetSettings();
	Settings.MaxContactPairs = 4096; // balls of 20 m in a room of 16 m: all their pairs are wanted
	FDiagnostics Diagnostics;
	REQUIRE(Test.World.ApplySettings(Settings, Diagnostics));
	FTestRandom Random(uint32_t(30 + Case));
	const float Spread = Case == 4 ? 9.0e5f : 8.0f; // also where a float has steps of 6 cm
	std::vector<FBodyDef> Defs;
	for (int Index = 0; Index < 400; ++Index)
	{
		// From all alike to sizes over four powers of ten; some few kinds or many; some that meet only a few.
		const float Size = Case == 0 ? 0.5f : std::pow(10.0f, Random.Range(-2.0f, 1.3f));
		FBodyDef Def = Boid(Random.Vector(8.0f), Size);
		Def.Transform.Location += Case == 4 ? FVector(Spread, -Spread, 0.0f) : FVector{};
		Def.Type = Index % 9 == 0 ? EBodyType::Static : Index % 11 == 0 ? EBodyType::Kinematic : EBodyType::Dynamic;
		Def.Layer = Case == 2 ? Random.Next() % 32 : Index % 20 == 0 ? 6 : 2;
		Def.CollidesWith = Case == 2 ? Random.Next() | Random.Next() : Case == 3 ? ~LayerBit(ELayer::Boid) : AllLayers;
		Def.bTrigger = Index % 7 == 0;
		Defs.push_back(Def);
		Test.Add(Def);
	}
	for (int Step = 0; Step < 3; ++Step)
	{
		const auto Ids = Test.World.GetBodies();
		std::vector<FBox> Boxes;
		for (const FBodyId Id : Ids)
		{
			btRigidBody& Body = *FPhysicsInterop::GetBulletBody(Test.World, Id);
			const btBroadphaseProxy& Proxy = *Body.getBroadphaseProxy();
			btVector3 Min;
			btVector3 Max;
			Body.getAabb(Min, Max);
			const float Rounding = 1e-5f + 1.5e-7f * Min.length();
			REQUIRE((Min - Proxy.m_aabbMin).distance(btVector3(1, 1, 1) * gContactBreakingThreshold) < Rounding);
			REQUIRE((Proxy.m_aabbMax - Max).distance(btVector3(1, 1, 1) * gContactBreakingThreshold) < Rounding);
			const auto Corner = [](const btVector3& V) { return FVector(V.x(), V.y(), V.z()); };
			Boxes.push_back({Corner(Proxy.m_aabbMin), Corner(Proxy.m_aabbMax)});
		}
		int Expected = 0;
		for (size_t A = 0; A < Defs.size(); ++A)
		{
			for (size_t B = A + 1; B < Defs.size(); ++B)
			{
				const bool bLayers = (Defs[A].CollidesWith & LayerBit(Defs[B].Layer)) &&
				                     (Defs[B].CollidesWith & LayerBit(Defs[A].Layer));
				const bool bDynamic = Defs[A].Type == EBodyType::Dynamic || Defs[B].Type == EBodyType::Dynamic;
				const bool bKinematic = Defs[A].Type == EBodyType::Kinematic || Defs[B].Type == EBodyType::Kinematic;
				const bool bTrigger = Defs[A].bTrigger || Defs[B].bTrigger;
				const bool bMeet = glm::all(glm::lessThanEqual(Boxes[A].Min, Boxes[B].Max)) &&
				                   glm::all(glm::lessThanEqual(Boxes[B].Min, Boxes[A].Max));
				Expected += bMeet && bLayers && (bDynamic || (bTrigger && bKinematic)) ? 1 : 0;
			}
		}
		CAPTURE(Case, Step);
		Test.Step();
		REQUIRE(Test.World.GetStats().Pairs == Expected);
		REQUIRE(Expected > 10);
	}
}

TEST_CASE(
    "FPhysicsWorld, fast: constraints, actions and foreign objects take the stock path, and it goes on from there")
{
	FTestWorld Test(EPhysicsWorldKind::Fast);
	Test.Add(Static(FShapeDef::MakeBox({20.0f, 1.0f, 20.0f}), {0.0f, -1.0f, 0.0f}));
	const FBodyId A = Test.Add(Dynamic(FShapeDef::MakeBox({0.5f, 0.5f, 0.5f}), {0.0f, 5.0f, 0.0f}));
	const FBodyId B = Test.Add(Dynamic(FShapeDef::MakeSphere(0.3f), {2.0f, 5.0f, 0.0f}));
	btDiscreteDynamicsWorld& Bullet = FPhysicsInterop::GetBulletWorld(Test.World);
	Test.Step(5);
	REQUIRE(Test.World.GetStats().bFastStep);
	REQUIRE(Test.World.GetStats().StockReason.empty());
	SECTION("a constraint")
	{
		btPoint2PointConstraint Joint(*FPhysicsInterop::GetBulletBody(Test.World, A),
		    *FPhysicsInterop::GetBulletBody(Test.World, B), btVector3(1, 0, 0), btVector3(-1, 0, 0));
		Bullet.addConstraint(&Joint);
		for (int Step = 0; Step < 120; ++Step)
		{
			Test.Step();
			REQUIRE(!Test.World.GetStats().bFastStep);
			const float Apart = Length(Test.World.GetTransform(A).Location - Test.World.GetTransform(B).Location);
			REQUIRE(Apart < 2.2f);
		}
		REQUIRE(Test.World.GetStats().StockReason.find("constraint") != std::string_view::npos);
		Bullet.removeConstraint(&Joint);
	}
	SECTION("an action")
	{
		struct FLift final : btActionInterface
		{
			btRigidBody* Body = nullptr;
			void updateAction(btCollisionWorld*, btScalar) override { Body->setLinearVelocity({0.0f, 2.0f, 0.0f}); }
			void debugDraw(btIDebugDraw*) override {}
		} Lift;
		Lift.Body = FPhysicsInterop::GetBulletBody(Test.World, A);
		Bullet.addAction(&Lift);
		Test.Step(60);
		REQUIRE(!Test.World.GetStats().bFastStep);
		REQUIRE(Test.World.GetTransform(A).Location.y > 6.5f);
		Bullet.removeAction(&Lift);
	}
	SECTION("a body of somebody else")
	{
		btSphereShape Shape(1.0f);
		btRigidBody Other(5.0f, nullptr, &Shape, btVector3(1, 1, 1));
		Other.getWorldTransform().setOrigin({5.0f, 3.0f, 0.0f});
		Bullet.addRigidBody(&Other);
		Test.Step(120);
		REQUIRE(!Test.World.GetStats().bFastStep);
		REQUIRE(Other.getWorldTransform().getOrigin().y() == Approx(1.0f).margin(0.02));
		Bullet.removeRigidBody(&Other);
	}
	Test.Step(120);
	REQUIRE(Test.World.GetStats().bFastStep);
	REQUIRE(Test.World.GetTransform(B).Location.y == Approx(0.3f).margin(0.02));
}
