#include "FlockworkCore/Log.h"
#include "FlockworkPhysics/Interop.h"
#include "PhysicsTestSupport.h"

#include <functional>

using namespace Flockwork;

namespace
{
struct FBadCase
{
	const char* Field;
	std::function<void(FBodyDef&)> Spoil;
};

const float NaN = std::nanf("");

const std::vector<FBadCase>& BadCases()
{
	static const std::vector<FBadCase> Cases = {
	    {"transform.location", [](FBodyDef& Def) { Def.Transform.Location.y = NaN; }},
	    {"transform.location", [](FBodyDef& Def) { Def.Transform.Location.x = 1e9f; }},
	    {"transform.rotation",
	        [](FBodyDef& Def) {
		        Def.Transform.Rotation = {0.0f, 0.0f, 0.0f, 0.0f};
	        }},
	    {"transform.rotation", [](FBodyDef& Def) { Def.Transform.Rotation.x = NaN; }},
	    {"transform.scale", [](FBodyDef& Def) { Def.Transform.Scale = 0.0f; }},
	    {"transform.scale", [](FBodyDef& Def) { Def.Transform.Scale = -1.0f; }},
	    {"mass", [](FBodyDef& Def) { Def.Mass = 0.0f; }},
	    {"mass", [](FBodyDef& Def) { Def.Mass = -2.0f; }},
	    {"mass", [](FBodyDef& Def) { Def.Mass = NaN; }},
	    {"mass", [](FBodyDef& Def) { Def.Mass = HUGE_VALF; }},
	    {"friction", [](FBodyDef& Def) { Def.Friction = -0.1f; }},
	    {"restitution", [](FBodyDef& Def) { Def.Restitution = 1.1f; }},
	    {"linearDamping", [](FBodyDef& Def) { Def.LinearDamping = NaN; }},
	    {"angularDamping", [](FBodyDef& Def) { Def.AngularDamping = 2.0f; }},
	    {"layer", [](FBodyDef& Def) { Def.Layer = 32; }},
	    {"linearVelocity", [](FBodyDef& Def) { Def.LinearVelocity.z = NaN; }},
	    {"angularVelocity", [](FBodyDef& Def) { Def.AngularVelocity.z = HUGE_VALF; }},
	    {"type", [](FBodyDef& Def) { Def.Type = EBodyType(7); }},
	    {"shape.type", [](FBodyDef& Def) { Def.Shape.Type = EShapeType(9); }},
	    {"shape.radius", [](FBodyDef& Def) { Def.Shape.Radius = 0.0f; }},
	    {"shape.radius", [](FBodyDef& Def) { Def.Shape.Radius = NaN; }},
	    {"shape.halfExtent.y",
	        [](FBodyDef& Def) {
		        Def.Shape = FShapeDef::MakeBox({1.0f, 0.0f, 1.0f});
	        }},
	    {"shape.halfHeight", [](FBodyDef& Def) { Def.Shape = FShapeDef::MakeCapsule(1.0f, -1.0f); }},
	    {"shape.points", [](FBodyDef& Def) { Def.Shape = FShapeDef::MakeHull({}); }},
	    {"shape.points",
	        [](FBodyDef& Def) {
		        Def.Shape = FShapeDef::MakeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5f, 0.3f, 0.0f}});
	        }},
	    {"shape.points",
	        [](FBodyDef& Def) {
		        Def.Shape = FShapeDef::MakeHull({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
	        }},
	    {"shape.points",
	        [](FBodyDef& Def) {
		        Def.Shape = FShapeDef::MakeHull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NaN}});
	        }},
	    {"shape.type",
	        [](FBodyDef& Def) {
		        Def.Shape = FShapeDef::MakeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2});
	        }},
	    {"shape.vertices",
	        [](FBodyDef& Def)
	        {
		        Def.Type = EBodyType::Static;
		        Def.Shape = FShapeDef::MakeMesh({}, {});
	        }},
	    {"shape.indices",
	        [](FBodyDef& Def)
	        {
		        Def.Type = EBodyType::Static;
		        Def.Shape = FShapeDef::MakeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 3});
	        }},
	    {"shape.indices",
	        [](FBodyDef& Def)
	        {
		        Def.Type = EBodyType::Static;
		        Def.Shape = FShapeDef::MakeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2, 0});
	        }},
	    {"shape.indices",
	        [](FBodyDef& Def)
	        {
		        Def.Type = EBodyType::Static;
		        Def.Shape = FShapeDef::MakeMesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {0, 1, 2});
	        }},
	    {"shape.vertices",
	        [](FBodyDef& Def)
	        {
		        Def.Type = EBodyType::Static;
		        Def.Shape = FShapeDef::MakeMesh({{0, 0, 0}, {1, NaN, 0}, {0, 1, 0}}, {0, 1, 2});
	        }},
	};
	return Cases;
}

struct FCountingSink final : ILogSink
{
	void Write(ELogLevel Level, std::string_view, std::string_view Message) override
	{
		Errors += Level == ELogLevel::Error ? 1 : 0;
		Last = Message;
	}
	int Errors = 0;
	std::string Last;
};

// Takes the log for as long as it lives.
struct FLogCapture
{
	FLogCapture() : Sink(std::make_shared<FCountingSink>()) { SetLogSink(Sink); }
	~FLogCapture() { SetLogSink(nullptr); }
	std::shared_ptr<FCountingSink> Sink;
};
} // namespace

TEST_CASE("FPhysicsWorld: each bad definition is refused with its field named")
{
	FTestWorld Test(EACH_KIND);
	for (const FBadCase& Case : BadCases())
	{
		FBodyDef Def = Boid({});
		Case.Spoil(Def);
		FDiagnostics Diagnostics;
		CAPTURE(Case.Field);
		REQUIRE(!Test.World.CreateBody(Def, Diagnostics).IsValid());
		REQUIRE(Diagnostics.HasErrors());
		REQUIRE(Diagnostics.GetAll().front().Field == Case.Field);
		REQUIRE(Test.World.GetBodyCount() == 0);
		REQUIRE(Test.World.GetStats().Shapes == 0);
	}
	Test.Step();
}

TEST_CASE("FPhysicsWorld: every fault of a definition is named")
{
	FTestWorld Test(EACH_KIND);
	FBodyDef Def = Boid({});
	Def.Mass = 0.0f;
	Def.Friction = NaN;
	Def.Shape.Radius = -1.0f;
	FDiagnostics Diagnostics;
	REQUIRE(!Test.World.CreateBody(Def, Diagnostics).IsValid());
	REQUIRE(Diagnostics.GetAll().size() == 3);
}

TEST_CASE("FPhysicsWorld: triangles without area are left out of a mesh with a warning")
{
	FTestWorld Test(EACH_KIND);
	FDiagnostics Diagnostics;
	const FBodyId Id = Test.World.CreateBody(
	    Static(FShapeDef::MakeMesh({{-1, 0, -1}, {-1, 0, 1}, {1, 0, 0}, {3, 0, 1}}, {0, 1, 2, 0, 0, 1, 1, 1, 1}), {}),
	    Diagnostics);
	REQUIRE(Id.IsValid());
	REQUIRE(!Diagnostics.HasErrors());
	REQUIRE(Diagnostics.GetAll().size() == 1);
	FHit Hit;
	REQUIRE(Test.World.Raycast({{0.0f, 1.0f, 0.0f}, {0.0f, -1.0f, 0.0f}}, {}, Hit));
}

TEST_CASE("FPhysicsWorld: a mass of 0 is no fault of a static body")
{
	FTestWorld Test(EACH_KIND);
	FBodyDef Def = Static(FShapeDef::MakeSphere(1.0f), {});
	Def.Mass = 0.0f;
	REQUIRE(Test.Add(Def).IsValid());
}

TEST_CASE("FPhysicsWorld: steps of a bad length are refused, and forces wait for a good one")
{
	FTestWorld Test(EACH_KIND, {});
	FLogCapture Log;
	const FBodyId Id = Test.Add(Boid({}));
	REQUIRE(Test.World.AddForce(Id, {60.0f, 0.0f, 0.0f}));
	for (const float Bad : {0.0f, -0.01f, NaN, HUGE_VALF, 10.0f})
	{
		REQUIRE(!Test.World.Step(Bad));
	}
	REQUIRE(Log.Sink->Errors == 5);
	REQUIRE(Test.World.GetVelocity(Id) == FVector{});
	Test.Step();
	REQUIRE(Test.World.GetVelocity(Id).x == Approx(1.0f));
}

TEST_CASE("FPhysicsWorld: stale ids and values that are not finite are answered by false")
{
	FTestWorld Test(EACH_KIND);
	const FBodyId Stale = Test.Add(Boid({}));
	REQUIRE(Test.World.DestroyBody(Stale));
	const FBodyId Id = Test.Add(Boid({1.0f, 2.0f, 3.0f}));
	REQUIRE(Id.Index == Stale.Index);
	FPhysicsWorld& World = Test.World;
	for (const FBodyId Bad : {Stale, FBodyId{}, FBodyId{12345, 1}, FBodyId{Id.Index, 0}})
	{
		REQUIRE(!World.IsAlive(Bad));
		REQUIRE(!World.SetTransform(Bad, {}));
		REQUIRE(!World.SetVelocity(Bad, {}));
		REQUIRE(!World.SetAngularVelocity(Bad, {}));
		REQUIRE(!World.AddForce(Bad, {}));
		REQUIRE(!World.AddTorque(Bad, {}));
		REQUIRE(!World.AddImpulse(Bad, {}));
		REQUIRE(!World.AddImpulseAtPoint(Bad, {}, {}));
		REQUIRE(!World.SetCollidesWith(Bad, 0));
		REQUIRE(!World.SetGravityEnabled(Bad, true));
		REQUIRE(!World.WakeUp(Bad));
		REQUIRE(!World.MoveKinematic(Bad, {}));
		REQUIRE(World.GetTransform(Bad) == FTransform{});
		REQUIRE(World.GetVelocity(Bad) == FVector{});
		REQUIRE(World.GetMass(Bad) == 0.0f);
	}
	const FVector Bad(0.0f, NaN, 0.0f);
	FTransform BadPlace;
	BadPlace.Location = Bad;
	REQUIRE(!World.SetTransform(Id, BadPlace));
	REQUIRE(!World.SetVelocity(Id, Bad));
	REQUIRE(!World.SetAngularVelocity(Id, Bad));
	REQUIRE(!World.AddForce(Id, Bad));
	REQUIRE(!World.AddTorque(Id, Bad));
	REQUIRE(!World.AddImpulse(Id, Bad));
	REQUIRE(!World.AddImpulseAtPoint(Id, {}, Bad));
	const FBodyId Ids[] = {Id, Stale};
	const FVector Vectors[] = {Bad, {}};
	const FQuat Rotations[] = {{NaN, 0.0f, 0.0f, 0.0f}, IdentityQuat};
	REQUIRE(World.ApplyAccelerations(Ids, Vectors) == 0);
	REQUIRE(World.WriteVelocities(Ids, Vectors) == 0);
	REQUIRE(World.WriteRotations(Ids, Rotations) == 0);
	REQUIRE(World.GetStats().RefusedValues == 3);
	REQUIRE(World.GetTransform(Id).Location == FVector(1.0f, 2.0f, 3.0f));
}

TEST_CASE("FPhysicsWorld: a body whose state goes bad is put back and reported once")
{
	FTestWorld Test(EACH_KIND);
	FLogCapture Log;
	Test.Add(Static(FShapeDef::MakeBox({10.0f, 1.0f, 10.0f}), {0.0f, -1.0f, 0.0f}));
	const FBodyId Other = Test.Add(Boid({5.0f, 3.0f, 0.0f}));
	FBodyDef Def = Boid({1.0f, 3.0f, 2.0f});
	Def.bLockRotation = false;
	const FBodyId Id = Test.Add(Def);
	Test.Step(3);
	btRigidBody* Bullet = FPhysicsInterop::GetBulletBody(Test.World, Id);
	REQUIRE(Bullet);
	SECTION("velocity")
	{
		Bullet->setLinearVelocity({NaN, 0.0f, 0.0f});
	}
	SECTION("place")
	{
		Bullet->getWorldTransform().setOrigin({0.0f, HUGE_VALF, 0.0f});
	}
	SECTION("rotation")
	{
		Bullet->getWorldTransform().getBasis()[1].setX(NaN);
	}
	SECTION("force")
	{
		Bullet->applyCentralForce({0.0f, NaN, 0.0f});
	}
	SECTION("speed beyond all use")
	{
		Bullet->setLinearVelocity({0.0f, 0.0f, 1e12f});
	}
	Test.Step();
	REQUIRE(Length(Test.World.GetTransform(Id).Location - FVector(1.0f, 3.0f, 2.0f)) < 1e-4f);
	REQUIRE(Test.World.GetTransform(Id).Rotation == IdentityQuat);
	REQUIRE(IsFinite(Test.World.GetVelocity(Id)));
	REQUIRE(Test.World.GetStats().ResetBodies == 1);
	REQUIRE(Log.Sink->Errors == 1);
	Bullet->setLinearVelocity({NaN, NaN, NaN});
	Test.Step(5);
	REQUIRE(Test.World.GetStats().ResetBodies == 2);
	REQUIRE(Log.Sink->Errors == 1);
	REQUIRE(Test.World.GetTransform(Other).Location == FVector(5.0f, 3.0f, 0.0f));
	// It goes on to live.
	REQUIRE(Test.World.SetVelocity(Id, {1.0f, 0.0f, 0.0f}));
	Test.Step(60);
	REQUIRE(Test.World.GetTransform(Id).Location.x == Approx(2.0f).epsilon(1e-3));
	FHit Hit;
	REQUIRE(Test.World.Raycast({{2.0f, 9.0f, 2.0f}, {2.0f, 2.9f, 2.0f}}, {}, Hit));
	REQUIRE(Hit.BodyBits == Id.ToBits());
}

TEST_CASE("FPhysicsSettings: each field has name, unit, range, default and a sentence")
{
	FDiagnostics Diagnostics;
	const bool bDefined = FPhysicsSettings::Table().CheckDefinition(Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bDefined);
	FSettingsRegistry Registry;
	RegisterPhysicsSettings(Registry);
	REQUIRE(Registry.Resolve("physics.sleep.linearSpeed").Field);
}

TEST_CASE("FPhysicsSettings: changes reach the world, bad ones change nothing")
{
	FTestWorld Test(EACH_KIND);
	const FBodyId Id = Test.Add(Dynamic(FShapeDef::MakeSphere(0.5f), {}));
	FPhysicsSettings Settings = Test.World.GetSettings();
	Settings.Gravity = {0.0f, -1.0f, 0.0f};
	FDiagnostics Diagnostics;
	REQUIRE(Test.World.ApplySettings(Settings, Diagnostics));
	Test.Step();
	REQUIRE(Test.World.GetVelocity(Id).y == Approx(-StepTime));
	Settings.SolverIterations = 0;
	Settings.Gravity = {};
	REQUIRE(!Test.World.ApplySettings(Settings, Diagnostics));
	REQUIRE(Diagnostics.HasErrors());
	Test.Step();
	REQUIRE(Test.World.GetVelocity(Id).y == Approx(-2.0f * StepTime));
}
