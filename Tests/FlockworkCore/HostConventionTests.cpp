#include "FlockworkCore/HostConvention.h"

#include "CoreTestSupport.h"

#include <catch2/catch.hpp>
#include <glm/geometric.hpp>

namespace Flockwork
{
namespace
{
const EHost AllHosts[] = {EHost::Native, EHost::Unreal, EHost::Unity, EHost::Blender};

// As each host's own manual gives them.
struct FHostAxes
{
	EHost Host;
	FVector Forward;
	FVector Right;
	FVector Up;
	bool bLeftHanded;
};
const FHostAxes HostAxes[] = {
    {EHost::Native, {0, 0, 1}, {-1, 0, 0}, {0, 1, 0}, false}, {EHost::Unreal, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, true},
    {EHost::Unity, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, true},
    {EHost::Blender, {0, -1, 0}, {-1, 0, 0}, {0, 0, 1}, false}, // the view from the front looks along +Y
};

// The host's rotation about its own up axis, by the formula that all of them share.
FQuat TurnAbout(const FVector& Axis, float Degrees)
{
	const float Half = Degrees * Pi / 360.0f;
	const FVector Part = Axis * std::sin(Half);
	return {std::cos(Half), Part.x, Part.y, Part.z};
}
} // namespace

TEST_CASE("FHostConvention: forward, right and up become the host's own")
{
	for (const FHostAxes& Axes : HostAxes)
	{
		const FHostConvention Convention(Axes.Host);
		INFO("host " << int(Axes.Host));
		CHECK(IsNear(Convention.DirectionToHost({0, 0, 1}), Axes.Forward));
		CHECK(IsNear(Convention.DirectionToHost({-1, 0, 0}), Axes.Right));
		CHECK(IsNear(Convention.DirectionToHost({0, 1, 0}), Axes.Up));
	}
}

TEST_CASE("FHostConvention: handedness is the host's")
{
	for (const FHostAxes& Axes : HostAxes)
	{
		const FHostConvention Convention(Axes.Host);
		const FVector X = Convention.DirectionToHost({1, 0, 0});
		const FVector Y = Convention.DirectionToHost({0, 1, 0});
		const FVector Z = Convention.DirectionToHost({0, 0, 1});
		// Our axes are right-handed; in a left-handed host the same three have a negative triple product.
		CHECK(glm::dot(glm::cross(X, Y), Z) == (Axes.bLeftHanded ? -1.0f : 1.0f));
	}
}

TEST_CASE("FHostConvention: known points")
{
	// 1 m to the left, 2 m up, 3 m ahead.
	const FVector Ours{1.0f, 2.0f, 3.0f};
	CHECK(FHostConvention(EHost::Unreal).PositionToHost(Ours) == FVector{300.0f, -100.0f, 200.0f});
	CHECK(FHostConvention(EHost::Unity).PositionToHost(Ours) == FVector{-1.0f, 2.0f, 3.0f});
	CHECK(FHostConvention(EHost::Native).PositionToHost(Ours) == Ours);
	// Blender's glTF exporter writes (x, y, z) as (x, z, -y).
	CHECK(FHostConvention(EHost::Blender).PositionFromHost({1.0f, 2.0f, 3.0f}) == FVector{1.0f, 3.0f, -2.0f});
}

TEST_CASE("FHostConvention: a turn to the right is a turn to the right")
{
	// Ours: from +Z to the right hand, -X.
	const FQuat RightTurn = YawRotation({-1.0f, 0.0f, 0.0f});
	// Unreal: FRotator(Yaw 90) turns X to Y, a positive rotation about Z in its formula. Unity: Euler(0, 90, 0).
	CHECK(IsSameRotation(FHostConvention(EHost::Unreal).RotationToHost(RightTurn), TurnAbout({0, 0, 1}, 90.0f)));
	CHECK(IsSameRotation(FHostConvention(EHost::Unity).RotationToHost(RightTurn), TurnAbout({0, 1, 0}, 90.0f)));
	CHECK(IsSameRotation(FHostConvention(EHost::Blender).RotationToHost(RightTurn), TurnAbout({0, 0, 1}, -90.0f)));
}

TEST_CASE("FHostConvention: rotating commutes with converting")
{
	CHECK(rc::check("any rotation and vector",
	    []
	    {
		    const FQuat Rotation = GenRotation();
		    const FVector Vector = GenVector();
		    for (const EHost Host : AllHosts)
		    {
			    const FHostConvention Convention(Host);
			    const FVector RotatedFirst = Convention.DirectionToHost(Rotation * Vector);
			    const FVector ConvertedFirst = Convention.RotationToHost(Rotation) * Convention.DirectionToHost(Vector);
			    RC_ASSERT(IsNear(RotatedFirst, ConvertedFirst, 1e-3f));
		    }
	    }));
}

TEST_CASE("FHostConvention: out and in again is where it began")
{
	CHECK(rc::check("any position, direction, rotation and length",
	    []
	    {
		    const FVector Vector = GenVector();
		    const FQuat Rotation = GenRotation();
		    for (const EHost Host : AllHosts)
		    {
			    const FHostConvention Convention(Host);
			    RC_ASSERT(IsNear(Convention.PositionFromHost(Convention.PositionToHost(Vector)), Vector, 1e-4f));
			    RC_ASSERT(Convention.DirectionFromHost(Convention.DirectionToHost(Vector)) == Vector);
			    RC_ASSERT(Convention.RotationFromHost(Convention.RotationToHost(Rotation)) == Rotation);
			    RC_ASSERT(std::abs(Convention.LengthFromHost(Convention.LengthToHost(Vector.x)) - Vector.x) < 1e-4f);
		    }
	    }));
}

TEST_CASE("FHostConvention: lengths scale, directions do not")
{
	const FHostConvention Unreal(EHost::Unreal);
	CHECK(Unreal.LengthToHost(1.8f) == Approx(180.0f));
	CHECK(Unreal.LengthFromHost(180.0f) == Approx(1.8f));
	CHECK(Length(Unreal.DirectionToHost(UpVector)) == 1.0f);
	CHECK(FHostConvention(EHost::Unity).LengthToHost(1.8f) == 1.8f);
}
} // namespace Flockwork
