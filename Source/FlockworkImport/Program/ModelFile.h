#pragma once
// A model file through Assimp: only the formats that are known, each by its own reader, and every trap of theirs
// closed.
#include "FileFormat.h"
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/LevelImportSettings.h"
#include "GuardedFiles.h"

#include <assimp/Importer.hpp>
#include <assimp/matrix4x4.h>
#include <assimp/scene.h>
#include <string>

namespace Flockwork
{
using FMatrix = aiMatrix4x4t<double>;

struct FModelFile
{
	std::string Format; // "OBJ", "glTF", "FBX", "DAE"
	std::string UpAxis; // of the file
	double MetersPerUnit = 1.0;
	FMatrix ToWorld; // from the root node's parent to metres with Y up
	const aiScene* Scene = nullptr;
	Assimp::Importer Importer; // owns the scene, and Files
	FGuardedFiles* Files = nullptr;
	std::vector<FLevelSource> Sources;

	// Of a character animations and embedded pictures are read, too. False with errors that name the file and what is
	// wrong.
	bool Load(const std::string& Path, EModelUse Use, const FLevelImportSettings& Settings, FDiagnostics& Diagnostics);
};

// Tells of files that were named and not read. False with errors when some lead out of the file's folder.
bool ReportFiles(const std::string& Path, const FGuardedFiles& Files, FDiagnostics& Diagnostics);
} // namespace Flockwork
