#include "FlockworkGame/NavigationSubsystem.h"

#include "FlockworkCore/DebugDraw.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "NavigationData.h"
#include "StaticGeometry.h"

namespace Flockwork
{
UNavigationSubsystem::UNavigationSubsystem() : Impl(std::make_unique<FImpl>())
{
	Impl->Mesh = std::make_unique<FNavMesh>();
	Impl->TakeMesh();
}

UNavigationSubsystem::~UNavigationSubsystem() = default;

void UNavigationSubsystem::FImpl::TakeMesh()
{
	Query = std::make_unique<FNavQuery>(*Mesh);
	Filter = Mesh->MakeFilter();
	++BuildCount;
	for (auto& Entry : Obstacles.GetAll())
	{
		Entry.Data.Id = {}; // those of the former mesh are gone with it
	}
}

bool UNavigationSubsystem::BuildFromWorld(UWorld& World, const FBox* Region, FDiagnostics& Diagnostics)
{
	FStaticGeometryJob Job;
	Job.Physics = &World.GetPhysics();
	Job.Region = Region;
	Job.AgentHeight = Impl->Settings.AgentHeight;
	Job.LeavesOut = [&](FBodyId Body)
	{ return Impl->Obstacles.Find(FActorId::FromBits(World.GetPhysics().GetUserData(Body))) != nullptr; };
	return Build(World, Job.Run(), Diagnostics);
}

bool UNavigationSubsystem::Build(UWorld& World, FNavMeshInput Input, FDiagnostics& Diagnostics)
{
	const bool bBuilt =
	    Impl->Mesh->Build(std::move(Input), Impl->Settings, World.GetScheduler(), FNavProgress{}, Diagnostics);
	if (bBuilt)
	{
		Impl->TakeMesh();
	}
	return bBuilt;
}

bool UNavigationSubsystem::Load(UWorld&, const std::string& Path, FDiagnostics& Diagnostics)
{
	const bool bLoaded = Impl->Mesh->Load(Path, Diagnostics);
	if (bLoaded)
	{
		Impl->Settings = Impl->Mesh->GetSettings();
		Impl->TakeMesh();
	}
	return bLoaded;
}

bool UNavigationSubsystem::Save(const std::string& Path, FDiagnostics& Diagnostics) const
{
	return Impl->Mesh->Save(Path, Diagnostics);
}

void UNavigationSubsystem::SetMesh(UWorld&, std::unique_ptr<FNavMesh> Mesh)
{
	// The old one lives on until nobody looks at it any more: crowds take the new one over in their next step.
	Impl->Former = std::move(Impl->Mesh);
	Impl->Mesh = Mesh ? std::move(Mesh) : std::make_unique<FNavMesh>();
	Impl->TakeMesh();
}

const FNavMesh& UNavigationSubsystem::GetMesh() const
{
	return *Impl->Mesh;
}

uint32_t UNavigationSubsystem::GetBuildCount() const
{
	return Impl->BuildCount;
}

const FNavMeshSettings& UNavigationSubsystem::GetSettings() const
{
	return Impl->Settings;
}

bool UNavigationSubsystem::SetSettings(const FNavMeshSettings& Settings, FDiagnostics& Diagnostics)
{
	const bool bGood = ValidateNavMeshSettings(Settings, Diagnostics);
	if (bGood)
	{
		Impl->Settings = Settings;
	}
	return bGood;
}

const FNavQuery& UNavigationSubsystem::GetQuery() const
{
	return *Impl->Query;
}

const FNavFilter& UNavigationSubsystem::GetFilter() const
{
	return Impl->Filter;
}

FNavLocation UNavigationSubsystem::FindGround(const FVector& Place, const FVector& Extent) const
{
	return Impl->Query->FindNearest(Place, Extent, Impl->Filter);
}

bool UNavigationSubsystem::IsOnMesh(const FVector& Place, float VerticalReach) const
{
	return Impl->Query->IsOnMesh(Place, Impl->Filter, VerticalReach);
}

float UNavigationSubsystem::FindPathLength(const FVector& From, const FVector& To) const
{
	const ENavPathStatus Status =
	    Impl->Query->FindPath(FindGround(From), FindGround(To), Impl->Filter, Impl->ScratchPath);
	return Status == ENavPathStatus::Complete ? Impl->ScratchPath.Length : -1.0f;
}

FNavLocation UNavigationSubsystem::FindRandomPoint(FRandomStream& Random) const
{
	return Impl->Query->RandomPoint(Random, Impl->Filter);
}

FNavLocation UNavigationSubsystem::FindRandomPointAround(
    FRandomStream& Random, const FNavLocation& From, float Radius) const
{
	if (Radius > 0.0f)
	{
		return Impl->Query->RandomPointInCircle(Random, From, Radius, Impl->Filter);
	}
	constexpr int32_t Draws = 64;
	const uint64_t Revision = uint64_t(Impl->BuildCount) << 32 | Impl->Mesh->GetRevision();
	if (Revision != Impl->IslandsRevision)
	{
		Impl->Islands.Update(*Impl->Mesh, Impl->Filter);
		Impl->IslandsRevision = Revision;
	}
	const int32_t Island = Impl->Islands.GetIsland(From.Poly);
	for (int32_t Draw = 0; Draw < Draws; ++Draw)
	{
		const FNavLocation Point = FindRandomPoint(Random);
		if (Point.IsValid() && Impl->Islands.GetIsland(Point.Poly) == Island)
		{
			return Point;
		}
	}
	return From;
}

void UNavigationSubsystem::Run(UWorld& World, EPhase Phase)
{
	if (Phase == EPhase::Sense)
	{
		Impl->UpdateObstacles(World);
	}
	if (Phase == EPhase::Report)
	{
		Impl->Former.reset();
	}
}

void UNavigationSubsystem::Save(const UWorld&, FByteWriter& Writer) const
{
	Writer.WriteString(WriteJson(FNavMeshSettings::Table().Write(&Impl->Settings)));
	Writer.Write(uint8_t(Impl->Mesh->IsBuilt()));
	Writer.Write(uint8_t(Impl->Mesh->IsAdopted()));
	if (Impl->Mesh->IsBuilt() && !Impl->Mesh->IsAdopted())
	{
		const std::vector<uint8_t> Bytes = Impl->Mesh->SaveBytes();
		Writer.WriteArray(std::span<const uint8_t>(Bytes));
		Impl->Mesh->SaveState(Writer); // revisions, by which crowds know what they have seen
	}
	Impl->SaveObstacles(Writer);
}

bool UNavigationSubsystem::Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics)
{
	FDataNode Settings;
	if (!ParseJson(Reader.ReadString(), "snapshot", Settings, Diagnostics) ||
	    !FNavMeshSettings::Table().Read(&Impl->Settings, Settings, "snapshot", Diagnostics))
	{
		return false;
	}
	const bool bBuilt = Reader.Read<uint8_t>() != 0;
	if (Reader.Read<uint8_t>() != 0)
	{
		Diagnostics.Error({}, "navigation", "the saved world walked on a host's own navmesh, which no snapshot holds");
		return false;
	}
	if (bBuilt)
	{
		const std::vector<uint8_t> Bytes = Reader.ReadArray<uint8_t>();
		if (!Reader.IsOk() || !Impl->Mesh->LoadBytes(Bytes, "snapshot", Diagnostics) ||
		    !Impl->Mesh->RestoreState(Reader, World.GetScheduler(), Diagnostics))
		{
			return false;
		}
		Impl->TakeMesh();
	}
	return Impl->RestoreObstacles(Reader, Diagnostics);
}

void UNavigationSubsystem::AddToHash(FStateHash& Hash) const
{
	if (!Impl->Mesh->IsBuilt())
	{
		return; // a world without a navmesh keeps the hash that it had before there were any
	}
	Hash.Add(uint64_t(Impl->Mesh->GetWaitingTileCount()));
	for (const auto& Entry : Impl->Obstacles.GetAll())
	{
		Hash.Add(uint64_t(Entry.CreationId));
		Hash.Add(Entry.Data.Given.Center);
		Hash.Add(Entry.Data.StillTime);
	}
}

void UNavigationSubsystem::DrawDebug(const UWorld&, IDebugDraw& Draw, const FDebugLayers& Layers) const
{
	if (Layers.bNavMesh)
	{
		Impl->Mesh->Draw(Draw);
	}
}
} // namespace Flockwork
