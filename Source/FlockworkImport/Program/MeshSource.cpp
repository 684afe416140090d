#include "MeshSource.h"

#include <array>
#include <bit>
#include <unordered_map>

namespace Flockwork
{
namespace
{
template <size_t Size>
struct TWordsHash
{
	size_t operator()(const std::array<uint32_t, Size>& Words) const
	{
		uint64_t Hash = 0;
		for (const uint32_t Word : Words)
		{
			Hash = std::rotl((Hash ^ Word) * 0x9E3779B97F4A7C15ull, 29);
		}
		return size_t(Hash);
	}
};

// Numbers equal keys by their first appearance.
template <size_t Size>
class TNumbering
{
public:
	// The number, and whether it is new.
	std::pair<uint32_t, bool> Find(const std::array<uint32_t, Size>& Key)
	{
		const auto [At, bNew] = Numbers.try_emplace(Key, uint32_t(Numbers.size()));
		return {At->second, bNew};
	}
	void Reserve(size_t Count) { Numbers.reserve(Count); }

private:
	std::unordered_map<std::array<uint32_t, Size>, uint32_t, TWordsHash<Size>> Numbers;
};

uint32_t Bits(float Value)
{
	return std::bit_cast<uint32_t>(Value + 0.0f); // minus zero is zero
}

bool IsGood(const aiVector3D& V)
{
	return std::isfinite(V.x) && std::isfinite(V.y) && std::isfinite(V.z);
}

FVector FaceNormal(const aiVector3D& A, const aiVector3D& B, const aiVector3D& C)
{
	const aiVector3t<double> AB(double(B.x) - A.x, double(B.y) - A.y, double(B.z) - A.z);
	const aiVector3t<double> AC(double(C.x) - A.x, double(C.y) - A.y, double(C.z) - A.z);
	const aiVector3t<double> Normal = AB ^ AC;
	const double Size = Normal.Length();
	return Size > 0.0 ? FVector{float(Normal.x / Size), float(Normal.y / Size), float(Normal.z / Size)} : UpVector;
}

class FMeshReader
{
public:
	explicit FMeshReader(const aiMesh& InMesh) : Mesh(InMesh)
	{
		Places.Reserve(Mesh.mNumVertices);
		Corners.Reserve(Mesh.mNumVertices);
	}

	FMeshSource Run()
	{
		Out.Material = Mesh.mMaterialIndex;
		Out.bSkinned = Mesh.mNumBones > 0;
		for (uint32_t Index = 0; Index < Mesh.mNumFaces; ++Index)
		{
			AddFace(Mesh.mFaces[Index]);
		}
		return std::move(Out);
	}

private:
	void AddFace(const aiFace& Face)
	{
		if (Face.mNumIndices != 3)
		{
			++Out.OtherFaces;
			return;
		}
		const unsigned* const I = Face.mIndices;
		const unsigned Count = Mesh.mNumVertices;
		if (!Mesh.mVertices || I[0] >= Count || I[1] >= Count || I[2] >= Count || !IsGood(Mesh.mVertices[I[0]]) ||
		    !IsGood(Mesh.mVertices[I[1]]) || !IsGood(Mesh.mVertices[I[2]]))
		{
			++Out.BadTriangles;
			return;
		}
		const FVector Flat = FaceNormal(Mesh.mVertices[I[0]], Mesh.mVertices[I[1]], Mesh.mVertices[I[2]]);
		for (uint32_t Corner = 0; Corner < 3; ++Corner)
		{
			AddCorner(I[Corner], Flat);
		}
	}
	void AddCorner(unsigned Index, const FVector& Flat)
	{
		const aiVector3D& V = Mesh.mVertices[Index];
		const auto [Place, bNewPlace] = Places.Find({Bits(V.x), Bits(V.y), Bits(V.z)});
		if (bNewPlace)
		{
			Out.Places.push_back(V);
		}
		FVector Normal = Flat;
		if (Mesh.mNormals && IsGood(Mesh.mNormals[Index]))
		{
			const aiVector3D& N = Mesh.mNormals[Index];
			const FVector Unit = SafeNormal({N.x, N.y, N.z});
			Normal = LengthSquared(Unit) > 0.5f ? Unit : Flat;
		}
		const auto [Corner, bNewCorner] = Corners.Find({Place, Bits(Normal.x), Bits(Normal.y), Bits(Normal.z)});
		if (bNewCorner)
		{
			Out.Corners.push_back({Place, Normal});
		}
		Out.PlaceIndices.push_back(Place);
		Out.CornerIndices.push_back(Corner);
	}

	const aiMesh& Mesh;
	FMeshSource Out;
	TNumbering<3> Places;
	TNumbering<4> Corners;
};
} // namespace

FMeshSource ReadMesh(const aiMesh& Mesh)
{
	return FMeshReader(Mesh).Run();
}
} // namespace Flockwork
