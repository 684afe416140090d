#include "FlockworkImport/LevelCache.h"

#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Hash.h"
#include "ImportMessage.h"
#include "KeptFile.h"
#include "LevelBytes.h"

namespace Flockwork
{
namespace
{
constexpr FFileKind KeptLevelKind{"FWLEVEL ", "kept level", LevelVersion};
constexpr FFileKind KeptNavMeshKind{"FWNAVKPT", "kept navmesh", 1};

// Only what changes the result.
uint64_t KeyOf(const FLevelImportSettings& Settings)
{
	FStateHash Hash;
	Hash.Add(Settings.Scale);
	Hash.Add(uint64_t(Settings.UpAxis));
	Hash.Add(Settings.MaxLinkClimb);
	Hash.Add(uint64_t(Settings.MaxTriangles));
	return Hash.Get();
}

void AddArray(FStateHash& Hash, const void* Data, size_t Size)
{
	Hash.Add(uint64_t(Size));
	Hash.AddBytes(Data, Size);
}

// Everything that a navmesh is built from.
uint64_t KeyOf(const FNavMeshInput& Input, const FNavMeshSettings& Settings)
{
	FStateHash Hash;
	Hash.Add(std::string_view(Input.Name));
	Hash.Add(std::span<const FVector>(Input.Vertices));
	AddArray(Hash, Input.Indices.data(), Input.Indices.size() * sizeof(uint32_t));
	AddArray(Hash, Input.TriangleAreas.data(), Input.TriangleAreas.size());
	for (const FNavArea& Area : Input.Areas)
	{
		Hash.Add(std::string_view(Area.Name));
		Hash.Add(Area.Cost);
		Hash.Add(uint64_t(Area.Flags));
	}
	for (const FNavLink& Link : Input.Links)
	{
		Hash.Add(Link.Start);
		Hash.Add(Link.End);
		Hash.Add(Link.Radius);
		Hash.Add(uint64_t(Link.bBothWays) << 40 | uint64_t(Link.Area) << 32 | Link.UserId);
	}
	Hash.Add(std::string_view(WriteJson(FNavMeshSettings::Table().Write(&Settings))));
	return Hash.Get();
}

void Tell(ECacheUse* Out, ECacheUse Use)
{
	if (Out)
	{
		*Out = Use;
	}
}
} // namespace

bool LoadLevel(const std::string& Path, const FLevelImportSettings& Settings, FImportedLevel& Out,
    FDiagnostics& Diagnostics, ECacheUse* OutUse)
{
	FKeptFile Kept(KeptLevelKind, Path, ".fwlevel", Settings);
	std::vector<uint8_t> Content;
	const uint64_t Key = KeyOf(Settings);
	EKept Found = Kept.Find(Key, Content);
	if (Found == EKept::Found)
	{
		FImportedLevel Level;
		FByteReader Reader(Content);
		const bool bWhole = ReadLevel(Reader, Level);
		if (bWhole && AreSourcesUnchanged(Level.Sources, Path))
		{
			Out = std::move(Level);
			Tell(OutUse, ECacheUse::Kept);
			return true;
		}
		Found = bWhole ? EKept::Nothing : EKept::Damaged;
	}
	if (Found == EKept::Damaged)
	{
		Kept.WarnOfDamage(Diagnostics);
	}
	if (!ImportLevel(Path, Settings, Out, Diagnostics))
	{
		return false;
	}
	FByteWriter Writer;
	WriteLevel(Out, Writer);
	Kept.Keep(Key, Writer.GetBytes(), Diagnostics);
	Tell(OutUse, ECacheUse::Made);
	return true;
}

bool LoadOrBuildNavMesh(const std::string& Path, const FImportedLevel& Level, const FLevelImportSettings& Settings,
    const FNavMeshSettings& NavSettings, ITaskScheduler& Scheduler, const FNavProgress& Progress, FNavMesh& Out,
    FDiagnostics& Diagnostics, ECacheUse* OutUse)
{
	FKeptFile Kept(KeptNavMeshKind, Path, ".fwnav", Settings);
	std::vector<uint8_t> Content;
	const uint64_t Key = KeyOf(Level.Ground, NavSettings);
	EKept Found = Kept.Find(Key, Content);
	if (Found == EKept::Found)
	{
		FDiagnostics Ignored;
		if (Out.LoadBytes(Content, Kept.GetPath(), Ignored))
		{
			Tell(OutUse, ECacheUse::Kept);
			return true;
		}
		Found = EKept::Damaged;
	}
	if (Found == EKept::Damaged)
	{
		Kept.WarnOfDamage(Diagnostics);
	}
	if (!Out.Build(Level.Ground, NavSettings, Scheduler, Progress, Diagnostics))
	{
		return false;
	}
	Kept.Keep(Key, Out.SaveBytes(), Diagnostics);
	Tell(OutUse, ECacheUse::Made);
	return true;
}
} // namespace Flockwork
