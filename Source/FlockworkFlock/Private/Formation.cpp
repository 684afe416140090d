#include "FlockworkFlock/Formation.h"

#include "TermMath.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr float DiagonalShare = 0.70710678f;
constexpr float GoldenAngle = 2.39996323f;
// Nearest distance of n points on a unit sphere's spiral is about this over sqrt(n) (Saff and Kuijlaars 1997).
constexpr float SphereSpacing = 3.09f;
// Pairs looked at when a formation changes: bounds the cost of one step for huge formations.
constexpr int64_t MaxSwapTests = 8'000'000;

// 0, 1, -1, 2, -2, ...: the sides filled in turn.
int32_t Alternating(int32_t Index)
{
	return Index % 2 == 1 ? (Index + 1) / 2 : -(Index / 2);
}

float DistanceSquared(const FVector& A, const FVector& B)
{
	return LengthSquared(A - B);
}
} // namespace

FVector FormationSlot(EFormation Shape, int32_t Index, int32_t Count, float Spacing)
{
	const float Number = float(Index);
	switch (Shape)
	{
	case EFormation::Column:
		return {0.0f, 0.0f, -Number * Spacing};
	case EFormation::Line:
		return {float(Alternating(Index)) * Spacing, 0.0f, 0.0f};
	case EFormation::Wedge:
	{
		const float Side = float(Alternating(Index)) * DiagonalShare * Spacing;
		return {Side, 0.0f, -std::abs(Side)};
	}
	case EFormation::Circle:
	{
		const float Radius = Count > 1 ? Spacing / (2.0f * std::sin(Pi / float(Count))) : 0.0f;
		const float Angle = 2.0f * Pi * Number / float(std::max(1, Count));
		return {Radius * std::sin(Angle), 0.0f, Radius * std::cos(Angle)};
	}
	case EFormation::Grid:
	{
		const int32_t Width = std::max(1, int32_t(std::ceil(std::sqrt(float(Count)))));
		const float Middle = 0.5f * float(Width - 1);
		return {(float(Index % Width) - Middle) * Spacing, 0.0f, (Middle - float(Index / Width)) * Spacing};
	}
	case EFormation::Sphere:
		break;
	}
	const float Radius = Spacing * std::sqrt(float(Count)) / SphereSpacing;
	const float Height = Count > 1 ? 1.0f - 2.0f * (Number + 0.5f) / float(Count) : 0.0f;
	const float Ring = std::sqrt(std::max(0.0f, 1.0f - Height * Height));
	const float Angle = GoldenAngle * Number;
	return FVector{Ring * std::sin(Angle), Height, Ring * std::cos(Angle)} * Radius;
}

void FFormationAssignment::Update(EFormation Shape, float Spacing, const FFormationFrame& Frame,
    std::span<const uint32_t> Ids, std::span<const FVector> Positions)
{
	const bool bSameMembers = std::equal(Ids.begin(), Ids.end(), KnownIds.begin(), KnownIds.end());
	const bool bSameShape = Shape == KnownShape && Spacing == KnownSpacing;
	if (bSameMembers && bSameShape)
	{
		return;
	}
	const int32_t Count = int32_t(Ids.size());
	SlotPoints.resize(Ids.size());
	for (int32_t Slot = 0; Slot < Count; ++Slot)
	{
		SlotPoints[size_t(Slot)] = Frame.Location + Frame.Rotation * FormationSlot(Shape, Slot, Count, Spacing);
	}
	SlotTaken.assign(Ids.size(), 0);
	if (bSameShape)
	{
		KeepOldSlots(Ids);
	}
	else
	{
		Slots.assign(Ids.size(), -1);
	}
	FillFreeSlots(Positions);
	if (!bSameShape)
	{
		SwapCrossings(Positions);
	}
	KnownShape = Shape;
	KnownSpacing = Spacing;
	KnownIds.assign(Ids.begin(), Ids.end());
}

void FFormationAssignment::KeepOldSlots(std::span<const uint32_t> Ids)
{
	std::vector<int32_t> Kept(Ids.size(), -1);
	size_t Old = 0;
	for (size_t New = 0; New < Ids.size(); ++New)
	{
		while (Old < KnownIds.size() && KnownIds[Old] < Ids[New])
		{
			++Old;
		}
		if (Old < KnownIds.size() && KnownIds[Old] == Ids[New] && size_t(Slots[Old]) < Ids.size())
		{
			Kept[New] = Slots[Old];
			SlotTaken[size_t(Kept[New])] = 1;
		}
	}
	Slots = std::move(Kept);
}

void FFormationAssignment::FillFreeSlots(std::span<const FVector> Positions)
{
	for (size_t Slot = 0; Slot < SlotPoints.size(); ++Slot)
	{
		if (SlotTaken[Slot] != 0)
		{
			continue;
		}
		size_t Nearest = 0;
		float Least = std::numeric_limits<float>::max();
		for (size_t Boid = 0; Boid < Positions.size(); ++Boid)
		{
			const float Distance = DistanceSquared(Positions[Boid], SlotPoints[Slot]);
			if (Slots[Boid] < 0 && Distance < Least)
			{
				Least = Distance;
				Nearest = Boid;
			}
		}
		Slots[Nearest] = int32_t(Slot);
		SlotTaken[Slot] = 1;
	}
}

void FFormationAssignment::SwapCrossings(std::span<const FVector> Positions)
{
	int64_t TestsLeft = MaxSwapTests;
	bool bSwapped = true;
	while (bSwapped && TestsLeft > 0)
	{
		bSwapped = false;
		for (size_t A = 0; A < Positions.size(); ++A)
		{
			for (size_t B = A + 1; B < Positions.size(); ++B)
			{
				const FVector& SlotA = SlotPoints[size_t(Slots[A])];
				const FVector& SlotB = SlotPoints[size_t(Slots[B])];
				const float Now = DistanceSquared(Positions[A], SlotA) + DistanceSquared(Positions[B], SlotB);
				const float Swapped = DistanceSquared(Positions[A], SlotB) + DistanceSquared(Positions[B], SlotA);
				if (Swapped < Now * 0.9999f) // a real gain: rounding alone must not swap for ever
				{
					std::swap(Slots[A], Slots[B]);
					bSwapped = true;
				}
			}
		}
		TestsLeft -= int64_t(Positions.size()) * int64_t(Positions.size()) / 2;
	}
}

void FFormationAssignment::Save(FByteWriter& Writer) const
{
	Writer.Write(uint8_t(KnownShape));
	Writer.Write(KnownSpacing);
	Writer.WriteArray(std::span<const uint32_t>(KnownIds));
	Writer.WriteArray(std::span<const int32_t>(Slots));
}

bool FFormationAssignment::Restore(FByteReader& Reader)
{
	const EFormation Shape = EFormation(Reader.Read<uint8_t>());
	const float Spacing = Reader.Read<float>();
	std::vector<uint32_t> Ids = Reader.ReadArray<uint32_t>();
	std::vector<int32_t> Saved = Reader.ReadArray<int32_t>();
	const bool bSlotsValid =
	    std::all_of(Saved.begin(), Saved.end(), [&](int32_t Slot) { return Slot >= 0 && size_t(Slot) < Saved.size(); });
	if (!Reader.IsOk() || Ids.size() != Saved.size() || !bSlotsValid)
	{
		return false;
	}
	KnownShape = Shape;
	KnownSpacing = Spacing;
	KnownIds = std::move(Ids);
	Slots = std::move(Saved);
	return true;
}

bool FFormationTerm::Validate() const
{
	return Spans.Validate() && Slots.size() == Spans.Positions.size() && Spacing > 0.0f && ArrivalRadius > 0.0f &&
	       MaxSpeed > 0.0f && Spans.SpeedScales.size() == Spans.Positions.size();
}

void FFormationTerm::Run(ITaskScheduler& Scheduler) const
{
	const int32_t Count = int32_t(Slots.size());
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector Slot = Frame.Location + Frame.Rotation * FormationSlot(Shape, Slots[Boid], Count, Spacing);
		    const FVector Way = WayTo(Spans, Spans.Positions[Boid], Slot);
		    const FVector Closing = ClampLength(Way / ArrivalRadius, 1.0f) * MaxSpeed;
		    const FVector Wanted = Closing + (Spans.bPlanar ? Horizontal(Frame.Velocity) : Frame.Velocity);
		    Spans.ExtraSums[Boid] += SafeNormal(Wanted) * Weight;
		    Spans.SpeedScales[Boid] *= std::min(1.0f, Length(Wanted) / MaxSpeed);
	    });
}
} // namespace Flockwork
