#include "LevelBytes.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
template <typename Value>
void WriteVector(FByteWriter& Writer, const std::vector<Value>& Values)
{
	Writer.WriteArray(std::span<const Value>(Values));
}

void WriteBox(FByteWriter& Writer, const FBox& Box)
{
	Writer.Write(Box.Min);
	Writer.Write(Box.Max);
}

FBox ReadBox(FByteReader& Reader)
{
	FBox Box;
	Box.Min = Reader.Read<FVector>();
	Box.Max = Reader.Read<FVector>();
	return Box;
}

bool ReadBool(FByteReader& Reader)
{
	return Reader.Read<uint8_t>() != 0;
}

// Calls ReadItem as often as a count says, and no longer than there are bytes.
template <typename ItemType, typename FunctionType>
void ReadItems(FByteReader& Reader, std::vector<ItemType>& Out, FunctionType&& ReadItem)
{
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		ReadItem(Out.emplace_back());
	}
}

void WriteGround(const FNavMeshInput& Ground, FByteWriter& Writer)
{
	Writer.WriteString(Ground.Name);
	WriteVector(Writer, Ground.Vertices);
	WriteVector(Writer, Ground.Indices);
	WriteVector(Writer, Ground.TriangleAreas);
	Writer.Write(uint64_t(Ground.Areas.size()));
	for (const FNavArea& Area : Ground.Areas)
	{
		Writer.WriteString(Area.Name);
		Writer.Write(Area.Cost);
		Writer.Write(Area.Flags);
	}
	Writer.Write(uint64_t(Ground.Links.size()));
	for (const FNavLink& Link : Ground.Links)
	{
		Writer.Write(Link.Start);
		Writer.Write(Link.End);
		Writer.Write(Link.Radius);
		Writer.Write(uint8_t(Link.bBothWays));
		Writer.Write(Link.Area);
		Writer.Write(Link.UserId);
	}
}

void ReadGround(FByteReader& Reader, FNavMeshInput& Ground)
{
	Ground.Name = Reader.ReadString();
	Ground.Vertices = Reader.ReadArray<FVector>();
	Ground.Indices = Reader.ReadArray<uint32_t>();
	Ground.TriangleAreas = Reader.ReadArray<uint8_t>();
	ReadItems(Reader, Ground.Areas,
	    [&](FNavArea& Area)
	    {
		    Area.Name = Reader.ReadString();
		    Area.Cost = Reader.Read<float>();
		    Area.Flags = Reader.Read<uint16_t>();
	    });
	ReadItems(Reader, Ground.Links,
	    [&](FNavLink& Link)
	    {
		    Link.Start = Reader.Read<FVector>();
		    Link.End = Reader.Read<FVector>();
		    Link.Radius = Reader.Read<float>();
		    Link.bBothWays = ReadBool(Reader);
		    Link.Area = Reader.Read<uint8_t>();
		    Link.UserId = Reader.Read<uint32_t>();
	    });
}

void WriteParts(const FImportedLevel& Level, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Level.Parts.size()));
	for (const FLevelPart& Part : Level.Parts)
	{
		Writer.WriteString(Part.Name);
		Writer.Write(Part.Area);
		Writer.Write(Part.FirstTriangle);
		Writer.Write(Part.TriangleCount);
		WriteBox(Writer, Part.Bounds);
	}
	Writer.Write(uint64_t(Level.Meshes.size()));
	for (const FLevelMesh& Mesh : Level.Meshes)
	{
		Writer.WriteString(Mesh.Material);
		Writer.Write(Mesh.BaseColor);
		Writer.Write(Mesh.Opacity);
		WriteVector(Writer, Mesh.Positions);
		WriteVector(Writer, Mesh.Normals);
		WriteVector(Writer, Mesh.Indices);
	}
	Writer.Write(uint64_t(Level.Markers.size()));
	for (const FLevelMarker& Marker : Level.Markers)
	{
		Writer.Write(Marker.Kind);
		Writer.WriteString(Marker.Name);
		Writer.Write(Marker.Position);
		Writer.Write(Marker.Yaw);
	}
	Writer.Write(uint64_t(Level.Sources.size()));
	for (const FLevelSource& Source : Level.Sources)
	{
		Writer.WriteString(Source.Name);
		Writer.Write(Source.Checksum);
		Writer.Write(uint8_t(Source.bFound));
	}
}

void ReadParts(FByteReader& Reader, FImportedLevel& Level)
{
	ReadItems(Reader, Level.Parts,
	    [&](FLevelPart& Part)
	    {
		    Part.Name = Reader.ReadString();
		    Part.Area = Reader.Read<uint8_t>();
		    Part.FirstTriangle = Reader.Read<uint32_t>();
		    Part.TriangleCount = Reader.Read<uint32_t>();
		    Part.Bounds = ReadBox(Reader);
	    });
	ReadItems(Reader, Level.Meshes,
	    [&](FLevelMesh& Mesh)
	    {
		    Mesh.Material = Reader.ReadString();
		    Mesh.BaseColor = Reader.Read<FVector>();
		    Mesh.Opacity = Reader.Read<float>();
		    Mesh.Positions = Reader.ReadArray<FVector>();
		    Mesh.Normals = Reader.ReadArray<FVector>();
		    Mesh.Indices = Reader.ReadArray<uint32_t>();
	    });
	ReadItems(Reader, Level.Markers,
	    [&](FLevelMarker& Marker)
	    {
		    Marker.Kind = Reader.Read<ELevelMarker>();
		    Marker.Name = Reader.ReadString();
		    Marker.Position = Reader.Read<FVector>();
		    Marker.Yaw = Reader.Read<float>();
	    });
	ReadItems(Reader, Level.Sources,
	    [&](FLevelSource& Source)
	    {
		    Source.Name = Reader.ReadString();
		    Source.Checksum = Reader.Read<uint64_t>();
		    Source.bFound = ReadBool(Reader);
	    });
}

bool AreBelow(const std::vector<uint32_t>& Indices, size_t Count)
{
	return Indices.size() % 3 == 0 &&
	       std::all_of(Indices.begin(), Indices.end(), [&](uint32_t Index) { return Index < Count; });
}

bool IsGoodLink(const FNavLink& Link)
{
	return Link.Radius > 0.0f && Link.Area < MaxAreas;
}

bool IsWhole(const FImportedLevel& Level)
{
	const FNavMeshInput& Ground = Level.Ground;
	bool bGood = AreBelow(Ground.Indices, Ground.Vertices.size()) &&
	             Ground.TriangleAreas.size() == Ground.GetTriangleCount() && Ground.Areas.size() <= size_t(MaxAreas);
	for (const uint8_t Area : Ground.TriangleAreas)
	{
		bGood = bGood && Area < MaxAreas;
	}
	bGood = bGood && std::all_of(Ground.Links.begin(), Ground.Links.end(), IsGoodLink);
	uint64_t Next = 0;
	for (const FLevelPart& Part : Level.Parts)
	{
		bGood = bGood && Part.FirstTriangle == Next && Part.Area < MaxAreas;
		Next += Part.TriangleCount;
	}
	bGood = bGood && Next == Ground.GetTriangleCount();
	for (const FLevelMesh& Mesh : Level.Meshes)
	{
		bGood = bGood && AreBelow(Mesh.Indices, Mesh.Positions.size()) && Mesh.Normals.size() == Mesh.Positions.size();
	}
	for (const FLevelMarker& Marker : Level.Markers)
	{
		bGood = bGood && Marker.Kind <= ELevelMarker::LinkEnd;
	}
	return bGood && !Level.Sources.empty();
}
} // namespace

void WriteLevel(const FImportedLevel& Level, FByteWriter& Writer)
{
	Writer.WriteString(Level.Format);
	Writer.Write(Level.MetersPerUnit);
	Writer.WriteString(Level.UpAxis);
	WriteBox(Writer, Level.Bounds);
	WriteGround(Level.Ground, Writer);
	WriteParts(Level, Writer);
}

bool ReadLevel(FByteReader& Reader, FImportedLevel& Out)
{
	Out = {};
	Out.Format = Reader.ReadString();
	Out.MetersPerUnit = Reader.Read<float>();
	Out.UpAxis = Reader.ReadString();
	Out.Bounds = ReadBox(Reader);
	ReadGround(Reader, Out.Ground);
	ReadParts(Reader, Out);
	return Reader.IsOk() && IsWhole(Out);
}
} // namespace Flockwork
