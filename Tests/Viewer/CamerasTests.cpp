#include "FlockworkRender/Cameras.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace Flockwork
{
namespace
{
bool IsNear(const FVector& A, const FVector& B, float Tolerance)
{
	return Length(A - B) <= Tolerance;
}
} // namespace

TEST_CASE("FCameraPose: LookAt points the camera's axis at the target and keeps the horizon level")
{
	const FCameraPose Pose = FCameraPose::LookAt({3.0f, 5.0f, -2.0f}, {-4.0f, 1.0f, 6.0f});
	CHECK(IsNear(Pose.GetForward(), SafeNormal(FVector(-7.0f, -4.0f, 8.0f)), 1e-5f));
	CHECK(std::abs(Pose.GetRight().y) < 1e-6f);
	CHECK(Pose.GetUp().y > 0.0f);
}

TEST_CASE("FCameraPose: LookAt works straight down, straight up and at its own place")
{
	CHECK(IsNear(FCameraPose::LookAt({0, 10, 0}, {0, 0, 0}).GetForward(), {0, -1, 0}, 1e-5f));
	CHECK(IsNear(FCameraPose::LookAt({0, 0, 0}, {0, 10, 0}).GetForward(), {0, 1, 0}, 1e-5f));
	CHECK(IsNear(FCameraPose::LookAt({1, 2, 3}, {1, 2, 3}).GetForward(), {0, 0, -1}, 1e-6f));
}

TEST_CASE("FOrbitCamera: looks at its target from its distance, and clamps pitch and distance")
{
	FOrbitCamera Camera;
	Camera.Target = {2.0f, 1.0f, -3.0f};
	Camera.Distance = 12.0f;
	const FCameraPose Pose = Camera.GetPose();
	CHECK(Length(Pose.Position - Camera.Target) == Approx(12.0f).epsilon(1e-4));
	CHECK(IsNear(Pose.GetForward(), SafeNormal(Camera.Target - Pose.Position), 1e-5f));
	CHECK(Pose.Position.y > Camera.Target.y);
	Camera.Drag(0.0f, 1e6f);
	CHECK(Camera.Pitch == 1.5f);
	Camera.Zoom(1000.0f);
	CHECK(Camera.Distance == 0.5f);
	Camera.Zoom(-1000.0f);
	CHECK(Camera.Distance == 5000.0f);
}

TEST_CASE("FOrbitCamera: panning by pixels keeps the point under the pointer")
{
	FOrbitCamera Camera;
	FVector Before{};
	FVector After{};
	const FVector Point = Camera.Target;
	REQUIRE(ProjectToPixel(Camera.GetPose(), Point, 1280, 720, Before));
	Camera.Pan(40.0f, -25.0f, 720);
	REQUIRE(ProjectToPixel(Camera.GetPose(), Point, 1280, 720, After));
	CHECK(After.x - Before.x == Approx(40.0f).margin(0.01));
	CHECK(After.y - Before.y == Approx(-25.0f).margin(0.01));
}

TEST_CASE("FFlyCamera: takes over a pose without a jump and flies where it looks")
{
	const FCameraPose Start = FCameraPose::LookAt({1.0f, 8.0f, 2.0f}, {-5.0f, 2.0f, -9.0f});
	FFlyCamera Camera = FFlyCamera::FromPose(Start);
	CHECK(IsNear(Camera.GetPose().Position, Start.Position, 1e-6f));
	CHECK(IsNear(Camera.GetPose().GetForward(), Start.GetForward(), 1e-5f));
	Camera.Move({0.0f, 0.0f, 1.0f}, 0.5f);
	CHECK(IsNear(Camera.Position, Start.Position + Start.GetForward() * 5.0f, 1e-4f));
}

TEST_CASE("FFollowCamera: stands behind the target, and its smoothing does not depend on the frame rate")
{
	const FVector Heading(1.0f, 0.0f, 0.0f);
	FFollowCamera Camera;
	Camera.Update({0, 0, 0}, Heading, 0.1f);
	CHECK(Camera.GetPose().Position.x == Approx(-7.0f).margin(1e-4));
	CHECK(Camera.GetPose().Position.y == Approx(3.2f).margin(1e-4));
	FFollowCamera Coarse;
	FFollowCamera Fine;
	Coarse.Update({0, 0, 0}, Heading, 0.0f);
	Fine.Update({0, 0, 0}, Heading, 0.0f);
	const FVector Target(10.0f, 0.0f, 4.0f);
	Coarse.Update(Target, Heading, 0.5f);
	for (int32_t Step = 0; Step < 50; ++Step)
	{
		Fine.Update(Target, Heading, 0.01f);
	}
	CHECK(IsNear(Coarse.GetPose().Position, Fine.GetPose().Position, 1e-3f));
}

TEST_CASE("FFollowCamera: an about-turn goes round the side, and a still target keeps the last heading")
{
	FFollowCamera Camera;
	Camera.Update({0, 0, 0}, {0, 0, 1}, 0.0f);
	Camera.Update({0, 0, 0}, {0, 0, -1}, 0.05f);
	const FVector Behind = Camera.GetPose().Position;
	CHECK(Length(Horizontal(Behind)) == Approx(7.0f).epsilon(1e-3));
	Camera.Update({0, 0, 0}, {0, 0, 0}, 0.05f);
	CHECK(IsNear(Camera.GetPose().Position, Behind, 1e-4f));
}

TEST_CASE("MakePickRay: goes through the point that is drawn at the pixel")
{
	rc::check("MakePickRay and ProjectToPixel are each other's inverse",
	    []
	    {
		    const auto Coordinate = [](int32_t Span) { return float(*rc::gen::inRange(-Span, Span)) * 0.01f; };
		    const float X = Coordinate(3000);
		    const float Y = Coordinate(3000);
		    const float Z = Coordinate(3000);
		    const FCameraPose Pose = FCameraPose::LookAt({X, Y + 40.0f, Z}, {0.0f, 1.0f, 2.0f}, 0.9f);
		    const float PixelX = float(*rc::gen::inRange(0, 1280));
		    const float PixelY = float(*rc::gen::inRange(0, 720));
		    const FPickRay Ray = MakePickRay(Pose, PixelX, PixelY, 1280, 720);
		    FVector Out{};
		    RC_ASSERT(ProjectToPixel(Pose, Ray.Origin + Ray.Direction * 17.0f, 1280, 720, Out));
		    RC_ASSERT(std::abs(Out.x - PixelX) < 0.05f);
		    RC_ASSERT(std::abs(Out.y - PixelY) < 0.05f);
	    });
}

TEST_CASE("IntersectGround: meets the plane ahead and never behind")
{
	FVector Point{};
	CHECK(IntersectGround({{0, 4, 0}, SafeNormal(FVector(3, -4, 0))}, 0.0f, Point));
	CHECK(IsNear(Point, {3, 0, 0}, 1e-5f));
	CHECK_FALSE(IntersectGround({{0, 4, 0}, SafeNormal(FVector(3, 4, 0))}, 0.0f, Point));
	CHECK_FALSE(IntersectGround({{0, 4, 0}, {1, 0, 0}}, 0.0f, Point));
}

TEST_CASE("BlendPoses: meets both ends, and goes straight in between")
{
	const FCameraPose A = FCameraPose::LookAt({0, 5, 10}, {0, 0, 0}, 0.8f);
	const FCameraPose B = FCameraPose::LookAt({10, 5, 0}, {0, 0, 0}, 1.2f);
	CHECK(IsNear(BlendPoses(A, B, 0.0f).GetForward(), A.GetForward(), 1e-6f));
	CHECK(IsNear(BlendPoses(A, B, 1.0f).GetForward(), B.GetForward(), 1e-6f));
	CHECK(IsNear(BlendPoses(A, B, 0.5f).Position, {5, 5, 5}, 1e-5f));
	CHECK(BlendPoses(A, B, 0.25f).FieldOfView == Approx(0.9f));
	CHECK(IsNear(BlendPoses(A, B, 7.0f).Position, B.Position, 1e-6f));
}
} // namespace Flockwork
