#include "FlockworkFlock/FlockBehaviors.h"

#include "FlockworkFlock/ReynoldsBehaviors.h"

#include <algorithm>
#include <vector>

namespace Flockwork
{
template <>
inline constexpr bool HasNoPadding<FThreatMemory> = sizeof(FThreatMemory) == 4 * sizeof(float);

namespace
{
constexpr int32_t BoidsPerChunk = 4096;

// Brings Values, one for each of OldIds, into the order of NewIds; boids that are new get a default. Both ascending.
template <typename Value>
void Remap(std::span<const uint32_t> OldIds, std::span<const uint32_t> NewIds, std::vector<Value>& Values)
{
	if (Values.empty())
	{
		return; // nobody has had any so far
	}
	std::vector<Value> Moved(NewIds.size());
	size_t Old = 0;
	for (size_t New = 0; New < NewIds.size(); ++New)
	{
		while (Old < OldIds.size() && OldIds[Old] < NewIds[New])
		{
			++Old;
		}
		if (Old < OldIds.size() && OldIds[Old] == NewIds[New])
		{
			Moved[New] = Values[Old];
		}
	}
	Values = std::move(Moved);
}
} // namespace

struct FFlockBehaviors::FImpl
{
	std::vector<uint32_t> Ids; // whom the arrays below are for
	std::vector<FVector> ExtraSums;
	std::vector<float> SpeedScales;
	std::vector<float> ForceScales; // empty unless fleeing boids steer harder
	std::vector<float> Boosts;
	std::vector<FThreatMemory> Memories; // this and WanderPoints: empty until a term needs them
	std::vector<FVector> WanderPoints;
	FFormationAssignment Formation;
	float LongestMemory = 0.0f;              // s, of all boids: the threat pass runs on until it has faded
	std::vector<FThreatMemory> KeptMemories; // while a trial runs
	std::vector<FVector> KeptWanderPoints;
	bool bTrial = false;
	// Whether anything but zeros, or ones, may stand there: most flocks have none of some, which then costs them
	// nothing.
	bool bAnySum = true;
	bool bAnyScale = true;
	bool bAnyBoost = true;

	void AddTerms(const FFlockSettings& Settings, const FFlockInput& Input, const FFlockSurroundings& Surroundings,
	    ITaskScheduler& Scheduler);
	void UpdateMembers(std::span<const uint32_t> NewIds);
	void StartStep(const FFlockSettings& Settings, std::span<const float> OutsideBoosts, ITaskScheduler& Scheduler);
	void KeepBoosts(ITaskScheduler& Scheduler);
	// Terms do nothing but add to ExtraSums and, where bScalesSpeed, multiply SpeedScales.
	template <typename TermType>
	void RunTerm(const TermType& Term, ITaskScheduler& Scheduler, bool bScalesSpeed = false)
	{
		bAnySum = true;
		bAnyScale |= bScalesSpeed;
		Term.Run(Scheduler);
	}
	void AddWorld(const FFlockSettings& Settings, const FTermSpans& Spans, ITaskScheduler& Scheduler);
	void AddThreats(const FFlockSettings& Settings, const FTermSpans& Spans, const FFlockSurroundings& Surroundings,
	    float DeltaTime, ITaskScheduler& Scheduler);
	void AddGoals(const FFlockSettings& Settings, const FTermSpans& Spans, const FFlockSurroundings& Surroundings,
	    ITaskScheduler& Scheduler);
	void AddReynolds(const FFlockSettings& Settings, const FTermSpans& Spans, const FFlockInput& Input,
	    const FFlockSurroundings& Surroundings, ITaskScheduler& Scheduler);
	void AddFormation(const FFlockSettings& Settings, const FTermSpans& Spans, const FFlockSurroundings& Surroundings,
	    ITaskScheduler& Scheduler);
};

FFlockBehaviors::FFlockBehaviors() : Impl(std::make_unique<FImpl>()) {}
FFlockBehaviors::~FFlockBehaviors() = default;
FFlockBehaviors::FFlockBehaviors(FFlockBehaviors&&) noexcept = default;
FFlockBehaviors& FFlockBehaviors::operator=(FFlockBehaviors&&) noexcept = default;

void FFlockBehaviors::FImpl::UpdateMembers(std::span<const uint32_t> NewIds)
{
	if (std::equal(NewIds.begin(), NewIds.end(), Ids.begin(), Ids.end()))
	{
		return;
	}
	Remap(Ids, NewIds, Memories);
	Remap(Ids, NewIds, WanderPoints);
	Ids.assign(NewIds.begin(), NewIds.end());
	ExtraSums.resize(Ids.size());
	SpeedScales.resize(Ids.size());
	Boosts.resize(Ids.size());
	bAnySum = bAnyScale = bAnyBoost = true;
}

// Zeros and ones where they are not there already.
void FFlockBehaviors::FImpl::StartStep(
    const FFlockSettings& Settings, std::span<const float> OutsideBoosts, ITaskScheduler& Scheduler)
{
	const bool bOwnScales = Settings.SpeedVariation != 0.0f || !OutsideBoosts.empty();
	const bool bClearSums = bAnySum;
	if (bClearSums || bOwnScales || bAnyScale)
	{
		ParallelFor(Scheduler, int32_t(Ids.size()), BoidsPerChunk,
		    [&](int32_t Begin, int32_t End, int32_t)
		    {
			    if (bClearSums)
			    {
				    std::fill(ExtraSums.begin() + Begin, ExtraSums.begin() + End, FVector{0.0f, 0.0f, 0.0f});
			    }
			    for (size_t Boid = size_t(Begin); Boid < size_t(End); ++Boid)
			    {
				    const float Own =
				        Settings.SpeedVariation != 0.0f ? IndividualSpeedScale(Settings, Ids[Boid]) : 1.0f;
				    SpeedScales[Boid] = OutsideBoosts.empty() ? Own : Own * OutsideBoosts[Boid];
			    }
		    });
	}
	bAnySum = false;
	bAnyScale = bOwnScales;
	ForceScales.assign(Settings.PredatorSteerBoost > 1.0f ? Ids.size() : 0, 1.0f);
}

void FFlockBehaviors::FImpl::KeepBoosts(ITaskScheduler& Scheduler)
{
	if (bAnyScale || bAnyBoost)
	{
		ParallelFor(Scheduler, int32_t(Ids.size()), BoidsPerChunk,
		    [&](int32_t Begin, int32_t End, int32_t)
		    { std::copy(SpeedScales.begin() + Begin, SpeedScales.begin() + End, Boosts.begin() + Begin); });
	}
	bAnyBoost = bAnyScale;
}

void FFlockBehaviors::FImpl::AddWorld(
    const FFlockSettings& Settings, const FTermSpans& Spans, ITaskScheduler& Scheduler)
{
	if (Settings.WorldShape == EWorldShape::Sphere && Settings.BoundsWeight > 0.0f)
	{
		RunTerm(FBoundsTerm{Spans, Settings.BoundsCenter, Settings.BoundsRadius, Settings.BoundsWeight}, Scheduler);
	}
	if (Settings.WorldShape == EWorldShape::Box && Settings.BoundsWeight > 0.0f)
	{
		RunTerm(
		    FBoxTerm{Spans, Settings.BoundsCenter, Settings.BoxHalfExtent, Settings.BoxMargin, Settings.BoundsWeight},
		    Scheduler);
	}
	if (Settings.ContainmentWeight > 0.0f)
	{
		RunTerm(FContainmentTerm{Spans, Settings.BoundsCenter, Settings.BoxHalfExtent, Settings.PredictionTime,
		            Settings.ContainmentWeight},
		    Scheduler);
	}
}

void FFlockBehaviors::FImpl::AddThreats(const FFlockSettings& Settings, const FTermSpans& Spans,
    const FFlockSurroundings& Surroundings, float DeltaTime, ITaskScheduler& Scheduler)
{
	const bool bNothingToFlee = Surroundings.Threats.empty() && LongestMemory <= 0.0f;
	if (Settings.PredatorWeight <= 0.0f && LongestMemory > 0.0f)
	{
		std::fill(Memories.begin(), Memories.end(), FThreatMemory{}); // who heeds no threat flees from none
		LongestMemory = 0.0f;
	}
	if (bNothingToFlee || Settings.PredatorWeight <= 0.0f)
	{
		return;
	}
	Memories.resize(Ids.size());
	FPredatorTerm Term{Spans, Surroundings.Threats, Memories};
	Term.Radius = Settings.PredatorRadius;
	Term.Weight = Settings.PredatorWeight;
	Term.MemoryTime = Settings.PredatorMemory;
	Term.Boost = Settings.PredatorBoost;
	Term.SteerBoost = Settings.PredatorSteerBoost;
	Term.DeltaTime = DeltaTime;
	RunTerm(Term, Scheduler, true);
	LongestMemory = 0.0f;
	for (const FThreatMemory& Memory : Memories)
	{
		LongestMemory = std::max(LongestMemory, Memory.TimeLeft);
	}
}

void FFlockBehaviors::FImpl::AddGoals(const FFlockSettings& Settings, const FTermSpans& Spans,
    const FFlockSurroundings& Surroundings, ITaskScheduler& Scheduler)
{
	if ((Surroundings.Target || !Surroundings.Targets.empty()) && Settings.TargetWeight > 0.0f)
	{
		FTargetTerm Term{Spans, Surroundings.Target.value_or(FVector{0.0f, 0.0f, 0.0f}), Surroundings.Targets,
		    Surroundings.TargetWeights, Settings.TargetWeight, Settings.TargetArrivalRadius};
		RunTerm(Term, Scheduler, Settings.TargetArrivalRadius > 0.0f);
	}
	if (!Surroundings.Attractors.empty() && Settings.AttractorWeight > 0.0f)
	{
		RunTerm(
		    FAttractorTerm{Spans, Surroundings.Attractors, Settings.AttractorWeight, Settings.AttractorArrivalRadius},
		    Scheduler, true);
	}
	const bool bFollows = Settings.LeaderCohesionWeight > 0.0f || Settings.LeaderAlignmentWeight > 0.0f;
	if (Surroundings.Leader && bFollows)
	{
		const FLeader& Leader = *Surroundings.Leader;
		RunTerm(FLeaderTerm{Spans, Leader.Id, Leader.Position, Leader.Velocity, Settings.LeaderRadius,
		            Settings.LeaderCohesionWeight, Settings.LeaderAlignmentWeight},
		    Scheduler);
	}
	for (const FOtherFlock& Other : Surroundings.OtherFlocks)
	{
		if (Other.Relation != ESpeciesRelation::Ignore && Settings.SpeciesWeight > 0.0f)
		{
			RunTerm(FSpeciesTerm{Spans, Other, Settings.SpeciesRadius, Settings.SpeciesWeight, Settings.MaxSpeed,
			            Settings.PredictionTime},
			    Scheduler);
		}
	}
}

void FFlockBehaviors::FImpl::AddReynolds(const FFlockSettings& Settings, const FTermSpans& Spans,
    const FFlockInput& Input, const FFlockSurroundings& Surroundings, ITaskScheduler& Scheduler)
{
	if (Settings.WanderWeight > 0.0f)
	{
		WanderPoints.resize(Ids.size());
		RunTerm(FWanderTerm{Spans, WanderPoints, Settings.WanderWeight, Settings.WanderRadius, Settings.WanderDistance,
		            Settings.WanderJitter, Input.DeltaTime, Input.Seed, Input.Step,
		            {Surroundings.Target, Surroundings.Targets, Surroundings.TargetWeights, Settings.WanderTargetRadius,
		                Settings.WanderFarShare}},
		    Scheduler);
	}
	if (Surroundings.Quarry && (Settings.PursueWeight > 0.0f || Settings.EvadeWeight > 0.0f))
	{
		const FQuarry& Quarry = *Surroundings.Quarry;
		RunTerm(FPursuitTerm{Spans, Quarry.Position, Quarry.Velocity, Settings.MaxSpeed, Settings.PredictionTime,
		            Settings.PursueWeight, Settings.EvadeWeight},
		    Scheduler);
	}
	if (Surroundings.Path.size() >= 2 && Settings.PathWeight > 0.0f)
	{
		RunTerm(FPathTerm{Spans, Surroundings.Path, Settings.bPathLoop, Settings.PathRadius, Settings.PredictionTime,
		            Settings.PathWeight},
		    Scheduler);
	}
}

void FFlockBehaviors::FImpl::AddFormation(const FFlockSettings& Settings, const FTermSpans& Spans,
    const FFlockSurroundings& Surroundings, ITaskScheduler& Scheduler)
{
	if (!Surroundings.Formation || Settings.FormationWeight <= 0.0f)
	{
		return;
	}
	const FFormationFrame& Frame = *Surroundings.Formation;
	if (!bTrial)
	{
		Formation.Update(Settings.Formation, Settings.FormationSpacing, Frame, Ids, Spans.Positions);
	}
	RunTerm(FFormationTerm{Spans, Formation.GetSlots(), Frame, Settings.Formation, Settings.FormationSpacing,
	            Settings.FormationArrivalRadius, Settings.MaxSpeed, Settings.FormationWeight},
	    Scheduler, true);
}

void FFlockBehaviors::FImpl::AddTerms(const FFlockSettings& Settings, const FFlockInput& Input,
    const FFlockSurroundings& Surroundings, ITaskScheduler& Scheduler)
{
	StartStep(Settings, Surroundings.Boosts, Scheduler);
	FTermSpans Spans{Input.Positions, Input.Velocities, Input.Ids, ExtraSums, SpeedScales, ForceScales};
	Spans.TorusPeriod = TorusPeriod(Settings);
	Spans.bPlanar = IsPlanar(Settings, Input.bGravity);
	AddWorld(Settings, Spans, Scheduler);
	AddThreats(Settings, Spans, Surroundings, Input.DeltaTime, Scheduler);
	if (!bTrial)
	{
		KeepBoosts(Scheduler);
	}
	AddReynolds(Settings, Spans, Input, Surroundings, Scheduler);
	AddGoals(Settings, Spans, Surroundings, Scheduler);
	AddFormation(Settings, Spans, Surroundings, Scheduler);
}

void FFlockBehaviors::Run(const FFlockSettings& Settings, const FFlockInput& Input,
    const FFlockSurroundings& Surroundings, ITaskScheduler& Scheduler)
{
	Impl->UpdateMembers(Input.Ids);
	Impl->AddTerms(Settings, Input, Surroundings, Scheduler);
}

void FFlockBehaviors::RunTrial(const FFlockSettings& Settings, const FFlockInput& Input,
    const FFlockSurroundings& Surroundings, ITaskScheduler& Scheduler)
{
	Impl->KeptMemories = Impl->Memories;
	Impl->KeptWanderPoints = Impl->WanderPoints;
	const float KeptLongest = Impl->LongestMemory;
	FFlockInput Trial = Input;
	Trial.DeltaTime = 0.0f;
	Impl->bTrial = true;
	Impl->AddTerms(Settings, Trial, Surroundings, Scheduler);
	Impl->bTrial = false;
	Impl->Memories.swap(Impl->KeptMemories);
	Impl->WanderPoints.swap(Impl->KeptWanderPoints);
	Impl->LongestMemory = KeptLongest;
}

std::span<const FVector> FFlockBehaviors::GetExtraSums() const
{
	return Impl->ExtraSums;
}

std::span<const float> FFlockBehaviors::GetSpeedScales() const
{
	return Impl->SpeedScales;
}

std::span<const float> FFlockBehaviors::GetForceScales() const
{
	return Impl->ForceScales;
}

std::span<const float> FFlockBehaviors::GetBoosts() const
{
	return Impl->Boosts;
}

bool FFlockBehaviors::HasExtraSums() const
{
	return Impl->bAnySum;
}

bool FFlockBehaviors::HasSpeedScales() const
{
	return Impl->bAnyScale;
}

bool FFlockBehaviors::HasBoosts() const
{
	return Impl->bAnyBoost;
}

bool FFlockBehaviors::IsFleeing(size_t Index) const
{
	return GetMemoryLeft(Index) > 0.0f;
}

bool FFlockBehaviors::IsAnyFleeing() const
{
	return Impl->LongestMemory > 0.0f;
}

float FFlockBehaviors::GetMemoryLeft(size_t Index) const
{
	return Index < Impl->Memories.size() ? Impl->Memories[Index].TimeLeft : 0.0f;
}

void FFlockBehaviors::Save(FByteWriter& Writer) const
{
	Writer.WriteArray(std::span<const uint32_t>(Impl->Ids));
	Writer.WriteArray(std::span<const FThreatMemory>(Impl->Memories));
	Writer.WriteArray(std::span<const FVector>(Impl->WanderPoints));
	Writer.Write(Impl->LongestMemory);
	Impl->Formation.Save(Writer);
}

bool FFlockBehaviors::Restore(FByteReader& Reader)
{
	auto Fresh = std::make_unique<FImpl>();
	Fresh->Ids = Reader.ReadArray<uint32_t>();
	Fresh->Memories = Reader.ReadArray<FThreatMemory>();
	Fresh->WanderPoints = Reader.ReadArray<FVector>();
	Fresh->LongestMemory = Reader.Read<float>();
	const size_t Count = Fresh->Ids.size();
	const bool bFormation = Fresh->Formation.Restore(Reader);
	const bool bFinite = std::all_of(Fresh->Memories.begin(), Fresh->Memories.end(),
	    [](const FThreatMemory& Memory) { return IsFinite(Memory.Away) && std::isfinite(Memory.TimeLeft); });
	const auto IsOneEachOrNone = [&](size_t Size) { return Size == Count || Size == 0; };
	if (!Reader.IsOk() || !bFormation || !bFinite || !IsOneEachOrNone(Fresh->Memories.size()) ||
	    !IsOneEachOrNone(Fresh->WanderPoints.size()))
	{
		return false;
	}
	Fresh->ExtraSums.resize(Count);
	Fresh->SpeedScales.resize(Count, 1.0f);
	Fresh->Boosts.resize(Count, 1.0f);
	Impl = std::move(Fresh);
	return true;
}
} // namespace Flockwork
