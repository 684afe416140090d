#include "ClusterGroups.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
// Highway compiles this file once more for each instruction set, each time in a namespace of its own.
#include "Kernel/KernelTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ClusterGroups.cpp"
#include <hwy/foreach_target.h>
// This must come after it.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

using FTag = hn::CappedTag<float, NeighborPadding>;
using V = hn::Vec<FTag>;
inline constexpr uint32_t Lanes = uint32_t(hn::MaxLanes(FTag()));
inline constexpr uint32_t WordBits = 64;
// Two groups with more pairs than this are crowds: a box around one of them then rules out most points of the other.
inline constexpr uint64_t CrowdPairs = 1024;
// Up to this many, it is cheaper to look at all of them than to ask which are worth it.
inline constexpr uint64_t FewPairs = 8;

// Points by axis: the grid's or the groups'.
struct FPoints
{
	const float* X;
	const float* Y;
	const float* Z;
};

struct FLinkBox
{
	FVector Min;
	FVector Max;
};

template <bool bTorus>
HWY_INLINE V OffsetTo(const float* Coordinates, uint32_t First, float Own, float Period)
{
	const FTag Tag;
	const V Offset = hn::Sub(hn::LoadU(Tag, Coordinates + First), hn::Set(Tag, Own));
	if (!bTorus || Period <= 0.0f)
	{
		return Offset;
	}
	const V PeriodV = hn::Set(Tag, Period);
	return hn::Sub(Offset, hn::Mul(PeriodV, hn::Round(hn::Div(Offset, PeriodV))));
}

HWY_INLINE uint64_t LowBits(uint32_t Count)
{
	return Count >= WordBits ? ~uint64_t(0) : (uint64_t(1) << Count) - 1;
}

// A template so that the open world does not pay for the torus.
template <bool bTorus>
struct TLinkTest
{
	explicit TLinkTest(const FNeighborJob& Job) : Period(Job.TorusPeriod), RadiusSquared(Job.Radius * Job.Radius) {}

	// Of one vector of points, from First on, those before End: which are within the radius of point Own.
	HWY_INLINE hn::Mask<FTag> IsNear(const FPoints& Points, uint32_t Own, uint32_t First, uint32_t End) const
	{
		const FTag Tag;
		const V X = OffsetTo<bTorus>(Points.X, First, Points.X[Own], Period.x);
		const V Y = OffsetTo<bTorus>(Points.Y, First, Points.Y[Own], Period.y);
		const V Z = OffsetTo<bTorus>(Points.Z, First, Points.Z[Own], Period.z);
		const V Squared = hn::Add(hn::Add(hn::Mul(X, X), hn::Mul(Y, Y)), hn::Mul(Z, Z));
		const auto bBeforeEnd = hn::FirstN(Tag, std::min(End - First, Lanes));
		return hn::And(bBeforeEnd, hn::Le(Squared, hn::Set(Tag, RadiusSquared)));
	}

	// Bit by bit, for at most 64 points.
	HWY_INLINE uint64_t NearBits(const FPoints& Points, uint32_t Own, uint32_t Begin, uint32_t End) const
	{
		uint64_t Bits = 0;
		for (uint32_t First = Begin; First < End; First += Lanes)
		{
			uint8_t Bytes[8] = {};
			hn::StoreMaskBits(FTag(), IsNear(Points, Own, First, End), Bytes);
			Bits |= uint64_t(Bytes[0] | (uint32_t(Bytes[1]) << 8)) << (First - Begin);
		}
		return Bits;
	}

	HWY_INLINE bool IsNearAny(const FPoints& Points, uint32_t Own, uint32_t Begin, uint32_t End) const
	{
		for (uint32_t First = Begin; First < End; First += Lanes)
		{
			if (!hn::AllFalse(FTag(), IsNear(Points, Own, First, End)))
			{
				return true;
			}
		}
		return false;
	}

	// True only if no point in the box is within the radius of point Own.
	bool IsBeyond(const FPoints& Points, uint32_t Own, const FLinkBox& Box) const
	{
		const FVector Gap{GapTo(Points.X[Own], Box.Min.x, Box.Max.x, Period.x),
		    GapTo(Points.Y[Own], Box.Min.y, Box.Max.y, Period.y), GapTo(Points.Z[Own], Box.Min.z, Box.Max.z, Period.z)};
		return LengthSquared(Gap) > RadiusSquared;
	}
	// At most the offset to any coordinate between Min and Max. On an open axis the difference is rounded like the
	// points' own, which keeps their order; on a torus something is left for rounding.
	static float GapTo(float Own, float Min, float Max, float AxisPeriod)
	{
		if (!bTorus || AxisPeriod <= 0.0f)
		{
			return std::max(0.0f, std::max(Min - Own, Own - Max));
		}
		const float Center = 0.5f * (Min + Max);
		const float Half = 0.5f * (Max - Min);
		const float Straight = Own - Center;
		const float Offset = std::abs(Straight - AxisPeriod * std::rint(Straight / AxisPeriod));
		const float Rounding = 1e-6f * (std::abs(Own) + std::abs(Center) + Half + AxisPeriod);
		return std::max(0.0f, Offset - Half - Rounding);
	}

	FVector Period;
	float RadiusSquared;
};

HWY_INLINE void AddToBox(const FPoints& Points, uint32_t Point, FLinkBox& InOut)
{
	const FVector Position{Points.X[Point], Points.Y[Point], Points.Z[Point]};
	InOut = {glm::min(InOut.Min, Position), glm::max(InOut.Max, Position)};
}

inline FLinkBox EmptyBox()
{
	return {FVector(hwy::HighestValue<float>()), FVector(hwy::LowestValue<float>())};
}

// Takes a bucket apart into groups: a flood from its first point, then from the first that it left dry, and so on.
template <bool bTorus>
class TBucketFlood
{
public:
	TBucketFlood(const FNeighborJob& Job, FClusterGroups& InGroups)
	    : Test(Job), Points{Job.X, Job.Y, Job.Z}, Boids(Job.Grid.GetSortedIndices()), Groups(InGroups)
	{
	}

	// The points from Begin up to End; those of the next bucket follow up to NextEnd.
	void Run(uint32_t InBegin, uint32_t InEnd, uint32_t NextEnd)
	{
		Begin = InBegin;
		End = InEnd;
		const bool bReached = bReachesNext;
		if (IsOneGroup(NextEnd))
		{
			bReached ? Groups.AddJoinedWithLast(Begin) : Groups.Add(Begin);
			return;
		}
		Left = End - Begin;
		Groups.Unreached.assign((Left + WordBits - 1) / WordBits, ~uint64_t(0));
		Groups.Unreached.back() = LowBits((Left - 1) % WordBits + 1);
		Groups.Reached.clear();
		MeasureRest();
		for (size_t Next = 0; Left > 0; ++Next)
		{
			if (Next == Groups.Reached.size()) // nobody new: the next point begins another group
			{
				Groups.Add(Begin + uint32_t(Next));
				ReachFirst();
			}
			ReachFrom(Groups.Reached[Next]);
		}
		SortIntoGroups();
	}

private:
	// Without lists, for the few points that most buckets have; false for more. The first flood either gets everywhere,
	// mostly at its first step, or there are several groups. That first vector mostly holds points of the next cell
	// too, and so finds out in passing whether that is linked.
	HWY_INLINE bool IsOneGroup(uint32_t NextEnd)
	{
		bReachesNext = false;
		if (End - Begin > WordBits)
		{
			return false;
		}
		const uint64_t All = LowBits(End - Begin);
		const uint64_t First = Test.NearBits(Points, Begin, Begin, std::max(End, std::min(NextEnd, Begin + Lanes)));
		uint64_t Rest = All & ~First;
		for (uint64_t Next = All & First & ~uint64_t(1); Rest != 0 && Next != 0;)
		{
			const uint32_t Point = Begin + uint32_t(std::countr_zero(Next));
			const uint64_t New = Rest & Test.NearBits(Points, Point, Begin, End);
			Rest &= ~New;
			Next = (Next & (Next - 1)) | New;
		}
		bReachesNext = Rest == 0 && (First & ~All) != 0;
		return Rest == 0;
	}
	void ReachFirst()
	{
		uint32_t Word = 0;
		while (Groups.Unreached[Word] == 0)
		{
			++Word;
		}
		Reach(Word, Groups.Unreached[Word] & (~Groups.Unreached[Word] + 1));
	}
	void Reach(uint32_t Word, uint64_t Bits)
	{
		Groups.Unreached[Word] &= ~Bits;
		for (; Bits != 0; Bits &= Bits - 1)
		{
			Groups.Reached.push_back(Begin + Word * WordBits + uint32_t(std::countr_zero(Bits)));
			--Left;
		}
	}
	// Who has been reached is not looked at again, nor is the rest as a whole where it is too far away: two dense
	// crowds in one cell do not meet pair by pair.
	void ReachFrom(uint32_t Point)
	{
		if (Groups.Unreached.size() > 1 && Test.IsBeyond(Points, Point, RestBox))
		{
			return;
		}
		const uint32_t Before = Left;
		for (uint32_t Word = 0; Word < Groups.Unreached.size(); ++Word)
		{
			if (Groups.Unreached[Word] != 0)
			{
				const uint32_t First = Begin + Word * WordBits;
				const uint64_t Near = Test.NearBits(Points, Point, First, std::min(End, First + WordBits));
				Reach(Word, Near & Groups.Unreached[Word]);
			}
		}
		if (Left < Before)
		{
			MeasureRest();
		}
	}
	void MeasureRest()
	{
		if (Groups.Unreached.size() == 1)
		{
			return; // looked at as fast as the box is measured
		}
		RestBox = EmptyBox();
		for (uint32_t Word = 0; Word < Groups.Unreached.size(); ++Word)
		{
			for (uint64_t Bits = Groups.Unreached[Word]; Bits != 0; Bits &= Bits - 1)
			{
				AddToBox(Points, Begin + Word * WordBits + uint32_t(std::countr_zero(Bits)), RestBox);
			}
		}
	}
	void SortIntoGroups()
	{
		for (uint32_t Place = Begin; Place < End; ++Place)
		{
			const uint32_t Point = Groups.Reached[Place - Begin];
			Groups.X[Place] = Points.X[Point];
			Groups.Y[Place] = Points.Y[Point];
			Groups.Z[Place] = Points.Z[Point];
			Groups.Boids[Place] = Boids[Point];
		}
	}

	TLinkTest<bTorus> Test;
	FPoints Points;
	std::span<const uint32_t> Boids;
	FClusterGroups& Groups;
	uint32_t Begin = 0;
	uint32_t End = 0;
	uint32_t Left = 0;         // not yet reached
	FLinkBox RestBox{};        // around them
	bool bReachesNext = false; // the bucket is one group, and linked with somebody of the next one
};

template <bool bTorus>
void FindGroupsAs(const FNeighborJob& Job, FClusterGroups& Groups)
{
	const std::span<const uint32_t> Starts = Job.Grid.GetBucketStarts();
	TBucketFlood<bTorus> Flood(Job, Groups);
	for (size_t Bucket = 0; Bucket + 1 < Starts.size(); ++Bucket)
	{
		Groups.BucketGroups[Bucket] = uint32_t(Groups.Starts.size());
		if (Starts[Bucket] < Starts[Bucket + 1])
		{
			const size_t Next = std::min(Bucket + 2, Starts.size() - 1);
			Flood.Run(Starts[Bucket], Starts[Bucket + 1], Starts[Next]);
		}
	}
	Groups.BucketGroups.back() = uint32_t(Groups.Starts.size());
	Groups.Starts.push_back(uint32_t(Job.Grid.Num()));
}

// Joins groups of neighbouring cells.
template <bool bTorus>
class TGroupLinks
{
public:
	TGroupLinks(const FNeighborJob& InJob, FClusterGroups& InGroups)
	    : Job(InJob), Test(InJob), Groups(InGroups), Points{InGroups.X.data(), InGroups.Y.data(), InGroups.Z.data()}
	{
	}

	// Cells with those before them along x, z and y: mostly that leaves one large cluster and some crumbs. What is no
	// neighbour (a row's first cell and the last one of the row before) is not near, and costs a look.
	void LinkFaces()
	{
		const std::array<uint32_t, 3> Steps = Job.Grid.GetBucketSteps();
		for (uint32_t Bucket = 0; Bucket + 1 < Groups.BucketGroups.size(); ++Bucket)
		{
			if (Groups.BucketGroups[Bucket] == Groups.BucketGroups[Bucket + 1])
			{
				continue;
			}
			for (const uint32_t Step : Steps)
			{
				if (Step <= Bucket)
				{
					LinkGroupsOf(Bucket, Groups.BucketGroups[Bucket - Step], Groups.BucketGroups[Bucket - Step + 1]);
				}
			}
		}
	}
	// All cells around, but only for those outside the cluster that is largest by then: a link that is still missing
	// has an end there.
	void LinkAround()
	{
		const uint32_t LargestRoot = Groups.MeasureClusters();
		const std::span<const uint32_t> Starts = Job.Grid.GetBucketStarts();
		const std::span<const FGridCell> Cells = Job.Grid.GetSortedCells();
		for (uint32_t Bucket = 0; Bucket + 1 < Starts.size(); ++Bucket)
		{
			if (IsAllOf(Bucket, Groups.RootOf(LargestRoot)))
			{
				continue;
			}
			for (uint32_t Place = Starts[Bucket]; Place < Starts[Bucket + 1]; ++Place)
			{
				// A bucket of a hashed grid may hold several cells; each has its own neighbours.
				if (Place == Starts[Bucket] || !(Cells[Place] == Cells[Place - 1]))
				{
					Job.Grid.ForEachBucketRunNextTo(
					    Cells[Place], [&](uint32_t First, uint32_t End) { LinkBuckets(Bucket, First, End); });
				}
			}
			std::fill(Groups.LinkedAround.begin() + Groups.BucketGroups[Bucket],
			    Groups.LinkedAround.begin() + Groups.BucketGroups[Bucket + 1], uint8_t(1));
		}
	}

private:
	bool IsAllOf(uint32_t Bucket, uint32_t Root)
	{
		for (uint32_t Group = Groups.BucketGroups[Bucket]; Group < Groups.BucketGroups[Bucket + 1]; ++Group)
		{
			if (Groups.RootOf(Group) != Root)
			{
				return false;
			}
		}
		return true;
	}
	// A bucket's groups with those from First up to End.
	HWY_INLINE void LinkGroupsOf(uint32_t Bucket, uint32_t First, uint32_t End)
	{
		for (uint32_t Own = Groups.BucketGroups[Bucket]; Own < Groups.BucketGroups[Bucket + 1]; ++Own)
		{
			uint32_t OwnRoot = Groups.RootOf(Own);
			for (uint32_t Other = First; Other < End; ++Other)
			{
				const uint32_t OtherRoot = Groups.RootOf(Other);
				if (OwnRoot != OtherRoot && Groups.LinkedAround[Other] == 0 && AreNear(Own, Other))
				{
					Groups.Join(OwnRoot, OtherRoot);
					OwnRoot = std::min(OwnRoot, OtherRoot);
				}
			}
		}
	}
	void LinkBuckets(uint32_t Bucket, uint32_t FirstOther, uint32_t EndOther)
	{
		const uint32_t First = Groups.BucketGroups[FirstOther];
		const uint32_t End = Groups.BucketGroups[EndOther];
		const uint64_t OwnCount = Groups.CountPoints(Groups.BucketGroups[Bucket], Groups.BucketGroups[Bucket + 1]);
		if (OwnCount * Groups.CountPoints(First, End) <= FewPairs)
		{
			LinkFew(Bucket, First, End);
			return;
		}
		LinkGroupsOf(Bucket, First, End);
	}
	// Where there are few points, more than one group fits into a vector: all are looked at.
	void LinkFew(uint32_t Bucket, uint32_t First, uint32_t End)
	{
		const uint32_t FirstPoint = Groups.Starts[First];
		for (uint32_t Own = Groups.BucketGroups[Bucket]; First < End && Own < Groups.BucketGroups[Bucket + 1]; ++Own)
		{
			for (uint32_t Point = Groups.Starts[Own]; Point < Groups.Starts[Own + 1]; ++Point)
			{
				uint64_t Bits = Test.NearBits(Points, Point, FirstPoint, Groups.Starts[End]);
				for (uint32_t Other = First; Bits != 0; Bits &= Bits - 1)
				{
					while (Groups.Starts[Other + 1] <= FirstPoint + uint32_t(std::countr_zero(Bits)))
					{
						++Other;
					}
					Groups.Join(Groups.RootOf(Own), Groups.RootOf(Other));
				}
			}
		}
	}
	HWY_NOINLINE bool AreNear(uint32_t GroupA, uint32_t GroupB) const
	{
		const uint32_t Begin = Groups.Starts[GroupB];
		const uint32_t End = Groups.Starts[GroupB + 1];
		const bool bCrowd = uint64_t(Groups.GetSize(GroupA)) * uint64_t(End - Begin) > CrowdPairs;
		FLinkBox Box = EmptyBox();
		for (uint32_t Point = Begin; bCrowd && Point < End; ++Point)
		{
			AddToBox(Points, Point, Box);
		}
		for (uint32_t Point = Groups.Starts[GroupA]; Point < Groups.Starts[GroupA + 1]; ++Point)
		{
			if (!(bCrowd && Test.IsBeyond(Points, Point, Box)) && Test.IsNearAny(Points, Point, Begin, End))
			{
				return true;
			}
		}
		return false;
	}

	const FNeighborJob& Job;
	TLinkTest<bTorus> Test;
	FClusterGroups& Groups;
	FPoints Points;
};

template <bool bTorus>
void LinkGroupsAs(const FNeighborJob& Job, FClusterGroups& Groups)
{
	TGroupLinks<bTorus> Links(Job, Groups);
	if (Job.Grid.IsDense())
	{
		Links.LinkFaces();
	}
	Links.LinkAround();
}

void FindGroupsOfTarget(const FNeighborJob& Job, FClusterGroups& Groups)
{
	Job.HasTorus() ? FindGroupsAs<true>(Job, Groups) : FindGroupsAs<false>(Job, Groups);
}

void LinkGroupsOfTarget(const FNeighborJob& Job, FClusterGroups& Groups)
{
	Job.HasTorus() ? LinkGroupsAs<true>(Job, Groups) : LinkGroupsAs<false>(Job, Groups);
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace Flockwork
{
HWY_EXPORT(FindGroupsOfTarget);
HWY_EXPORT(LinkGroupsOfTarget);

void FindGroups(const FNeighborJob& Job, FClusterGroups& OutGroups)
{
	const size_t Count = Job.Grid.Num();
	const size_t Padded = Count + NeighborPadding;
	OutGroups.X.assign(Job.X, Job.X + Padded);
	OutGroups.Y.assign(Job.Y, Job.Y + Padded);
	OutGroups.Z.assign(Job.Z, Job.Z + Padded);
	OutGroups.Boids.assign(Job.Grid.GetSortedIndices().begin(), Job.Grid.GetSortedIndices().end());
	OutGroups.Starts.reserve(Count + 1);
	OutGroups.Starts.clear();
	OutGroups.Parents.reserve(Count);
	OutGroups.Parents.clear();
	OutGroups.BucketGroups.reserve(Job.Grid.GetMaxBucketStarts());
	OutGroups.BucketGroups.resize(Job.Grid.GetBucketStarts().size());
	OutGroups.Unreached.reserve(Count / 64 + 1);
	OutGroups.Reached.reserve(Count);
	HWY_DYNAMIC_DISPATCH(FindGroupsOfTarget)(Job, OutGroups);
}

void LinkGroups(const FNeighborJob& Job, FClusterGroups& InOutGroups)
{
	InOutGroups.Sizes.reserve(Job.Grid.Num());
	InOutGroups.LinkedAround.reserve(Job.Grid.Num());
	InOutGroups.LinkedAround.assign(InOutGroups.GetCount(), 0);
	HWY_DYNAMIC_DISPATCH(LinkGroupsOfTarget)(Job, InOutGroups);
}
} // namespace Flockwork
#endif
