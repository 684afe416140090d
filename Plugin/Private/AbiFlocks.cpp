// The C interface: flocks, and what they flee or follow.
#include "AbiWorld.h"
#include "FlockworkGame/FlockSubsystem.h"

#include <utility>

using namespace Flockwork;

namespace
{
int32_t RequireFlock(const FAbiWorld& World, const char* FlockId)
{
	const int32_t Flock = World.World->Get<UFlockSubsystem>().FindFlock(RequireText(FlockId, "FlockId"));
	Require(Flock >= 0, FW_ERROR_NOT_FOUND, "there is no flock " + std::string(FlockId));
	return Flock;
}

FwResult Drop(EOrder Kind, FwWorld* World, FwVector Position, float Radius, float Seconds, FwActorId* OutActor)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireFinite(ToVector(Position), "Position");
		    RequireBetween(double(Radius), 1e-3, 1e9, "Radius");
		    RequireBetween(double(Seconds), 0.0, 1e9, "Seconds");
		    FOrder Order;
		    Order.Kind = Kind;
		    Order.Transform.Location = Ours.Host.PositionFromHost(ToVector(Position));
		    Order.Radius = Ours.Host.LengthFromHost(Radius);
		    Order.Amount = Seconds;
		    Execute(Ours, std::move(Order));
		    if (OutActor)
		    {
			    *OutActor = ToAbi(Ours.World->GetActors().back()); // the newest
		    }
	    });
}
} // namespace

FwResult fwWorld_DropThreat(FwWorld* World, FwVector Position, float Radius, float Seconds, FwActorId* OutActor)
{
	return Drop(EOrder::DropThreat, World, Position, Radius, Seconds, OutActor);
}

FwResult fwWorld_DropAttractor(FwWorld* World, FwVector Position, float Radius, float Seconds, FwActorId* OutActor)
{
	return Drop(EOrder::DropTarget, World, Position, Radius, Seconds, OutActor);
}

FwResult fwWorld_SetTarget(FwWorld* World, const char* FlockId, FwActorId Target)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireFlock(Ours, FlockId);
		    Execute(Ours, FOrder::SetTarget(FlockId, Ours.World->FindActor(RequireActor(Ours, Target))->Name));
	    });
}

FwResult fwWorld_SetTargetPoint(FwWorld* World, const char* FlockId, FwVector Point)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireFlock(Ours, FlockId);
		    RequireFinite(ToVector(Point), "Point");
		    Execute(Ours, FOrder::SetTargetPoint(FlockId, Ours.Host.PositionFromHost(ToVector(Point))));
	    });
}

FwResult fwWorld_ClearTarget(FwWorld* World, const char* FlockId)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireFlock(Ours, FlockId);
		    FOrder Order; // nobody, and no point either
		    Order.Kind = EOrder::SetTarget;
		    Order.Name = FlockId;
		    Execute(Ours, std::move(Order));
	    });
}

FwResult fwWorld_SetBoidTarget(FwWorld* World, FwActorId Boid, FwVector Point, float Weight)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequireFinite(ToVector(Point), "Point");
		    RequireBetween(double(Weight), 0.0, 1e9, "Weight");
		    Execute(Ours,
		        FOrder::SetBoidTarget(RequireActor(Ours, Boid), Ours.Host.PositionFromHost(ToVector(Point)), Weight));
	    });
}

FwResult fwWorld_ClearBoidTarget(FwWorld* World, FwActorId Boid)
{
	return CallWorld(World, [&](FAbiWorld& Ours) { Execute(Ours, FOrder::ClearBoidTarget(RequireActor(Ours, Boid))); });
}

FwResult fwWorld_GetFlockMetrics(FwWorld* World, const char* FlockId, FwFlockMetrics* OutMetrics)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutMetrics, FW_ERROR_ARGUMENT, "OutMetrics is null");
		    Require(OutMetrics->Size == sizeof(FwFlockMetrics), FW_ERROR_VERSION,
		        "FwFlockMetrics.Size is " + std::to_string(OutMetrics->Size) + "; " +
		            std::to_string(sizeof(FwFlockMetrics)) + " was expected");
		    const int32_t Flock = RequireFlock(Ours, FlockId);
		    const FFlockMetrics Metrics = Ours.World->Get<UFlockSubsystem>().ComputeMetrics(*Ours.World, Flock);
		    const FHostConvention& Host = Ours.Host;
		    OutMetrics->Boids = uint32_t(Metrics.Count);
		    OutMetrics->Polarisation = Metrics.Polarisation;
		    OutMetrics->Milling = Metrics.Milling;
		    OutMetrics->NearestNeighborMean = Host.LengthToHost(Metrics.MeanNearestDistance);
		    OutMetrics->NearestNeighborMin = Host.LengthToHost(Metrics.MinNearestDistance);
		    OutMetrics->MeanSpeed = Host.LengthToHost(Metrics.MeanSpeed);
		    OutMetrics->MeanNeighbors = Metrics.MeanNeighbors;
		    OutMetrics->GyrationRadius = Host.LengthToHost(Metrics.GyrationRadius);
		    OutMetrics->Centroid = FromVector(Host.PositionToHost(Metrics.Centroid));
		    OutMetrics->Clusters = uint32_t(Metrics.ClusterCount);
		    OutMetrics->LargestCluster = uint32_t(Metrics.LargestCluster);
	    });
}
