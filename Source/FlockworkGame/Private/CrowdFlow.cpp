// Density, speed and flow.
#include "CrowdData.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/World.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace Flockwork
{
float GetWeidmannSpeed(float Density)
{
	constexpr float FreeSpeed = 1.34f; // m/s
	constexpr float Shape = 1.913f;    // 1/m^2
	constexpr float JamDensity = 5.4f; // 1/m^2
	if (Density <= 0.0f)
	{
		return FreeSpeed;
	}
	return FreeSpeed * std::max(0.0f, 1.0f - std::exp(-Shape * (1.0f / Density - 1.0f / JamDensity)));
}

std::vector<FFlowBin> MakeFundamentalDiagram(std::span<const FFlowSample> Samples, float BinWidth)
{
	struct FSums
	{
		int32_t Count = 0;
		double Density = 0.0, Speed = 0.0, SpeedSquared = 0.0, Flow = 0.0;
	};
	std::map<int64_t, FSums> Stretches;
	for (const FFlowSample& Sample : Samples)
	{
		if (Sample.Count > 0)
		{
			FSums& Sums = Stretches[int64_t(Sample.Density / BinWidth)];
			++Sums.Count;
			Sums.Density += double(Sample.Density);
			Sums.Speed += double(Sample.Speed);
			Sums.SpeedSquared += double(Sample.Speed) * double(Sample.Speed);
			Sums.Flow += double(Sample.Flow);
		}
	}
	std::vector<FFlowBin> Bins;
	for (const auto& [Stretch, Sums] : Stretches)
	{
		const double Count = double(Sums.Count);
		const double Mean = Sums.Speed / Count;
		FFlowBin& Bin = Bins.emplace_back();
		Bin.Samples = Sums.Count;
		Bin.Density = float(Sums.Density / Count);
		Bin.Speed = float(Mean);
		Bin.SpeedDeviation = float(std::sqrt(std::max(0.0, Sums.SpeedSquared / Count - Mean * Mean)));
		Bin.Flow = float(Sums.Flow / Count);
		Bin.WeidmannSpeed = GetWeidmannSpeed(Bin.Density);
	}
	return Bins;
}

void UCrowdSubsystem::SetMeasuringArea(const FBox* Area)
{
	Impl->bHasMeasuringArea = Area != nullptr;
	Impl->MeasuringArea = Area ? *Area : FBox{};
}

const FBox* UCrowdSubsystem::GetMeasuringArea() const
{
	return Impl->bHasMeasuringArea ? &Impl->MeasuringArea : nullptr;
}

FFlowSample UCrowdSubsystem::MeasureFlow(const UWorld& World) const
{
	FFlowSample Out;
	const FBox* const Box = GetMeasuringArea();
	if (Box)
	{
		Out.Area = (Box->Max.x - Box->Min.x) * (Box->Max.z - Box->Min.z);
	}
	else
	{
		Out.Area = Impl->GetWalkableArea(World);
	}
	Impl->Flush();
	for (const FImpl::FEntry& Entry : Impl->Members.GetAll())
	{
		if (Entry.Data.Place < 0)
		{
			continue;
		}
		const AActor& Actor = *World.FindActor(Entry.Actor);
		const FVector Feet = Actor.Transform.Location - UpVector * Entry.Data.FootOffset;
		const bool bIn =
		    !Box || (glm::all(glm::greaterThanEqual(Feet, Box->Min)) && glm::all(glm::lessThan(Feet, Box->Max)));
		Out.Count += bIn ? 1 : 0;
		Out.Speed += bIn ? Length(Horizontal(Actor.Velocity)) : 0.0f;
	}
	Out.Speed /= float(std::max(Out.Count, 1));
	Out.Density = Out.Area > 0.0f ? float(Out.Count) / Out.Area : 0.0f;
	Out.Flow = Out.Density * Out.Speed;
	return Out;
}

// Counting it looks at each polygon: again when the mesh has changed.
float UCrowdSubsystem::FImpl::GetWalkableArea(const UWorld& World)
{
	const UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	const std::pair<uint32_t, uint32_t> Revision(Navigation.GetBuildCount(), Navigation.GetMesh().GetRevision());
	if (Revision != AreaRevision)
	{
		AreaRevision = Revision;
		WalkableArea = float(Navigation.GetMesh().GetStats().WalkableArea);
	}
	return WalkableArea;
}
} // namespace Flockwork
