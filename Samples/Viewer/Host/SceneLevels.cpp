#include "SceneLevels.h"

#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/World.h"
#include "FlockworkImport/LevelCache.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr std::string_view Extensions[] = {".glb", ".gltf", ".fbx", ".dae", ".obj"};

FDataNode ToNode(std::span<const FVector> Points)
{
	FDataNode Node = FDataNode::MakeArray();
	Node.Items.reserve(Points.size());
	for (const FVector& Point : Points)
	{
		FDataNode Item = FDataNode::MakeArray();
		for (const float Number : {Point.x, Point.y, Point.z})
		{
			Item.Items.push_back(FDataNode::MakeNumber(double(Number)));
		}
		Node.Items.push_back(std::move(Item));
	}
	return Node;
}

FDataNode MakeBody(const char* Shape)
{
	FDataNode Body = FDataNode::MakeObject();
	Body.Set("type", FDataNode::MakeString("static"));
	Body.Set("layer", FDataNode::MakeString("worldStatic"));
	Body.Set("shape", FDataNode::MakeString(Shape));
	return Body;
}

FOrder MakeSpawn(FDataNode Components, std::string Name)
{
	FOrder Order = FOrder::Spawn("", FTransform{}, std::move(Name));
	Order.Text = WriteJson(Components);
	return Order;
}

// All that is drawn with one material: what one sees is what one bumps into.
FOrder MakeMeshActor(const FLevelMesh& Mesh, std::string Name)
{
	FDataNode Body = MakeBody("mesh");
	Body.Set("vertices", ToNode(Mesh.Positions));
	FDataNode Indices = FDataNode::MakeArray();
	for (const uint32_t Index : Mesh.Indices)
	{
		Indices.Items.push_back(FDataNode::MakeNumber(double(Index)));
	}
	Body.Set("indices", std::move(Indices));
	FDataNode Visual = FDataNode::MakeObject();
	Visual.Set("species", FDataNode::MakeString("shape"));
	Visual.Set("color", std::move(ToNode({&Mesh.BaseColor, 1}).Items[0]));
	FDataNode Components = FDataNode::MakeObject();
	Components.Set("body", std::move(Body));
	Components.Set("visual", std::move(Visual));
	return MakeSpawn(std::move(Components), std::move(Name));
}

// The hull of a flight of stairs runs along the edges of its steps.
FOrder MakeSlope(const FNavMeshInput& Ground, const FLevelPart& Part, std::string Name)
{
	std::vector<FVector> Points;
	for (uint32_t Corner = 0; Corner < 3 * Part.TriangleCount; ++Corner)
	{
		Points.push_back(Ground.Vertices[Ground.Indices[3 * Part.FirstTriangle + Corner]]);
	}
	const auto IsBefore = [](const FVector& A, const FVector& B)
	{ return std::tie(A.x, A.y, A.z) < std::tie(B.x, B.y, B.z); };
	std::sort(Points.begin(), Points.end(), IsBefore);
	Points.erase(std::unique(Points.begin(), Points.end()), Points.end());
	FDataNode Body = MakeBody("hull");
	Body.Set("points", ToNode(Points));
	FDataNode Components = FDataNode::MakeObject();
	Components.Set("body", std::move(Body));
	return MakeSpawn(std::move(Components), std::move(Name));
}

std::vector<FOrder> MakeActors(const std::string& Name, const FImportedLevel& Level)
{
	std::vector<FOrder> Orders;
	std::set<std::string> Taken;
	const auto MakeName = [&](const std::string& Of)
	{
		std::string Full = Name + "." + Of;
		for (int32_t Number = 2; !Taken.insert(Full).second; ++Number)
		{
			Full = Name + "." + Of + "." + std::to_string(Number);
		}
		return Full;
	};
	for (const FLevelMesh& Mesh : Level.Meshes)
	{
		Orders.push_back(MakeMeshActor(Mesh, MakeName(Mesh.Material)));
	}
	for (const FLevelPart& Part : Level.Parts)
	{
		if (Part.Name.starts_with("Stairs_"))
		{
			Orders.push_back(MakeSlope(Level.Ground, Part, MakeName(Part.Name)));
		}
	}
	return Orders;
}
} // namespace

std::string FHostLevels::FindFile(const std::string& Name, FDiagnostics& Diagnostics) const
{
	namespace fs = std::filesystem;
	const fs::path Folder = fs::path(Root) / "Content" / "Levels";
	std::map<std::string, std::string, std::less<>> Files; // by stem; of several formats the first by name
	std::error_code Error;
	for (fs::directory_iterator It(Folder, Error), End; !Error && It != End; It.increment(Error))
	{
		const std::string Extension = It->path().extension().string();
		if (std::find(std::begin(Extensions), std::end(Extensions), Extension) != std::end(Extensions))
		{
			const auto Place = Files.try_emplace(It->path().stem().string(), It->path().string()).first;
			Place->second = std::min(Place->second, It->path().string());
		}
	}
	if (const auto Found = Files.find(Name); Found != Files.end())
	{
		return Found->second;
	}
	std::vector<std::string_view> Names;
	for (const auto& [Stem, Path] : Files)
	{
		Names.push_back(Stem);
	}
	const std::string_view Nearest = NearestName(Name, Names);
	Diagnostics.Error({(Folder / (Name + ".glb")).string()}, "",
	    "there is no such level" +
	        (Nearest.empty() ? std::string() : "; did you mean \"" + std::string(Nearest) + "\"?"));
	return {};
}

bool FHostLevels::LoadLevel(
    const std::string& Name, UWorld& World, std::vector<FSceneMarker>& OutMarkers, FDiagnostics& Diagnostics)
{
	const std::string Path = FindFile(Name, Diagnostics);
	const FLevelImportSettings Settings;
	UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	FImportedLevel Level;
	auto Mesh = std::make_unique<FNavMesh>();
	const FNavProgress GoOn = [](float) { return true; };
	if (Path.empty() || !Flockwork::LoadLevel(Path, Settings, Level, Diagnostics) ||
	    !LoadOrBuildNavMesh(
	        Path, Level, Settings, Navigation.GetSettings(), World.GetScheduler(), GoOn, *Mesh, Diagnostics))
	{
		return false;
	}
	for (FOrder& Order : MakeActors(Name, Level))
	{
		bool bAccepted = false;
		World.Enqueue(std::move(Order), Diagnostics, &bAccepted);
		if (!bAccepted)
		{
			return false;
		}
	}
	Navigation.SetMesh(World, std::move(Mesh));
	OutMarkers.clear();
	for (const FLevelMarker& Marker : Level.Markers)
	{
		OutMarkers.push_back({Marker.Name, Marker.Position});
	}
	return true;
}
} // namespace Flockwork
