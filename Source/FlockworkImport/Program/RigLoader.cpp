#include "RigLoader.h"

#include "AssimpRig.h"
#include "BvhRig.h"
#include "FileFormat.h"
#include "GltfRig.h"
#include "ModelFile.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// glTF is in metres with Y up, and BVH does not say.
void PlaceInWorld(const FLevelImportSettings& Settings, FRigFile& Out)
{
	const double S = double(Settings.Scale);
	Out.MetersPerUnit = S;
	Out.UpAxis = Settings.UpAxis == EImportUpAxis::Z ? "Z" : "Y";
	Out.ToWorld = glm::dmat4(S, 0, 0, 0, 0, S, 0, 0, 0, 0, S, 0, 0, 0, 0, 1);
	if (Settings.UpAxis == EImportUpAxis::Z) // X stays, Z becomes Y, Y goes away from the viewer
	{
		Out.ToWorld = glm::dmat4(S, 0, 0, 0, 0, 0, -S, 0, 0, S, 0, 0, 0, 0, 0, 1);
	}
}

bool LoadByAssimp(
    const std::string& Path, const FLevelImportSettings& Settings, FRigFile& Out, FDiagnostics& Diagnostics)
{
	FModelFile Model;
	const bool bRead = Model.Load(Path, EModelUse::Character, Settings, Diagnostics) &&
	                   ReadAssimpRig(Path, Model, Out, Diagnostics) && ReportFiles(Path, *Model.Files, Diagnostics);
	Out.Sources = bRead ? Model.Files->GetSources() : Model.Sources;
	return bRead;
}
} // namespace

bool LoadRig(const std::string& Path, const FLevelImportSettings& Settings, FRigFile& Out, FDiagnostics& Diagnostics)
{
	const FGuardedFiles Files(Path);
	const std::shared_ptr<const FFileBytes> Bytes = Files.Read(Path);
	if (!Bytes)
	{
		Diagnostics.Error({Path}, "", "cannot be read: is it locked or protected?");
		return false;
	}
	const FFileFormat* const Format = FindFormat(Path, *Bytes, EModelUse::Character, Diagnostics);
	if (!Format)
	{
		return false;
	}
	Out.Format = Format->Name;
	if (Out.Format == "FBX" || Out.Format == "DAE")
	{
		return LoadByAssimp(Path, Settings, Out, Diagnostics);
	}
	const bool bRead = Out.Format == "glTF" ? ReadGltfRig(Path, *Bytes, Files, Out, Diagnostics)
	                                        : ReadBvhRig(Path, *Bytes, Out, Diagnostics);
	if (!ReportFiles(Path, Files, Diagnostics) || !bRead)
	{
		return false;
	}
	Out.Sources = Files.GetSources();
	PlaceInWorld(Settings, Out);
	return true;
}

bool FindKind(
    const std::string& Path, const FLevelImportSettings& Settings, bool& bOutCharacter, FDiagnostics& Diagnostics)
{
	if (HasExtension(Path, ".obj"))
	{
		bOutCharacter = false;
		return true;
	}
	FRigFile File;
	if (!LoadRig(Path, Settings, File, Diagnostics))
	{
		return false;
	}
	bOutCharacter = !File.Skins.empty() || !File.Clips.empty() ||
	                std::any_of(File.Nodes.begin(), File.Nodes.end(), [](const FRigNode& Node) { return Node.bBone; });
	return true;
}
} // namespace Flockwork
