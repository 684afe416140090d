// Our own levels against an independent reading of the same files, triangle by triangle.
#include "GltfReference.h"
#include "ImportFixture.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <sstream>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

std::vector<std::string> GetLevels()
{
	std::vector<std::string> Found;
	for (const Files::directory_entry& Entry :
	    Files::directory_iterator(Files::path(FLOCKWORK_SOURCE_DIR) / "Content/Levels"))
	{
		if (Entry.path().extension() == ".glb")
		{
			Found.push_back(Entry.path().string());
		}
	}
	std::sort(Found.begin(), Found.end());
	return Found;
}

// Corners may have been turned round in a triangle, and that only.
double DistanceOf(const FImportedLevel& Level, uint32_t Triangle, const std::array<FReferenceCorner, 3>& Expected)
{
	double Nearest = 1e30;
	for (size_t Shift = 0; Shift < 3; ++Shift)
	{
		double Farthest = 0.0;
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const FVector& Place = Level.Ground.Vertices[Level.Ground.Indices[Triangle * 3 + (Corner + Shift) % 3]];
			Farthest = std::max(Farthest, glm::length(glm::dvec3(Place) - Expected[Corner].Position));
		}
		Nearest = std::min(Nearest, Farthest);
	}
	return Nearest;
}

// The farthest that any triangle of a part lies from where it should.
double CompareParts(const FImportedLevel& Level, const std::vector<FReferenceNode>& Expected)
{
	double Farthest = 0.0;
	size_t Part = 0;
	for (const FReferenceNode& Node : Expected)
	{
		if (Node.Triangles.empty())
		{
			continue;
		}
		REQUIRE(Part < Level.Parts.size());
		const FLevelPart& Found = Level.Parts[Part++];
		REQUIRE(Found.Name == Node.Name);
		REQUIRE(Found.TriangleCount == Node.Triangles.size());
		CHECK(Found.Area == (Node.Name.rfind("NoWalk_", 0) == 0 ? BlockedArea : GroundArea));
		for (uint32_t Index = 0; Index < Found.TriangleCount; ++Index)
		{
			const uint32_t Triangle = Found.FirstTriangle + Index;
			Farthest = std::max(Farthest, DistanceOf(Level, Triangle, Node.Triangles[Index]));
			REQUIRE(Level.Ground.TriangleAreas[Triangle] == Found.Area);
		}
	}
	CHECK(Part == Level.Parts.size());
	return Farthest;
}

// For each material, the sums of its triangles' corners and normals: what is drawn is what is in the file.
void CompareMeshes(const FImportedLevel& Level, const std::vector<FReferenceNode>& Expected)
{
	struct FSums
	{
		size_t Triangles = 0;
		glm::dvec3 Position{};
		glm::dvec3 Normal{};
	};
	std::map<std::string, FSums> Sums;
	for (const FReferenceNode& Node : Expected)
	{
		for (size_t Index = 0; Index < Node.Triangles.size(); ++Index)
		{
			FSums& Sum = Sums[Node.Materials[Index]];
			++Sum.Triangles;
			for (const FReferenceCorner& Corner : Node.Triangles[Index])
			{
				Sum.Position += Corner.Position;
				Sum.Normal += Corner.Normal;
			}
		}
	}
	CHECK(Level.Meshes.size() == Sums.size());
	for (const FLevelMesh& Mesh : Level.Meshes)
	{
		INFO(Mesh.Material);
		REQUIRE(Sums.count(Mesh.Material) == 1);
		const FSums& Sum = Sums[Mesh.Material];
		glm::dvec3 Position{};
		glm::dvec3 Normal{};
		for (const uint32_t Index : Mesh.Indices)
		{
			Position += glm::dvec3(Mesh.Positions[Index]);
			Normal += glm::dvec3(Mesh.Normals[Index]);
		}
		CHECK(Mesh.Indices.size() == Sum.Triangles * 3);
		CHECK(glm::length(Position - Sum.Position) < 1e-4 * double(Mesh.Indices.size()));
		CHECK(glm::length(Normal - Sum.Normal) < 1e-4 * double(Mesh.Indices.size()));
	}
}

// A face of n corners is n - 2 triangles.
size_t CountObjTriangles(const std::string& Path)
{
	std::istringstream Text(ReadWhole(Path));
	size_t Count = 0;
	for (std::string Line; std::getline(Text, Line);)
	{
		std::istringstream Words(Line);
		std::string Word;
		Words >> Word;
		size_t Corners = 0;
		for (std::string Corner; Word == "f" && Words >> Corner; ++Corners)
		{
		}
		Count += Corners > 2 ? Corners - 2 : 0;
	}
	return Count;
}

bool IsMarkerName(const std::string& Name)
{
	for (const char* const Prefix : {"Spawn_", "Goal_", "Exit_", "Seat_", "Link_"})
	{
		if (Name.rfind(Prefix, 0) == 0)
		{
			return true;
		}
	}
	return false;
}

void CompareMarkers(const FImportedLevel& Level, const std::vector<FReferenceNode>& Expected)
{
	size_t Next = 0;
	for (const FReferenceNode& Node : Expected)
	{
		if (IsMarkerName(Node.Name))
		{
			REQUIRE(Next < Level.Markers.size());
			const FLevelMarker& Marker = Level.Markers[Next++];
			REQUIRE(Marker.Name == Node.Name);
			CHECK(glm::length(glm::dvec3(Marker.Position) - Node.Position) < 1e-4);
			const glm::dvec3 Front = glm::normalize(glm::dvec3(Node.Front.x, 0.0, Node.Front.z));
			CHECK(std::sin(double(Marker.Yaw)) == Approx(Front.x).margin(1e-4));
			CHECK(std::cos(double(Marker.Yaw)) == Approx(Front.z).margin(1e-4));
		}
	}
	CHECK(Next == Level.Markers.size());
}
} // namespace

TEST_CASE("ImportLevel: our own levels come out triangle by triangle as the files have them")
{
	const std::vector<std::string> Levels = GetLevels();
	CHECK(Levels.size() >= 10);
	for (const std::string& Path : Levels)
	{
		INFO(Path);
		const FImportResult Result = Import(Path);
		INFO(Result.Text());
		REQUIRE(Result.bOk);
		CHECK(Result.Diagnostics.GetAll().empty());
		const std::vector<FReferenceNode> Expected = ReadReference(Path);
		glm::dvec3 Min(1e30);
		glm::dvec3 Max(-1e30);
		size_t Triangles = 0;
		for (const FReferenceNode& Node : Expected)
		{
			Triangles += Node.Triangles.size();
			for (const auto& Triangle : Node.Triangles)
			{
				for (const FReferenceCorner& Corner : Triangle)
				{
					Min = glm::min(Min, Corner.Position);
					Max = glm::max(Max, Corner.Position);
				}
			}
		}
		CHECK(Result.Level.Ground.GetTriangleCount() == Triangles);
		CHECK(Triangles > 10);
		CHECK(Distance(Result.Level.Bounds, FVector(Min), FVector(Max)) < 1e-4f);
		CHECK(CompareParts(Result.Level, Expected) < 1e-4);
		CompareMeshes(Result.Level, Expected);
		CompareMarkers(Result.Level, Expected);
	}
}

TEST_CASE("ImportLevel: the stadium's thousand seats, and the ways over the bridges")
{
	const std::string Folder = std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Levels/";
	const FImportResult Stadium = Import(Folder + "Stadium.glb");
	REQUIRE(Stadium.bOk);
	CHECK(Stadium.Level.GetMarkers(ELevelMarker::Seat).size() == 1000);
	CHECK(Stadium.Level.FindMarker("Seat_1000") != nullptr);
	CHECK(Stadium.Level.FindMarker("Seat_1001") == nullptr);

	const FImportResult Bridges = Import(Folder + "Bridges.glb");
	REQUIRE(Bridges.bOk);
	const std::vector<FNavLink>& Links = Bridges.Level.Ground.Links;
	REQUIRE(Links.size() == 3);
	for (size_t Index = 0; Index < 3; ++Index)
	{
		CHECK(Links[Index].UserId == Index + 1);
		CHECK(Links[Index].bBothWays == (Index < 2)); // the third is a leap down a cliff
		const std::string Name = "Link_" + std::to_string(Index + 1);
		CHECK(Links[Index].Start == Bridges.Level.FindMarker(Name + "_a")->Position);
		CHECK(Links[Index].End == Bridges.Level.FindMarker(Name + "_b")->Position);
	}
}

TEST_CASE("ImportLevel: the levels in a folder that FLOCKWORK_LEVELS names, or ours")
{
	const char* const Named = std::getenv("FLOCKWORK_LEVELS");
	const Files::path Folder = Named ? Named : std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Levels";
	size_t Count = 0;
	for (const Files::directory_entry& Entry : Files::directory_iterator(Folder))
	{
		const std::string Extension = Entry.path().extension().string();
		if (Extension == ".obj" || Extension == ".glb")
		{
			const FImportResult Result = Import(Entry.path().string());
			INFO(Result.Text());
			CHECK(Result.bOk);
			CHECK(Result.Level.Ground.GetTriangleCount() > 0);
			CHECK((Extension != ".obj" ||
			       Result.Level.Ground.GetTriangleCount() == CountObjTriangles(Entry.path().string())));
			++Count;
		}
	}
	CHECK(Count > 0);
}
} // namespace Flockwork
