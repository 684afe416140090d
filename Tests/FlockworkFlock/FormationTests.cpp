#include "FlockworkFlock/Formation.h"
#include "TermTestSupport.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace Flockwork;

namespace
{
const EFormation AllShapes[] = {
    EFormation::Column, EFormation::Line, EFormation::Wedge, EFormation::Circle, EFormation::Grid, EFormation::Sphere};

std::vector<FVector> Slots(EFormation Shape, int32_t Count, float Spacing)
{
	std::vector<FVector> Result;
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		Result.push_back(FormationSlot(Shape, Index, Count, Spacing));
	}
	return Result;
}

bool IsPermutation(std::span<const int32_t> Values)
{
	std::vector<int32_t> Sorted(Values.begin(), Values.end());
	std::sort(Sorted.begin(), Sorted.end());
	for (size_t Index = 0; Index < Sorted.size(); ++Index)
	{
		if (Sorted[Index] != int32_t(Index))
		{
			return false;
		}
	}
	return true;
}
} // namespace

TEST_CASE("FormationSlot: in every shape neighbours are the spacing apart, no two nearer")
{
	for (const EFormation Shape : AllShapes)
	{
		for (const int32_t Count : {2, 3, 7, 40})
		{
			const std::vector<FVector> Places = Slots(Shape, Count, 2.0f);
			float Least = 1e9f;
			for (size_t A = 0; A < Places.size(); ++A)
			{
				for (size_t B = A + 1; B < Places.size(); ++B)
				{
					Least = std::min(Least, Length(Places[A] - Places[B]));
				}
			}
			INFO("shape " << int(Shape) << ", " << Count << " slots: " << Least);
			const bool bExact = Shape != EFormation::Sphere; // a spiral on the sphere is near it
			CHECK(Least == Approx(2.0f).epsilon(bExact ? 1e-3 : 0.25));
		}
	}
}

TEST_CASE("FormationSlot: one boid stands at the frame, nobody stands ahead of a wedge's leader")
{
	for (const EFormation Shape : AllShapes)
	{
		CHECK(Length(FormationSlot(Shape, 0, 1, 2.0f)) < 0.7f);
	}
	for (const FVector& Slot : Slots(EFormation::Wedge, 20, 2.0f))
	{
		CHECK(Slot.z <= 0.0f);
	}
}

TEST_CASE("FFormationAssignment: each boid gets a slot of its own, and those who stand right stay")
{
	const std::vector<FVector> Places = Slots(EFormation::Line, 6, 2.0f);
	const std::vector<FVector> Positions = {Places[3], Places[5], Places[0], Places[4], Places[2], Places[1]};
	const std::vector<uint32_t> Ids = {1, 2, 3, 4, 5, 6};
	FFormationAssignment Assignment;
	Assignment.Update(EFormation::Line, 2.0f, {}, Ids, Positions);
	const std::vector<int32_t> Expected = {3, 5, 0, 4, 2, 1};
	CHECK(std::equal(Expected.begin(), Expected.end(), Assignment.GetSlots().begin()));
}

TEST_CASE("FFormationAssignment: is stable while boids move, and when members come and go")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {9.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 5.0f}, {-4.0f, 0.0f, 1.0f}});
	FFormationAssignment Assignment;
	Assignment.Update(EFormation::Column, 2.0f, {}, Flock.Ids, Flock.Positions);
	const std::vector<int32_t> Before(Assignment.GetSlots().begin(), Assignment.GetSlots().end());
	std::reverse(Flock.Positions.begin(), Flock.Positions.end());
	Assignment.Update(EFormation::Column, 2.0f, {}, Flock.Ids, Flock.Positions);
	CHECK(std::equal(Before.begin(), Before.end(), Assignment.GetSlots().begin()));

	std::vector<uint32_t> More = Flock.Ids; // 1, 2, 3, 4
	More.push_back(9);
	std::vector<FVector> MorePositions = Flock.Positions;
	MorePositions.push_back({0.0f, 0.0f, 0.0f});
	Assignment.Update(EFormation::Column, 2.0f, {}, More, MorePositions);
	CHECK(std::equal(Before.begin(), Before.end(), Assignment.GetSlots().begin()));
	CHECK(Assignment.GetSlots()[4] == 4);

	const std::vector<uint32_t> Fewer = {2, 4, 9};
	const std::vector<FVector> FewerPositions(3, FVector{0.0f, 0.0f, 0.0f});
	Assignment.Update(EFormation::Column, 2.0f, {}, Fewer, FewerPositions);
	CHECK(IsPermutation(Assignment.GetSlots()));
	for (size_t Boid = 0; Boid < 2; ++Boid)
	{
		const int32_t Old = Before[Fewer[Boid] - 1];
		CHECK((Old >= 3 || Assignment.GetSlots()[Boid] == Old));
	}
}

TEST_CASE("FFormationAssignment: a new shape crosses as few ways as can be")
{
	// From a line to a column: no swap of two slots may shorten the sum of squared ways.
	const std::vector<FVector> Positions = Slots(EFormation::Line, 30, 2.0f);
	std::vector<uint32_t> Ids(30);
	for (uint32_t Id = 0; Id < 30; ++Id)
	{
		Ids[Id] = Id + 1;
	}
	FFormationAssignment Assignment;
	Assignment.Update(EFormation::Line, 2.0f, {}, Ids, Positions);
	Assignment.Update(EFormation::Column, 2.0f, {}, Ids, Positions);
	CHECK(IsPermutation(Assignment.GetSlots()));
	const std::vector<FVector> Places = Slots(EFormation::Column, 30, 2.0f);
	const auto Way = [&](size_t Boid, size_t SlotOf)
	{ return LengthSquared(Positions[Boid] - Places[size_t(Assignment.GetSlots()[SlotOf])]); };
	for (size_t A = 0; A < 30; ++A)
	{
		for (size_t B = A + 1; B < 30; ++B)
		{
			CHECK(Way(A, A) + Way(B, B) <= (Way(A, B) + Way(B, A)) * 1.001f + 1e-3f);
		}
	}
}

TEST_CASE("FFormationAssignment: saved and restored, it keeps its slots, damaged data change nothing")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {9.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 5.0f}});
	FFormationAssignment Assignment;
	Assignment.Update(EFormation::Wedge, 2.0f, {}, Flock.Ids, Flock.Positions);
	FByteWriter Writer;
	Assignment.Save(Writer);
	FFormationAssignment Restored;
	FByteReader Reader(Writer.GetBytes());
	REQUIRE(Restored.Restore(Reader));
	std::reverse(Flock.Positions.begin(), Flock.Positions.end());
	Restored.Update(EFormation::Wedge, 2.0f, {}, Flock.Ids, Flock.Positions);
	CHECK(std::equal(Assignment.GetSlots().begin(), Assignment.GetSlots().end(), Restored.GetSlots().begin()));
	FByteReader Cut(std::span<const uint8_t>(Writer.GetBytes()).first(12));
	CHECK(!Restored.Restore(Cut));
	CHECK(Restored.GetSlots().size() == 3);
}

TEST_CASE("FFormationTerm: heads for the slot, slows to the frame's speed there, and goes along with it")
{
	FTermFlock Flock({{0.0f, 0.0f, -20.0f}, {0.0f, 0.0f, 0.0f}});
	const std::vector<int32_t> Own = {0, 0};
	FFormationTerm Term{Flock.Spans(), Own};
	Term.Shape = EFormation::Column;
	Term.Frame.Velocity = {2.0f, 0.0f, 0.0f};
	Term.Weight = 3.0f;
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], FVector{2.0f, 0.0f, 5.0f} * (3.0f / std::sqrt(29.0f))));
	CHECK(Flock.Scales[0] == 1.0f);
	CHECK(IsNear(Flock.Sums[1], {3.0f, 0.0f, 0.0f}));
	CHECK(Flock.Scales[1] == Approx(0.4f));
	Term.Slots = {Own.data(), 1};
	CHECK(!Term.Validate());
}
