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

namespace
{
// What a world takes that has nothing in it yet: pools of Bullet's, tables of settings.
FAllocationCount CountEmptyWorld()
{
	FSerialScheduler Serial;
	const FAllocationCount Before = GetAllocationCount();
	const UWorld Empty(MakeBareDef(0, Serial));
	const FAllocationCount After = GetAllocationCount();
	return {0, After.LiveBytes - Before.LiveBytes, After.LiveBulletBytes - Before.LiveBulletBytes};
}

constexpr int32_t SettlingSteps = 4; // by then what was only needed to spawn is given back
} // namespace

void MeasureWorld(const char* Name, int32_t Count, int32_t Threads, const FOnMeasured& OnMeasured,
    const std::function<std::unique_ptr<UWorld>()>& MakeWorld, double BulletBytes)
{
	const FAllocationCount Empty = CountEmptyWorld();
	std::unique_ptr<UWorld> World;
	FAllocationCount Used;
	FCase Case;
	Case.Name = Name;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Begin = [&]
	{
		World.reset();
		const FAllocationCount Before = GetAllocationCount();
		World = MakeWorld();
		for (int32_t Step = 0; Step < SettlingSteps; ++Step)
		{
			World->Step();
		}
		World->GetProfile().Reset();
		const FAllocationCount After = GetAllocationCount();
		Used.LiveBytes = After.LiveBytes - Before.LiveBytes - Empty.LiveBytes;
		Used.LiveBulletBytes = After.LiveBulletBytes - Before.LiveBulletBytes - Empty.LiveBulletBytes;
	};
	Case.Step = [&] { World->Step(); };
	FMeasured Result = Measure(Case);
	Result.BytesPerBoid = double(Used.LiveBytes) / double(Count) - BulletBytes;
	Result.BulletBytesPerBoid = double(Used.LiveBulletBytes) / double(Count) + BulletBytes;
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		Result.Phases.emplace_back(ToString(EPhase(Phase)), World->GetProfile().GetAverage(EPhase(Phase)));
	}
	OnMeasured(Result);
}
} // namespace Flockwork
