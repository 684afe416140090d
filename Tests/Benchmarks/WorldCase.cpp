#include "WorldCase.h"

#include <stdexcept>

namespace Flockwork
{
FWorldDef MakeBareDef(int32_t BoidCount, ITaskScheduler& Scheduler)
{
	FWorldDef Def;
	Def.Scheduler = &Scheduler;
	Def.Settings.MaxActors = BoidCount + 10;
	Def.Settings.MaxDistance = 1e6f;
	Def.Settings.KillHeight = -1e6f;
	Def.Settings.HashInterval = 0;
	Def.Settings.MetricsInterval = 1e6f;
	return Def;
}

void Require(bool bDone, const FDiagnostics& Diagnostics)
{
	if (!bDone || Diagnostics.HasErrors())
	{
		throw std::runtime_error(Diagnostics.ToString());
	}
}

void SpawnBoids(UWorld& World, const FFlockState& State)
{
	FDiagnostics Diagnostics;
	for (size_t Index = 0; Index < State.Positions.size(); ++Index)
	{
		FTransform Place;
		Place.Location = State.Positions[Index];
		FOrder Order = FOrder::Spawn("BenchBoid", Place);
		Order.Vector = State.Velocities[Index];
		Require(World.Execute(std::move(Order), Diagnostics), Diagnostics);
	}
}

void MeasureWorld(const char* Name, int32_t Count, int32_t Threads, const FOnMeasured& OnMeasured,
    const std::function<std::unique_ptr<UWorld>()>& MakeWorld, double OtherBytes)
{
	std::unique_ptr<UWorld> World;
	double BytesPerBoid = 0.0;
	FCase Case;
	Case.Name = Name;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Begin = [&]
	{
		World.reset();
		const int64_t Before = GetAllocationCount().LiveBytes;
		World = MakeWorld();
		World->Step();
		World->GetProfile().Reset();
		BytesPerBoid = double(GetAllocationCount().LiveBytes - Before) / double(Count) - OtherBytes;
	};
	Case.Step = [&] { World->Step(); };
	FMeasured Result = Measure(Case);
	Result.BytesPerBoid = BytesPerBoid;
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		Result.Phases.emplace_back(ToString(EPhase(Phase)), World->GetProfile().GetAverage(EPhase(Phase)));
	}
	OnMeasured(Result);
}
} // namespace Flockwork
