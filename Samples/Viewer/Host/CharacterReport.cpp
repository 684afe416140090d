#include "CharacterReport.h"

#include "FlockworkAnimation/CharacterFacts.h"
#include "FlockworkAnimation/Retarget.h"
#include "FlockworkImport/CharacterImport.h"
#include "PrintLine.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace Flockwork
{
namespace
{
struct FSize
{
	FVector Low{std::numeric_limits<float>::max()};
	FVector High{-std::numeric_limits<float>::max()};

	void Add(const FVector& Place)
	{
		Low = glm::min(Low, Place);
		High = glm::max(High, Place);
	}
};

FSize MeasureSize(const FCharacterAsset& Character)
{
	FSize Size;
	for (const FSkinnedMesh& Mesh : Character.Meshes)
	{
		std::for_each(Mesh.Positions.begin(), Mesh.Positions.end(), [&](const FVector& V) { Size.Add(V); });
	}
	if (Character.Meshes.empty())
	{
		for (const FJointMatrix& Joint : Character.Skeleton.RestModels())
		{
			Size.Add(Joint.GetTranslation());
		}
	}
	return Size;
}

void PrintSkeleton(const FImportedCharacter& Character, const std::string& File, std::string& Out)
{
	const FCharacterAsset& Asset = Character.Asset;
	const FSize Size = MeasureSize(Asset);
	const FVector Extent = Size.High - Size.Low;
	const FSkeleton& Skeleton = Asset.Skeleton;
	PrintLine(Out, "%s: %s, %g m a unit, %s up, a character\n", std::filesystem::path(File).filename().c_str(),
	    Character.Format.c_str(), double(Character.MetersPerUnit), Character.UpAxis.c_str());
	PrintLine(Out, "  size        %.2f x %.2f x %.2f m (X, height, Z) at rest, its lowest point at %.2f m\n",
	    double(Extent.x), double(Extent.y), double(Extent.z), double(Size.Low.y));
	const auto Roots = std::count(Skeleton.Parents.begin(), Skeleton.Parents.end(), int16_t(-1));
	PrintLine(Out, "  joints      %d, root %s%s\n", Skeleton.GetJointCount(), Skeleton.JointNames.front().c_str(),
	    Roots > 1 ? (" and " + std::to_string(Roots - 1) + " more").c_str() : "");
}

void PrintMeshes(const FCharacterAsset& Character, std::string& Out)
{
	for (const FSkinnedMesh& Mesh : Character.Meshes)
	{
		PrintLine(Out, "  mesh        %-24s %8zu triangles, %zu vertices on %zu joints, detail %d, %zu morph targets\n",
		    Mesh.Name.c_str(), Mesh.Indices.size() / 3, Mesh.Positions.size(), Mesh.Joints.size(), Mesh.Detail,
		    Mesh.Morphs.size());
	}
	for (const FCharacterMaterial& Material : Character.Materials)
	{
		const bool bPicture = Material.Picture >= 0;
		PrintLine(Out, "  material    %-24s colour %.2f %.2f %.2f%s%s\n", Material.Name.c_str(),
		    double(Material.BaseColor.x), double(Material.BaseColor.y), double(Material.BaseColor.z),
		    bPicture ? ", picture " : "", bPicture ? Character.Pictures[size_t(Material.Picture)].Name.c_str() : "");
	}
}

// The first joint that a clip takes along, or the root.
size_t FindTraveller(const FClip& Clip)
{
	const auto First = Clip.GetSample(0);
	const auto Last = Clip.GetSample(Clip.SampleCount - 1);
	for (size_t Joint = 0; Joint < First.size(); ++Joint)
	{
		if (Length(Horizontal(Last[Joint].Translation - First[Joint].Translation)) > 0.01f)
		{
			return Joint;
		}
	}
	return 0;
}

void PrintClips(const FCharacterAsset& Character, std::string& Out)
{
	for (const FClip& Clip : Character.Clips)
	{
		const size_t Joint = FindTraveller(Clip);
		const FVector Way =
		    Clip.GetSample(Clip.SampleCount - 1)[Joint].Translation - Clip.GetSample(0)[Joint].Translation;
		const float Speed = Clip.Duration > 0.0f ? Length(Horizontal(Way)) / Clip.Duration : 0.0f;
		PrintLine(Out, "  clip        %-24s %6.2f s, %4d samples, root %.2f m/s", Clip.Name.c_str(),
		    double(Clip.Duration), Clip.SampleCount, double(Speed));
		if (Clip.Speed > 0.0f)
		{
			PrintLine(Out, ", feet for %.2f m/s", double(Clip.Speed));
		}
		PrintLine(Out, "%s\n", Clip.bLooping ? ", loops" : "");
	}
}

// From the JSON beside the file, which also tells how fast clips' feet go, or by the joints' names. False when that
// JSON is wrong.
bool FindFacts(const std::string& File, FCharacterAsset& Character, FCharacterFacts& Out, FDiagnostics& Diagnostics)
{
	const std::filesystem::path Beside = std::filesystem::path(File).replace_extension(".json");
	std::error_code Error;
	if (!std::filesystem::is_regular_file(Beside, Error))
	{
		Out = MakeDefaultFacts(Character);
		return true;
	}
	FDataNode Node;
	return LoadJsonFile(Beside.string(), Node, Diagnostics) &&
	       ReadCharacterFacts(Node, Beside.string(), Character, Out, Diagnostics);
}

void PrintFeet(const FCharacterAsset& Character, const FCharacterFacts& Facts, const std::string& File,
    std::string& Out, FDiagnostics& Diagnostics)
{
	const std::vector<FJointMatrix> Rest = Character.Skeleton.RestModels();
	float Forward = 0.0f;
	for (const FLegJoints& Leg : Facts.Legs)
	{
		const FVector Foot = Rest[size_t(Leg.Foot)].GetTranslation();
		PrintLine(Out, "  foot        %-24s %.2f m high at (%.2f, %.2f)\n",
		    Character.Skeleton.JointNames[size_t(Leg.Foot)].c_str(), double(Foot.y), double(Foot.x), double(Foot.z));
		Forward += Leg.Toe >= 0 ? Rest[size_t(Leg.Toe)].GetTranslation().z - Foot.z : 0.0f;
	}
	if (Facts.Legs.empty())
	{
		Diagnostics.Warning({File}, "feet",
		    "are not known by their joints' names: name thigh, shin and foot joints as Mixamo, Unreal, Rigify, VRM or "
		    "CMU do, or say which they are in a JSON beside the file (CharacterFacts.h)");
	}
	if (Forward < -0.01f)
	{
		Diagnostics.Warning(
		    {File}, "axes", "its toes point to -Z, and characters face +Z: turn it by 180 degrees before exporting");
	}
}
} // namespace

bool ReportCharacter(const std::string& File, std::string& OutReport, FDiagnostics& Diagnostics)
{
	FImportedCharacter Character;
	if (!ImportCharacter(File, {}, Character, Diagnostics))
	{
		return false;
	}
	PrintSkeleton(Character, File, OutReport);
	FCharacterFacts Facts;
	const bool bFacts = FindFacts(File, Character.Asset, Facts, Diagnostics);
	PrintFeet(Character.Asset, Facts, File, OutReport, Diagnostics);
	PrintClips(Character.Asset, OutReport);
	PrintMeshes(Character.Asset, OutReport);
	if (Character.Asset.Clips.empty())
	{
		Diagnostics.Warning({File}, "clips", "are none: the character stands in its rest pose");
	}
	return bFacts;
}
} // namespace Flockwork
