#include "ModelFile.h"

#include "GltfCheck.h"

#include <algorithm>
#include <array>
#include <assimp/DefaultLogger.hpp>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/postprocess.h>
#include <cmath>
#include <cstring>
#include <string_view>

namespace Flockwork
{
namespace
{
// Assimp also guesses by content: a damaged file must not end up in the reader of some forgotten format.
void KeepOneReader(Assimp::Importer& Importer, const FFileFormat& Format)
{
	for (size_t Index = Importer.GetImporterCount(); Index-- > 0;)
	{
		if (std::strcmp(Importer.GetImporterInfo(Index)->mName, Format.AssimpName) != 0)
		{
			Importer.UnregisterLoader(Importer.GetImporter(Index));
		}
	}
}

void Configure(Assimp::Importer& Importer, EModelUse Use, const FLevelImportSettings& Settings)
{
	const bool bCharacter = Use == EModelUse::Character;
	// Pivots kept apart put nodes metres off.
	Importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
	Importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, bCharacter);
	Importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, bCharacter);
	// The names that people gave, and not the ids that exporters made of them.
	Importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
	Importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, Settings.UpAxis != EImportUpAxis::Auto);
	Importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true); // files without meshes have no triangles
}

// Rows: where our X, Y and Z come from. Z up in the usual way: what was Y goes away from the viewer.
FMatrix ZUp()
{
	FMatrix Turn;
	Turn.b2 = 0.0;
	Turn.b3 = 1.0;
	Turn.c2 = -1.0;
	Turn.c3 = 0.0;
	return Turn;
}

struct FAxis
{
	int32_t Index = 0; // X, Y, Z
	int32_t Sign = 1;
};

bool ReadAxis(const aiMetadata& Data, const std::string& Name, FAxis& Out)
{
	const bool bThere = Data.Get(Name, Out.Index) && Data.Get(Name + "Sign", Out.Sign);
	return bThere && Out.Index >= 0 && Out.Index < 3 && (Out.Sign == 1 || Out.Sign == -1);
}

std::string NameOf(const FAxis& Axis)
{
	return std::string(Axis.Sign < 0 ? "-" : "") + "XYZ"[Axis.Index];
}

// FBX says which of its axes point right, up and to the front; Assimp leaves it at that. False when they are no axes.
bool ReadFbxAxes(const aiScene& Scene, FMatrix& Out, std::string& OutUp)
{
	FAxis Axes[3];
	const bool bRead = Scene.mMetaData && ReadAxis(*Scene.mMetaData, "CoordAxis", Axes[0]) &&
	                   ReadAxis(*Scene.mMetaData, "UpAxis", Axes[1]) &&
	                   ReadAxis(*Scene.mMetaData, "FrontAxis", Axes[2]);
	if (!bRead || Axes[0].Index == Axes[1].Index || Axes[1].Index == Axes[2].Index || Axes[2].Index == Axes[0].Index)
	{
		return false;
	}
	std::array<std::array<double, 3>, 3> Rows{};
	for (size_t Row = 0; Row < 3; ++Row)
	{
		Rows[Row][size_t(Axes[Row].Index)] = Axes[Row].Sign;
	}
	Out = FMatrix(Rows[0][0], Rows[0][1], Rows[0][2], 0.0, Rows[1][0], Rows[1][1], Rows[1][2], 0.0, Rows[2][0],
	    Rows[2][1], Rows[2][2], 0.0, 0.0, 0.0, 0.0, 1.0);
	OutUp = NameOf(Axes[1]);
	return true;
}

// FBX is in centimetres, times its unit scale factor.
double ReadFbxUnit(const aiScene& Scene)
{
	float Factor = 1.0f;
	double DoubleFactor = 1.0;
	if (Scene.mMetaData && Scene.mMetaData->Get("UnitScaleFactor", Factor))
	{
		return double(Factor) * 0.01;
	}
	return Scene.mMetaData && Scene.mMetaData->Get("UnitScaleFactor", DoubleFactor) ? DoubleFactor * 0.01 : 0.01;
}

// Assimp puts a DAE's unit and axes into the root node, which has nothing else.
void DescribeDae(const aiMatrix4x4& Root, FModelFile& Model)
{
	Model.MetersPerUnit = std::sqrt(double(Root.a1) * Root.a1 + double(Root.b1) * Root.b1 + double(Root.c1) * Root.c1);
	const float Heights[3] = {std::abs(Root.b1), std::abs(Root.b2), std::abs(Root.b3)};
	const int32_t Up = Heights[0] > Heights[1] && Heights[0] > Heights[2] ? 0 : Heights[1] >= Heights[2] ? 1 : 2;
	Model.UpAxis = "XYZ"[Up];
}

void PlaceInWorld(
    const FLevelImportSettings& Settings, FModelFile& Model, const std::string& Path, FDiagnostics& Diagnostics)
{
	Model.UpAxis = "Y";
	double Unit = 1.0;
	if (Model.Format == "FBX")
	{
		Unit = ReadFbxUnit(*Model.Scene);
		if (!ReadFbxAxes(*Model.Scene, Model.ToWorld, Model.UpAxis))
		{
			Diagnostics.Warning({Path}, "GlobalSettings", "has no axes that can be; Y is taken to be up");
		}
		if (!std::isfinite(Unit) || Unit <= 0.0)
		{
			Diagnostics.Warning({Path}, "UnitScaleFactor", "is no unit; centimetres are taken");
			Unit = 0.01;
		}
		Model.MetersPerUnit = Unit;
	}
	if (Model.Format == "DAE")
	{
		DescribeDae(Model.Scene->mRootNode->mTransformation, Model);
	}
	if (Settings.UpAxis != EImportUpAxis::Auto)
	{
		Model.ToWorld = Settings.UpAxis == EImportUpAxis::Z ? ZUp() : FMatrix();
		Model.UpAxis = Settings.UpAxis == EImportUpAxis::Z ? "Z" : "Y";
	}
	FMatrix Scaling;
	FMatrix::Scaling(aiVector3t<double>(Unit * double(Settings.Scale)), Scaling);
	Model.ToWorld = Scaling * Model.ToWorld;
	Model.MetersPerUnit *= double(Settings.Scale);
}

// What Assimp says, for people.
std::string Explain(const std::string& Error, const FLevelImportSettings& Settings)
{
	if (Error.find("bad_alloc") != std::string::npos)
	{
		return "reading takes more than " + std::to_string(Settings.MaxMegabytes) +
		       " MB (import.maxMegabytes): raise the limit, or split the level";
	}
	const std::string Reason = Error.substr(0, Error.find_last_not_of(". \n") + 1);
	return "cannot be read: " + (Reason.empty() ? "the reader does not say why" : Reason) +
	       ". It is truncated or damaged; export it again, best as .glb";
}

// The files that an OBJ names: "mtllib NAME".
void ReadMaterialFiles(const FFileBytes& Bytes, const FGuardedFiles& Files)
{
	constexpr std::string_view Word = "mtllib ";
	const std::string_view Text(reinterpret_cast<const char*>(Bytes.data()), Bytes.size());
	for (size_t At = 0; (At = Text.find(Word, At)) != std::string_view::npos;)
	{
		const bool bStartsLine = At == 0 || Text[At - 1] == '\n' || Text[At - 1] == '\r';
		At += Word.size();
		std::string_view Name = Text.substr(At, Text.find_first_of("\r\n", At) - At);
		Name = Name.substr(std::min(Name.find_first_not_of(" \t"), Name.size()));
		Name = Name.substr(0, Name.find_last_not_of(" \t") + 1);
		if (bStartsLine && !Name.empty() && Name.find('\0') == std::string_view::npos)
		{
			Files.ReadBeside(std::string(Name));
		}
	}
}

bool IsGoodGltf(const FFileBytes& Bytes, const std::string& Path, const FGuardedFiles& Files, FDiagnostics& Diagnostics)
{
	FGltfDocument Document(Path);
	return Document.Load(Bytes, Files, Diagnostics) && CheckGltf(Document, EGltfUse::Level, Diagnostics);
}
} // namespace

bool ReportFiles(const std::string& Path, const FGuardedFiles& Files, FDiagnostics& Diagnostics)
{
	for (const std::string& Name : Files.GetRefused())
	{
		Diagnostics.Error({Path}, "",
		    "names \"" + Name + "\", which is not in the file's folder and is not read: put it beside the file");
	}
	for (const FLevelSource& Source : Files.GetSources())
	{
		if (!Source.bFound)
		{
			Diagnostics.Warning({Path}, "",
			    "names \"" + Source.Name +
			        "\", which is not there: the file is read without it; put it beside the file");
		}
	}
	return Files.GetRefused().empty();
}

bool FModelFile::Load(
    const std::string& Path, EModelUse Use, const FLevelImportSettings& Settings, FDiagnostics& Diagnostics)
{
	Files = new FGuardedFiles(Path); // Importer owns it
	Importer.SetIOHandler(Files);
	const std::shared_ptr<const FFileBytes> Bytes = Files->Read(Path);
	if (!Bytes)
	{
		Diagnostics.Error({Path}, "", "cannot be read: is it locked or protected?");
		return false;
	}
	const FFileFormat* const Known = FindFormat(Path, *Bytes, Use, Diagnostics);
	if (!Known)
	{
		return false;
	}
	Format = Known->Name;
	if (Format == "glTF" && !IsGoodGltf(*Bytes, Path, *Files, Diagnostics))
	{
		return false;
	}
	if (Format == "OBJ")
	{
		ReadMaterialFiles(*Bytes, *Files);
	}
	Files->Freeze();
	KeepOneReader(Importer, *Known);
	Configure(Importer, Use, Settings);
	Scene = Importer.ReadFile(
	    Path, aiProcess_Triangulate | (Use == EModelUse::Character ? aiProcess_JoinIdenticalVertices : 0u));
	Files->Thaw();
	if (!ReportFiles(Path, *Files, Diagnostics))
	{
		return false;
	}
	Sources = Files->GetSources();
	if (!Scene || !Scene->mRootNode)
	{
		Diagnostics.Error({Path}, "", Explain(Importer.GetErrorString(), Settings));
		return false;
	}
	PlaceInWorld(Settings, *this, Path, Diagnostics);
	return true;
}
} // namespace Flockwork
