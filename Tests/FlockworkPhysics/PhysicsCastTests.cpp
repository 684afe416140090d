#include "PhysicsTestSupport.h"
#include "QueryReference.h"

using namespace Flockwork;

namespace
{
struct FSolid
{
	FShapeDef Shape;
	FDistanceFunction Local; // in body space
};

std::vector<FReferenceVector> TetraCorners()
{
	return {{1.0, -0.5, -0.6}, {-1.0, -0.5, -0.5}, {0.1, -0.4, 1.2}, {0.0, 1.1, 0.1}};
}

// Largest height over the face planes: the sign is what a ray needs.
double TetraSide(const FReferenceVector& P)
{
	const auto C = TetraCorners();
	const FReferenceVector Middle = (C[0] + C[1] + C[2] + C[3]) * 0.25;
	double Highest = -1e30;
	for (size_t Left = 0; Left < 4; ++Left)
	{
		const FReferenceVector& A = C[(Left + 1) % 4];
		FReferenceVector Normal = glm::normalize(glm::cross(C[(Left + 2) % 4] - A, C[(Left + 3) % 4] - A));
		Normal *= glm::dot(Normal, Middle - A) > 0.0 ? -1.0 : 1.0;
		Highest = std::max(Highest, glm::dot(Normal, P - A));
	}
	return Highest;
}

// The exact one: inside by the sides, outside by the faces.
double TetraDistance(const FReferenceVector& P)
{
	const double Side = TetraSide(P);
	if (Side <= 0.0)
	{
		return Side;
	}
	const auto C = TetraCorners();
	double Nearest = 1e30;
	for (size_t Left = 0; Left < 4; ++Left)
	{
		Nearest = std::min(Nearest, TriangleDistance(P, C[(Left + 1) % 4], C[(Left + 2) % 4], C[(Left + 3) % 4]));
	}
	return Nearest;
}

FSolid MakeSolid(EShapeType Type)
{
	switch (Type)
	{
	case EShapeType::Box:
		return {FShapeDef::MakeBox({1.0f, 0.4f, 0.7f}), [](const FReferenceVector& P) {
			        return BoxDistance(P, {1.0, double(0.4f), double(0.7f)});
		        }};
	case EShapeType::Sphere:
		return {FShapeDef::MakeSphere(0.8f), [](const FReferenceVector& P) { return glm::length(P) - double(0.8f); }};
	case EShapeType::Capsule:
		return {FShapeDef::MakeCapsule(0.5f, 0.75f),
		    [](const FReferenceVector& P) { return CapsuleDistance(P, 0.5, 0.75); }};
	case EShapeType::Hull:
	{
		std::vector<FVector> Points;
		for (const FReferenceVector& Corner : TetraCorners())
		{
			Points.push_back(FVector(Corner));
		}
		return {FShapeDef::MakeHull(Points), TetraDistance};
	}
	case EShapeType::Mesh:
		break;
	}
	// A box of triangles, hollow: from outside it looks like the box.
	return {BoxMesh({1.0f, 0.4f, 0.7f}), [](const FReferenceVector& P) {
		        return BoxDistance(P, {1.0, double(0.4f), double(0.7f)});
	        }};
}

struct FPlacedSolid
{
	FTestWorld Test;
	FBodyId Id;
	FDistanceFunction Distance;

	FPlacedSolid(EPhysicsWorldKind Kind, EShapeType Type, const FTransform& Transform) : Test(Kind)
	{
		const FSolid Solid = MakeSolid(Type);
		FBodyDef Def = Static(Solid.Shape, {});
		Def.Transform = Transform;
		Def.UserData = 42;
		Id = Test.Add(Def);
		Distance = [Transform, Local = Solid.Local](const FReferenceVector& P)
		{ return Local(InverseTransform(Transform, P)); };
	}
};

FVector GradientOf(const FDistanceFunction& Distance, const FVector& Point)
{
	const FReferenceVector P(Point);
	constexpr double H = 1e-5;
	const FReferenceVector Gradient(Distance(P + FReferenceVector(H, 0, 0)) - Distance(P - FReferenceVector(H, 0, 0)),
	    Distance(P + FReferenceVector(0, H, 0)) - Distance(P - FReferenceVector(0, H, 0)),
	    Distance(P + FReferenceVector(0, 0, H)) - Distance(P - FReferenceVector(0, 0, H)));
	return FVector(glm::normalize(Gradient));
}

constexpr EShapeType AllTypes[] = {
    EShapeType::Box, EShapeType::Sphere, EShapeType::Capsule, EShapeType::Hull, EShapeType::Mesh};
} // namespace

TEST_CASE("FPhysicsWorld: rays hit where marching through the solid finds its surface")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const EShapeType Type = GENERATE(from_range(std::begin(AllTypes), std::end(AllTypes)));
	CAPTURE(ToString(Type));
	FTestRandom Random(7);
	int Hits = 0;
	for (int Case = 0; Case < 60; ++Case)
	{
		FTransform Pose;
		Pose.Location = Random.Vector(3.0f);
		Pose.Rotation = Random.Rotation();
		const FPlacedSolid Solid(Kind, Type, Pose);
		for (int Ray = 0; Ray < 5; ++Ray)
		{
			const FVector Start = Pose.Location + glm::normalize(Random.Vector(1.0f)) * 4.0f;
			const FRayQuery Query{Start, Pose.Location + (Pose.Location - Start) + Random.Vector(1.2f)};
			const double Expected = FirstContact(Solid.Distance, Query.Start, Query.End);
			FHit Hit;
			const bool bHit = Solid.Test.World.Raycast(Query, {}, Hit);
			CAPTURE(Case, Ray, Expected, Hit.Fraction);
			REQUIRE(bHit == Hit.bHit);
			// Marching may step over a corner that the ray only grazes: then the hit must lie on the surface.
			REQUIRE((bHit || Expected > 1.0));
			if (!bHit)
			{
				continue;
			}
			++Hits;
			REQUIRE(std::fabs(Solid.Distance(FReferenceVector(Hit.Position))) < 1e-4);
			REQUIRE((Expected > 1.0 || std::fabs(double(Hit.Fraction) - Expected) < 1e-4));
			REQUIRE(Hit.Distance == Approx(Hit.Fraction * Length(Query.End - Query.Start)));
			REQUIRE(Length(Hit.Normal) == Approx(1.0f));
			REQUIRE(glm::dot(Hit.Normal, Query.End - Query.Start) < 0.0f);
			REQUIRE(glm::dot(Hit.Normal, GradientOf(Solid.Distance, Hit.Position)) >
			        (Type == EShapeType::Hull ? 0.6f : 0.99f));
			REQUIRE(Hit.BodyBits == Solid.Id.ToBits());
			REQUIRE(Hit.UserData == 42);
			REQUIRE(!Hit.bStartPenetrating);
		}
	}
	REQUIRE(Hits > 150);
}

TEST_CASE("FPhysicsWorld: swept balls and capsules stop where marching finds contact")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const EShapeType Type = GENERATE(from_range(std::begin(AllTypes), std::end(AllTypes)));
	const bool bCapsule = GENERATE(false, true);
	CAPTURE(ToString(Type), bCapsule);
	constexpr float Radius = 0.35f;
	const float HalfHeight = bCapsule ? 0.6f : 0.0f;
	FTestRandom Random(11);
	int Hits = 0;
	for (int Case = 0; Case < (bCapsule ? 25 : 60); ++Case)
	{
		FTransform Pose;
		Pose.Location = Random.Vector(3.0f);
		Pose.Rotation = Random.Rotation();
		const FPlacedSolid Solid(Kind, Type, Pose);
		const FDistanceFunction Gap = [&](const FReferenceVector& P) {
			return (bCapsule ? SegmentDistance(Solid.Distance, P, double(HalfHeight)) : Solid.Distance(P)) -
			       double(Radius);
		};
		for (int Sweep = 0; Sweep < 4; ++Sweep)
		{
			const FVector Start = Pose.Location + glm::normalize(Random.Vector(1.0f)) * 4.0f;
			const FVector End = Pose.Location + (Pose.Location - Start) + Random.Vector(2.0f);
			FHit Hit;
			const bool bHit = bCapsule ? Solid.Test.World.SweepCapsule({Start, End, Radius, HalfHeight}, {}, Hit)
			                           : Solid.Test.World.SweepSphere({Start, End, Radius}, {}, Hit);
			const double Expected = FirstContact(Gap, Start, End, bCapsule ? 200 : 1000);
			CAPTURE(Case, Sweep, Expected, Hit.Fraction);
			REQUIRE((bHit || Expected > 1.0));
			if (!bHit)
			{
				continue;
			}
			++Hits;
			const FVector Center = Start + (End - Start) * Hit.Fraction;
			REQUIRE(std::fabs(Gap(FReferenceVector(Center))) < 2e-4);
			REQUIRE((Expected > 1.0 || std::fabs(double(Hit.Fraction) - Expected) < 2e-4));
			REQUIRE(Length(Hit.Normal) == Approx(1.0f));
			REQUIRE(glm::dot(Hit.Normal, End - Start) < 1e-4f);
			REQUIRE(std::fabs(Solid.Distance(FReferenceVector(Hit.Position))) < 2e-4);
			// Back along the normal by the radius lies the core.
			const FVector Core = Hit.Position + Hit.Normal * Radius;
			REQUIRE(Length(Horizontal(Core - Center)) < 2e-3f);
			REQUIRE(std::fabs(Core.y - Center.y) < HalfHeight + 2e-3f);
		}
	}
	REQUIRE(Hits > 40);
}

TEST_CASE("FPhysicsWorld: rays against a rough mesh agree with a test of every triangle")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	FTestRandom Random(5);
	FShapeDef Mesh = FlatMesh(20.0f, 24);
	for (FVector& Vertex : Mesh.Vertices)
	{
		Vertex.y = Random.Range(-1.0f, 1.0f);
	}
	FTestWorld Test(Kind);
	FBodyDef Def = Static(Mesh, {3.0f, 2.0f, -1.0f});
	Def.Transform.Rotation = Random.Rotation();
	Test.Add(Def);
	const auto World = [&](uint32_t Index)
	{ return FReferenceVector(Def.Transform.TransformPoint(Mesh.Vertices[Index])); };
	int Hits = 0;
	for (int Ray = 0; Ray < 400; ++Ray)
	{
		const bool bBackFaces = Ray % 2 == 1;
		const FRayQuery Query{
		    Def.Transform.Location + Random.Vector(25.0f), Def.Transform.Location + Random.Vector(25.0f)};
		const FReferenceVector Start(Query.Start);
		const FReferenceVector Motion = FReferenceVector(Query.End) - Start;
		double Expected = 2.0;
		for (size_t First = 0; First < Mesh.Indices.size(); First += 3)
		{
			const FReferenceVector Corners[3] = {
			    World(Mesh.Indices[First]), World(Mesh.Indices[First + 1]), World(Mesh.Indices[First + 2])};
			const FReferenceVector Normal = glm::cross(Corners[1] - Corners[0], Corners[2] - Corners[0]);
			const double Speed = glm::dot(Normal, Motion);
			const double T = glm::dot(Normal, Corners[0] - Start) / Speed;
			const FReferenceVector P = Start + Motion * T;
			bool bInside = T >= 0.0 && T <= 1.0 && (bBackFaces || Speed < 0.0);
			for (int Edge = 0; Edge < 3; ++Edge)
			{
				bInside = bInside && glm::dot(glm::cross(Corners[(Edge + 1) % 3] - Corners[Edge], P - Corners[Edge]),
				                         Normal) >= 0.0;
			}
			Expected = bInside ? std::min(Expected, T) : Expected;
		}
		FQueryFilter Filter;
		Filter.bBackFaces = bBackFaces;
		FHit Hit;
		CAPTURE(Ray, Expected, Hit.Fraction);
		REQUIRE(Test.World.Raycast(Query, Filter, Hit) == (Expected <= 1.0));
		Hits += Hit.bHit ? 1 : 0;
		REQUIRE((!Hit.bHit || std::fabs(double(Hit.Fraction) - Expected) < 1e-5));
		REQUIRE((!Hit.bHit || glm::dot(Hit.Normal, Query.End - Query.Start) < 0.0f));
	}
	REQUIRE(Hits > 100);
}

TEST_CASE("FPhysicsWorld: a ray from inside a body ignores it")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const EShapeType Type = GENERATE(EShapeType::Box, EShapeType::Sphere, EShapeType::Capsule, EShapeType::Hull);
	FPlacedSolid Solid(Kind, Type, {});
	const FBodyId Behind = Solid.Test.Add(Static(FShapeDef::MakeSphere(1.0f), {0.0f, 0.0f, 9.0f}));
	FHit Hit;
	REQUIRE(Solid.Test.World.Raycast({{0.0f, 0.0f, 0.1f}, {0.0f, 0.0f, 20.0f}}, {}, Hit));
	REQUIRE(Hit.BodyBits == Behind.ToBits());
	REQUIRE(Hit.Distance == Approx(7.9f));
}

TEST_CASE("FPhysicsWorld: a sweep that begins inside says so and points outward")
{
	const EPhysicsWorldKind Kind = EACH_KIND;
	const EShapeType Type = GENERATE(from_range(std::begin(AllTypes), std::end(AllTypes)));
	CAPTURE(ToString(Type));
	const FPlacedSolid Solid(Kind, Type, {});
	FHit Hit;
	const FVector Start(0.1f, 0.5f, 0.05f);
	REQUIRE(Solid.Test.World.SweepSphere({Start, Start + FVector(0.0f, -3.0f, 0.0f), 0.3f}, {}, Hit));
	REQUIRE(Hit.bStartPenetrating);
	REQUIRE(Hit.Distance == 0.0f);
	REQUIRE(Hit.Fraction == 0.0f);
	REQUIRE(glm::dot(Hit.Normal, GradientOf(Solid.Distance, Start)) > 0.99f);
}

TEST_CASE("FPhysicsWorld: what only touches does not stop a sweep along it")
{
	FTestWorld Test(EACH_KIND);
	const bool bMesh = GENERATE(false, true);
	Test.Add(Static(
	    bMesh ? FlatMesh(20.0f, 8) : FShapeDef::MakeBox({20.0f, 1.0f, 20.0f}), {0.0f, bMesh ? 0.0f : -1.0f, 0.0f}));
	FHit Hit;
	REQUIRE(!Test.World.SweepCapsule({{0.0f, 0.9f, 0.0f}, {5.0f, 0.9f, 1.0f}, 0.3f, 0.6f}, {}, Hit));
	REQUIRE(!Test.World.SweepSphere({{0.0f, 0.3f, 0.0f}, {5.0f, 1.3f, 1.0f}, 0.3f}, {}, Hit));
	REQUIRE(Test.World.SweepSphere({{0.0f, 0.3f, 0.0f}, {5.0f, 0.2f, 1.0f}, 0.3f}, {}, Hit));
	REQUIRE(!Hit.bStartPenetrating);
	REQUIRE(Hit.Fraction == 0.0f);
	REQUIRE(Hit.Normal.y == Approx(1.0f));
}

TEST_CASE("FPhysicsWorld: one-sided triangles are seen from behind only on request")
{
	FTestWorld Test(EACH_KIND);
	Test.Add(Static(FlatMesh(5.0f, 3), {}));
	FQueryFilter BackFaces;
	BackFaces.bBackFaces = true;
	FHit Hit;
	const FRayQuery Up{{0.1f, -2.0f, 0.2f}, {0.1f, 2.0f, 0.2f}};
	REQUIRE(!Test.World.Raycast(Up, {}, Hit));
	REQUIRE(Test.World.Raycast(Up, BackFaces, Hit));
	REQUIRE(Hit.Normal.y == Approx(-1.0f));
	const FSphereSweep Ball{{0.1f, -2.0f, 0.2f}, {0.1f, 2.0f, 0.2f}, 0.5f};
	REQUIRE(!Test.World.SweepSphere(Ball, {}, Hit));
	REQUIRE(Test.World.SweepSphere(Ball, BackFaces, Hit));
	REQUIRE(Hit.Distance == Approx(1.5f));
	REQUIRE(Hit.Normal.y == Approx(-1.0f));
}

TEST_CASE("FPhysicsWorld: queries see what their filter lets them")
{
	FTestWorld Test(EACH_KIND);
	struct FCase
	{
		EBodyType Type;
		ELayer Layer;
		bool bTrigger;
	};
	const std::vector<FCase> Cases = {{EBodyType::Static, ELayer::WorldStatic, false},
	    {EBodyType::Kinematic, ELayer::WorldDynamic, false}, {EBodyType::Dynamic, ELayer::Boid, false},
	    {EBodyType::Static, ELayer::Trigger, true}};
	std::vector<FBodyId> Ids;
	for (size_t Index = 0; Index < Cases.size(); ++Index)
	{
		FBodyDef Def = Dynamic(FShapeDef::MakeBox({1.0f, 1.0f, 1.0f}), {0.0f, 0.0f, 4.0f * float(Index)});
		Def.Type = Cases[Index].Type;
		Def.Layer = uint32_t(Cases[Index].Layer);
		Def.bTrigger = Cases[Index].bTrigger;
		Ids.push_back(Test.Add(Def));
	}
	// Which one each cast from either end meets first.
	const auto First = [&](const FQueryFilter& Filter, bool bFromEnd)
	{
		const FVector Near(0.2f, 0.1f, -5.0f);
		const FVector Far(0.2f, 0.1f, 20.0f);
		FHit Ray;
		FHit Ball;
		FHit Capsule;
		const FVector Start = bFromEnd ? Far : Near;
		const FVector End = bFromEnd ? Near : Far;
		Test.World.Raycast({Start, End}, Filter, Ray);
		Test.World.SweepSphere({Start, End, 0.2f}, Filter, Ball);
		Test.World.SweepCapsule({Start, End, 0.2f, 0.3f}, Filter, Capsule);
		REQUIRE(Ray.BodyBits == Ball.BodyBits);
		REQUIRE(Ray.BodyBits == Capsule.BodyBits);
		return FBodyId::FromBits(Ray.BodyBits);
	};
	REQUIRE(First({}, false) == Ids[0]);
	REQUIRE(First({}, true) == Ids[2]);
	FQueryFilter Filter;
	Filter.bTriggers = true;
	REQUIRE(First(Filter, true) == Ids[3]);
	Filter = {};
	Filter.bDynamic = false;
	REQUIRE(First(Filter, true) == Ids[1]);
	Filter.bKinematic = false;
	REQUIRE(First(Filter, true) == Ids[0]);
	Filter.bStatic = false;
	REQUIRE(!First(Filter, true).IsValid());
	Filter = {};
	Filter.LayerMask = LayerBit(ELayer::Boid);
	REQUIRE(First(Filter, false) == Ids[2]);
	Filter = {};
	const uint64_t Ignored[] = {Ids[0].ToBits(), Ids[2].ToBits()};
	Filter.IgnoredBodies = Ignored;
	REQUIRE(First(Filter, false) == Ids[1]);
	REQUIRE(First(Filter, true) == Ids[1]);
}

TEST_CASE("FPhysicsWorld: casts see bodies where the step has left them")
{
	FTestWorld Test(EACH_KIND, {});
	FBodyDef Def = Boid({0.0f, 0.0f, 0.0f});
	Def.LinearVelocity = {30.0f, 0.0f, 0.0f};
	const FBodyId Id = Test.Add(Def);
	for (int Step = 0; Step < 20; ++Step)
	{
		Test.Step();
		const FVector Place = Test.World.GetTransform(Id).Location;
		FHit Hit;
		REQUIRE(Test.World.Raycast({Place + FVector(0.0f, 5.0f, 0.0f), Place - FVector(0.0f, 5.0f, 0.0f)}, {}, Hit));
		REQUIRE(Hit.BodyBits == Id.ToBits());
		REQUIRE(Test.World.Raycast({Place + FVector(0.25f, 5.0f, 0.0f), Place + FVector(0.25f, -5.0f, 0.0f)}, {}, Hit));
		REQUIRE(
		    !Test.World.Raycast({Place + FVector(0.35f, 5.0f, 0.0f), Place + FVector(0.35f, -5.0f, 0.0f)}, {}, Hit));
	}
	FTransform Far;
	Far.Location = {-40.0f, 1.0f, 2.0f};
	REQUIRE(Test.World.SetTransform(Id, Far));
	FHit Hit;
	REQUIRE(Test.World.SweepSphere({{-40.0f, 9.0f, 2.0f}, {-40.0f, -9.0f, 2.0f}, 0.1f}, {}, Hit));
	REQUIRE(Hit.Distance == Approx(7.6f));
}

TEST_CASE("FPhysicsWorld: a long ray hits as exactly as a short one")
{
	FTestWorld Test(EACH_KIND);
	Test.Add(Static(FShapeDef::MakeSphere(0.5f), {0.0f, 0.0f, 0.0f}));
	FHit Hit;
	REQUIRE(Test.World.Raycast({{0.0f, 0.3f, -2000.0f}, {0.0f, 0.3f, 100000.0f}}, {}, Hit));
	REQUIRE(Hit.Position.z == Approx(-0.4f).margin(1e-4));
}

TEST_CASE("FPhysicsWorld: bad casts are misses")
{
	FTestWorld Test(EACH_KIND);
	Test.Add(Static(FShapeDef::MakeBox({9.0f, 9.0f, 9.0f}), {}));
	const float NaN = std::nanf("");
	const float Infinity = HUGE_VALF;
	const FVector Up(0.0f, 20.0f, 0.0f);
	FHit Hit;
	for (const FVector& Bad : {FVector(NaN, 0.0f, 0.0f), FVector(0.0f, Infinity, 0.0f), Up})
	{
		REQUIRE(!Test.World.Raycast({Up, Bad}, {}, Hit));
		REQUIRE(!Test.World.SweepSphere({Up, Bad, 1.0f}, {}, Hit));
		REQUIRE(!Test.World.SweepCapsule({Up, Bad, 1.0f, 1.0f}, {}, Hit));
		REQUIRE(!Hit.bHit);
	}
	for (const float Radius : {0.0f, -1.0f, NaN, Infinity})
	{
		REQUIRE(!Test.World.SweepSphere({Up, -Up, Radius}, {}, Hit));
		REQUIRE(!Test.World.SweepCapsule({Up, -Up, Radius, 1.0f}, {}, Hit));
		REQUIRE(Test.World.OverlapSphere({}, Radius, {}, {}) == 0);
		REQUIRE(Test.World.OverlapCapsule({}, Radius, 1.0f, {}, {}) == 0);
		REQUIRE(Test.World.OverlapBox({}, {1.0f, Radius, 1.0f}, {}, {}) == 0);
	}
	REQUIRE(!Test.World.SweepCapsule({Up, -Up, 1.0f, -1.0f}, {}, Hit));
	REQUIRE(Test.World.OverlapSphere({NaN, 0.0f, 0.0f}, 1.0f, {}, {}) == 0);
}
