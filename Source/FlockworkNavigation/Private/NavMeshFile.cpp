// The navmesh's file: settings as text, so that a later build can read them; the rest as it lies in memory, every part
// of it looked at before Detour sees it.
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/FileBytes.h"
#include "FlockworkCore/Serialize.h"
#include "LibraryAsserts.h"
#include "NavMeshImpl.h"
#include "TileCheck.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace Flockwork
{
template <>
inline constexpr bool HasNoPadding<FTilePlace> = sizeof(FTilePlace) == 2 * sizeof(int32_t);

namespace
{
constexpr FFileKind NavMeshKind{"FWNAVMSH", "navmesh", 1};

// As CleanNavMeshInput has it.
bool IsInReach(const FVector& Point)
{
	constexpr float MaxCoordinate = 1e7f;
	return std::max({std::abs(Point.x), std::abs(Point.y), std::abs(Point.z)}) <= MaxCoordinate;
}

void WriteSettings(const FNavMeshData& Data, FByteWriter& Writer)
{
	Writer.WriteString(Data.Name);
	Writer.WriteString(WriteJson(FNavMeshSettings::Table().Write(&Data.Settings)));
	Writer.Write(uint64_t(Data.Areas.size()));
	for (const FNavArea& Area : Data.Areas)
	{
		Writer.WriteString(Area.Name);
		Writer.Write(Area.Cost);
		Writer.Write(Area.Flags);
	}
}

bool ReadSettings(FByteReader& Reader, FNavMeshData& Data, const std::string& File, FDiagnostics& Diagnostics)
{
	Data.Name = Reader.ReadString();
	FDataNode Node;
	FDiagnostics Details;
	if (!ParseJson(Reader.ReadString(), File, Node, Details) ||
	    !FNavMeshSettings::Table().Read(&Data.Settings, Node, File, Details) ||
	    !ValidateNavMeshSettings(Data.Settings, Details))
	{
		Diagnostics.Error({File, 0, 0}, "", "the navmesh's settings cannot be read: " + Details.ToString());
		return false;
	}
	bool bGood = Reader.Read<uint64_t>() == uint64_t(MaxAreas);
	for (int32_t Area = 0; bGood && Area < MaxAreas; ++Area)
	{
		FNavArea& Out = Data.Areas.emplace_back();
		Out.Name = Reader.ReadString();
		Out.Cost = Reader.Read<float>();
		Out.Flags = Reader.Read<uint16_t>();
		bGood = Reader.IsOk() && Out.Cost > 0.0f;
	}
	if (!bGood)
	{
		Diagnostics.Error({File, 0, 0}, "", "the navmesh's areas are damaged");
	}
	return bGood;
}

void WriteLinks(const FNavMeshData& Data, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Data.Links.size()));
	for (const FNavLink& Link : Data.Links)
	{
		Writer.Write(Link.Start);
		Writer.Write(Link.End);
		Writer.Write(Link.Radius);
		Writer.Write(uint8_t(Link.bBothWays));
		Writer.Write(Link.Area);
		Writer.Write(Link.UserId);
	}
}

bool ReadLinks(FByteReader& Reader, FNavMeshData& Data)
{
	const uint64_t Count = Reader.Read<uint64_t>();
	bool bGood = Reader.IsOk();
	for (uint64_t Index = 0; bGood && Index < Count; ++Index)
	{
		FNavLink& Link = Data.Links.emplace_back();
		Link.Start = Reader.Read<FVector>();
		Link.End = Reader.Read<FVector>();
		Link.Radius = Reader.Read<float>();
		Link.bBothWays = Reader.Read<uint8_t>() != 0;
		Link.Area = Reader.Read<uint8_t>();
		Link.UserId = Reader.Read<uint32_t>();
		bGood = Reader.IsOk() && Link.Radius > 0.0f && Link.Area > BlockedArea && Link.Area < MaxAreas;
	}
	return bGood;
}

void WriteGeometry(const FLevelGeometry& Geometry, FByteWriter& Writer)
{
	Writer.WriteArray(std::span<const FVector>(Geometry.Vertices));
	Writer.WriteArray(std::span<const uint32_t>(Geometry.Indices));
	Writer.WriteArray(std::span<const uint8_t>(Geometry.Areas));
}

bool ReadGeometry(FByteReader& Reader, FLevelGeometry& Geometry)
{
	Geometry.Vertices = Reader.ReadArray<FVector>();
	Geometry.Indices = Reader.ReadArray<uint32_t>();
	Geometry.Areas = Reader.ReadArray<uint8_t>();
	bool bGood = Reader.IsOk() && Geometry.Indices.size() == Geometry.Areas.size() * 3;
	for (const uint32_t Index : Geometry.Indices)
	{
		bGood = bGood && Index < Geometry.Vertices.size();
	}
	for (const FVector& V : Geometry.Vertices)
	{
		bGood = bGood && IsInReach(V);
	}
	for (const uint8_t Area : Geometry.Areas)
	{
		bGood = bGood && Area < MaxAreas;
	}
	if (bGood)
	{
		Geometry.Tree.Build(Geometry.Vertices, Geometry.Indices);
	}
	return bGood;
}

void WriteTiles(const FNavMeshData& Data, FByteWriter& Writer)
{
	Writer.Write(Data.Layout.Bounds.Min);
	Writer.Write(Data.Layout.Bounds.Max);
	Writer.Write(uint64_t(Data.Tiles.GetSlots().size()));
	for (uint32_t Index = 0; Index < Data.Tiles.GetSlots().size(); ++Index)
	{
		const FTileSlot& Slot = Data.Tiles.GetSlots()[Index];
		const std::vector<uint8_t> Bytes = Data.Tiles.GetCleanBytes(Index);
		Writer.Write(Slot.Place);
		Writer.Write(Slot.Revision);
		Writer.Write(Slot.Salt);
		Writer.WriteArray(std::span<const uint8_t>(Bytes));
	}
}

class FTilesReader
{
public:
	FTilesReader(FByteReader& InReader, FNavMeshData& InData) : Reader(InReader), Data(InData) {}

	// Empty when all went well.
	std::string Run(const std::string& File, FDiagnostics& Diagnostics)
	{
		FBox Bounds;
		Bounds.Min = Reader.Read<FVector>();
		Bounds.Max = Reader.Read<FVector>();
		const bool bBox = Bounds.Min.x <= Bounds.Max.x && Bounds.Min.y <= Bounds.Max.y &&
		                  Bounds.Min.z <= Bounds.Max.z && IsInReach(Bounds.Min) && IsInReach(Bounds.Max);
		if (!Reader.IsOk() || !bBox || !MakeLayout(Bounds, Data.Settings, File, Data.Layout, Diagnostics))
		{
			return "its bounds are damaged";
		}
		const std::string Fault = ReadSlots();
		return Fault.empty() ? PutIn() : Fault;
	}

private:
	std::string ReadSlots()
	{
		const uint64_t Count = Reader.Read<uint64_t>();
		for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
		{
			FTileSlot Slot;
			Slot.Place.X = Reader.Read<int32_t>();
			Slot.Place.Z = Reader.Read<int32_t>();
			Slot.Revision = Reader.Read<uint32_t>();
			Slot.Salt = Reader.Read<uint32_t>();
			Tiles.push_back(Reader.ReadArray<uint8_t>());
			const bool bInside = Slot.Place.X >= 0 && Slot.Place.Z >= 0 && Slot.Place.X < Data.Layout.TilesX &&
			                     Slot.Place.Z < Data.Layout.TilesZ;
			const bool bAscends = Slots.empty() || Slots.back().Place.Z < Slot.Place.Z ||
			                      (Slots.back().Place.Z == Slot.Place.Z && Slots.back().Place.X < Slot.Place.X);
			if (!bInside || !bAscends || Slot.Salt == 0)
			{
				return "its tiles are out of order";
			}
			Slots.push_back(Slot);
		}
		return Reader.IsOk() && !Slots.empty() ? std::string() : "it ends within its tiles";
	}
	std::string PutIn()
	{
		const int32_t MaxPolys = FTileStore::GetMaxPolys(Slots.size());
		const uint32_t SaltLimit = FTileStore::GetSaltLimit(Slots.size());
		std::vector<FTileSlot> Copy = Slots;
		if (!Data.Tiles.Init(Data.Layout.Bounds.Min, Data.Layout.TileWidth, Data.Layout.TileDepth, std::move(Copy)))
		{
			return "it has more tiles than can be told apart";
		}
		for (uint32_t Index = 0; Index < Slots.size(); ++Index)
		{
			const std::vector<uint8_t>& Bytes = Tiles[Index];
			if (Slots[Index].Salt >= SaltLimit)
			{
				return "its references are out of range";
			}
			if (Bytes.empty())
			{
				continue;
			}
			FTileData Tile;
			Tile.Bytes.reset(static_cast<uint8_t*>(dtAlloc(Bytes.size(), DT_ALLOC_PERM)));
			Tile.Size = int32_t(Bytes.size());
			if (!Tile.Bytes || Bytes.size() > size_t(INT32_MAX))
			{
				return "it is too large";
			}
			std::memcpy(Tile.Bytes.get(), Bytes.data(), Bytes.size());
			const std::string_view Fault =
			    FindTileFault({Tile.Bytes.get(), Bytes.size()}, Slots[Index].Place, MaxPolys);
			if (!Fault.empty())
			{
				return std::string(Fault);
			}
			CleanTileBytes(Tile.Bytes.get());
			if (!Data.Tiles.SetTile(Index, std::move(Tile), false))
			{
				return "Detour takes one of its tiles for damaged";
			}
		}
		Data.Tiles.FinishLinks();
		return {};
	}

	FByteReader& Reader;
	FNavMeshData& Data;
	std::vector<FTileSlot> Slots;
	std::vector<std::vector<uint8_t>> Tiles;
};
} // namespace

std::vector<uint8_t> FNavMesh::SaveBytes() const
{
	if (!IsBuilt() || IsAdopted())
	{
		return {};
	}
	FByteWriter Writer;
	WriteSettings(Impl->Data, Writer);
	WriteLinks(Impl->Data, Writer);
	WriteTiles(Impl->Data, Writer);
	WriteGeometry(Impl->Data.Geometry, Writer);
	WriteObstacles(Impl->Data.Obstacles, Writer);
	return WrapBytes(NavMeshKind, Writer.GetBytes());
}

bool FNavMesh::LoadBytes(std::span<const uint8_t> Bytes, const std::string& File, FDiagnostics& Diagnostics)
{
	InstallLibraryAsserts();
	std::span<const uint8_t> Content;
	if (!UnwrapBytes(NavMeshKind, Bytes, File, Content, Diagnostics))
	{
		return false;
	}
	const auto Refuse = [&](const std::string& Fault)
	{
		Diagnostics.Error({File, 0, 0}, "", "the navmesh is damaged: " + Fault);
		return false;
	};
	FByteReader Reader(Content);
	FNavMeshData Data;
	if (!ReadSettings(Reader, Data, File, Diagnostics))
	{
		return false;
	}
	if (!ReadLinks(Reader, Data))
	{
		return Refuse("its links are out of range");
	}
	const std::string Fault = FTilesReader(Reader, Data).Run(File, Diagnostics);
	if (!Fault.empty())
	{
		return Refuse(Fault);
	}
	if (!ReadGeometry(Reader, Data.Geometry))
	{
		return Refuse("its level is out of range");
	}
	if (!ReadObstacles(Reader, Data, Data.Obstacles) || Reader.Remaining() > 0)
	{
		return Refuse("its obstacles are out of range");
	}
	Impl->Replace(std::move(Data));
	return true;
}

bool FNavMesh::Save(const std::string& Path, FDiagnostics& Diagnostics) const
{
	const std::vector<uint8_t> Bytes = SaveBytes();
	if (Bytes.empty())
	{
		Diagnostics.Error({Path, 0, 0}, "",
		    IsAdopted() ? "a host's own navmesh is the host's to save" : "there is no navmesh to save");
		return false;
	}
	return WriteBytesFile(Path, Bytes, Diagnostics);
}

bool FNavMesh::Load(const std::string& Path, FDiagnostics& Diagnostics)
{
	std::vector<uint8_t> Bytes;
	return ReadBytesFile(Path, Bytes, Diagnostics) && LoadBytes(Bytes, Path, Diagnostics);
}
} // namespace Flockwork
