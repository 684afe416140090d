#include "SkinGeometry.h"

#include "ViewCone.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace Flockwork
{
namespace
{
constexpr float FinestPixels = 150.0f; // height on the screen below which a character needs no finest level
constexpr float LevelRatio = 0.42f;    // of the heights at which the next levels end

uint8_t ToByte(float Value)
{
	return uint8_t(std::clamp(Value, 0.0f, 1.0f) * 255.0f + 0.5f);
}

bool Fail(FDiagnostics& Diagnostics, const std::string& Field, const std::string& Message)
{
	Diagnostics.Error({}, Field, Message);
	return false;
}

bool CheckVertices(
    const FRenderSkinLevel& Level, int32_t JointCount, const std::string& Field, FDiagnostics& Diagnostics)
{
	const size_t Count = Level.Positions.size();
	if (Level.Normals.size() != Count || Level.JointIndices.size() != Count || Level.JointWeights.size() != Count ||
	    (!Level.TexCoords.empty() && Level.TexCoords.size() != Count))
	{
		return Fail(Diagnostics, Field, "positions, normals, joints and weights must have one entry a vertex");
	}
	for (size_t Vertex = 0; Vertex < Count; ++Vertex)
	{
		const std::array<float, 4>& Weights = Level.JointWeights[Vertex];
		const float Sum = std::accumulate(Weights.begin(), Weights.end(), 0.0f);
		const bool bFinite = IsFinite(Level.Positions[Vertex]) && IsFinite(Level.Normals[Vertex]) && std::isfinite(Sum);
		const std::string Place = Field + ".vertex " + std::to_string(Vertex);
		if (!bFinite || *std::min_element(Weights.begin(), Weights.end()) < 0.0f || Sum <= 0.0f)
		{
			return Fail(
			    Diagnostics, Place, "numbers, and weights of which none is negative and one is not 0, expected");
		}
		for (size_t Slot = 0; Slot < 4; ++Slot)
		{
			if (Level.JointIndices[Vertex][Slot] >= JointCount)
			{
				return Fail(Diagnostics, Place, "follows a joint beyond the last of " + std::to_string(JointCount));
			}
		}
	}
	return true;
}

bool CheckIndices(const FRenderSkinLevel& Level, const std::string& Field, FDiagnostics& Diagnostics)
{
	const size_t Count = Level.Positions.size();
	const auto IsOutside = [Count](uint32_t Index) { return Index >= Count; };
	if (Level.Indices.empty() || Level.Indices.size() % 3 != 0 ||
	    std::any_of(Level.Indices.begin(), Level.Indices.end(), IsOutside))
	{
		return Fail(Diagnostics, Field, "indices must be three a triangle, each of a vertex");
	}
	for (const FRenderSkinSection& Section : Level.Sections)
	{
		if (Section.IndexCount % 3 != 0 || uint64_t(Section.FirstIndex) + Section.IndexCount > Level.Indices.size() ||
		    Section.TintSlot < -1 || Section.TintSlot >= int32_t(FRenderCharacter::TintCount))
		{
			return Fail(Diagnostics, Field, "a section reaches beyond the indices or has a tint that there is not");
		}
	}
	return true;
}

FSkinVertex MakeVertex(const FRenderSkinLevel& Level, uint32_t Index, const FRenderSkinSection& Section)
{
	FSkinVertex Out;
	Out.Position = Level.Positions[Index];
	Out.Normal = SafeNormal(Level.Normals[Index]);
	Out.Tint = uint8_t(Section.TintSlot + 1);
	for (int32_t Channel = 0; Channel < 3; ++Channel)
	{
		Out.Color[Channel] = ToByte(std::sqrt(std::max(Section.BaseColor[Channel], 0.0f)));
	}
	Out.TexCoord = Level.TexCoords.empty() ? FVector2D(0.0f, 0.0f) : Level.TexCoords[Index];
	// The heaviest first: coarse levels follow only two.
	std::array<size_t, 4> Order = {0, 1, 2, 3};
	const std::array<float, 4>& Weights = Level.JointWeights[Index];
	std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Weights[A] > Weights[B]; });
	const float Sum = std::accumulate(Weights.begin(), Weights.end(), 0.0f);
	for (size_t Slot = 0; Slot < 4; ++Slot)
	{
		Out.Joints[Slot] = Level.JointIndices[Index][Order[Slot]];
		Out.Weights[Slot] = Weights[Order[Slot]] / Sum;
	}
	return Out;
}

FSkinPart& FindPart(FSkinGeometry& Geometry, const std::vector<uint8_t>& Picture)
{
	for (FSkinPart& Part : Geometry.Parts)
	{
		if (Part.Picture == Picture)
		{
			return Part;
		}
	}
	Geometry.Parts.push_back({{}, Picture});
	return Geometry.Parts.back();
}

// Where sections meet their vertices differ in colour: each section has its own.
void AddSection(const FRenderSkinLevel& Level, const FRenderSkinSection& Section, FSkinGeometry& Out)
{
	constexpr uint32_t None = UINT32_MAX;
	std::vector<uint32_t> NewIndex(Level.Positions.size(), None);
	FSkinPart& Part = FindPart(Out, Section.Picture);
	for (uint32_t Place = Section.FirstIndex; Place < Section.FirstIndex + Section.IndexCount; ++Place)
	{
		const uint32_t Old = Level.Indices[Place];
		if (NewIndex[Old] == None)
		{
			NewIndex[Old] = uint32_t(Out.Vertices.size());
			Out.Vertices.push_back(MakeVertex(Level, Old, Section));
			Out.Reach = std::max(Out.Reach, Length(Level.Positions[Old]));
		}
		Part.Indices.push_back(NewIndex[Old]);
	}
}

// Of a vertex: the joint it follows most, and its cell in a grid.
using FCell = std::tuple<uint16_t, int32_t, int32_t, int32_t>;

FCell CellOf(const FRenderSkinLevel& Level, uint32_t Index, float CellSize)
{
	const std::array<float, 4>& Weights = Level.JointWeights[Index];
	const auto Heaviest = size_t(std::max_element(Weights.begin(), Weights.end()) - Weights.begin());
	const FVector Place = glm::floor(Level.Positions[Index] / CellSize);
	return {Level.JointIndices[Index][Heaviest], int32_t(Place.x), int32_t(Place.y), int32_t(Place.z)};
}
} // namespace

int32_t FSkinGeometry::GetTriangleCount() const
{
	size_t Sum = 0;
	for (const FSkinPart& Part : Parts)
	{
		Sum += Part.Indices.size() / 3;
	}
	return int32_t(Sum);
}

bool MakeSkinGeometry(const FRenderSkinLevel& Level, int32_t JointCount, const std::string& Field, FSkinGeometry& Out,
    FDiagnostics& Diagnostics)
{
	if (!CheckVertices(Level, JointCount, Field, Diagnostics) || !CheckIndices(Level, Field, Diagnostics))
	{
		return false;
	}
	FSkinGeometry Geometry;
	if (Level.Sections.empty())
	{
		FRenderSkinSection Whole;
		Whole.IndexCount = uint32_t(Level.Indices.size());
		AddSection(Level, Whole, Geometry);
	}
	for (const FRenderSkinSection& Section : Level.Sections)
	{
		AddSection(Level, Section, Geometry);
	}
	Out = std::move(Geometry);
	return true;
}

FRenderSkinLevel MakeCoarserLevel(const FRenderSkinLevel& Fine, float CellSize)
{
	FRenderSkinLevel Out;
	for (FRenderSkinSection Section : Fine.Sections)
	{
		// Sections keep their own vertices, so that pictures and colours do not run into each other.
		std::map<FCell, uint32_t> VertexOfCell;
		const auto Merge = [&](uint32_t Index)
		{
			const auto [Found, bNew] =
			    VertexOfCell.try_emplace(CellOf(Fine, Index, CellSize), uint32_t(Out.Positions.size()));
			if (bNew)
			{
				Out.Positions.push_back(Fine.Positions[Index]);
				Out.Normals.push_back(Fine.Normals[Index]);
				Out.JointIndices.push_back(Fine.JointIndices[Index]);
				Out.JointWeights.push_back(Fine.JointWeights[Index]);
				if (!Fine.TexCoords.empty())
				{
					Out.TexCoords.push_back(Fine.TexCoords[Index]);
				}
			}
			return Found->second;
		};
		const uint32_t First = Section.FirstIndex;
		const uint32_t End = First + Section.IndexCount;
		Section.FirstIndex = uint32_t(Out.Indices.size());
		for (uint32_t Place = First; Place < End; Place += 3)
		{
			const uint32_t A = Merge(Fine.Indices[Place]);
			const uint32_t B = Merge(Fine.Indices[Place + 1]);
			const uint32_t C = Merge(Fine.Indices[Place + 2]);
			if (A != B && B != C && C != A)
			{
				Out.Indices.insert(Out.Indices.end(), {A, B, C});
			}
		}
		Section.IndexCount = uint32_t(Out.Indices.size()) - Section.FirstIndex;
		Out.Sections.push_back(std::move(Section));
	}
	return Out;
}

void FLevelChooser::Add(std::span<const int32_t> LevelTriangles, const FBodySeen& Seen, int32_t Level)
{
	const int32_t Fixed = std::min(Level, int32_t(LevelTriangles.size()) - 1);
	Entries.push_back({LevelTriangles, Seen.Pixels, Fixed, Seen.bVisible, Seen.bShadow});
}

int32_t FLevelChooser::GetLevel(const FEntry& Entry) const
{
	int32_t Level = 0;
	float Limit = FinestPixels * Coarseness;
	while (Entry.Fixed < 0 && Level + 1 < int32_t(Entry.Triangles.size()) && Entry.Pixels < Limit)
	{
		++Level;
		Limit *= LevelRatio;
	}
	return std::max(Level, Entry.Fixed);
}

int32_t FLevelChooser::GetShadowLevel(size_t Entry) const
{
	return std::min(GetLevel(Entry) + 1, int32_t(Entries[Entry].Triangles.size()) - 1);
}

int64_t FLevelChooser::CountTriangles() const
{
	int64_t Sum = 0;
	for (size_t Index = 0; Index < Entries.size(); ++Index)
	{
		const FEntry& Entry = Entries[Index];
		Sum += Entry.bVisible ? Entry.Triangles[size_t(GetLevel(Index))] : 0;
		Sum += Entry.bShadow ? Entry.Triangles[size_t(GetShadowLevel(Index))] : 0;
	}
	return Sum;
}

void FLevelChooser::Choose(int64_t TriangleBudget)
{
	constexpr float Ratio = 1.189207f; // fourth root of two
	constexpr int32_t MaxSteps = 40;
	Coarseness = 1.0f;
	for (int32_t Step = 0; Step < MaxSteps && CountTriangles() > TriangleBudget; ++Step)
	{
		Coarseness *= Ratio;
	}
}
} // namespace Flockwork
