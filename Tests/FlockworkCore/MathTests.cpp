#include "FlockworkCore/Math.h"

#include "CoreTestSupport.h"

#include <catch2/catch.hpp>
#include <limits>

namespace Flockwork
{
namespace
{
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
constexpr float Infinity = std::numeric_limits<float>::infinity();
} // namespace

TEST_CASE("SafeNormal: unit vectors, and zero where there is no direction")
{
	CHECK(IsNear(SafeNormal({3.0f, 0.0f, 4.0f}), {0.6f, 0.0f, 0.8f}));
	CHECK(SafeNormal(FVector{0.0f}) == FVector{0.0f});
	CHECK(SafeNormal({1e-13f, 0.0f, 0.0f}) == FVector{0.0f});
	CHECK(SafeNormal({0.05f, 0.0f, 0.0f}, 0.1f) == FVector{0.0f});
	CHECK(SafeNormal({NaN, 1.0f, 0.0f}) == FVector{0.0f});
	CHECK(SafeNormal({Infinity, 1.0f, 0.0f}) == FVector{0.0f});
}

TEST_CASE("SafeNormal: a vector whose square overflows still has its direction")
{
	CHECK(IsNear(SafeNormal({3e30f, 0.0f, 4e30f}), {0.6f, 0.0f, 0.8f}));
}

TEST_CASE("ClampLength: shortens what is longer and leaves the rest alone")
{
	CHECK(IsNear(ClampLength({3.0f, 0.0f, 4.0f}, 2.5f), {1.5f, 0.0f, 2.0f}));
	const FVector Short{0.1f, 0.2f, 0.3f};
	CHECK(ClampLength(Short, 2.5f) == Short);
	CHECK(ClampLength(Short, 0.0f) == FVector{0.0f});
	CHECK(ClampLength(FVector{0.0f}, 0.0f) == FVector{0.0f});
}

TEST_CASE("SmoothingAlpha: two half steps go as far as one whole step")
{
	const float Half = SmoothingAlpha(4.0f, 0.05f);
	const float Whole = SmoothingAlpha(4.0f, 0.1f);
	CHECK(1.0f - (1.0f - Half) * (1.0f - Half) == Approx(Whole));
	CHECK(Whole == Approx(1.0 - std::exp(-0.4)));
	CHECK(SmoothingAlpha(4.0f, 0.0f) == 0.0f);
	CHECK(SmoothingAlpha(0.0f, 1.0f) == 0.0f);
	CHECK(SmoothingAlpha(1e6f, 1e6f) == 1.0f);
}

TEST_CASE("LookRotation: turns +Z to the direction and keeps up above")
{
	CHECK(rc::check("any direction that is not along up",
	    []
	    {
		    const FVector Forward = GenVector(1.0f);
		    RC_PRE(Length(Horizontal(Forward)) > 0.05f);
		    const FQuat Rotation = LookRotation(Forward);
		    RC_ASSERT(IsNear(Rotation * ForwardVector, SafeNormal(Forward), 1e-5f));
		    RC_ASSERT((Rotation * UpVector).y > 0.0f);
		    RC_ASSERT(std::abs((Rotation * FVector{1.0f, 0.0f, 0.0f}).y) < 1e-5f);
		    RC_ASSERT(std::abs(glm::length(Rotation) - 1.0f) < 1e-5f);
	    }));
}

TEST_CASE("LookRotation: degenerate directions")
{
	CHECK(LookRotation(FVector{0.0f}) == IdentityQuat);
	CHECK(LookRotation({NaN, 0.0f, 0.0f}) == IdentityQuat);
	CHECK(IsNear(LookRotation(UpVector) * ForwardVector, UpVector));
	CHECK(IsNear(LookRotation(-UpVector) * ForwardVector, -UpVector));
	CHECK(IsNear(LookRotation({1.0f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}) * ForwardVector, {1.0f, 0.0f, 0.0f}));
	CHECK(IsNear(LookRotation({0.0f, 0.0f, -1.0f}) * ForwardVector, {0.0f, 0.0f, -1.0f}));
}

TEST_CASE("YawRotation and YawOf: inverse of each other at every angle")
{
	for (int32_t Degrees = -179; Degrees <= 180; ++Degrees)
	{
		const float Angle = float(Degrees) * Pi / 180.0f;
		const FQuat Rotation = YawRotation({3.0f * std::sin(Angle), 7.0f, 3.0f * std::cos(Angle)});
		INFO("at " << Degrees << " degrees");
		CHECK(std::remainder(YawOf(Rotation) - Angle, 2.0f * Pi) == Approx(0.0f).margin(1e-5));
		CHECK(IsNear(Rotation * ForwardVector, {std::sin(Angle), 0.0f, std::cos(Angle)}));
		CHECK(IsNear(Rotation * UpVector, UpVector));
	}
}

TEST_CASE("YawRotation: no horizontal part is the identity")
{
	CHECK(YawRotation(FVector{0.0f}) == IdentityQuat);
	CHECK(YawRotation({0.0f, -4.0f, 0.0f}) == IdentityQuat);
}

TEST_CASE("YawOf: straight behind is +Pi from either side")
{
	CHECK(YawOf(FQuat{0.0f, 0.0f, 1.0f, 0.0f}) == Approx(Pi));
	CHECK(YawOf(FQuat{0.0f, 0.0f, -1.0f, 0.0f}) == Approx(Pi));
	CHECK(YawOf(YawRotation({-0.0f, 0.0f, -1.0f})) == Approx(Pi));
	// So little past it that the angle rounds to -Pi, which is outside the promised range.
	CHECK(YawOf(FQuat{-1e-9f, 0.0f, 1.0f, 0.0f}) == Approx(Pi));
}

TEST_CASE("DirectionFromIds: unit, antisymmetric, spread over the sphere")
{
	FVector Sum{0.0f};
	constexpr uint32_t Count = 2000;
	for (uint32_t Id = 1; Id <= Count; ++Id)
	{
		const FVector Direction = DirectionFromIds(0, Id);
		REQUIRE(Length(Direction) == Approx(1.0f));
		REQUIRE(DirectionFromIds(Id, 0) == -Direction);
		REQUIRE(DirectionFromIds(0, Id) == Direction);
		Sum += Direction;
	}
	// The mean of n unit vectors has a length of about 1 / sqrt(n).
	CHECK(Length(Sum) / float(Count) < 3.0f / std::sqrt(float(Count)));
	CHECK(DirectionFromIds(7, 7) == FVector{0.0f});
	CHECK_FALSE(DirectionFromIds(1, 2) == DirectionFromIds(1, 3));
}

TEST_CASE("FTransform: scale, then rotation, then translation")
{
	// Quarter turn about Y: +Z goes to +X.
	const FTransform Transform{{10.0f, 0.0f, 0.0f}, YawRotation({1.0f, 0.0f, 0.0f}), 2.0f};
	CHECK(IsNear(Transform.TransformPoint({0.0f, 1.0f, 3.0f}), {16.0f, 2.0f, 0.0f}));
	CHECK(IsNear(Transform.TransformDirection({0.0f, 0.0f, 3.0f}), {3.0f, 0.0f, 0.0f}));
}

TEST_CASE("FTransform: InverseTransformPoint undoes TransformPoint")
{
	CHECK(rc::check("any location, rotation and scale",
	    []
	    {
		    FTransform Transform;
		    Transform.Location = GenVector();
		    Transform.Rotation = GenRotation();
		    Transform.Scale = GenFloat(0.1f, 10.0f);
		    const FVector Point = GenVector();
		    RC_ASSERT(IsNear(Transform.InverseTransformPoint(Transform.TransformPoint(Point)), Point, 5e-3f));
	    }));
}

TEST_CASE("IsFinite: one bad component is enough")
{
	CHECK(IsFinite(FVector{1.0f, 2.0f, 3.0f}));
	CHECK_FALSE(IsFinite(FVector{1.0f, NaN, 3.0f}));
	CHECK_FALSE(IsFinite(FVector{1.0f, 2.0f, Infinity}));
	CHECK_FALSE(IsFinite(FQuat{NaN, 0.0f, 0.0f, 0.0f}));
	CHECK_FALSE(IsFinite(FQuat{1.0f, 0.0f, 0.0f, -Infinity}));
	CHECK(IsFinite(FTransform{}));
	CHECK_FALSE(IsFinite(FTransform{{0.0f, 0.0f, 0.0f}, IdentityQuat, NaN}));
}
} // namespace Flockwork
