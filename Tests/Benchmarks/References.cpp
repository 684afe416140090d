#include "References.h"

#include "FlockworkCore/Random.h"
#include "FlockworkFlock/NeighborGrid.h"
#include "Harness.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr double FreshNeighbors = 23.0;
constexpr int32_t Grain = 256;

// The sums of one boid, and what they come to.
struct FRuleSums
{
	FVector Velocity{0.0f, 0.0f, 0.0f};
	FVector Offset{0.0f, 0.0f, 0.0f};
	FVector Away{0.0f, 0.0f, 0.0f};

	void Add(const FFlockState& State, int32_t Self, int32_t Other, float RadiusSquared, float SeparationSquared)
	{
		const FVector Delta = State.Positions[size_t(Other)] - State.Positions[size_t(Self)];
		const float DistanceSquared = LengthSquared(Delta);
		if (Other == Self || DistanceSquared > RadiusSquared)
		{
			return;
		}
		Velocity += State.Velocities[size_t(Other)];
		Offset += Delta;
		if (DistanceSquared <= SeparationSquared && DistanceSquared > CoincidentDistanceSquared)
		{
			Away -= Delta / std::sqrt(DistanceSquared);
		}
	}
	FVector GetAcceleration(const FFlockSettings& Settings, const FVector& OwnVelocity) const
	{
		const FVector Sum = Settings.SeparationWeight * SafeNormal(Away) +
		                    Settings.AlignmentWeight * SafeNormal(Velocity) +
		                    Settings.CohesionWeight * SafeNormal(Offset);
		const FVector Heading = SafeNormal(Sum);
		return LengthSquared(Heading) == 0.0f
		           ? FVector{0.0f, 0.0f, 0.0f}
		           : ClampLength(Heading * Settings.MaxSpeed - OwnVelocity, Settings.MaxSteerForce);
	}
};
} // namespace

FFlockSettings MakeBenchSettings()
{
	FFlockSettings Settings;
	Settings.WorldShape = EWorldShape::Open;
	Settings.bAvoidObstacles = false;
	Settings.Planar = EPlanarMode::Off;
	return Settings;
}

FFlockState FFlockState::Make(int32_t Count, uint64_t Seed)
{
	const double Radius = double(MakeBenchSettings().NeighborRadius);
	const double Density = FreshNeighbors / (4.0 / 3.0 * double(Pi) * Radius * Radius * Radius);
	const float HalfSide = float(0.5 * std::cbrt(double(Count) / Density));
	FRandomStream Random(Seed);
	FFlockState State;
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		State.Positions.push_back(Random.InBox(FVector(-HalfSide), FVector(HalfSide)));
		State.Velocities.push_back(Random.UnitVector() * 4.0f);
		State.Ids.push_back(uint32_t(Index + 1));
	}
	State.Accelerations.resize(size_t(Count), FVector{0.0f, 0.0f, 0.0f});
	return State;
}

FFlockInput FFlockState::GetInput() const
{
	FFlockInput Input;
	Input.Positions = Positions;
	Input.Velocities = Velocities;
	Input.Ids = Ids;
	Input.DeltaTime = StepTime;
	return Input;
}

void FFlockState::Integrate(const FFlockSettings& Settings)
{
	for (size_t Index = 0; Index < Positions.size(); ++Index)
	{
		Velocities[Index] = ClampLength(Velocities[Index] + Accelerations[Index] * StepTime, Settings.MaxSpeed);
		Positions[Index] += Velocities[Index] * StepTime;
	}
}

double FFlockState::CountNeighbors(float Radius) const
{
	FSerialScheduler Serial;
	FNeighborGrid Grid;
	Grid.Build(Positions, {Radius}, Serial);
	int64_t Pairs = 0;
	for (const FVector& Position : Positions)
	{
		Grid.ForEachWithin(Position, Radius, [&](int32_t, const FVector&, float) { ++Pairs; });
	}
	return double(Pairs) / double(Positions.size()) - 1.0; // without the boid itself
}

void RunBruteForce(const FFlockSettings& Settings, FFlockState& State, ITaskScheduler& Scheduler)
{
	const float RadiusSquared = Settings.NeighborRadius * Settings.NeighborRadius;
	const float SeparationSquared = Settings.SeparationRadius * Settings.SeparationRadius;
	ParallelFor(Scheduler, State.Num(), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Self = Begin; Self < End; ++Self)
		    {
			    FRuleSums Sums;
			    for (int32_t Other = 0; Other < State.Num(); ++Other)
			    {
				    Sums.Add(State, Self, Other, RadiusSquared, SeparationSquared);
			    }
			    State.Accelerations[size_t(Self)] = Sums.GetAcceleration(Settings, State.Velocities[size_t(Self)]);
		    }
	    });
}

int32_t FScalarGrid::CellOf(const FVector& Point) const
{
	const FVector Cell = (Point - Origin) / CellSize;
	return (int32_t(Cell.y) * SizeZ + int32_t(Cell.z)) * SizeX + int32_t(Cell.x);
}

void FScalarGrid::Sort(const FFlockState& State, float NewCellSize)
{
	CellSize = NewCellSize;
	FVector Min = State.Positions[0];
	FVector Max = Min;
	for (const FVector& Point : State.Positions)
	{
		Min = glm::min(Min, Point);
		Max = glm::max(Max, Point);
	}
	Origin = Min - FVector(1.5f * CellSize); // an empty cell all round, whatever the rounding: no test at the edges
	SizeX = int32_t((Max.x - Origin.x) / CellSize) + 2;
	SizeY = int32_t((Max.y - Origin.y) / CellSize) + 2;
	SizeZ = int32_t((Max.z - Origin.z) / CellSize) + 2;
	Starts.assign(size_t(SizeX) * size_t(SizeY) * size_t(SizeZ) + 2, 0);
	CellOfBoid.resize(State.Positions.size());
	Sorted.resize(State.Positions.size());
	for (size_t Index = 0; Index < State.Positions.size(); ++Index)
	{
		CellOfBoid[Index] = CellOf(State.Positions[Index]);
		++Starts[size_t(CellOfBoid[Index]) + 1];
	}
	for (size_t Cell = 1; Cell < Starts.size(); ++Cell)
	{
		Starts[Cell] += Starts[Cell - 1];
	}
	for (size_t Index = State.Positions.size(); Index-- > 0;)
	{
		Sorted[size_t(--Starts[size_t(CellOfBoid[Index]) + 1])] = int32_t(Index);
	}
}

void FScalarGrid::Run(const FFlockSettings& Settings, FFlockState& State, ITaskScheduler& Scheduler)
{
	Sort(State, Settings.NeighborRadius);
	const float RadiusSquared = Settings.NeighborRadius * Settings.NeighborRadius;
	const float SeparationSquared = Settings.SeparationRadius * Settings.SeparationRadius;
	ParallelFor(Scheduler, State.Num(), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Self = Begin; Self < End; ++Self)
		    {
			    FRuleSums Sums;
			    for (int32_t Row = 0; Row < 9; ++Row) // rows of three cells along x lie side by side in memory
			    {
				    const int32_t Middle = CellOfBoid[size_t(Self)] + ((Row / 3 - 1) * SizeZ + (Row % 3 - 1)) * SizeX;
				    const int32_t RowEnd = Starts[size_t(Middle) + 3];
				    for (int32_t Entry = Starts[size_t(Middle)]; Entry < RowEnd; ++Entry)
				    {
					    Sums.Add(State, Self, Sorted[size_t(Entry)], RadiusSquared, SeparationSquared);
				    }
			    }
			    State.Accelerations[size_t(Self)] = Sums.GetAcceleration(Settings, State.Velocities[size_t(Self)]);
		    }
	    });
}
} // namespace Flockwork
