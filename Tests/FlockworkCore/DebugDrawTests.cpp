#include "FlockworkCore/DebugDraw.h"

#include "CoreTestSupport.h"

#include <catch2/catch.hpp>
#include <vector>

namespace Flockwork
{
namespace
{
struct FRecorder final : IDebugDraw
{
	struct FSegment
	{
		FVector From{0.0f};
		FVector To{0.0f};
	};
	std::vector<FSegment> Lines;
	void Line(const FVector& From, const FVector& To, const FColor&) override { Lines.push_back({From, To}); }
	void Text(const FVector&, std::string_view, const FColor&) override {}
};
} // namespace

TEST_CASE("IDebugDraw: a circle's points lie on the circle and close it")
{
	FRecorder Draw;
	const FVector Center{1.0f, 2.0f, 3.0f};
	const FVector Normal = SafeNormal({1.0f, 1.0f, 0.0f});
	Draw.Circle(Center, Normal, 2.0f, {});
	REQUIRE(Draw.Lines.size() >= 12);
	for (size_t Index = 0; Index < Draw.Lines.size(); ++Index)
	{
		const FVector Arm = Draw.Lines[Index].From - Center;
		CHECK(Length(Arm) == Approx(2.0f));
		CHECK(glm::dot(Arm, Normal) == Approx(0.0f).margin(1e-5));
		CHECK(IsNear(Draw.Lines[Index].To, Draw.Lines[(Index + 1) % Draw.Lines.size()].From));
	}
}

TEST_CASE("IDebugDraw: a box has twelve edges of its own lengths")
{
	FRecorder Draw;
	const FTransform Transform{{5.0f, 0.0f, 0.0f}, YawRotation({1.0f, 0.0f, 1.0f}), 2.0f};
	Draw.Box(Transform, {1.0f, 2.0f, 3.0f}, {});
	REQUIRE(Draw.Lines.size() == 12);
	int32_t Short = 0;
	int32_t Long = 0;
	for (const FRecorder::FSegment& Edge : Draw.Lines)
	{
		const float EdgeLength = Length(Edge.To - Edge.From);
		Short += std::abs(EdgeLength - 4.0f) < 1e-4f ? 1 : 0;
		Long += std::abs(EdgeLength - 12.0f) < 1e-4f ? 1 : 0;
		CHECK(Length(Edge.From - Transform.Location) == Approx(2.0f * std::sqrt(14.0f)));
	}
	CHECK(Short == 4);
	CHECK(Long == 4);
}

TEST_CASE("IDebugDraw: an arrow's head meets its tip, and a zero arrow is harmless")
{
	FRecorder Draw;
	Draw.Arrow({0.0f, 0.0f, 0.0f}, {0.0f, 5.0f, 0.0f}, {});
	REQUIRE(Draw.Lines.size() == 3);
	CHECK(Draw.Lines[1].From == FVector{0.0f, 5.0f, 0.0f});
	CHECK(Draw.Lines[1].To.y == Approx(4.0f));
	Draw.Lines.clear();
	Draw.Arrow(FVector{1.0f}, FVector{1.0f}, {});
	CHECK(Draw.Lines.size() == 1);
}

TEST_CASE("IDebugDraw: sphere and capsule stay within their radius")
{
	FRecorder Draw;
	Draw.Sphere(FVector{0.0f}, 3.0f, {});
	for (const FRecorder::FSegment& Segment : Draw.Lines)
	{
		REQUIRE(Length(Segment.From) == Approx(3.0f));
	}
	Draw.Lines.clear();
	Draw.Capsule(FVector{0.0f}, 1.0f, 0.5f, {});
	float Top = 0.0f;
	for (const FRecorder::FSegment& Segment : Draw.Lines)
	{
		const float AlongAxis = std::max(std::abs(Segment.From.y) - 1.0f, 0.0f);
		REQUIRE(Length({Segment.From.x, AlongAxis, Segment.From.z}) == Approx(0.5f).margin(1e-5));
		Top = std::max(Top, Segment.To.y);
	}
	CHECK(Top == Approx(1.5f));
}
} // namespace Flockwork
