#include "NeighborRules.h"

#include "FlockworkFlock/RuleForces.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
namespace
{
// Sums in double: they often nearly cancel, and what is left is then normalised.
using FVectorD = glm::dvec3;

struct FNeighborSums
{
	FVectorD Apart{0.0, 0.0, 0.0};
	FVectorD Velocity{0.0, 0.0, 0.0};
	FVectorD Offset{0.0, 0.0, 0.0};
	int32_t AlignmentCount = 0;
	int32_t CohesionCount = 0;
};

struct FCandidate
{
	int32_t Boid;
	FVector Offset;
	float DistanceSquared;
};

FVector SafeNormalD(const FVectorD& V)
{
	const double Size = std::sqrt(V.x * V.x + V.y * V.y + V.z * V.z);
	return Size > double(ZeroSumLength) ? FVector(V / Size) : FVector{0.0f, 0.0f, 0.0f};
}

void AddSeparation(const FSteerContext& Context, size_t Boid, const FCandidate& Other, FNeighborSums& Sums)
{
	const bool bPerDistance = Context.Rules.Model != EKernelModel::Normalized;
	if (Other.DistanceSquared < CoincidentDistanceSquared)
	{
		const FVector Away = DirectionFromIds(Context.Input.Ids[Boid], Context.Input.Ids[size_t(Other.Boid)]);
		Sums.Apart += FVectorD(Context.Flat(Away)) * (bPerDistance ? double(CoincidentInverseDistance) : 1.0);
		return;
	}
	const double DistanceSquared = double(Other.DistanceSquared);
	Sums.Apart -= FVectorD(Other.Offset) / (bPerDistance ? DistanceSquared : std::sqrt(DistanceSquared));
}

void AddFlockmate(const FSteerContext& Context, const FCandidate& Other, FNeighborSums& Sums)
{
	const FKernelParams& Rules = Context.Rules;
	if (Other.DistanceSquared <= Rules.AlignmentRadius * Rules.AlignmentRadius)
	{
		Sums.Velocity += FVectorD(Context.Velocity(size_t(Other.Boid)));
		++Sums.AlignmentCount;
	}
	if (Other.DistanceSquared <= Rules.CohesionRadius * Rules.CohesionRadius)
	{
		Sums.Offset += FVectorD(Other.Offset);
		++Sums.CohesionCount;
	}
}

// The k nearest so far, nearest first; equal distances by ascending boid.
class FNearestList
{
public:
	explicit FNearestList(int32_t InCapacity) : Capacity(std::min(InCapacity, int32_t(Items.size()))) {}
	void Offer(const FCandidate& New)
	{
		if (Count == Capacity && !IsNearer(New, Items[size_t(Count - 1)]))
		{
			return;
		}
		int32_t Place = Count < Capacity ? Count++ : Count - 1;
		for (; Place > 0 && IsNearer(New, Items[size_t(Place - 1)]); --Place)
		{
			Items[size_t(Place)] = Items[size_t(Place - 1)];
		}
		Items[size_t(Place)] = New;
	}
	std::span<const FCandidate> Get() const { return {Items.data(), size_t(Count)}; }

private:
	static bool IsNearer(const FCandidate& A, const FCandidate& B)
	{
		return A.DistanceSquared != B.DistanceSquared ? A.DistanceSquared < B.DistanceSquared : A.Boid < B.Boid;
	}
	std::array<FCandidate, 64> Items; // 64: the range of topologicalCount
	int32_t Capacity;
	int32_t Count = 0;
};

// Visit(const FCandidate&) for each other boid within Radius.
template <typename Visitor>
void ForEachOther(const FSteerContext& Context, size_t Boid, float Radius, Visitor&& Visit)
{
	Context.Grid.ForEachWithin(Context.Position(Boid), Radius,
	    [&](int32_t Index, const FVector& Offset, float DistanceSquared)
	    {
		    if (size_t(Index) != Boid)
		    {
			    Visit(FCandidate{Index, Offset, DistanceSquared});
		    }
	    });
}

FNeighborSums SumMetric(const FSteerContext& Context, size_t Boid)
{
	FNeighborSums Sums;
	const FKernelParams& Rules = Context.Rules;
	const FVector Velocity = Context.Velocity(Boid);
	ForEachOther(Context, Boid, LargestRadius(Context.Settings, Rules),
	    [&](const FCandidate& Other)
	    {
		    if (Other.DistanceSquared <= Rules.SeparationRadius * Rules.SeparationRadius)
		    {
			    AddSeparation(Context, Boid, Other, Sums);
		    }
		    if (Context.IsVisible(Velocity, Other.Offset))
		    {
			    AddFlockmate(Context, Other, Sums);
		    }
	    });
	return Sums;
}

// Separation from all within its radius, as in a metric flock; alignment and cohesion with the k nearest that are seen.
FNeighborSums SumTopological(const FSteerContext& Context, size_t Boid)
{
	FNeighborSums Sums;
	const FKernelParams& Rules = Context.Rules;
	const FVector Velocity = Context.Velocity(Boid);
	const int32_t Wanted = Context.Settings.TopologicalCount;
	FNearestList Nearest(Wanted);
	ForEachOther(Context, Boid, FirstLookRadius(Context.Settings, Rules),
	    [&](const FCandidate& Other)
	    {
		    if (Other.DistanceSquared <= Rules.SeparationRadius * Rules.SeparationRadius)
		    {
			    AddSeparation(Context, Boid, Other, Sums);
		    }
		    if (Context.IsVisible(Velocity, Other.Offset))
		    {
			    Nearest.Offer(Other);
		    }
	    });
	if (int32_t(Nearest.Get().size()) < Wanted) // a boid at the edge, or a loose flock: look as far as it can see
	{
		Nearest = FNearestList(Wanted);
		ForEachOther(Context, Boid, LargestRadius(Context.Settings, Rules),
		    [&](const FCandidate& Other)
		    {
			    if (Context.IsVisible(Velocity, Other.Offset))
			    {
				    Nearest.Offer(Other);
			    }
		    });
	}
	for (const FCandidate& Other : Nearest.Get())
	{
		AddFlockmate(Context, Other, Sums);
	}
	return Sums;
}

FVector Steer(const FSteerContext& Context, size_t Boid, const FVector& Direction)
{
	if (LengthSquared(Direction) == 0.0f)
	{
		return Direction;
	}
	return ClampLength(Direction * Context.SpeedLimit(Boid) - Context.Velocity(Boid), Context.Rules.MaxSteerForce);
}

FNeighborSums SumNeighbors(const FSteerContext& Context, size_t Boid)
{
	const bool bTopological = Context.Settings.Neighborhood == ENeighborhood::Topological;
	return bTopological ? SumTopological(Context, Boid) : SumMetric(Context, Boid);
}

FRuleForces AdditiveForces(const FSteerContext& Context, size_t Boid, const FNeighborSums& Sums)
{
	const FKernelParams& Rules = Context.Rules;
	FRuleForces Forces;
	Forces.Others = Context.ExtraSum(Boid) * Rules.MaxSteerForce;
	Forces.Separation = FVector(Sums.Apart) * Rules.SeparationWeight;
	if (Sums.AlignmentCount > 0)
	{
		const FVector Mean = FVector(Sums.Velocity / double(Sums.AlignmentCount));
		Forces.Alignment = (Mean - Context.Velocity(Boid)) * Rules.AlignmentWeight;
	}
	if (Sums.CohesionCount > 0)
	{
		Forces.Cohesion = FVector(Sums.Offset / double(Sums.CohesionCount)) * Rules.CohesionWeight;
	}
	return Forces;
}

FRuleForces ReynoldsForces(const FSteerContext& Context, size_t Boid, const FNeighborSums& Sums)
{
	const FKernelParams& Rules = Context.Rules;
	const FVector Extra = Context.ExtraSum(Boid);
	FRuleForces Forces;
	Forces.Separation = Steer(Context, Boid, SafeNormalD(Sums.Apart)) * Rules.SeparationWeight;
	Forces.Alignment = Steer(Context, Boid, SafeNormalD(Sums.Velocity)) * Rules.AlignmentWeight;
	Forces.Cohesion = Steer(Context, Boid, SafeNormalD(Sums.Offset)) * Rules.CohesionWeight;
	Forces.Others = Steer(Context, Boid, SafeNormal(Extra, ZeroSumLength)) * Length(Extra);
	return Forces;
}

FRuleForces NormalizedForces(const FSteerContext& Context, size_t Boid, const FNeighborSums& Sums)
{
	const FKernelParams& Rules = Context.Rules;
	FRuleForces Forces;
	Forces.Separation = SafeNormalD(Sums.Apart) * Rules.SeparationWeight;
	Forces.Alignment = SafeNormalD(Sums.Velocity) * Rules.AlignmentWeight;
	Forces.Cohesion = SafeNormalD(Sums.Offset) * Rules.CohesionWeight;
	Forces.Others = Context.ExtraSum(Boid);
	return Forces;
}

FRuleForces ForcesOf(const FSteerContext& Context, size_t Boid)
{
	const FNeighborSums Sums = SumNeighbors(Context, Boid);
	switch (Context.Rules.Model)
	{
	case EKernelModel::AdditiveLiteral:
		return AdditiveForces(Context, Boid, Sums);
	case EKernelModel::AdditiveReynolds:
		return ReynoldsForces(Context, Boid, Sums);
	default:
		return NormalizedForces(Context, Boid, Sums);
	}
}
} // namespace

FVector FSteerContext::LimitToSpeed(const FVector& Acceleration, const FVector& Velocity, float SpeedLimit) const
{
	const FVector Next = Velocity + Acceleration * Input.DeltaTime;
	if (LengthSquared(Next) <= SpeedLimit * SpeedLimit)
	{
		return Acceleration;
	}
	return (ClampLength(Next, SpeedLimit) - Velocity) / Input.DeltaTime;
}

FKernelParams MakeRules(const FFlockSettings& Settings, bool bGravity)
{
	const auto RuleRadius = [&](float Own) { return Own > 0.0f ? Own : Settings.NeighborRadius; };
	FKernelParams Rules;
	Rules.Model = Settings.Model == EFlockModel::Additive   ? EKernelModel::AdditiveLiteral
	              : Settings.Model == EFlockModel::Reynolds ? EKernelModel::AdditiveReynolds
	                                                        : EKernelModel::Normalized;
	Rules.SeparationWeight = Settings.SeparationWeight;
	Rules.AlignmentWeight = Settings.AlignmentWeight;
	Rules.CohesionWeight = Settings.CohesionWeight;
	Rules.SeparationRadius = Settings.bSeparateFromAll ? Settings.NeighborRadius : Settings.SeparationRadius;
	Rules.AlignmentRadius = RuleRadius(Settings.AlignmentRadius);
	Rules.CohesionRadius = RuleRadius(Settings.CohesionRadius);
	Rules.CosVisible = Settings.BlindAngle > 0.0f ? std::cos(Pi - 0.5f * Settings.BlindAngle) : -1.0f;
	Rules.TorusPeriod = TorusPeriod(Settings);
	Rules.bPlanar = IsPlanar(Settings, bGravity);
	Rules.MaxSpeed = Settings.MaxSpeed;
	Rules.MaxSteerForce = Settings.MaxSteerForce;
	return Rules;
}

float LargestRadius(const FFlockSettings& Settings, const FKernelParams& Rules)
{
	switch (Settings.Model)
	{
	case EFlockModel::Zones:
		return Settings.ZoneRepulsionRadius + Settings.ZoneOrientationWidth + Settings.ZoneAttractionWidth;
	case EFlockModel::Vicsek:
	case EFlockModel::Pedestrian:
		return Settings.NeighborRadius;
	default:
		return std::max({Rules.SeparationRadius, Rules.AlignmentRadius, Rules.CohesionRadius});
	}
}

float FirstLookRadius(const FFlockSettings& Settings, const FKernelParams& Rules)
{
	constexpr float FirstLookShare = 1.0f / 3.0f;
	return std::max(Rules.SeparationRadius, FirstLookShare * LargestRadius(Settings, Rules));
}

float GridCellSize(const FFlockSettings& Settings, const FKernelParams& Rules)
{
	const bool bTopological = Settings.Neighborhood == ENeighborhood::Topological && IsSumOfRules(Settings.Model);
	const float Radius = bTopological ? FirstLookRadius(Settings, Rules) : LargestRadius(Settings, Rules);
	return std::max(Radius, 0.01f); // zones may all be 0 wide
}

FVector SteerByRules(const FSteerContext& Context, size_t Boid)
{
	const FRuleForces Forces = ForcesOf(Context, Boid);
	const FVector Total = Forces.Separation + Forces.Alignment + Forces.Cohesion + Forces.Others;
	if (Context.Rules.Model == EKernelModel::Normalized)
	{
		return Steer(Context, Boid, SafeNormal(Total, ZeroSumLength));
	}
	return Context.LimitToSpeed(Total, Context.Velocity(Boid), Context.SpeedLimit(Boid));
}

bool ComputeRuleForces(
    const FFlockSettings& Settings, const FFlockInput& Input, size_t Boid, ITaskScheduler& Scheduler, FRuleForces& Out)
{
	if (!IsSumOfRules(Settings.Model))
	{
		return false;
	}
	const FKernelParams Rules = MakeRules(Settings, Input.bGravity);
	FNeighborGrid Grid;
	Grid.Build(Input.Positions, {GridCellSize(Settings, Rules), Rules.TorusPeriod, Rules.bPlanar}, Scheduler);
	Out = ForcesOf(FSteerContext{Settings, Input, Grid, Rules}, Boid);
	return true;
}
} // namespace Flockwork
