#include "LevelConverter.h"

#include "LevelMarkers.h"
#include "MeshSource.h"
#include "Names.h"

#include <algorithm>
#include <assimp/material.h>
#include <cmath>
#include <filesystem>
#include <limits>

namespace Flockwork
{
namespace
{
using FDoubleVector = aiVector3t<double>;

constexpr double MaxCoordinate = 1e7; // m; as for a navmesh

std::string Printable(const aiString& Text)
{
	return PrintableName(Text.C_Str());
}

bool IsFinite(const FMatrix& M)
{
	for (unsigned Row = 0; Row < 4; ++Row)
	{
		for (unsigned Column = 0; Column < 4; ++Column)
		{
			if (!std::isfinite(M[Row][Column]))
			{
				return false;
			}
		}
	}
	return true;
}

bool ToPlace(const FDoubleVector& V, FVector& Out)
{
	Out = {float(V.x), float(V.y), float(V.z)};
	return std::abs(V.x) <= MaxCoordinate && std::abs(V.y) <= MaxCoordinate && std::abs(V.z) <= MaxCoordinate;
}

// Moves normals: the cofactors of the upper 3 x 3, turned round where it mirrors; unlike the inverse it always exists.
class FNormalMatrix
{
public:
	explicit FNormalMatrix(const FMatrix& M)
	{
		const FDoubleVector X(M.a1, M.b1, M.c1);
		const FDoubleVector Y(M.a2, M.b2, M.c2);
		const FDoubleVector Z(M.a3, M.b3, M.c3);
		Columns[0] = Y ^ Z;
		Columns[1] = Z ^ X;
		Columns[2] = X ^ Y;
		bMirrors = X * Columns[0] < 0.0;
	}
	bool Mirrors() const { return bMirrors; }
	FVector Move(const FVector& N) const
	{
		FDoubleVector Moved = Columns[0] * double(N.x) + Columns[1] * double(N.y) + Columns[2] * double(N.z);
		const double Size = Moved.Length() * (bMirrors ? -1.0 : 1.0);
		Moved = std::isfinite(Size) && Size != 0.0 ? Moved / Size : FDoubleVector(0.0, 1.0, 0.0);
		return {float(Moved.x), float(Moved.y), float(Moved.z)};
	}

private:
	FDoubleVector Columns[3];
	bool bMirrors = false;
};

void Grow(FBox& Box, const FVector& Point, bool bFirst)
{
	Box.Min = bFirst ? Point : glm::min(Box.Min, Point);
	Box.Max = bFirst ? Point : glm::max(Box.Max, Point);
}

// Where a marker looks: its +Z; where that stands upright, its axes are those of a file with Z up, whose front is -Y.
float YawOfNode(const FMatrix& M)
{
	const FDoubleVector Z(M.a3, M.b3, M.c3);
	const double Size = Z.Length();
	const bool bUpright = Size > 0.0 && std::abs(Z.y) > 0.7 * Size;
	const FDoubleVector Front = bUpright ? FDoubleVector(-M.a2, -M.b2, -M.c2) : Z;
	return Front.x == 0.0 && Front.z == 0.0 ? 0.0f : float(std::atan2(Front.x, Front.z));
}

float Unit(float Value, float Default)
{
	return std::isfinite(Value) ? std::clamp(Value, 0.0f, 1.0f) : Default;
}

FLevelMesh MakeMesh(const aiMaterial& Material)
{
	FLevelMesh Mesh;
	aiString Name;
	aiColor4D Color(Mesh.BaseColor.x, Mesh.BaseColor.y, Mesh.BaseColor.z, 1.0f);
	Material.Get(AI_MATKEY_NAME, Name);
	const bool bBase = Material.Get(AI_MATKEY_BASE_COLOR, Color) == aiReturn_SUCCESS;
	float Opacity = Color.a;
	if (!bBase)
	{
		Material.Get(AI_MATKEY_COLOR_DIFFUSE, Color);
		Opacity = 1.0f;
		Material.Get(AI_MATKEY_OPACITY, Opacity);
	}
	Mesh.Material = Printable(Name);
	Mesh.BaseColor = {Unit(Color.r, 0.8f), Unit(Color.g, 0.8f), Unit(Color.b, 0.8f)};
	Mesh.Opacity = Unit(Opacity, 1.0f);
	return Mesh;
}

class FLevelConverter
{
public:
	FLevelConverter(const std::string& InPath, const FModelFile& InModel, const FLevelImportSettings& InSettings,
	    FDiagnostics& InDiagnostics)
	    : Path(InPath), Model(InModel), Settings(InSettings), Diagnostics(InDiagnostics)
	{
	}

	bool Run(FImportedLevel& Out)
	{
		Level.Format = Model.Format;
		Level.UpAxis = Model.UpAxis;
		Level.MetersPerUnit = float(Model.MetersPerUnit);
		Level.Sources = Model.Sources;
		Level.Ground.Name = std::filesystem::path(Path).filename().string();
		Level.Ground.Areas = {{"blocked", 1.0f, 0}, {"ground", 1.0f, WalkFlag}};
		for (uint32_t Index = 0; Index < Model.Scene->mNumMeshes; ++Index)
		{
			Sources.push_back(ReadMesh(*Model.Scene->mMeshes[Index]));
		}
		for (uint32_t Index = 0; Index < Model.Scene->mNumMaterials; ++Index)
		{
			Level.Meshes.push_back(MakeMesh(*Model.Scene->mMaterials[Index]));
		}
		AddNode(*Model.Scene->mRootNode, Model.ToWorld, false);
		Report();
		PairLinks(Path, Settings, Level, Diagnostics);
		std::erase_if(Level.Meshes, [](const FLevelMesh& Mesh) { return Mesh.Indices.empty(); });
		Out = std::move(Level);
		return !bFailed;
	}

private:
	void AddNode(const aiNode& Node, const FMatrix& Parent, bool bObstacle)
	{
		const FMatrix World = Parent * FMatrix(Node.mTransformation);
		const std::string Name = Printable(Node.mName);
		if (!IsFinite(World))
		{
			Diagnostics.Warning({Path}, Name, "has a place that is no number: it is left out, with all below it");
			return;
		}
		bObstacle = bObstacle || IsObstacleName(Name);
		AddMarker(Name, World);
		FLevelPart Part;
		Part.Name = Name;
		Part.Area = bObstacle ? BlockedArea : GroundArea;
		Part.FirstTriangle = Level.Ground.GetTriangleCount();
		for (uint32_t Index = 0; Index < Node.mNumMeshes && !bFailed; ++Index)
		{
			AddMesh(Sources[Node.mMeshes[Index]], World, Part);
		}
		if (Part.TriangleCount > 0)
		{
			Level.Parts.push_back(Part);
		}
		for (uint32_t Index = 0; Index < Node.mNumChildren && !bFailed; ++Index)
		{
			AddNode(*Node.mChildren[Index], World, bObstacle);
		}
	}
	void AddMarker(const std::string& Name, const FMatrix& World)
	{
		// Helper nodes that Assimp makes of an FBX node's pivots carry its name.
		const std::optional<ELevelMarker> Kind = FindMarkerKind(Name);
		if (!Kind || Name.find("_$AssimpFbx$") != std::string::npos)
		{
			return;
		}
		FLevelMarker Marker{*Kind, Name, {0.0f, 0.0f, 0.0f}, YawOfNode(World)};
		if (!ToPlace(FDoubleVector(World.a4, World.b4, World.c4), Marker.Position))
		{
			Diagnostics.Warning({Path}, Name, "is more than 10,000 km away: it is left out");
			return;
		}
		Level.Markers.push_back(Marker);
	}
	// A mesh's places in the world; those that cannot be are marked by their own flag.
	void MovePlaces(const FMeshSource& Source, const FMatrix& World)
	{
		Moved.resize(Source.Places.size());
		bMovedGood.assign(Source.Places.size(), true);
		for (size_t Index = 0; Index < Source.Places.size(); ++Index)
		{
			const aiVector3D& V = Source.Places[Index];
			bMovedGood[Index] = ToPlace(World * FDoubleVector(V.x, V.y, V.z), Moved[Index]);
		}
	}
	void AddMesh(const FMeshSource& Source, const FMatrix& World, FLevelPart& Part)
	{
		const size_t Triangles = Source.PlaceIndices.size() / 3;
		BadTriangles += Source.BadTriangles;
		OtherFaces += Source.OtherFaces;
		bSkinned = bSkinned || Source.bSkinned;
		if (Level.Ground.GetTriangleCount() + Triangles > size_t(Settings.MaxTriangles))
		{
			Diagnostics.Error({Path}, "",
			    "has more than " + std::to_string(Settings.MaxTriangles) +
			        " triangles (import.maxTriangles): raise the limit, or simplify the level");
			bFailed = true;
			return;
		}
		const FNormalMatrix Normals(World);
		MovePlaces(Source, World);
		FNavMeshInput& Ground = Level.Ground;
		FLevelMesh& Mesh = Level.Meshes[Source.Material];
		const uint32_t FirstPlace = uint32_t(Ground.Vertices.size());
		const uint32_t FirstCorner = uint32_t(Mesh.Positions.size());
		for (size_t Index = 0; Index < Moved.size(); ++Index)
		{
			Ground.Vertices.push_back(bMovedGood[Index] ? Moved[Index] : FVector{});
		}
		for (const FMeshSource::FCorner& Corner : Source.Corners)
		{
			Mesh.Positions.push_back(Ground.Vertices[FirstPlace + Corner.Place]);
			Mesh.Normals.push_back(Normals.Move(Corner.Normal));
		}
		for (size_t Triangle = 0; Triangle < Triangles; ++Triangle)
		{
			AddTriangle(Source, Triangle, Normals.Mirrors(), FirstPlace, FirstCorner, Part);
		}
	}
	void AddTriangle(const FMeshSource& Source, size_t Triangle, bool bMirrored, uint32_t FirstPlace,
	    uint32_t FirstCorner, FLevelPart& Part)
	{
		const uint32_t* const Places = &Source.PlaceIndices[Triangle * 3];
		const uint32_t* const Corners = &Source.CornerIndices[Triangle * 3];
		if (!bMovedGood[Places[0]] || !bMovedGood[Places[1]] || !bMovedGood[Places[2]])
		{
			++BadTriangles;
			return;
		}
		FNavMeshInput& Ground = Level.Ground;
		// Mirrored faces would show their backs: they are turned round.
		for (const size_t Corner : {size_t(0), size_t(bMirrored ? 2 : 1), size_t(bMirrored ? 1 : 2)})
		{
			const FVector& Place = Moved[Places[Corner]];
			Grow(Part.Bounds, Place, Part.TriangleCount == 0 && Corner == 0);
			Grow(Level.Bounds, Place, Ground.Indices.empty());
			Ground.Indices.push_back(FirstPlace + Places[Corner]);
			Level.Meshes[Source.Material].Indices.push_back(FirstCorner + Corners[Corner]);
		}
		Ground.TriangleAreas.push_back(Part.Area);
		++Part.TriangleCount;
	}
	void Report()
	{
		if (BadTriangles > 0)
		{
			Diagnostics.Warning({Path}, "",
			    std::to_string(BadTriangles) +
			        " triangles have corners that are no numbers, not there, or more than 10,000 km away: left out");
		}
		if (OtherFaces > 0)
		{
			Diagnostics.Warning({Path}, "", std::to_string(OtherFaces) + " points and lines are left out");
		}
		if (bSkinned)
		{
			Diagnostics.Warning({Path}, "", "has skinned meshes: they stand in the pose that they were bound in");
		}
		if (Level.Ground.Indices.empty() && !bFailed)
		{
			Diagnostics.Error({Path}, "", "has no triangles: a level needs a mesh that faces up");
			bFailed = true;
		}
	}

	const std::string& Path;
	const FModelFile& Model;
	const FLevelImportSettings& Settings;
	FDiagnostics& Diagnostics;
	FImportedLevel Level;
	std::vector<FMeshSource> Sources;
	std::vector<FVector> Moved;
	std::vector<bool> bMovedGood;
	uint64_t BadTriangles = 0;
	uint64_t OtherFaces = 0;
	bool bSkinned = false;
	bool bFailed = false;
};
} // namespace

bool ConvertLevel(const std::string& Path, const FModelFile& Model, const FLevelImportSettings& Settings,
    FImportedLevel& Out, FDiagnostics& Diagnostics)
{
	return FLevelConverter(Path, Model, Settings, Diagnostics).Run(Out);
}
} // namespace Flockwork
