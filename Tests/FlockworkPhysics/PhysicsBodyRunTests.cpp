// Bodies made in a row and all alike are dealt with a row at a time (FBodyRun). Bullet's own world, which knows nothing
// of that, says what must come out; and whoever asks for them in another order gets the same.
#include "FlockworkCore/Random.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkPhysics/Interop.h"
#include "PhysicsTestSupport.h"

#include <algorithm>
#include <limits>

using namespace Flockwork;

namespace
{
constexpr int BodyCount = 1300; // two full chunks and a part

FBodyDef FreeBoid(const FVector& Location)
{
	FBodyDef Def = Boid(Location);
	Def.CollidesWith = 0;
	return Def;
}

struct FTwin
{
	explicit FTwin(EPhysicsWorldKind Kind) : Test(Kind)
	{
		FRandomStream Random(3);
		for (int Body = 0; Body < BodyCount; ++Body)
		{
			Ids.push_back(Test.Add(FreeBoid(Random.InBox(FVector{-90.0f}, FVector{90.0f}))));
		}
	}
	FTestWorld Test;
	std::vector<FBodyId> Ids;
};

void RequireSame(const FTwin& A, const FTwin& B)
{
	for (size_t Body = 0; Body < A.Ids.size(); ++Body)
	{
		INFO("body " << Body);
		REQUIRE(A.Test.World.GetTransform(A.Ids[Body]) == B.Test.World.GetTransform(B.Ids[Body]));
		REQUIRE(A.Test.World.GetVelocity(A.Ids[Body]) == B.Test.World.GetVelocity(B.Ids[Body]));
	}
}

// Values for all bodies, the same for each world that is given the same step.
struct FDraws
{
	explicit FDraws(int Step)
	{
		FRandomStream Random(uint64_t(100 + Step));
		for (int Body = 0; Body < BodyCount; ++Body)
		{
			Accelerations.push_back(Random.UnitVector() * 5.0f);
			Velocities.push_back(Random.UnitVector() * 4.0f);
			Rotations.push_back(LookRotation(Random.UnitVector()) * Random.Range(0.9f, 1.1f));
		}
	}
	std::vector<FVector> Accelerations;
	std::vector<FVector> Velocities;
	std::vector<FQuat> Rotations;
};

int32_t Drive(FTwin& Twin, const FDraws& Draws)
{
	const int32_t Good = Twin.Test.World.WriteBodies(Twin.Ids, Draws.Velocities, Draws.Rotations) +
	                     Twin.Test.World.ApplyAccelerations(Twin.Ids, Draws.Accelerations);
	Twin.Test.Step();
	return Good;
}
} // namespace

TEST_CASE("FPhysicsWorld, fast and stock: rows of boids keep to the same bits")
{
	FTwin Fast(EPhysicsWorldKind::Fast);
	FTwin Stock(EPhysicsWorldKind::Stock);
	for (int Step = 0; Step < 12; ++Step)
	{
		FDraws Draws(Step);
		if (Step >= 8) // a row with one in it that is refused
		{
			Draws.Velocities[700].y = std::numeric_limits<float>::quiet_NaN();
			Draws.Rotations[1200] = FQuat{0.0f, 0.0f, 0.0f, 0.0f};
			Draws.Accelerations[5].x = std::numeric_limits<float>::infinity();
		}
		CHECK(Drive(Fast, Draws) == 2 * BodyCount - (Step >= 8 ? 3 : 0));
		Drive(Stock, Draws);
		RequireSame(Fast, Stock);
	}
}

TEST_CASE("FPhysicsWorld: a boid that leaves the finite world does not hold up its row")
{
	FTwin Fast(EPhysicsWorldKind::Fast);
	FTwin Other(EPhysicsWorldKind::Fast);
	const FVector Before = Fast.Test.World.GetTransform(Fast.Ids[40]).Location;
	FDraws Draws(0);
	Drive(Other, Draws);
	Draws.Velocities[40] = FVector{0.0f, 0.99f * MaxLinearSpeed, 0.0f};
	Draws.Accelerations[40] = FVector{0.0f, 0.5e9f, 0.0f};
	Drive(Fast, Draws);
	CHECK(Fast.Test.World.GetStats().ResetBodies == 1);
	CHECK(Fast.Test.World.GetTransform(Fast.Ids[40]).Location == Before);
	Fast.Ids.erase(Fast.Ids.begin() + 40);
	Other.Ids.erase(Other.Ids.begin() + 40);
	RequireSame(Fast, Other);
}

TEST_CASE("FPhysicsWorld: an odd one out among alike boids is moved as what it is")
{
	FTwin Plain(EPhysicsWorldKind::Fast);
	FTwin Mixed(EPhysicsWorldKind::Fast);
	FBodyDef Heavy = FreeBoid({0, 0, 0});
	Heavy.Mass = 7.0f;
	const FVector Force{0.0f, 0.0f, 14.0f};
	const FBodyId Odd = Mixed.Test.Add(Heavy);
	for (int Step = 0; Step < 6; ++Step)
	{
		const FDraws Draws(Step);
		Mixed.Test.World.AddForce(Odd, Force);
		Drive(Plain, Draws);
		Drive(Mixed, Draws);
		RequireSame(Plain, Mixed);
	}
	CHECK(double(Mixed.Test.World.GetVelocity(Odd).z) == Approx(6 * 2.0 / 60.0)); // a = F / m = 2 m/s^2
}

TEST_CASE("FPhysicsWorld: bulk reads answer alike in any order of the ids, and with stale ones among them")
{
	FTwin Twin(EACH_KIND);
	Drive(Twin, FDraws(0));
	const FBodyId Gone = Twin.Ids[200];
	REQUIRE(Twin.Test.World.DestroyBody(Gone));
	std::vector<FBodyId> Asked = Twin.Ids;
	const bool bReversed = GENERATE(false, true);
	if (bReversed)
	{
		std::reverse(Asked.begin(), Asked.end());
	}
	std::vector<FVector> Places(Asked.size(), FVector{1.0f});
	std::vector<FVector> Velocities(Asked.size(), FVector{1.0f});
	std::vector<FQuat> Rotations(Asked.size());
	CHECK(Twin.Test.World.ReadBodies(Asked, Places, Velocities, Rotations) == BodyCount - 1);
	for (size_t Index = 0; Index < Asked.size(); ++Index)
	{
		const bool bGone = Asked[Index] == Gone;
		const FTransform Transform = Twin.Test.World.GetTransform(Asked[Index]);
		REQUIRE(Places[Index] == (bGone ? FVector{0.0f} : Transform.Location));
		REQUIRE(Velocities[Index] == (bGone ? FVector{0.0f} : Twin.Test.World.GetVelocity(Asked[Index])));
		REQUIRE(Rotations[Index] == (bGone ? IdentityQuat : Transform.Rotation));
	}
}

TEST_CASE("FPhysicsWorld: IsUnchangedSince sees every way to move a body, and nothing else")
{
	FTestWorld Test(EACH_KIND);
	FPhysicsWorld& World = Test.World;
	FBodyId Id = Test.Add(Boid({0, 1, 0}));
	const FVector Value{1.0f, 2.0f, 3.0f};
	const FQuat Rotation = LookRotation(Value);
	FTransform Place;
	Place.Location = Value;
	const auto Changes = [&](auto&& Call)
	{
		const uint64_t Before = World.GetRevision();
		REQUIRE(World.IsUnchangedSince(Before));
		Call();
		return !World.IsUnchangedSince(Before);
	};
	CHECK(Changes([&] { Test.Step(); }));
	CHECK(Changes([&] { World.SetTransform(Id, Place); }));
	CHECK(Changes([&] { World.SetVelocity(Id, Value); }));
	CHECK(Changes([&] { World.AddImpulse(Id, Value); }));
	CHECK(Changes([&] { World.AddImpulseAtPoint(Id, Value, Value); }));
	CHECK(Changes([&] { World.Push(Id.ToBits(), Value, Value); }));
	CHECK(Changes([&] { World.WriteVelocities({&Id, 1}, {&Value, 1}); }));
	CHECK(Changes([&] { World.WriteRotations({&Id, 1}, {&Rotation, 1}); }));
	CHECK(Changes([&] { Test.Add(Boid({5, 5, 5})); }));
	FByteWriter Writer;
	World.Save(Writer);
	CHECK(Changes(
	    [&]
	    {
		    FByteReader Reader(Writer.GetBytes());
		    FDiagnostics Diagnostics;
		    REQUIRE(World.Restore(Reader, Diagnostics));
	    }));
	CHECK(Changes([&] { World.DestroyBody(World.GetBodies().back()); }));
	CHECK_FALSE(Changes([&] { World.ApplyAccelerations({&Id, 1}, {&Value, 1}); }));
	FHit Hit;
	CHECK_FALSE(Changes([&] { World.Raycast({FVector{0, 9, 0}, FVector{0, -9, 0}}, {}, Hit); }));
	CHECK_FALSE(Changes([&] { World.GetBounds(Id); }));

	FPhysicsInterop::GetBulletWorld(World); // who holds it moves bodies unseen
	CHECK_FALSE(World.IsUnchangedSince(World.GetRevision()));
}
