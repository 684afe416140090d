#include "ImportReport.h"

#include "CharacterReport.h"
#include "FlockworkImport/CharacterImport.h"
#include "FlockworkImport/LevelImport.h"
#include "FlockworkNavigation/NavMeshSettings.h"

#include "PrintLine.h"

#include <array>

namespace Flockwork
{
namespace
{
void PrintGround(const FImportedLevel& Level, std::string& Out)
{
	const FVector Size = Level.Bounds.Max - Level.Bounds.Min;
	uint32_t Blocked = 0;
	for (const FLevelPart& Part : Level.Parts)
	{
		Blocked += Part.Area == BlockedArea ? Part.TriangleCount : 0;
	}
	PrintLine(Out, "%s: %s, %g m a unit, %s up\n", Level.Ground.Name.c_str(), Level.Format.c_str(),
	    double(Level.MetersPerUnit), Level.UpAxis.c_str());
	PrintLine(Out, "  size        %.2f x %.2f x %.2f m (X, height, Z), from (%.2f, %.2f, %.2f)\n", double(Size.x),
	    double(Size.y), double(Size.z), double(Level.Bounds.Min.x), double(Level.Bounds.Min.y),
	    double(Level.Bounds.Min.z));
	PrintLine(Out, "  triangles   %u in %zu parts; %u of them are obstacles (NoWalk_*)\n",
	    Level.Ground.GetTriangleCount(), Level.Parts.size(), Blocked);
}

void PrintMeshes(const FImportedLevel& Level, std::string& Out)
{
	for (const FLevelMesh& Mesh : Level.Meshes)
	{
		PrintLine(Out, "  material    %-24s %8zu triangles, colour %.2f %.2f %.2f\n",
		    Mesh.Material.empty() ? "(unnamed)" : Mesh.Material.c_str(), Mesh.Indices.size() / 3,
		    double(Mesh.BaseColor.x), double(Mesh.BaseColor.y), double(Mesh.BaseColor.z));
	}
}

void PrintMarkers(const FImportedLevel& Level, std::string& Out)
{
	constexpr std::array<const char*, 5> Names{"Spawn_*", "Goal_*", "Exit_*", "Seat_*", "Link_*"};
	for (size_t Kind = 0; Kind < Names.size(); ++Kind)
	{
		const std::vector<const FLevelMarker*> Found = Level.GetMarkers(ELevelMarker(Kind));
		if (!Found.empty())
		{
			const FVector& Place = Found.front()->Position;
			PrintLine(Out, "  markers     %-9s %5zu, the first %s at (%.2f, %.2f, %.2f)\n", Names[Kind], Found.size(),
			    Found.front()->Name.c_str(), double(Place.x), double(Place.y), double(Place.z));
		}
	}
	for (const FNavLink& Link : Level.Ground.Links)
	{
		PrintLine(Out, "  link        %-9u %.2f m, %.2f m up, %s\n", Link.UserId, double(Length(Link.End - Link.Start)),
		    double(Link.End.y - Link.Start.y), Link.bBothWays ? "both ways" : "one way");
	}
}

bool ReportLevel(const std::string& File, std::string& OutReport, FDiagnostics& Diagnostics)
{
	FImportedLevel Level;
	if (!ImportLevel(File, {}, Level, Diagnostics))
	{
		return false;
	}
	PrintGround(Level, OutReport);
	PrintMeshes(Level, OutReport);
	PrintMarkers(Level, OutReport);
	FNavInputReport Ground;
	const bool bWalkable = CleanNavMeshInput(Level.Ground, {}, Ground, Diagnostics);
	if (bWalkable)
	{
		PrintLine(OutReport, "  walkable    %.1f m^2 (slopes up to %.0f degrees)\n", Ground.WalkableArea,
		    double(FNavMeshSettings{}.MaxSlope));
	}
	return bWalkable;
}
} // namespace

bool ReportImport(const std::string& File, std::string& OutReport, FDiagnostics& Diagnostics)
{
	EFileKind Kind = EFileKind::Level;
	if (!FindFileKind(File, {}, Kind, Diagnostics))
	{
		return false;
	}
	return Kind == EFileKind::Character ? ReportCharacter(File, OutReport, Diagnostics)
	                                    : ReportLevel(File, OutReport, Diagnostics);
}
} // namespace Flockwork
