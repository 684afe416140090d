// A boid that glides along leaves its Bullet body alone (FBodySlot::bLazy). Nobody may notice: whoever looks, by
// whatever way, sees where it is now.
#include "FlockworkCore/Random.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkPhysics/Interop.h"
#include "PhysicsTestSupport.h"

#include <algorithm>

using namespace Flockwork;

namespace
{
// All that can be asked of one body.
void CheckKnownAt(const FPhysicsWorld& World, FBodyId Id, const FVector& Place)
{
	CHECK(World.GetTransform(Id).Location == Place);
	const FVector Center = (World.GetBounds(Id).Min + World.GetBounds(Id).Max) * 0.5f;
	CHECK(Length(Center - Place) < 1e-5f);
	FHit Hit;
	REQUIRE(World.Raycast({Place + FVector{0, 3, 0}, Place - FVector{0, 3, 0}}, {}, Hit));
	CHECK(Hit.BodyBits == Id.ToBits());
	CHECK(Length(Hit.Position - (Place + FVector{0.0f, 0.3f, 0.0f})) < 1e-4f);
	REQUIRE(World.SweepSphere({Place - FVector{3, 0, 0}, Place + FVector{3, 0, 0}, 0.2f}, {}, Hit));
	CHECK(double(Hit.Distance) == Approx(2.5).margin(1e-4));
	FOverlap Overlaps[2];
	CHECK(World.OverlapSphere(Place + FVector{0.0f, 0.0f, 0.4f}, 0.15f, {}, Overlaps) == 1);
	CHECK(World.OverlapSphere(Place + FVector{0.0f, 0.0f, 0.6f}, 0.15f, {}, Overlaps) == 0);
}

// One call that changes or pushes a body, drawn at random.
void Disturb(FPhysicsWorld& World, std::span<const FBodyId> Ids, FRandomStream& Random)
{
	const FBodyId Id = Ids[size_t(Random.RangeInt(0, int32_t(Ids.size()) - 1))];
	const FVector Value = Random.UnitVector() * 3.0f;
	FTransform Place;
	Place.Location = World.GetTransform(Id).Location + Value;
	Place.Rotation = LookRotation(Value);
	switch (Random.RangeInt(0, 6))
	{
	case 0:
		World.AddForce(Id, Value);
		break;
	case 1:
		World.AddImpulse(Id, Value);
		break;
	case 2:
		World.AddImpulseAtPoint(Id, Value, Place.Location);
		break;
	case 3:
		World.SetVelocity(Id, Value);
		break;
	case 4:
		World.SetTransform(Id, Place);
		break;
	case 5:
		World.WriteBodies({&Id, 1}, {&Value, 1}, {&Place.Rotation, 1});
		break;
	default:
		World.ApplyAccelerations({&Id, 1}, {&Value, 1});
		break;
	}
}
} // namespace

TEST_CASE("FPhysicsWorld: queries and getters know where a gliding boid is now")
{
	FTestWorld Test(EACH_KIND);
	FBodyDef Def = Boid({0, 0, 0});
	Def.LinearVelocity = {6.0f, 0.0f, -3.0f};
	const FBodyId Id = Test.Add(Def);
	for (int Step = 1; Step <= 5; ++Step)
	{
		Test.Step(10);
		CheckKnownAt(Test.World, Id, Test.World.GetTransform(Id).Location);
		CHECK(double(Test.World.GetTransform(Id).Location.x) == Approx(double(Step)).margin(1e-4));
	}
	const FQuat Rotation = LookRotation(FVector{1.0f, 0.0f, 1.0f});
	Test.World.WriteRotations({&Id, 1}, {&Rotation, 1});
	Test.Step();
	CHECK(Length(Test.World.GetTransform(Id).Rotation * ForwardVector - Rotation * ForwardVector) < 1e-6f);
}

TEST_CASE("FPhysicsWorld, fast and stock: disturbed in any way, free boids keep to the same bits")
{
	FTestWorld Fast(EPhysicsWorldKind::Fast);
	FTestWorld Stock(EPhysicsWorldKind::Stock);
	std::vector<FBodyId> Ids;
	FRandomStream Random(11);
	for (int Body = 0; Body < 40; ++Body)
	{
		FBodyDef Def = Boid(Random.InBox(FVector{-50.0f}, FVector{50.0f}));
		Def.CollidesWith = 0;
		Def.Mass = Random.Range(0.5f, 3.0f);
		Def.bGravity = Body % 5 == 0;
		Ids.push_back(Fast.Add(Def));
		REQUIRE(Stock.Add(Def) == Ids.back());
	}
	for (int Step = 0; Step < 200; ++Step)
	{
		const uint64_t Seed = uint64_t(1000 + Step);
		for (FTestWorld* Test : {&Fast, &Stock})
		{
			FRandomStream Draws(Seed);
			for (int Call = 0; Call < 8; ++Call)
			{
				Disturb(Test->World, Ids, Draws);
			}
			Test->Step();
		}
		for (const FBodyId Id : Ids)
		{
			REQUIRE(Fast.World.GetTransform(Id) == Stock.World.GetTransform(Id));
			REQUIRE(Fast.World.GetVelocity(Id) == Stock.World.GetVelocity(Id));
		}
	}
}

TEST_CASE("FPhysicsWorld: a fast body hits a gliding boid where it is, not where it was")
{
	FTestWorld Test(EACH_KIND, {0, 0, 0});
	FBodyDef Target = Boid({-10, 0, 0});
	Target.LinearVelocity = {10.0f, 0.0f, 0.0f};
	const FBodyId Glider = Test.Add(Target);
	FBodyDef Shot = Dynamic(FShapeDef::MakeSphere(0.1f), {0, 0, -60});
	Shot.bContinuous = true;
	Shot.LinearVelocity = {0.0f, 0.0f, 60.0f};
	Test.Add(Shot);
	Test.Step(75); // they meet in the origin after a second
	CHECK(Test.World.GetVelocity(Glider).z > 1.0f);
}

TEST_CASE("FPhysicsWorld: saved while they glide, boids go on alike in the old world and in a restored one")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	FTestWorld Old(Kind);
	FTestWorld New(Kind);
	std::vector<FBodyId> Ids;
	for (int Body = 0; Body < 30; ++Body)
	{
		FBodyDef Def = Boid({float(Body % 5), float(Body / 5), 0.0f});
		Def.LinearVelocity = FVector{2.0f - float(Body % 5), 0.5f, 0.0f}; // into each other, some of them
		Ids.push_back(Old.Add(Def));
		New.Add(Def);
	}
	Old.Step(20);
	const FVector Push{0.0f, 0.0f, 4.0f};
	Old.World.ApplyAccelerations({Ids.data(), 1}, {&Push, 1}); // is waiting for the next step
	FByteWriter Writer;
	Old.World.Save(Writer);
	FByteReader Reader(Writer.GetBytes());
	FDiagnostics Diagnostics;
	REQUIRE(New.World.Restore(Reader, Diagnostics));
	for (int Step = 0; Step < 30; ++Step)
	{
		Old.Step();
		New.Step();
		FStateHash Hashes[2];
		Old.World.AddToHash(Hashes[0]);
		New.World.AddToHash(Hashes[1]);
		REQUIRE(Hashes[0].Get() == Hashes[1].Get());
	}
}

TEST_CASE("FPhysicsInterop: who asks for a gliding boid's Bullet body finds it up to date, then and later")
{
	FTestWorld Test(EPhysicsWorldKind::Fast);
	FBodyDef Def = Boid({0, 0, 0});
	Def.LinearVelocity = {6.0f, 0.0f, 0.0f};
	const FBodyId Id = Test.Add(Def);
	Test.Step(10);
	const FVector Push{0.0f, 60.0f, 0.0f};
	Test.World.ApplyAccelerations({&Id, 1}, {&Push, 1});
	btRigidBody& Bullet = *FPhysicsInterop::GetBulletBody(Test.World, Id);
	const auto IsKnown = [&]
	{ return Bullet.getWorldTransform().getOrigin().x() == Test.World.GetTransform(Id).Location.x; };
	CHECK(double(Bullet.getWorldTransform().getOrigin().x()) == Approx(1.0).margin(1e-5));
	CHECK(IsKnown());
	Test.Step();
	CHECK(IsKnown());
	CHECK(double(Bullet.getLinearVelocity().y()) == Approx(1.0).margin(1e-5)); // what waited was not lost
	Bullet.setLinearVelocity({0, 0, 7});
	Bullet.applyCentralForce({0, 0, 60});
	Test.Step();
	CHECK(double(Test.World.GetVelocity(Id).z) == Approx(8.0).margin(1e-5));
	FVector Velocity{};
	Test.World.ReadBodies({&Id, 1}, {}, {&Velocity, 1});
	CHECK(Velocity == Test.World.GetVelocity(Id));
}

TEST_CASE("FPhysicsWorld: boxes that nobody has looked at for a while are there for all who look at once")
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = 4});
	FPhysicsWorld World(SettingsOf(EPhysicsWorldKind::Fast), Pool);
	FDiagnostics Diagnostics;
	std::vector<FBodyId> Ids;
	for (int32_t Index = 0; Index < 2000; ++Index)
	{
		FBodyDef Def = Boid({float(Index % 50) * 2.0f, 0.0f, float(Index / 50) * 2.0f});
		Def.LinearVelocity = {0.0f, 2.0f, 0.0f};
		Def.CollidesWith = LayerBit(ELayer::WorldStatic);
		Ids.push_back(World.CreateBody(Def, Diagnostics));
	}
	REQUIRE(!Diagnostics.HasErrors());
	const auto Step = [&](int32_t Count)
	{
		for (int32_t Index = 0; Index < Count; ++Index)
		{
			REQUIRE(World.Step(StepTime));
		}
	};
	Step(60); // 2 m up
	SECTION("several threads")
	{
		std::vector<uint8_t> Hits(Ids.size(), 0);
		ParallelFor(Pool, int32_t(Ids.size()), 16,
		    [&](int32_t Begin, int32_t End, int32_t)
		    {
			    for (int32_t Index = Begin; Index < End; ++Index)
			    {
				    const FVector At{float(Index % 50) * 2.0f, 2.0f, float(Index / 50) * 2.0f};
				    FHit Hit;
				    const bool bHit = World.Raycast({At - FVector{0.9f, 0, 0}, At + FVector{0.9f, 0, 0}}, {}, Hit);
				    Hits[size_t(Index)] = bHit && Hit.BodyBits == Ids[size_t(Index)].ToBits() ? 1 : 0;
			    }
		    });
		CHECK(std::count(Hits.begin(), Hits.end(), uint8_t(1)) == int64_t(Ids.size()));
	}
	SECTION("somebody who holds Bullet's world")
	{
		btDiscreteDynamicsWorld& Bullet = FPhysicsInterop::GetBulletWorld(World);
		const btVector3 From(-5, 2, 4);
		const btVector3 To(5, 2, 4);
		btCollisionWorld::ClosestRayResultCallback Callback(From, To);
		Bullet.rayTest(From, To, Callback);
		REQUIRE(Callback.hasHit());
		CHECK(FPhysicsInterop::FindBody(World, *Callback.m_collisionObject) == Ids[100]);
	}
	SECTION("a ceiling that comes later")
	{
		REQUIRE(World.CreateBody(Static(FShapeDef::MakeBox({60, 1, 60}), {50, 4, 40}), Diagnostics).IsValid());
		Step(60);
		for (const FBodyId Id : Ids)
		{
			REQUIRE(World.GetTransform(Id).Location.y < 2.75f);
		}
	}
}
